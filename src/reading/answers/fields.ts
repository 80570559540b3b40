import type { Field } from '../page/page.ts';
import { findEmail } from '../values/convert-value.ts';
import { isCountry } from '../values/country.ts';
import { parseDate } from '../values/date.ts';
import { amountsIn, isMoney } from '../values/number.ts';
import { isKnown, isSameThing, isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { isOtherDay } from '../words/days.ts';
import { nameWords, stem } from '../words/words.ts';
import type { IndexedCollection, IndexedItem } from './page-index.ts';
import { splitLine } from './pieces.ts';

/** The field of an item that goes by a name; what only looks like it (an amount of money for a price) comes second. */
export function fieldOf(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean = () => true,
): Field | undefined {
  const best = bestNamed(item, asked, accepts);
  if (best && best.score >= 0.55) return best.field;
  return lookalike(item, asked, accepts) ?? best?.field ?? shortNamed(item, asked, accepts);
}

/** The same, only by what the page calls it. */
export function namedField(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean,
  least: number,
): Field | undefined {
  const best = bestNamed(item, asked, accepts);
  return best && best.score >= least ? best.field : undefined;
}

function bestNamed(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean,
): { score: number; field: Field } | undefined {
  const wantsOld = isThing(asked, 'original price');
  const isBody = isThing(asked, 'body');
  const isTitle = isThing(asked, 'title');
  const isPrice =
    isThing(asked, 'price') && item.fields.some(({ field }) => amountsIn(field.value).length === 1);
  let best: { score: number; field: Field } | undefined;
  for (const { field, names } of item.fields) {
    if ((field.isOld ?? false) !== wantsOld && (wantsOld || isMoney(field.value))) continue;
    // A counter ("Posts: 15") is not what was posted.
    if (isBody && COUNTER.test(field.value) && item.item.text.length > 80) continue;
    // A box of two prices, before and now, is neither.
    if (isPrice && field.value.length <= 80 && amountsIn(field.value).length > 1) continue;
    // "Wireless charging: ✓" is no charge.
    if (isPrice && /^(?:yes|no|[^\p{L}\d]*)$/iu.test(field.value)) continue;
    if ((isBody && hasInner(item, field)) || (isTitle && isAroundTitle(item, field))) continue;
    const score = Math.max(0, ...names.map((name) => nameMatch(asked, name)));
    if (score >= 0.45 && score > (best?.score ?? 0) + 1e-9 && accepts(field)) best = { score, field };
  }
  // A thing may be called after its maker, and is not called what its maker is.
  const isWhole = isBody || (isTitle && best?.field.value === item.item.title);
  return best && !isWhole ? (innerOf(item, asked, best.field, accepts) ?? best) : best;
}

const COUNTER = /^\P{L}{0,12}(?:\p{L}+\P{L}{0,4})?$/u;

/** Within a box of that name, the part that has the name too: the street in `<address>`. */
function innerOf(
  { fields }: IndexedItem,
  asked: string[],
  { value, href }: Field,
  accepts: (field: Field) => boolean,
): { score: number; field: Field } | undefined {
  if (value.length > 200 || href) return undefined;
  const inner = fields.filter(
    ({ field, names }) =>
      field.value.length >= 3 &&
      field.value.length < value.length &&
      !field.isPiece &&
      value.includes(field.value) &&
      /\p{L}{3}/u.test(field.value) &&
      names.some((name) => name.length > 1 && nameMatch(asked, name) >= 0.5),
  );
  const isHead = (name: string[]) =>
    HEADS.has(name.at(-1) ?? '') || isSameWord(name.at(-1) ?? '', asked.at(-1) ?? '');
  const headed = inner.filter(({ names }) => names.some(isHead));
  const [only] = headed;
  return only && new Set(headed.map(({ field }) => field.value)).size === 1 && accepts(only.field)
    ? { score: 0.6, field: only.field }
    : undefined;
}

const HEADS = new Set(['title', 'name'].flatMap(nameWords));

/** A box that begins with who wrote and when, and ends with the text itself. */
function hasInner({ fields }: IndexedItem, { value }: Field): boolean {
  const isPart = (part: string) => part.length < value.length && part !== '';
  const isDated = fields.some(
    ({ field }) =>
      isPart(field.value) && (field.machine ?? parseDate(field.value)) && value.includes(field.value),
  );
  return (
    isDated &&
    fields.some(
      ({ field }) => isPart(field.value) && field.value.length >= 10 && value.endsWith(field.value),
    ) &&
    fields.some(
      ({ field }) => isPart(field.value) && field.value.length <= 60 && value.startsWith(field.value),
    )
  );
}

/** A box that holds the name and more. */
function isAroundTitle({ item, fields }: IndexedItem, { value }: Field): boolean {
  return (
    value !== item.title &&
    value.includes(item.title) &&
    fields.some(({ field }) => field.value === item.title)
  );
}

/** Makers of pages shorten names: `sc` for the score, `desc` for the description. Only one field may fit. */
function shortNamed(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean,
): Field | undefined {
  const [word = ''] = asked;
  if (asked.length !== 1 || word.length < 4) return undefined;
  const fits = item.fields.filter(
    ({ field, names }) => names.some((name) => isShortFor(name.at(-1) ?? '', word)) && accepts(field),
  );
  return fits.length === 1 ? fits[0]?.field : undefined;
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
    const value =
      item.item.title === item.item.text
        ? (splitLine(item.item.title)[0] ?? item.item.title)
        : item.item.title;
    const field = { names: ['title'], value, ...(href && { href }) };
    if (item.item.title !== '' && accepts(field)) return field;
    return isThing(asked, 'name')
      ? bestNamed(item, ['author'].flatMap(nameWords), accepts)?.field
      : undefined;
  }
  if (isThing(asked, 'body'))
    return item.fields
      .map(({ field }) => field)
      .filter(
        (field) =>
          field.value.length >= 20 &&
          !/^https?:\S+$/.test(field.value) &&
          field.value !== item.item.title &&
          !/^\p{Lu}/u.test(field.names[0] ?? '') &&
          (field.value.length >= 40 || /[.!?…]$/.test(field.value)) &&
          !hasInner(item, field) &&
          accepts(field),
      )
      .sort((one, other) => other.value.length - one.value.length)[0];
  if (isThing(asked, 'currency')) return find((field) => isMoney(field.value) && field.value.length <= 30);
  if (isThing(asked, 'author') || (asked.length === 1 && isSameWord(asked[0] ?? '', 'auth')))
    return authorLook(item, accepts);
  if (isThing(asked, 'city') && item.item.title.length <= 30) {
    const field = { names: ['title'], value: item.item.title };
    const isPlaced = item.fields.some(
      ({ field: { names, value } }) => names.includes('address') && value.includes(field.value),
    );
    return isPlaced && field.value !== '' && accepts(field) ? field : undefined;
  }
  if (isThing(asked, 'role'))
    return find(
      ({ names, value }) =>
        names.every((name) => !/image|date|price/i.test(name)) &&
        value !== item.item.title &&
        !value.includes(item.item.title) &&
        value.length <= 60 &&
        /^\p{Lu}\p{L}+,?(?:\s[\p{L}&,/-]+){0,6}$/u.test(value),
    );
  const score = item.fields.findIndex(({ field }) => /^\d{1,3}\s?[–:-]\s?\d{1,3}$/.test(field.value));
  if (score > 0 && asked.length <= 2) {
    const side = asked.includes('home') ? -1 : asked.includes('away') ? 1 : 0;
    const beside = item.fields[score + side]?.field;
    if (
      (side !== 0 || asked.includes(stem('score')) || asked.includes(stem('result'))) &&
      beside &&
      accepts(beside)
    )
      return beside;
  }
  if (isThing(asked, 'country')) return find(({ value }) => isCountry(value));
  if (asked.length === 1 && asked[0] === stem('year'))
    return find(({ value }) => /^(?:1[4-9]|20)\d\d(?:\s\(.{1,12}\))?$/.test(value));
  if (asked.length === 1 && PERCENT.has(asked[0] ?? ''))
    return find(({ value }) => /^\d[\d.,]*\s?%$/.test(value));
  if (asked.length === 1 && asked[0] === VERSION)
    return find(({ value }) => /^v?\d+(?:\.\d+)+(?:[-.\w]{0,12})?$/i.test(value));
  if (asked.length === 1 && asked[0] === 'day')
    return find(({ value }) => WEEKDAY.test(value) && value.length < 20);
  if (asked.length === 1 && asked[0] === TYPE)
    return find(({ value }) =>
      /^(?:string|integer|number|boolean|object|array|float|int|bool|enum|date)\b.{0,20}$/i.test(value),
    );
  if (isThing(asked, 'original price')) {
    const old = find((field) => field.isOld === true && isMoney(field.value));
    // `listing-price` is what something costs, and reads like a list price.
    if (old || asked[0] !== stem('list')) return old;
  }
  if (isThing(asked, 'price') || asked.some((word) => isSameWord(word, 'pric')))
    return (
      find((field) => !field.isOld && isMoney(field.value) && field.value.length <= 30) ??
      find(({ value }) => /^(?:free|gratis|kostenlos|gratuit)$/i.test(value)) ??
      bareNumber(item, accepts)
    );
  if (isThing(asked, 'email')) {
    const field = find(
      ({ value, href }) => findEmail(value) !== undefined || href?.startsWith('mailto:') === true,
    );
    return field && { ...field, value: findEmail(field.value) ?? field.href?.replace(/^mailto:/, '') ?? '' };
  }
  if (isThing(asked, 'telephone')) return find(({ href }) => href?.startsWith('tel:') === true);
  if (isThing(asked, 'date'))
    return find(
      ({ machine, value, names }) =>
        !names.some((name) => isOtherDay(nameWords(name), asked)) &&
        (parseDate(machine ?? '') !== undefined || (value.length < 40 && parseDate(value) !== undefined)),
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
  if (isThing(asked, 'size') || (asked.length === 1 && SIZES.has(asked[0] ?? '')))
    return find(({ value }) =>
      /^\d[\d.,]*\s?(?:m²|m2|sqm|㎡|qm|sq\.? ?ft|ft²|acres?|ha)(?!\p{L})/iu.test(value),
    );
  if (isThing(asked, 'duration'))
    return find(
      ({ value }) =>
        /^\d+\s?(?:h|hrs?|hours?|m|mins?|minutes?|std|s|secs?)(?!\p{L})/iu.test(value) && value.length < 30,
    );
  if (isThing(asked, 'availability')) return find(({ value }) => value.length < 60 && HAD.test(value));
  if (isThing(asked, 'description')) {
    const isSentence = (value: string) => /\s\S+\s.*[.!?…]$/u.test(value);
    const isWords = ({ names, value, machine, parts }: Field) =>
      parts === undefined &&
      names.every((name) => BLURB.test(name) || (isSentence(value) && !isKnown(nameWords(name)))) &&
      machine === undefined &&
      /\p{L}{2,}[\s,]+\p{L}/u.test(value) &&
      !PERSON.test(value) &&
      !isMoney(value) &&
      !/\s›\s/.test(value) &&
      value !== item.item.title;
    // A sentence says more of a thing than two words do.
    return find((field) => isWords(field) && isSentence(field.value)) ?? find(isWords);
  }
  return undefined;
}

/** The prices of a menu have no sign, and their elements no name. */
function bareNumber(item: IndexedItem, accepts: (field: Field) => boolean): Field | undefined {
  const bare = item.fields.filter(
    ({ field, names }) => names.length === 0 && /^\d[\d.,]*$/.test(field.value),
  );
  const [only] = bare;
  return bare.length === 1 && only && accepts(only.field) ? only.field : undefined;
}

const SIZES = new Set(['size', 'area'].flatMap(nameWords));
const HAD =
  /stock|sold|available|tickets?|booking|\bleft\b|ausverkauft|verf[üu]gbar|lieferbar|disponible|agotado|[ée]puis[ée]|complet|在庫|売り切れ/i;
const BLURB = /^(?:sub|sub-?line|lead|blurb|tag-?line|intro|text|info|meta|note|p|list-item)$/i;

/** A post begins with who wrote it: a short name beside a day. */
function authorLook(item: IndexedItem, accepts: (field: Field) => boolean): Field | undefined {
  const hasDay = item.fields.some(
    ({ field }) => field.machine !== undefined || parseDate(field.value) !== undefined,
  );
  const first = item.fields.find(
    ({ field: { value } }) =>
      value.length <= 40 && /^[\p{L}_][\p{L}\p{N}_.'’-]*(?:\s[\p{L}.'’-]+){0,3}$/u.test(value),
  )?.field;
  if (hasDay && first && item.item.text.startsWith(first.value) && accepts(first)) return first;
  const people = item.fields.filter(
    ({ field }) =>
      field.value !== item.item.title &&
      PERSON.test(field.value) &&
      !ROLE.test(field.value) &&
      accepts(field),
  );
  return new Set(people.map(({ field }) => field.value)).size === 1 ? people[0]?.field : undefined;
}

