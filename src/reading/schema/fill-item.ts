import { fieldOf, namedField } from '../answers/fields.ts';
import type { IndexedItem } from '../answers/page-index.ts';
import type { Field } from '../page/page.ts';
import { schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { minutesOf } from '../values/duration.ts';
import { isMoney, parseNumber } from '../values/number.ts';
import { inUnitOf } from '../values/unit.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { isOtherDay } from '../words/days.ts';
import { contentStems, nameWords } from '../words/words.ts';
import { convertField } from './convert-field.ts';
import { itemLink } from './item-link.ts';
import { boxList, itemList } from './item-list.ts';
import { lookedNumber, numberBehind } from './item-looks.ts';
import { rangeField } from './item-range.ts';
import { endpoint } from './item-sides.ts';
import { askedWords, describedNames, spelledOut } from './key-words.ts';
import { fillLeftOver, type Taken } from './left-over.ts';
import { saysYes } from './says-yes.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import { sideField } from './sides.ts';
import type { Source } from './source.ts';

interface Known {
  /** What the page or the schema calls such things. */
  kind?: ReadonlySet<string>;
  given?: Record<string, unknown>;
  /** What all of them say alike: "per night", "Reserve". */
  common?: ReadonlySet<string>;
  /** What stands above the lists in them: "Added", "Fixed". */
  lists?: ReadonlySet<string>;
}

/**
 * The keys of a schema filled from one card, row or entry.
 */
export function fillItem(
  item: IndexedItem,
  schema: Schema,
  source: Source,
  { kind = NO_KIND, given = NOTHING, common = NO_KIND, lists = NO_KIND }: Known = {},
): Record<string, unknown> {
  const filled = new Map<string, unknown>(Object.entries(given));
  const taken: Taken = { fields: new Set(), hasTitle: false };
  const properties = Object.entries(propertiesOf(schema)).slice(0, 200);
  // What a key finds by its own name it keeps; only then others may take what looks right.
  for (const least of [0.99, 0.55, null]) {
    for (const [key, unresolved] of properties) {
      if (filled.has(key)) continue;
      const found = itemValue(item, key, resolveSchema(unresolved, source.root), source, {
        least,
        taken,
        kind,
        lists,
      });
      if (found !== undefined) filled.set(key, found);
    }
  }
  for (const [key, unresolved] of properties) {
    if (filled.has(key)) continue;
    const found = lastValue(item, key, resolveSchema(unresolved, source.root), source, { taken, kind });
    if (found !== undefined) filled.set(key, found);
  }
  fillLeftOver(item, properties, { filled, taken, source, common });
  dropSamePrice(properties, filled);
  return Object.fromEntries(properties.flatMap(([key]) => (filled.has(key) ? [[key, filled.get(key)]] : [])));
}

/** What it costs now is not what it cost before. */
function dropSamePrice(properties: [string, unknown][], filled: Map<string, unknown>): void {
  const keys = properties.map(([key]) => key);
  const price = keys.find((key) => isThing(askedWords(key), 'price'));
  for (const key of keys)
    if (
      price !== undefined &&
      isThing(askedWords(key), 'original price') &&
      filled.get(key) === filled.get(price)
    )
      filled.delete(key);
}

const NO_KIND: ReadonlySet<string> = new Set();
const NOTHING: Record<string, unknown> = {};

function isTitleText({ item }: IndexedItem, { value }: Field): boolean {
  return value === item.title && /\p{L}{3}.*\s/u.test(value);
}

function isNaming(text: string): boolean {
  return /\p{L}/u.test(text) && !isMoney(text);
}

const AUTHOR = nameWords('author');
const AUTHORS = /^(?:reviewer|commenter|poster|user|username|posted_?by)(?:_?name)?$/i;

function isMeasured({ value }: Field, key: string, { index }: Source): boolean {
  return inUnitOf(value, key, index.page.language) !== undefined;
}

/** "318 points by ruiu | 97 comments": the first number of many is the wrong one. */
function isManifold(text: string): boolean {
  return text.length > 25 && (text.match(/\d[\d.,]*\s?\p{L}{3,}/gu) ?? []).length > 1;
}

function isGiven({ value }: Field, { fields }: Taken): boolean {
  return /\p{L}/u.test(value) && [...fields].some((field) => field.value === value);
}

/** What only a closer look gives: an end of a range, a link by its words, a list in a box without a name. */
function lastValue(
  item: IndexedItem,
  key: string,
  schema: Schema,
  source: Source,
  { taken, kind }: { taken: Taken; kind: ReadonlySet<string> },
): unknown {
  const type = schemaType(schema);
  if (type === 'array') return boxList(item, key, resolveSchema(schema.items, source.root), source, taken);
  if (type === 'number' || type === 'integer') {
    const field = rangeField(item, key) ?? lookedNumber(item, key, taken);
    if (field) taken.fields.add(field);
    return field && convertField(field, schema, key, source);
  }
  if (type === 'string' && schema.format === undefined && !schema.enum && !isLink(key, schema)) {
    const field = endpoint(item, key) ?? numberBehind(item, key) ?? ledBy(item, key) ?? doing(item, key);
    return field && convertField(field, schema, key, source);
  }
  if (!isLink(key, schema)) return undefined;
  const field = itemLink(item, key, kind);
  return field && convertField(field, schema, key, source, true);
}

/** `via` of "via Rugby". */
function ledBy({ fields }: IndexedItem, key: string): Field | undefined {
  if (!/^(?:via|by|with|from|to)$/i.test(key)) return undefined;
  const found = new Set(
    fields.flatMap(({ field }) => new RegExp(`^${key}\\s(\\S.{1,60})$`, 'i').exec(field.value)?.[1] ?? []),
  );
  const [value] = found;
  return found.size === 1 && value !== undefined ? { names: [], value } : undefined;
}

/** `cta_text`: what the one link of a thing beside its name says. */
function doing({ item, fields }: IndexedItem, key: string): Field | undefined {
  if (!/(?:^|_)(?:cta|button|action)_?(?:text|label)?$/i.test(key)) return undefined;
  const links = fields.filter(
    ({ field: { href, value } }) => href !== undefined && value !== item.title && value.length <= 40,
  );
  return new Set(links.map(({ field }) => field.href)).size === 1 ? links[0]?.field : undefined;
}

function isLink(key: string, schema: Schema): boolean {
  return schema.format === 'uri' || schema.format === 'url' || /(?:url|link|href)$/i.test(key);
}

interface Filling {
  /** How well a field's name must answer; null when looks may decide too. */
  least: number | null;
  taken: Taken;
  kind: ReadonlySet<string>;
  lists: ReadonlySet<string>;
}

function itemValue(
  item: IndexedItem,
  key: string,
  schema: Schema,
  source: Source,
  filling: Filling,
): unknown {
  const type = schemaType(schema);
  const named =
    spelledOut(
      key,
      item.fields.flatMap(({ names }) => names),
    ) ?? askedWords(key);
  // How many were said is no part of what was.
  const isCountOfSaid = (type === 'number' || type === 'integer') && isThing(named, 'body');
  const asked = isCountOfSaid ? [...named, ...nameWords('count')] : named;
  const { least, taken, kind, lists } = filling;
  const isByName = least !== null;
  if (type === 'array')
    return isByName
      ? itemList(item, asked, resolveSchema(schema.items, source.root), source, { key, lists })
      : undefined;
  if (type === 'object') return isByName ? itemObject(item, asked, schema, source) : undefined;
  const wantsLink = isLink(key, schema) || isThing(asked, 'url');
  const convert = (field: Field): unknown => convertField(field, schema, key, source, wantsLink);
  const isTaken = (field: Field) =>
    taken.fields.has(field) ||
    (taken.hasTitle && field.value === item.item.title) ||
    // The same once more, in a box around it.
    (least === null &&
      (field.parts !== undefined || field.names.every((name) => name === 'list-item')) &&
      isGiven(field, taken));
  const isDate = schema.format === 'date' || schema.format === 'date-time';
  // A line may tell who wrote and when.
  const isFree = (field: Field) => wantsLink || isDate || isThing(asked, 'currency') || !isTaken(field);
  // "1 stop" of "1 stop · 2 h" is a number of stops; who asks for words wants the line.
  const isNumber = type === 'number' || type === 'integer';
  // A rank is no name.
  const isName = type === 'string' && (isThing(asked, 'title') || isThing(asked, 'name'));
  const isCount = (field: Field) => !field.isPiece && isCounted(field.value, asked);
  const hasCount = isNumber && item.fields.some(({ field }) => isCount(field));
  const accepts = (field: Field) =>
    isFree(field) &&
    !(isName && !isNaming(field.value) && isNaming(item.item.title)) &&
    !(isNumber && (!isByName || field.parts) && isManifold(field.value) && !isMeasured(field, key, source)) &&
    !(hasCount && field.isPiece) &&
    // Beside "30 days ago" a share has its sign.
    !(isNumber && PERCENT_KEY.test(key) && (field.value.match(/\d[\d.,]*/g)?.length ?? 0) > 1) &&
    // "T2" is a kind of flat, and one word describes nothing.
    !(isNumber && (/^\p{L}\d/u.test(field.value) || isTitleText(item, field))) &&
    !(type === 'string' && isThing(asked, 'description') && !/\p{L}\s\p{L}/u.test(field.value)) &&
    !(field.isPiece && !isNumber && (isByName || field.names.length > 0)) &&
    convert(field) !== undefined;
  const [word] = asked;
  const isKind = asked.length === 1 && word !== undefined && kind.has(word) && type === 'string';
  const field = isByName
    ? (sideField(item, asked) ??
      namedField(item, asked, accepts, least) ??
      (least < 0.9 ? describedField(item, schema, accepts) : undefined))
    : ((isKind ? titleField(item, accepts) : undefined) ??
      (isCountOfSaid ? undefined : fieldOf(item, asked, accepts)) ??
      (AUTHORS.test(key) ? fieldOf(item, AUTHOR, accepts) : undefined) ??
      (isDate ? onlyField(item, asked, accepts) : undefined) ??
      (isNumber ? measuredField(item, key, accepts, source) : undefined));
  if (field) {
    if (!wantsLink) {
      taken.fields.add(field);
      taken.hasTitle ||= field.value === item.item.title || convert(field) === item.item.title;
    }
    return convert(field);
  }
  if (isByName) return undefined;
  if (type === 'boolean') return saysYes(item, asked);
  if (Array.isArray(schema.enum)) return onlyOption(item, convert, taken);
  return isNumber ? markedNumber(item, key, schema, source, taken) : timeOfDay(item, asked, schema);
}

/** `sso` described as "Single sign-on": what the schema says of a key is a further name of it. */
function describedField(
  item: IndexedItem,
  { description }: Schema,
  accepts: (field: Field) => boolean,
): Field | undefined {
  if (typeof description !== 'string' || description.length > 80) return undefined;
  for (const name of describedNames({ description })) {
    const field = namedField(item, name, accepts, 0.9);
    if (field) return field;
  }
  const words = contentStems(description);
  return words.length === 0 || words.length > 5 ? undefined : namedField(item, words, accepts, 0.55);
}

/** "Variable rate" for `fixed|variable`: the one option that the thing's short lines name. */
function onlyOption(item: IndexedItem, convert: (field: Field) => unknown, taken: Taken): unknown {
  const naming = item.fields
    .map(({ field }) => field)
    .filter((field) => field.value.length <= 60 && convert(field) !== undefined);
  const found = new Set(naming.map(convert));
  const [option] = found;
  if (found.size !== 1) return undefined;
  for (const field of naming) if (field.parts === undefined) taken.fields.add(field);
  return option;
}

/** "3.15% AER" for `aer_percent`, "Open with £500" for `minimum_deposit` where no other sum is left. */
function markedNumber(item: IndexedItem, key: string, schema: Schema, source: Source, taken: Taken): unknown {
  const words = nameWords(key);
  const marked = item.fields.filter(({ field }) => {
    const mark = field.value.match(/^\D{0,3}\d[\d.,]*\s?%?\s?(\p{L}{2,12})$/u)?.[1];
    return (
      mark !== undefined && !taken.fields.has(field) && nameWords(mark).every((word) => words.includes(word))
    );
  });
  const [only] = marked;
  const isOne = new Set(marked.map(({ field }) => field.value)).size === 1;
  const value = only && isOne ? convertField(only.field, schema, key, source) : undefined;
  if (value !== undefined && only) taken.fields.add(only.field);
  return value;
}

/** `start_time` of "Sat 28 Nov 2026, 10:00–16:00". */
function timeOfDay(item: IndexedItem, asked: string[], schema: Schema): string | undefined {
  const isTime = schemaType(schema) === 'string' && asked.includes(TIME) && !isThing(asked, 'duration');
  if (!isTime || (schema.format !== undefined && schema.format !== 'time')) return undefined;
  const isEnd = asked.some((word) => ENDING.has(word));
  const found = new Set(
    item.fields.flatMap(({ field }) => {
      // "12.00" alone is a sum or a measure.
      const isTelling = field.value.length <= 80 && !/^\d+\.\d+$/.test(field.value);
      const times = isTelling ? field.value.replace(/T(\d\d:\d\d):\d\d.*$/, ' $1').match(CLOCK) : null;
      const time = times && (isEnd ? times[1] : times[0]);
      return time ? [time] : [];
    }),
  );
  const [time] = found;
  return found.size === 1 ? time : undefined;
}

const [TIME = ''] = nameWords('time');
const ENDING = new Set(['end', 'close', 'until', 'to', 'finish'].flatMap(nameWords));
const CLOCK = /(?<![\d.:])\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?(?![\d.:])|(?<![\d.:])\d{1,2}\s?[ap]m\b/giu;

/** The one day that a thing has, whatever the page or the schema call it. */
function onlyField(
  item: IndexedItem,
  asked: string[],
  accepts: (field: Field) => boolean,
): Field | undefined {
  const all = item.fields.filter(
    ({ field, names }) =>
      field.value.length <= 80 &&
      accepts(field) &&
      // "Posted 3 May" is no deadline.
      ![...names, nameWords(/^\p{L}[\p{L} ]*(?=[\s:]+\d)/u.exec(field.value)?.[0] ?? '')].some((name) =>
        isOtherDay(name, asked),
      ),
  );
  // "Joined: 12 Jan 2021" says what day it is, and another was asked for.
  const free = all.filter(({ field }) => !/^\p{Lu}/u.test(field.names[0] ?? ''));
  const fits = free.length > 0 ? free : all;
  return new Set(fits.map(({ field }) => parseDate(field.machine ?? field.value)?.date)).size === 1
    ? fits[0]?.field
    : undefined;
}

/** "Sleeps 4", "4 seats": a number and the word that is asked for. */
function isCounted(value: string, asked: string[]): boolean {
  const word = value.match(/^(\p{L}{3,20})\s\d[\d.,]*$|^\d[\d.,]*\s(\p{L}{3,20})$/u);
  const [stem] = nameWords(word?.[1] ?? word?.[2] ?? '');
  const [noun, ...more] = asked.filter((each) => !COUNTS.has(each));
  return noun !== undefined && more.length === 0 && stem !== undefined && isSameWord(stem, noun);
}

const COUNTS = new Set(['count', 'number', 'total', 'num'].flatMap(nameWords));

/** `distance_miles` of "0.3 miles": the field in the key's unit. */
function measuredField(
  item: IndexedItem,
  key: string,
  accepts: (field: Field) => boolean,
  { index }: Source,
): Field | undefined {
  const named = item.fields.find(({ field }) => isCounted(field.value, askedWords(key)) && accepts(field));
  if (named) return named.field;
  const shares = PERCENT_KEY.test(key)
    ? item.fields.filter(({ field }) => /^[^\d%]{0,30}\d[\d.,]*\s?%[^\d%]{0,30}$/.test(field.value))
    : [];
  const [share] = shares;
  if (
    share &&
    new Set(shares.map(({ field }) => parseNumber(field.value))).size === 1 &&
    accepts(share.field)
  )
    return share.field;
  return item.fields.find(
    ({ field }) =>
      (inUnitOf(field.value, key, index.page.language) ?? minutesOf(field.value, key)) !== undefined &&
      accepts(field),
  )?.field;
}

const PERCENT_KEY = /(?:pct|percent(?:age)?|chance|probability)$/i;

function titleField(item: IndexedItem, accepts: (field: Field) => boolean): Field | undefined {
  const field = { names: ['title'], value: item.item.title };
  return item.item.title !== '' && accepts(field) ? field : undefined;
}

function itemObject(item: IndexedItem, asked: string[], schema: Schema, source: Source): unknown {
  const parts = item.fields.filter(({ names }) =>
    names.some((name) => name.length > asked.length && asked.every((word) => name.includes(word))),
  );
  const fields = parts.map(({ field, names }) => ({
    field,
    names: names.map((name) => name.filter((word) => !asked.includes(word))),
  }));
  const inner = parts.length > 0 ? fillItem({ ...item, fields }, schema, source) : {};
  return Object.keys(inner).length > 0 ? inner : undefined;
}
