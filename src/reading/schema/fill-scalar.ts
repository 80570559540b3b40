import { answerQuestion } from '../answers/answer-question.ts';
import type { Fact } from '../answers/fact.ts';
import { rankFacts } from '../answers/find-fact.ts';
import { newestItem, placeOf } from '../answers/newest.ts';
import { mainTitle } from '../answers/page-name.ts';
import { readQuestion } from '../answers/question.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { isSameThing, isSameWord, isThing, nameMatch } from '../words/concepts.ts';
import { contentStems, nameWords, snakeCase, stemsOf } from '../words/words.ts';
import { convertField, convertText } from './convert-field.ts';
import { countValue } from './count-value.ts';
import { askedWords, describedNames, spelledOut } from './key-words.ts';
import { linkSaid, linkValue } from './link-value.ts';
import { proseValue } from './prose-value.ts';
import { rangeEnd } from './range-end.ts';
import { asksForRole, endsInRole, personIn, saidPerson } from './said-person.ts';
import {
  saidBoolean,
  saidCurrency,
  saidHour,
  saidMeasure,
  saidName,
  saidOption,
  saidRate,
  saidSum,
} from './said-value.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';
import { tagValue } from './tag-value.ts';
import { leadingName, placeInTitle, titleOfKind } from './title-value.ts';

/** One value of the page by its key; the schema's description helps where the key says too little. */
export function fillScalar(schema: Schema, key: string, source: Source): unknown {
  const whole = wholePage(key, schema, source);
  if (whole !== undefined) return whole;
  const tagged = tagValue(schema, key, source);
  if (tagged) return tagged.value;
  const linked = linkValue(schema, key, source);
  if (linked !== undefined) return linked;
  const exact = exactValue(schema, key, source);
  if (exact !== undefined) return exact;
  const asked =
    spelledOut(
      key,
      source.facts.flatMap(({ name, isOfItem, trust }) => (isOfItem || trust < 0.75 ? [] : [name])),
    ) ?? askedWords(key);
  const named =
    namedValue(asked, schema, key, source) ??
    signValue(asked, schema, key, source) ??
    timedValue(asked, schema, key, source) ??
    plainerValue(asked, schema, key, source) ??
    numberedValue(schema, key, source);
  if (named !== undefined) return named;
  const told = typeof schema.description === 'string' ? contentStems(schema.description).slice(0, 6) : [];
  const ended = rangeEnd(asked, schema, key, source) ?? rangeEnd(told, schema, key, source);
  if (ended !== undefined) return ended;
  const counted = countValue(asked, schema, key, source);
  if (counted !== undefined) return counted;
  const answered =
    ANSWER.test(key) && source.goal !== '' ? answerQuestion(source.index, source.goal) : undefined;
  if (answered !== undefined) return convertText(answered, schema, key, source);
  for (const words of [...describedNames(schema), told]) {
    const described = words.length > 0 ? namedValue(words, schema, key, source) : undefined;
    if (described !== undefined) return described;
  }
  return (
    linkSaid(schema, key, source) ??
    saidCurrency(schema, key, source) ??
    saidHour(asked, schema, source) ??
    saidOption(schema, key, source) ??
    saidBoolean(asked, schema, source) ??
    saidRate(schema, key, source) ??
    saidMeasure(asked, schema, key, source) ??
    proseValue(asked, schema, key, source) ??
    (told.length > 0 ? proseValue(told, schema, key, source) : undefined) ??
    saidSum(asked, schema, key, source) ??
    saidName(asked, schema, source) ??
    leadingName(key, schema, source) ??
    newestValue(asked, schema, key, source) ??
    saidPerson(asked, told, schema, key, source) ??
    leadText(key, schema, source) ??
    headedText(asked, schema, source) ??
    yearValue(asked, schema, source) ??
    pointedValue(schema, key, source) ??
    titleOfKind(asked, schema, source) ??
    placeInTitle(key, schema, source)
  );
}

/** `current_location`: of entries with a time each, what the newest says. */
function newestValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  if (!/^(?:current|last|latest)/i.test(key) || asked.length !== 2 || source.facts !== source.index.facts)
    return undefined;
  const item = newestItem(source.index);
  const value = item && (isThing(asked.slice(1), 'location') ? placeOf(item) : undefined);
  return value === undefined ? undefined : convertText(value, schema, key, source);
}

/** `has_parking` of "Parking: No", `on_sale` beside a price from before. */
function signValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  if (schemaType(schema) !== 'boolean') return undefined;
  const telling = asked.filter((word) => !SIGNS.has(word));
  if (/^(?:is_?)?(?:on_?sale|discounted|reduced)$/i.test(key))
    return (
      source.facts.some(({ name, isOfItem }) => !isOfItem && isThing(name, 'original price')) || undefined
    );
  return telling.length === 0 || telling.length === asked.length
    ? undefined
    : namedValue(telling, schema, key, source);
}

