declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/** A number over 2^53 as its digits, as `parseExact` leaves it. */
export const LONG_DIGITS = /^-?\d{16,}(?:\.\d+)?$/;

/** JSON in which a number that no double can hold keeps its digits, as text. Throws like `JSON.parse`. */
export function parseExact(text: string): unknown {
  if (!/\d{16}|\d[eE]\+?\d{3}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, part, { source = '' }: { source?: string } = {}) => {
    if (typeof part !== 'number' || Number.isSafeInteger(part) || String(part) === source) return part;
    const isLong = LONG_DIGITS.test(source) && Math.abs(part) > Number.MAX_SAFE_INTEGER;
    return isLong || !Number.isFinite(part) ? source : part;
  });
}

/** The value with its digits at these JSON pointers as numbers. */
export function withNumbers(
  value: unknown,
  pointers: ReadonlySet<string>,
  number: (digits: string) => unknown = JSON.rawJSON,
  at = '',
): unknown {
  if (typeof value === 'string') return pointers.has(at) && LONG_DIGITS.test(value) ? number(value) : value;
  if (value === null || typeof value !== 'object') return value;
  const inside = (key: string | number, part: unknown) =>
    withNumbers(part, pointers, number, pointerTo(at, key));
  if (Array.isArray(value)) return value.map((part, index) => inside(index, part));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inside(key, part)]));
}

/** The JSON pointer to a member of the value at `at`. */
export function pointerTo(at: string, key: string | number): string {
  return `${at}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
