import type { IndexedItem } from '../answers/page-index.ts';
import { splitLine } from '../answers/pieces.ts';
import type { Field } from '../page/page.ts';
import { schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { amountsIn, isMoney } from '../values/number.ts';
import { isThing } from '../words/concepts.ts';
import { nameWords, snakeCase } from '../words/words.ts';
import { convertField } from './convert-field.ts';
import { LEFT } from './says-yes.ts';
import { resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';
import { asksForCount, formOf, isCount } from './value-form.ts';

/** What of a thing has been given to a key. */
export interface Taken {
  fields: Set<Field>;
  hasTitle: boolean;
}

/**
 * A schema begins with what its things are called: `dish`, `player`. Then a last key that asks for words gets the last
 * words without a name of their own. Both only beside something that was found by name or looks.
 */
export function fillLeftOver(
  item: IndexedItem,
  properties: [string, unknown][],
  {
    filled,
    taken,
    source,
    common,
  }: { filled: Map<string, unknown>; taken: Taken; source: Source; common: ReadonlySet<string> },
): void {
  const isWords = (schema: Schema) =>
    schemaType(schema) === 'string' && schema.format === undefined && !schema.enum;
  const open = () =>
    properties
      .filter(([key]) => !filled.has(key))
      .map(([key, schema]) => ({ key, schema: resolveSchema(schema, source.root) }))
      // What is not said of a sign is no part that is left.
      .filter(({ schema }) => schemaType(schema) !== 'boolean');
  if (filled.size === 0) return;
  const name = nameOf(item);
  const [first] = properties;
  const [lead] = open();
  const isLead = first && lead?.key === first[0] && isWords(lead.schema) && !taken.hasTitle && name !== '';
  const led = isLead ? convertField({ names: [], value: name }, lead.schema, lead.key, source) : undefined;
  if (lead && led !== undefined) {
    filled.set(lead.key, led);
    taken.hasTitle = true;
  }
  fillByKind(item, open(), { filled, taken, source, isWords, common });
  const [last, ...others] = open();
  if (!last) return;
  if (others.length > 0) {
    fillInTurn(item, [last, ...others], { filled, taken, source, isWords, common });
    return;
  }
  const isNumber = ['number', 'integer'].includes(schemaType(last.schema));
  const left = isNumber
    ? leftNumbers(item, taken, last.key)
    : isWords(last.schema)
      ? leftFields(item, taken, last.key, common).filter(({ value }) => isFitting(value, last.key))
      : [];
  const [field] = left;
  if (left.length !== 1 || !field) return;
  const value = convertField(field, last.schema, last.key, source);
  if (value !== undefined) filled.set(last.key, value);
}

interface Filling {
  filled: Map<string, unknown>;
  taken: Taken;
  source: Source;
  isWords(schema: Schema): boolean;
  common: ReadonlySet<string>;
}

type Open = { key: string; schema: Schema }[];

/**
 * A telephone number, an address, a weight go to the key that asks for such. A sentence is what a key for prose asks
 * for, a person's name what one for a person does, where there is one of each.
 */
function fillByKind(
  item: IndexedItem,
  open: Open,
  { filled, taken, source, isWords, common }: Filling,
): void {
  for (const { key, schema } of open) {
    const form = isWords(schema) ? formOf(key) : undefined;
    if (!form || open.filter((other) => formOf(other.key) === form).length > 1) continue;
    const fits = bareFields(item, taken).filter(({ value }) => form.has(value));
    const [field] = fits;
    const value = field && fits.length === 1 ? convertField(field, schema, key, source) : undefined;
    if (!field || value === undefined) continue;
    filled.set(key, value);
    taken.fields.add(field);
  }
  const keys = open.filter(({ key }) => !filled.has(key));
  for (const [asks, looks] of [
    [PROSE, isProse],
    [PEOPLE, isPerson],
    [TOWNS, isTown],
  ] as const) {
    const [only, ...others] = keys.filter(({ key, schema }) => isWords(schema) && asks.test(snakeCase(key)));
    const all = leftFields(item, taken, only?.key ?? '', common);
    const meant = looks === isPerson ? iconed(item, taken) : [];
    const left = meant.length > 0 ? meant : all.filter(({ value }) => looks(value));
    const [field] = left;
    if (!only || others.length > 0 || left.length !== 1 || !field) continue;
    const value = convertField(field, only.schema, only.key, source);
    if (value === undefined) continue;
    filled.set(only.key, value);
    taken.fields.add(field);
  }
}

/** What stands alone without a name, each once. */
function bareFields({ fields }: IndexedItem, taken: Taken): Field[] {
  const bare = fields.filter(
    ({ field, names }) =>
      !field.isPiece &&
      field.parts === undefined &&
      !taken.fields.has(field) &&
      names.every((name) => name.every((word) => word.length <= 2)),
  );
  return [...new Map(bare.map(({ field }) => [field.value, field])).values()];
}

const PROSE =
  /(?:^|_)(?:descriptions?|desc|summary|snippet|excerpt|bio|biography|about|abstract|plot|synopsis|blurb|text|body|content|comment|message|teaser|intro|details?|note)$/i;
const PEOPLE =
  /(?:^|_)(?:author|instructor|teacher|tutor|speaker|host|artist|writer|director|person|contact|reviewer|coach|presenter|by|guide|chef|photographer)(?:_?name)?$/i;

const TOWNS = /(?:^|_)(?:location|city|town|place|headquarters|hq|based_in|area|region)$/i;

/** "Lisbon, Portugal", "Austin, TX". */
function isTown(text: string): boolean {
  return /^\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]+){0,2},\s(?:[A-Z]{2,3}|\p{Lu}[\p{L}'’. -]+)$/u.test(text);
}

function isProse(text: string): boolean {
  return (
    /\p{L}+[,;]?\s\p{L}+/u.test(text) &&
    ((text.length >= 10 && /\p{L}{2}[.!?…]["”’)]?$/u.test(text)) || text.length > 80)
  );
}

/** Behind the picture of a person. */
function iconed({ item }: IndexedItem, { fields }: Taken): Field[] {
  return item.fields.filter((field) => field.names.includes('person') && !fields.has(field));
}

const PLACES =
  /^(?:room|hall|stage|studio|floor|building|street|road|main|suite|platform|gate)\b|\b(?:room|hall|stage|street|road|theatre|center|centre)$/i;

function isPerson(text: string): boolean {
  if (PLACES.test(text)) return false;
  return /^\p{Lu}[\p{L}'’.-]+(?:\s(?:\p{Lu}[\p{L}'’.-]*|de|van|von|der|la|el|bin|al)){1,3}$/u.test(text);
}

/** What has a form of its own (a sum, a day, an hour, a number, an address, a sentence) is no plain word. */
export function isFitting(value: string, name: string): boolean {
  const key = snakeCase(name);
  const form = formOf(name);
  if (form) return form.has(value);
  if (isCount(value) && !asksForCount(key, value)) return false;
  // A day or an hour may well be asked for as words.
  if (WHEN.test(key)) return !/^https?:/.test(value);
  if (isProse(value)) return PROSE.test(key);
  if (PROSE.test(key)) return /\s/.test(value);
  if (CODE.test(key)) return /^[\p{L}\d./_-]{3,24}$/u.test(value) && /\d/.test(value);
  return (
    !isMoney(value) &&
    !/^https?:/.test(value) &&
    !OTHER_FORM.test(value) &&
    !(value.length < 40 && parseDate(value) !== undefined)
  );
}

const WHEN = /day|date|time|when|hour|period|schedule|zeit|datum|期間|会期/i;
const CODE = /(?:^|_)(?:id|sku|asin|isbn|ean|gtin|code|mpn|ref|reference|(?:[a-z]+_?)?number|no|nr)$/i;

const OTHER_FORM =
  /^(?:[\d.,:%°+×x\s()/#–-]+|today|yesterday|just now|\d+\+?\s?(?:[smhdwy]|mo|mins?|minutes?|hrs?|hours?|days?|weeks?|months?|years?)(?:\sago|\s\d+\s?m(?:in)?)?|\d{1,2}[:.]\d{2}.{0,14}|\d{1,2}\.?\s\p{L}{3,4}\.?\s['’]?\d{2})$/iu;

/** As many texts without a name as there are keys for words left: they stand in the order of the keys. */
function fillInTurn(
  item: IndexedItem,
  keys: Open,
  { filled, taken, source, isWords, common }: Filling,
): void {
  const wordy = keys.filter(({ schema }) => isWords(schema));
  if (wordy.length === 0 || wordy.length > 4 || item.fields.length > 40) return;
  const left = leftFields(item, taken, '', common).filter(({ value }) =>
    wordy.some(({ key }) => isFitting(value, key)),
  );
  if (left.length !== wordy.length) return;
  const values = wordy.map(({ key, schema }, at) => {
    const field = left[at];
    return field && isFitting(field.value, key) ? convertField(field, schema, key, source) : undefined;
  });
  if (values.some((value) => value === undefined)) return;
  for (const [at, { key }] of wordy.entries()) filled.set(key, values[at]);
}

/** What is not yet given to a key and has no name that says what it is. */
function leftFields(item: IndexedItem, taken: Taken, key: string, common: ReadonlySet<string>): Field[] {
  const isGiven = (value: string) =>
    common.has(value) ||
    [...taken.fields].some((field) => field.value === value) ||
    (taken.hasTitle && (value === item.item.title || value === nameOf(item)));
  const own = item.fields.find(({ field }) => field.value === item.item.title && field.href)?.field.href;
  // "LinkedIn", "Book now": what leads elsewhere is something to do, and says nothing of the thing.
  const leadsAway = ({ href }: Field) => href !== undefined && href !== own;
  const nameless = item.fields.filter(
    ({ field, names }) =>
      !isGiven(field.value) &&
      !leadsAway(field) &&
      field.parts === undefined &&
      /\p{L}{2}|\d\p{L}/u.test(field.value) &&
      // "/month" and "via Rugby" go on with what stands before them.
      !/^(?:\/|per\s|via\s)/i.test(field.value) &&
      names.every((name) => name.every((word) => word.length <= 2)),
  );
  const single = nameless.filter(
    ({ field }) =>
      !item.fields.some(
        (other) =>
          other.field !== field &&
          other.field.value !== '' &&
          field.value !== other.field.value &&
          field.value.includes(other.field.value),
      ),
  );
  const left = [...new Map(single.map(({ field }) => [field.value, field])).values()];
  if (left.length === 0) return namedLeft(item, isGiven, PROSE.test(snakeCase(key)) ? NOTHING : taken);
  // "with Ann Lee" is a person, and what is over or not is its state: neither is a place or a note.
  const plain = left.filter(
    ({ value }) => !LEFT.test(value) && !NO_NEED.test(value) && !PERSONAL.test(value),
  );
  return isThing(nameWords(key), 'author') || left.length === 1 ? left : plain;
}

const PERSONAL = /^(?:with|by|von|mit|avec|par|con|por|di|z)\s\p{Lu}/u;
const NO_NEED =
  /^(?:no|keine|pas de|sin)\s.{0,20}(?:needed|required|nötig|booking|anmeldung|réservation|reserva)/i;

/** Where all but one of a small thing's parts are given, the other is what the last key asks for, whatever its name. */
function namedLeft({ item }: IndexedItem, isGiven: (value: string) => boolean, taken: Taken): Field[] {
  // Where the others were found by names like `ingredient-amount`, `ingredient-notes` is no unit.
  const families = new Set([...taken.fields].flatMap(({ names }) => names.flatMap(familyOf)));
  const isCalledOther = ({ names }: Field) => names.flatMap(familyOf).some((family) => families.has(family));
  const values = new Map(item.fields.map((field) => [field.value, field]));
  const left = [...values.values()].filter(
    ({ value, href }) =>
      !isGiven(value) && !href && value.length <= 200 && /\p{L}{2}/u.test(value) && value !== item.text,
  );
  return item.fields.length <= 8 && left.length === 1 && !left.some(isCalledOther) ? left : [];
}

const NOTHING: Taken = { fields: new Set(), hasTitle: false };

function familyOf(name: string): string[] {
  const family = /^(.{4,})[-_][a-z]+$/i.exec(name)?.[1];
  return family ? [family] : [];
}

/** Numbers alone, and sums in words ("Open with £500") for what is a sum by its name. */
function leftNumbers(item: IndexedItem, taken: Taken, key: string): Field[] {
  const bare = bareNumbers(item, taken);
  if (bare.length > 0 || !MONEY_KEY.test(key) || isThing(nameWords(key), 'original price')) return bare;
  // The same sum stands in the boxes around it too.
  const given = new Set([...taken.fields].map(({ value }) => value));
  const sums = item.fields.filter(
    ({ field }) =>
      !given.has(field.value) &&
      !field.isPiece &&
      field.value.length <= 40 &&
      amountsIn(field.value).length === 1,
  );
  return [...new Map(sums.map(({ field }) => [field.value, field])).values()];
}

const MONEY_KEY = /deposit|price|cost|fee|fare|amount|charge|minimum|balance|payment|salary|rent/i;

/** Numbers alone, in elements that say nothing: the prices of a menu. */
function bareNumbers(item: IndexedItem, { fields }: Taken): Field[] {
  return item.fields
    .filter(({ field, names }) => names.length === 0 && !fields.has(field) && /^\d[\d.,]*$/.test(field.value))
    .map(({ field }) => field);
}

/** Its title; of a line that tells several things the first. */
function nameOf({ item }: IndexedItem): string {
  return item.title === item.text ? (splitLine(item.title)[0] ?? item.title) : item.title;
}
