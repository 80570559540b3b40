import { readCount } from './words.ts';

/** "2 Fish Soup, one Pie and 3x Tart": how many of what; empty unless every part says so. */
export function countedThings(phrase: string): { name: string; count: number }[] {
  const parts = phrase.replace(/[.!\s]+$/u, '').split(/\s*,\s*(?:and\s+)?|\s+and\s+(?=\d|\p{L}+\s)/iu);
  const things = parts.map((part) => {
    const [, number = '', name = ''] = part.match(COUNTED) ?? [];
    return { name: name.trim(), count: readCount(number.toLowerCase()) ?? 0 };
  });
  return things.every(({ name, count }) => name !== '' && count > 0) ? things : [];
}

const COUNTED =
  /^(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s*(?:[x×]\s+)?(?:(?:portions?|pieces?|units?|orders?|helpings?|servings?)\s+of\s+)?(\p{L}.*)$/iu;
