/** Normalises a TOTP seed: spaces, hyphens, case and padding are ignored. Null when it is not base32. */
export function readBase32(text: string): string | null {
  const seed = text
    .replace(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase();
  if (!/^[A-Z2-7]+$/.test(seed)) return null;
  // No encoder produces these lengths.
  return [1, 3, 6].includes(seed.length % 8) ? null : seed;
}
