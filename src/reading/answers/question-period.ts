import { locateDates, monthOf } from '../values/date.ts';
import { stemsOf } from '../words/words.ts';
import type { IndexedItem } from './page-index.ts';

/** "In March 2026", "since September": which days are meant. */
export interface Period {
  month: number;
  year: number | null;
  reach: 'in' | 'since' | 'before';
  /** The stems by which the question says it. */
  words: string[];
}

const SAID =
  /(?<!\p{L})(in|during|for|of|since|before|im|en|au mois de|seit)\s+(\p{L}{3,12})(?:\s+(?:of\s+|de\s+)?((?:19|20)\d\d))?(?=\s*(?:[?.,!;]|$)|\s\p{L})/giu;

export function periodIn(text: string): Period | null {
  for (const [, reach = '', name = '', year] of text.matchAll(SAID)) {
    const month = monthOf(name);
    // "May" and "March" alone may be other words.
    if (month === undefined || !/^\p{Lu}/u.test(name)) continue;
    return {
      month,
      year: year === undefined ? null : Number(year),
      reach: /^(?:since|seit)$/i.test(reach) ? 'since' : /^before$/i.test(reach) ? 'before' : 'in',
      words: stemsOf(`${name} ${year ?? ''}`),
    };
  }
  return null;
}

/** The things of those days; null where some of them have none, or it may be a month of several years. */
export function withinPeriod(
  items: IndexedItem[],
  { month, year, reach }: Period,
  language: string | null,
): IndexedItem[] | null {
  const dated = items.map((item) => ({ item, day: dayOf(item, language) }));
  if (dated.length === 0 || dated.some(({ day }) => day === undefined)) return null;
  const years = [...new Set(dated.map(({ day = '' }) => Number(day.slice(0, 4))))];
  const meant = dated.filter(({ day = '' }) => Number(day.slice(5, 7)) === month);
  const own = year ?? (reach === 'in' ? null : Math.max(...years));
  if (reach === 'in') {
    const found = meant.filter(({ day = '' }) => own === null || Number(day.slice(0, 4)) === own);
    const isOneYear = new Set(found.map(({ day = '' }) => day.slice(0, 4))).size <= 1;
    return isOneYear ? found.map(({ item }) => item) : null;
  }
  const from = `${own}-${String(month).padStart(2, '0')}`;
  return dated
    .filter(({ day = '' }) => (reach === 'since' ? day >= from : day < from))
    .map(({ item }) => item);
}

/** The one day that a thing, or the heading above it, is of. */
function dayOf({ item }: IndexedItem, language: string | null): string | undefined {
  const values = item.fields
    .filter(({ value }) => value.length <= 80)
    .map(({ machine, value }) => machine ?? value);
  for (const texts of [values, [item.title], [item.under]]) {
    const days = new Set(texts.flatMap((text) => locateDates(text, language).map(({ date }) => date)));
    if (days.size > 0) return days.size === 1 ? [...days][0] : undefined;
  }
  return undefined;
}
