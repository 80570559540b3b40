/** Prices are integer cents everywhere; this is how people and machines see them. */
export function dollars(cents: number): string {
  return `$${decimal(cents)}`;
}

export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
