/** A TOTP seed as authenticators take it: spaces, hyphens, case and padding do not matter. Null when it is none. */
export function readBase32(text: string): string | null {
  const seed = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  if (!/^[A-Z2-7]+$/.test(seed)) return null;
  // These lengths leave a part of a byte that no encoder writes.
  return [1, 3, 6].includes(seed.length % 8) ? null : seed;
}
