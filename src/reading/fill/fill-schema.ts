import { parseDate } from '../../platform/text/date.ts';
import { currencyOf, isMoney } from '../../platform/text/number.ts';
import { contentStems, nameWords, stemsOf } from '../../platform/text/words.ts';
import type { ExtractedPage, Item } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { isThing, nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import { type Fact, factsOf } from './fact.ts';
import { listOfThings } from './fill-rows.ts';
import { listOfValues } from './fill-values.ts';
import { namesOfKey } from './key.ts';
import { propertiesOf, resolveSchema, type Schema, withNulls } from './schema-shape.ts';

const MAX_KEYS = 500;
const MAX_NESTED = 6;
/** A page's name answers to a key: the same words or a synonym; the same word with more around it. */
const SAME = 0.9;
const NAMED = 0.55;

interface Source {
  page: ExtractedPage;
  facts: readonly Fact[];
  goal: string;
  root: Schema;
  /** The properties of the objects around this one. */
  around: readonly unknown[];
}

/** The schema's keys, filled from structured data and labels of the same name. Keys without such a value are left out. */
export function fillSchema(schema: Schema, page: ExtractedPage, goal: string): unknown {
  const source: Source = { page, goal, root: schema, facts: factsFor(page, goal), around: [] };
  const root = resolveSchema(schema, schema);
  const type = schemaType(root);
  if (type === 'array') return withNulls(listOf(root, '', source) ?? [], root, schema);
  if (type === 'object') return withNulls(fillObject(root, source), root, schema);
  return goal === '' ? convertValue(page.text, root, { url: page.url, language: page.language }) : undefined;
}

/** The facts of the main thing; of the one row that the task names, when there is one. */
function factsFor(page: ExtractedPage, goal: string): Fact[] {
  const asked = new Set(contentStems(goal));
  const isNamed = ({ title }: Item) => {
    const words = stemsOf(title);
    return words.length > 0 && words.length <= 8 && words.every((word) => asked.has(word));
  };
  const lists = page.collections.filter(({ kind, isAside }) => kind !== 'sections' && !isAside);
  const rows = lists.flatMap(({ items }) => items.filter(isNamed));
  const [row] = rows;
  const facts = factsOf(page).filter(({ isOfItem }) => !isOfItem);
  if (!row || new Set(rows.map(({ title }) => title)).size > 1) return facts;
  const ofRow = row.fields.flatMap((field) =>
    field.names.map((name) => ({ name: nameWords(name), within: [], field, trust: 1, isOfItem: false })),
  );
  return [...ofRow, ...facts];
}

function fillObject(schema: Schema, source: Source): Record<string, unknown> {
  const filled = Object.entries(propertiesOf(schema))
    .slice(0, MAX_KEYS)
    .flatMap(([key, part]): [string, unknown][] => {
      const property = resolveSchema(part, source.root);
      const type = schemaType(property);
      const value =
        type === 'array'
          ? listOf(property, key, source)
          : type === 'object'
            ? fillNested(property, key, source)
            : scalar(property, key, source);
      return value === undefined ? [] : [[key, value]];
    });
  return Object.fromEntries(filled);
}

/** Keys for the text of the page. */
const BODY =
  /^(?:article_?|page_?|post_?|main_?|full_?|plain_?)?(?:body|text|content|markdown)(?:_?(?:text|markdown))?$/i;

function scalar(schema: Schema, key: string, { page, facts }: Source): unknown {
  if (BODY.test(key) && schemaType(schema) === 'string')
    return (/markdown/i.test(key) ? page.markdown : page.text) || undefined;
  const names = namesOfKey(key, schema);
  const scored = facts
    .map((fact) => ({ fact, score: scoreOf(fact, names) }))
    .filter(({ score, fact }) => score >= (fact.trust < 0.7 ? SAME : NAMED))
    .sort((one, other) => other.score - one.score || other.fact.trust - one.fact.trust);
  const isDate = isThing(names[0] ?? [], 'date');
  for (const { fact } of scored) {
    if (isDate && parseDate(fact.field.machine ?? fact.field.value, page.language) === undefined) continue;
    const value = convertField(fact.field, schema, key, page);
    if (value !== undefined) return value;
  }
  if (!isThing(names[0] ?? [], 'currency')) return undefined;
  const sum = facts.find(({ field }) => isMoney(field.value));
  return sum && currencyOf(sum.field.value, page.language);
}

function scoreOf({ name, within, isNested, isOther }: Fact, names: readonly string[][]): number {
  const own = Math.max(0, ...names.map((asked) => nameMatch(asked, name)));
  const whole =
    within.length > 0 ? Math.max(0, ...names.map((asked) => nameMatch(asked, [...within, ...name]))) : 0;
  // The name of a brand is not the name of the product.
  const plain = isNested || isOther ? 0 : own;
  return Math.max(whole >= SAME ? whole : 0, plain);
}

function listOf(schema: Schema, key: string, { page, facts, goal, root }: Source): unknown[] | undefined {
  const items = resolveSchema(schema.items, root);
  const names = key === '' ? [contentStems(goal)] : namesOfKey(key, schema);
  const found =
    schemaType(items) === 'object'
      ? listOfThings(items, names, { page, goal, root })
      : listOfValues(items, key, names, { page, facts, goal });
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : limitIn(goal);
  return most === null ? found : found?.slice(0, most);
}

/** "The first five boats": the number of wanted things. */
export function limitIn(goal: string): number | null {
  const [, word = ''] =
    /\b(?:first|top)\s(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(goal) ?? [];
  if (word === '') return null;
  return Number(convertValue(word, { type: 'integer' }, { url: '', language: null })) || null;
}

/** `address: { city }` from the facts within that name; `product: { name, price }`, which only wraps keys, from the main thing. */
function fillNested(schema: Schema, key: string, outer: Source): unknown {
  const properties = propertiesOf(schema);
  // A thing that may hold others of its kind, without end, is filled once.
  if (outer.around.includes(properties) || outer.around.length === MAX_NESTED) return undefined;
  const source = { ...outer, around: [...outer.around, properties] };
  const names = namesOfKey(key, schema);
  const inner = outer.facts
    .filter(({ within }) => within.length > 0 && names.some((name) => nameMatch(name, within) >= 0.55))
    .map((fact) => ({ ...fact, within: [], isNested: false }));
  const prefixed = outer.facts.flatMap((fact) => {
    const [first, ...rest] = fact.name;
    return rest.length > 0 && names.some((name) => name.join() === first) ? [{ ...fact, name: rest }] : [];
  });
  const page = { ...outer.page, collections: [] };
  const ways = [
    { ...source, page, facts: inner },
    { ...source, page, facts: prefixed },
    ...(outer.around.length === 0 && inner.length + prefixed.length === 0 ? [source] : []),
  ];
  const [best] = ways
    .map((way) => fillObject(schema, way))
    .sort((one, other) => Object.keys(other).length - Object.keys(one).length);
  return best && Object.keys(best).length > 0 ? best : undefined;
}