/** `imo_number` of "IMO: 9123456", `shipping_cost` of "Shipping: 79 kr": what kind of value it is goes without saying. */
function plainerValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const [first, ...rest] = asked;
  const kind = rest.at(-1);
  if (first === undefined || kind === undefined) return undefined;
  // `person_nationality` where a person is asked for.
  if (contentStems(source.goal).includes(first)) {
    const own = namedValue(rest, schema, key, source);
    if (own !== undefined && !isThing(rest, 'title')) return own;
  }
  const per = asked.indexOf('per');
  if (per > 0) return namedValue(asked.slice(0, per), schema, key, source);
  const looks = KINDS.find(([words]) => words.has(kind))?.[1];
  if (!looks) return undefined;
  const facts = source.facts.filter(({ value, machine }) => looks(String(machine ?? value)));
  const words = asked.slice(0, -1);
  return facts.some(({ name }) => nameMatch(words, name) >= 0.9)
    ? namedValue(words, schema, key, { ...source, facts })
    : undefined;
}

const KINDS: readonly (readonly [ReadonlySet<string>, (value: string) => boolean])[] = [
  [
    new Set(['number', 'no', 'id', 'code', 'nr'].flatMap(nameWords)),
    (value) => /\d/.test(value) && /^[\p{L}\d./_#-]+(?:\s[\p{L}\d./-]+){0,3}$/u.test(value),
  ],
  [
    new Set(['name', 'type', 'kind', 'info'].flatMap(nameWords)),
    (value) => /^\p{L}/u.test(value) && value.length <= 80,
  ],
  [new Set(['cost', 'price', 'fee', 'amount'].flatMap(nameWords)), isMoney],
  [new Set(['range', 'limit', 'level', 'period'].flatMap(nameWords)), (value) => value.length <= 60],
  [new Set(nameWords('speed')), (value) => /\d\s?(?:mph|km\/h|kph|kn|knots|m\/s)(?!\p{L})/iu.test(value)],
  [new Set(['date', 'on', 'at', 'day'].flatMap(nameWords)), (value) => parseDate(value) !== undefined],
];

/** `order_number` of "Your order #10482 is confirmed", `chapter` of "1961 CHAPTER 24": the number behind the word. */
function numberedValue(schema: Schema, key: string, source: Source): unknown {
  const { index, facts } = source;
  const words = snakeCase(key).split(/[_-]/);
  const last = words.at(-1) ?? '';
  const isNumbered = NUMBERS.has(last) && words.length > 1;
  const noun = isNumbered ? words.at(-2) : NUMBERED.has(last) ? last : undefined;
  if (noun === undefined || noun.length < 3 || facts !== index.facts) return undefined;
  const look = new RegExp(
    `(?<!\\p{L})${noun.replace(/[^\p{L}]/gu, '')}(?:\\s(?:no\\.?|nr\\.?|number|id))?[\\s:]*[#№]?\\s?((?:[A-Z]{1,5}-?)?\\d[\\w./-]*)`,
    'giu',
  );
  const found = new Set(
    index.page.blocks
      .filter(({ isAside, text }) => !isAside && text.length <= 400)
      .flatMap(({ text }) =>
        [...text.matchAll(look)].map(([, number = '']) => number.replace(/[.,;:]+$/, '')),
      ),
  );
  const [number] = found;
  return found.size === 1 && number !== undefined ? convertText(number, schema, key, source) : undefined;
}

const NUMBERS = new Set(['number', 'no', 'id', 'nr', 'num']);
const NUMBERED = new Set([
  'chapter',
  'volume',
  'issue',
  'version',
  'edition',
  'season',
  'episode',
  'round',
  'lot',
]);

/** `prep_minutes` of "Prep time: 30 min". */
function timedValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  return /(?:_|(?<=[a-z])(?=[A-Z]))(?:minutes|mins|hours|seconds)$/i.test(key) && asked.length === 1
    ? namedValue([...asked, ...nameWords('time')], schema, key, source)
    : undefined;
}

const SIGNS = new Set(
  ['is', 'has', 'have', 'are', 'with', 'available', 'included', 'allowed'].flatMap(nameWords),
);

/** `rent_per_week`: the unit belongs to the name where the page has one of just that name. */
function exactValue(schema: Schema, key: string, source: Source): unknown {
  const whole = nameWords(key);
  if (whole.length === askedWords(key).length) return undefined;
  const facts = source.facts.filter(({ name, isOfItem }) => !isOfItem && name.join(' ') === whole.join(' '));
  return namedValue(whole, schema, key, { ...source, facts });
}

