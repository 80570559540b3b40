import { MONTHS } from '../platform/text/date.ts';
import { parseNumber } from '../platform/text/number.ts';
import { wordsOf } from '../platform/text/words.ts';
import { isObject } from './fill/schema-shape.ts';

/**
 * The values of `candidate` that the source does not hold, by their paths. Spelling may change (spaces, case, the form
 * of a number or a date); a word or a number that is nowhere in the source may not appear.
 */
export function ungrounded(candidate: unknown, source: string, schema: unknown): string[] {
  const words = plain(source);
  const amounts = new Set(
    [...source.matchAll(/\d[\d.,'’\u00a0\u202f]*(?:[kKmM]\b)?/gu)].map(([token]) => parseNumber(token)),
  );
  const digits = new Set((source.match(/\d+/gu) ?? []).map(Number));
  const fixed = new Set(constantsOf(schema));
  const missing: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, path === '' ? key : `${path}.${key}`);
    else if (typeof value === 'number') {
      if (!amounts.has(Math.abs(value)) && !fixed.has(value)) missing.push(path);
    } else if (typeof value === 'string' && value.trim() !== '') {
      if (!fixed.has(value) && !words.includes(plain(value)) && !isSameDate(value, source, digits))
        missing.push(path);
    }
  };
  visit(candidate, '');
  return missing;
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s  "'’“”*_`]+/gu, ' ')
    .trim();
}

/** An ISO date whose year, month and day the source names in any form. */
function isSameDate(value: string, source: string, digits: ReadonlySet<number>): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T00:00:00(?:\.000)?Z)?$/u.exec(value) ?? [];
  if (year === undefined) return false;
  const isMonth = (word: string) => MONTHS.get(word) === Number(month);
  const hasMonth = digits.has(Number(month)) || wordsOf(source).some(isMonth);
  return digits.has(Number(year)) && digits.has(Number(day)) && hasMonth;
}

/** Values of the caller's own schema may be chosen: an enumeration names them. */
function constantsOf(schema: unknown): unknown[] {
  if (Array.isArray(schema)) return schema.flatMap(constantsOf);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (key === 'enum' && Array.isArray(value)) return value;
    return key === 'const' ? [value] : constantsOf(value);
  });
}
