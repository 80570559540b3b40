import { stem } from '../words/words.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const NAME = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|');
const RANGE = new RegExp(
  `\\b(${NAME})\\.?\\s*(?:to|until|till|through|[–—-])\\s*(?:the end of )?(${NAME})\\b`,
  'giu',
);
const SEASONS: Record<string, number[]> = {
  spring: [2, 3, 4],
  summer: [5, 6, 7],
  autumn: [8, 9, 10],
  winter: [11, 0, 1],
};

/** "April to October" speaks of July and of the summer too: the stems of the months and seasons that a text spans. */
export function monthsWithin(text: string): string[] {
  const spanned = new Set<number>();
  for (const [, from = '', to = ''] of text.matchAll(RANGE)) {
    const [first, last] = [from, to].map((name) =>
      MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())),
    );
    for (let at = first ?? 0; ; at = (at + 1) % 12) {
      spanned.add(at);
      if (at === last || spanned.size === 12) break;
    }
  }
  if (spanned.size === 0) return [];
  const seasons = Object.entries(SEASONS).filter(([, months]) => months.every((month) => spanned.has(month)));
  return [...[...spanned].map((at) => MONTHS[at] ?? ''), ...seasons.map(([name]) => name)].map(stem);
}