const ROLE =
  /\b(?:officer|manager|director|president|head|chief|engineer|editor|assistant|professor|minister)\b/i;

/** Two to four words that begin with capitals, and nothing else. */
const PERSON = /^\p{Lu}[\p{L}'’.-]+(?:\s(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la|el|bin|al)){1,3}$/u;

const PERCENT = new Set(
  ['percent', 'percentag', 'percentage', 'shar', 'share', 'pct'].flatMap((word) => [word, stem(word)]),
);
const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|today|tomorrow|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?:day)?\b/i;

const [VERSION] = nameWords('version');
const [TYPE] = nameWords('type');

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
    const isUnpaid =
      told.length > 1 && told.some((each) => isSameWord(each, 'pric')) && !holdsMoney(collection, name);
    const used = words.filter(
      (word) =>
        told.some((each) => (isUnpaid ? each === word : isSameWord(each, word))) ||
        isSameThing([word], told) ||
        isSameThing([word], name) ||
        (isSameWord(word, 'auth') && isThing(told, 'author')),
    );
    const hinted = told.filter((each) =>
      implied.some((word) => isSameWord(word, each) || isSameThing([word], told)),
    );
    const head = told.at(-1) ?? '';
    const isHead = used.some(
      (word) => isSameWord(word, head) || !told.some((each) => isSameWord(each, word)),
    );
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
  if (best && best.used.length > 0) return best;
  return (
    lookalikeColumn(collection, words) ??
    shortColumn(collection, words) ??
    best ??
    hintedColumn(collection, implied)
  );
}

