/** JSON in which an integer that no number can hold keeps its digits, as text; and whether there was none. Throws like `JSON.parse`. */
export function parseExact(text: string): { value: unknown; isExact: boolean } {
  if (!/\d{16}/.test(text)) return { value: JSON.parse(text), isExact: true };
  let isExact = true;
  const value: unknown = JSON.parse(text, (_key, part, { source = '' }: { source?: string } = {}) => {
    const isHeld = typeof part !== 'number' || Number.isSafeInteger(part) || String(part) === source;
    if (isHeld || !/^-?\d+$/.test(source)) return part;
    isExact = false;
    return source;
  });
  return { value, isExact };
}