/** `year` of "The Salt Road (2025)", or of the day it came out. */
function yearValue(asked: string[], schema: Schema, source: Source): unknown {
  const { index, facts } = source;
  if (asked.join(' ') !== nameWords('year').join(' ') || facts !== index.facts) return undefined;
  const titled = index.page.title?.match(/\(((?:1[89]|20)\d\d)\)/)?.[1];
  if (titled !== undefined) return convertText(titled, schema, 'year', source);
  const stated = facts.find(
    ({ name, value, isOfItem }) =>
      !isOfItem && isThing(name, 'date') && /^(?:1[4-9]|20)\d\d$/.test(String(value)),
  );
  if (stated) return convertText(String(stated.value), schema, 'year', source);
  const day = namedValue(nameWords('date'), { type: 'string', format: 'date' }, 'date', source);
  return typeof day === 'string' ? convertText(day.slice(0, 4), schema, 'year', source) : undefined;
}

/** `storage` of a page with a part of that name. */
function headedText(asked: string[], schema: Schema, { index, facts }: Source): string | undefined {
  if (schemaType(schema) !== 'string' || schema.format !== undefined || schema.enum || facts !== index.facts)
    return undefined;
  const lines = index.page.blocks.filter(
    ({ under, text, isAside }) =>
      !isAside && text !== under.at(-1) && nameMatch(asked, nameWords(under.at(-1) ?? '')) >= 0.9,
  );
  const headings = new Set(lines.map(({ under }) => under.at(-1)));
  const [first] = lines;
  // A heading in a box of its own names the line below it, and not all that follows.
  const isLine =
    lines.length > 3 && first !== undefined && first.text.length <= 60 && !/[.!?]$/.test(first.text);
  const text = isLine ? first.text : lines.map((line) => line.text).join('\n');
  return headings.size === 1 && text.length <= 800 ? text : undefined;
}

/** `latest_version`, `cheapest_product`: the key itself is a question. */
function pointedValue(schema: Schema, key: string, source: Source): unknown {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  const asks = `What is the ${words}?`;
  const question = readQuestion(asks);
  if (source.facts !== source.index.facts || question.extreme === null) return undefined;
  const answer = answerQuestion(source.index, asks);
  return answer === undefined ||
    answer.length > 100 ||
    /[.!?]$/.test(answer) ||
    !isToldOf(answer, key, source)
    ? undefined
    : convertText(answer, schema, key, source);
}

/** The newest of a page's files is not its latest release: what is asked for stands where the answer does. */
function isToldOf(answer: string, key: string, { index }: Source): boolean {
  const nouns = nameWords(key).slice(1);
  if (/version/i.test(key)) return /\d/.test(answer);
  const isSaid = (text: string) => {
    const own = stemsOf(text);
    return nouns.some((noun) => own.some((each) => isSameWord(each, noun)) || isThing([noun], 'price'));
  };
  return (
    index.collections.some(
      ({ about, columns, items }) =>
        items.some(({ item }) => item.text.includes(answer)) &&
        nouns.some((noun) => [...about, ...columns.flat()].some((each) => isSameWord(each, noun))),
    ) ||
    index.page.blocks.some(({ text, under }) => text.includes(answer) && isSaid([text, ...under].join(' ')))
  );
}

/** What a thing is, where no heading says that its description begins: the first sentence below its name. */
function leadText(key: string, schema: Schema, { index, root }: Source): string | undefined {
  if (
    schemaType(schema) !== 'string' ||
    schema.format !== undefined ||
    !/^(?:short_?|product_?)?(?:description|summary|plot|synopsis|overview|intro)$/i.test(key)
  )
    return undefined;
  const lists = Object.values(propertiesOf(resolveSchema(root, root))).length === 1;
  const heading = index.page.headings.find(({ level }) => level === 1)?.text;
  const lead = index.page.blocks.find(
    ({ text, under, isAside }) =>
      !isAside && under.at(-1) === heading && text.length >= 40 && /[.!?…]$/.test(text) && text !== heading,
  );
  return heading === undefined || lists ? undefined : lead?.text;
}

const ANSWER = /^(?:answer|result|response|value|output|reply)$/i;

function wholePage(key: string, schema: Schema, { index, facts }: Source): string | undefined {
  const type = schemaType(schema);
  if ((type !== 'string' && type !== 'any') || schema.format !== undefined || facts !== index.facts)
    return undefined;
  const name = nameWords(key).join(' ');
  if (name === nameWords('markdown').join(' ')) return index.page.markdown;
  if (name === nameWords('title').join(' ')) return mainTitle(index.page) ?? undefined;
  return WHOLE.has(name) ? index.page.text : undefined;
}