function holdsMoney({ items }: IndexedCollection, column: string[]): boolean {
  return items.some((item) => /\d|\bfree\b/i.test(fieldOf(item, column)?.value ?? ''));
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

/** `sc` for the score, where every thing has one. */
function shortColumn(
  { collection, columns, items }: IndexedCollection,
  words: string[],
): { name: string[]; used: string[] } | undefined {
  if (collection.kind === 'sections') return undefined;
  for (const word of words) {
    const fits = columns.filter(([name = '', ...more]) => more.length === 0 && isShortFor(name, word));
    const [name] = fits;
    if (
      fits.length === 1 &&
      name &&
      items.every((item) =>
        item.fields.some(({ names }) => names.some((each) => each.join(' ') === name.join(' '))),
      )
    )
      return { name, used: [word] };
  }
  return undefined;
}

export function isShortFor(name: string, word: string): boolean {
  return (
    name.length >= 2 &&
    name.length <= 4 &&
    word.length >= 4 &&
    name.length < word.length &&
    word.startsWith(name)
  );
}

function hintedColumn(
  collection: IndexedCollection,
  implied: string[],
): { name: string[]; used: string[] } | undefined {
  const found = lookalikeColumn(collection, implied);
  return found && { name: found.name, used: [] };
}

const LOOKS = new Set(
  [
    'email',
    'telephone',
    'pric',
    'cost',
    'date',
    'url',
    'link',
    'rating',
    'rat',
    'fee',
    'fare',
    'author',
    'wrote',
    'duration',
  ].flatMap((word) => [word, stem(word)]),
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
