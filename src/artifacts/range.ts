/** The part of a file that a `Range` header asks for, first and last byte included. */
export interface Range {
  first: number;
  last: number;
}

/** Null for the whole file: also for several parts at once and for anything else than bytes, as HTTP allows. */
export function rangeOf(header: string | null, size: number): Range | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  const [first, last] = from === '' ? [size - Number(to), size - 1] : [Number(from), Number(to || size - 1)];
  if (from !== '' && to !== '' && last < first) return null;
  if (first >= size || last < 0 || (from === '' && Number(to) === 0)) return 'outside';
  return { first: Math.max(0, first), last: Math.min(last, size - 1) };
}
