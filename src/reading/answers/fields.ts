import type { Field } from '../page/page.ts';
import { findEmail } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { isSameThing, isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { stem } from '../words/words.ts';
import type { IndexedCollection, IndexedItem } from './page-index.ts';

/** The field of an item that goes by a name; what only looks like it (an amount of money for a price) comes second. */
export function fieldOf(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean = () => true,
): Field | undefined {
  const wantsOld = isThing(asked, 'original price');
  let best: { score: number; field: Field } | undefined;
  for (const { field, names } of item.fields) {
    if ((field.isOld ?? false) !== wantsOld && (wantsOld || isMoney(field.value))) continue;
    const score = Math.max(0, ...names.map((name) => nameMatch(asked, name)));
    if (score >= 0.45 && score > (best?.score ?? 0) + 1e-9 && accepts(field)) best = { score, field };
  }
  if (best && best.score >= 0.55) return best.field;
  const byLook = lookalike(item, asked, accepts);
  return byLook ?? best?.field;
}

function lookalike(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean,
): Field | undefined {
  const find = (test: (field: Field) => boolean) =>
    item.fields.find(({ field }) => test(field) && accepts(field))?.field;
  if (isThing(asked, 'title') || isThing(asked, 'name')) {
    const href = item.fields.find(({ field }) => field.value === item.item.title && field.href)?.field.href;
    const field = { names: ['title'], value: item.item.title, ...(href && { href }) };
    return item.item.title !== '' && accepts(field) ? field : undefined;
  }
  if (isThing(asked, 'price') || asked.some((word) => isSameWord(word, 'pric')))
    return find((field) => !field.isOld && isMoney(field.value) && field.value.length <= 30);
  if (isThing(asked, 'original price')) return find((field) => field.isOld === true && isMoney(field.value));
  if (isThing(asked, 'email')) {
    const field = find(
      ({ value, href }) => findEmail(value) !== undefined || href?.startsWith('mailto:') === true,
    );
    return field && { ...field, value: findEmail(field.value) ?? field.href?.replace(/^mailto:/, '') ?? '' };
  }
  if (isThing(asked, 'telephone')) return find(({ href }) => href?.startsWith('tel:') === true);
  if (isThing(asked, 'date'))
    return find(
      ({ machine, value }) =>
        parseDate(machine ?? '') !== undefined || (value.length < 40 && parseDate(value) !== undefined),
    );
  if (isThing(asked, 'url')) {
    const titled =
      find(({ href, value }) => href !== undefined && value === item.item.title) ??
      find(({ href }) => href !== undefined && /^https?:/.test(href));
    return titled && { ...titled, value: titled.href ?? '' };
  }
  if (isThing(asked, 'rating'))
    return find(
      ({ value }) => /^\D{0,10}\d(?:[.,]\d+)?\s*(?:\/|out of|of)\s*\d/i.test(value) && value.length < 50,
    );
  if (isThing(asked, 'description'))
    return find(
      ({ names, value }) =>
        names.length === 0 && /\p{L}{2,}\s\p{L}/u.test(value) && !isMoney(value) && value !== item.item.title,
    );
  return undefined;
}

/**
 * The column that a question's words name, and which of the words that uses up. The column that names the things
 * themselves counts only when nothing else fits.
 */
export function columnIn(
  collection: IndexedCollection,
  words: string[],
  implied: string[] = [],
): { name: string[]; used: string[] } | undefined {
  let best: { name: string[]; used: string[]; score: number } | undefined;
  for (const name of collection.columns) {
    const told = name.filter((word) => !FILLERS.has(word));
    if (told.length === 0) continue;
    const used = words.filter(
      (word) => told.some((each) => isSameWord(each, word)) || isSameThing([word], told),
    );
    const hinted = told.filter((each) =>
      implied.some((word) => isSameWord(word, each) || isSameThing([word], told)),
    );
    const head = told.at(-1) ?? '';
    const isHead = words.some((word) => isSameWord(word, head) || isSameThing([word], told));
    const share = told.filter((each) => words.some((word) => isSameWord(word, each))).length / told.length;
    if (used.length === 0 && hinted.length === 0) continue;
    if (!isHead && share < 0.5 && hinted.length === 0) continue;
    const score =
      used.length +
      (isHead ? 0.5 : 0) +
      share * 0.4 +
      (hinted.length > 0 ? 0.3 : 0) -
      (isNameColumn(collection, name) ? 0.8 : 0);
    if (score > (best?.score ?? 0)) best = { name, used, score };
  }
  return best ?? lookalikeColumn(collection, words) ?? hintedColumn(collection, implied);
}

/** A column without a name of its own: addresses, amounts and days are known by their looks. */
function lookalikeColumn(
  { items }: IndexedCollection,
  words: string[],
): { name: string[]; used: string[] } | undefined {
  const sample = items.slice(0, 10);
  const word = words.find(
    (each) =>
      LOOKS.has(each) &&
      sample.length > 0 &&
      sample.filter((item) => lookalike(item, [each], () => true)).length * 2 > sample.length,
  );
  return word === undefined ? undefined : { name: [word], used: [word] };
}

function hintedColumn(
  collection: IndexedCollection,
  implied: string[],
): { name: string[]; used: string[] } | undefined {
  const found = lookalikeColumn(collection, implied);
  return found && { name: found.name, used: [] };
}

const LOOKS = new Set(
  ['email', 'telephone', 'pric', 'cost', 'date', 'url', 'link', 'rating', 'rat', 'fee', 'fare'].flatMap(
    (word) => [word, stem(word)],
  ),
);

const FILLERS = new Set(['the', 'of', 'a', 'per', 'in', 'and', 'for', 'to', 'no']);

export function isNameColumn(collection: IndexedCollection, name: string[]): boolean {
  const key = name.join(' ');
  const sample = collection.items.slice(0, 5);
  return (
    sample.length > 0 &&
    sample.every(({ item, fields }) =>
      fields.some(
        ({ field, names }) => field.value === item.title && names.some((each) => each.join(' ') === key),
      ),
    )
  );
}
