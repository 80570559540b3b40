import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { amountsIn } from '../values/number.ts';
import { isThing, nameMatch } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { endOf, numbersOf } from './range-end.ts';

/** `salary_max` of "€85k – €110k", `estimate_high` of "Estimate: £800 – £1,200": the end of a range as a value of its own. */
export function rangeField({ fields }: IndexedItem, key: string): Field | undefined {
  const { end, base } = endOf(nameWords(key));
  if (end < 0 || base.length === 0) return undefined;
  const ranges = fields.flatMap(({ field, names }) => {
    const ends = field.value.length <= 60 ? numbersOf(field.value) : null;
    return ends === null ? [] : [{ field, names, ends }];
  });
  const named = ranges.filter(({ names }) => names.some((name) => nameMatch(base, name) >= 0.55));
  const isSum = isThing(base, 'price') || isThing(base, 'salary') || /budget|estimate|rent/i.test(key);
  const sums = isSum ? ranges.filter(({ field }) => amountsIn(field.value).length > 0) : [];
  const [only] = named.length > 0 ? named : sums;
  const isOne = new Set((named.length > 0 ? named : sums).map(({ ends }) => ends.join(' '))).size === 1;
  return only && isOne ? { names: [], value: only.ends[end] ?? '' } : undefined;
}