const WHOLE = new Set(
  [
    'text',
    'content',
    'body',
    'page text',
    'full text',
    'article body',
    'main content',
    'article text',
    'page content',
    'main text',
  ].map((name) => nameWords(name).join(' ')),
);

function namedValue(asked: string[], schema: Schema, key: string, source: Source): unknown {
  const wantsLink = schema.format === 'uri' || schema.format === 'url';
  for (const { fact, coverage } of rankFacts(
    { ...source.index, facts: source.facts },
    { words: asked, implied: [], expects: null },
  )) {
    if (coverage < 0.99) break;
    if (isOwnAddress(fact, asked, source) || isTooLong(fact, schema)) continue;
    if (isOtherName(fact, asked, key, source) || isOtherThing(fact, asked)) continue;
    if (isOfSomeone(fact, asked) || isScaffold(fact, asked)) continue;
    const field = {
      names: [],
      value: partFor(fact, asked, schema, key),
      ...(fact.machine && { machine: fact.machine }),
      ...(fact.href && { href: fact.href }),
    };
    const value =
      typeof fact.value === 'string'
        ? convertField(field, schema, key, source, wantsLink)
        : convertValue(fact.value, schema, {
            url: source.index.page.url,
            language: source.index.page.language,
            key,
          });
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Where a page stands is not the web site of what it is about. */
function isOwnAddress({ value }: Fact, asked: string[], { index }: Source): boolean {
  return value === index.page.url && asked.some((word) => WEBSITE.has(word));
}

const WEBSITE = new Set(['website', 'homepage', 'site', 'web'].flatMap(nameWords));

/** Where a schema asks for the `name` of a page's thing too, its `company_name` or `job_title` is another. */
function isOtherName({ name }: Fact, asked: string[], key: string, { root }: Source): boolean {
  if (asked.length < 2 || !isThing(name, 'title')) return false;
  return Object.keys(propertiesOf(resolveSchema(root, root))).some((other) => {
    const words = nameWords(other);
    return other !== key && words.length === 1 && isThing(words, 'title');
  });
}

/** "Division secretary" names a person, and no division; "Made in" a place, and no maker. */
function isOfSomeone({ name }: Fact, asked: string[]): boolean {
  const head = name.at(-1) ?? '';
  if (head === 'in') return isThing(asked, 'brand');
  return name.length > 1 && endsInRole(name) && !asked.some((word) => isSameWord(word, head));
}

/** A box that the markup calls "field" or "value" may hold anything. */
function isScaffold({ name, trust }: Fact, asked: string[]): boolean {
  const [only = '', ...others] = name;
  return trust < 0.8 && others.length === 0 && SCAFFOLDS.has(only) && !asked.includes(only);
}

const SCAFFOLDS = new Set(
  'field value element component widget block module container content section'.split(' ').flatMap(nameWords),
);

/** A birth date is no birth place: two names of several words that are known for different things. */
function isOtherThing({ name }: Fact, asked: string[]): boolean {
  const isWhole = (words: string[]) => words.length > 1 && isSameThing(words, words);
  return isWhole(asked) && isWhole(name) && !isSameThing(asked, name);
}

/** A box that is only named like a number (`reviews`) holds many. */
function isTooLong({ value, trust }: Fact, schema: Schema): boolean {
  const type = schemaType(schema);
  return (type === 'number' || type === 'integer') && trust < 0.8 && !/^\D{0,20}\d/.test(String(value));
}

/** Of a value in several parts (a person and what they are, a street and a town) the one that the key means. */
function partFor({ value, parts }: Fact, asked: string[], schema: Schema, key: string): string {
  const person = asksForRole(key) && schema.format === undefined ? personIn(String(value)) : undefined;
  if (person !== undefined) return person;
  // "Théâtre de la Grève, 5 quai Surcouf, 35800 Saint-Briac": the house, then where it stands.
  const [house = '', ...where] =
    asked.length === 1 && isThing(asked, 'venue') ? String(value).split(/,\s/) : [];
  if (where.length > 0 && !/\d/.test(house) && where.some((part) => /\d/.test(part))) return house;
  if (!parts || schema.format === 'date' || schema.format === 'date-time') return String(value);
  const isPlace = asked.some((word) => PLACES.has(word));
  return (isPlace && parts.find((part) => !/\d{3,}/.test(part) && /\p{L}{3}/u.test(part))) || String(value);
}

const PLACES = new Set(
  ['plac', 'city', 'location', 'town', 'country'].flatMap((word) => [word, ...nameWords(word)]),
);
