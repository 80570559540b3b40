/** Prices are integer cents everywhere; this is their form for people and machines. */
export function dollars(cents: number): string {
  return `$${decimal(cents)}`;
}

export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
