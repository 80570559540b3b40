import { MONTHS } from '../platform/text/date.ts';
import { snakeCase, stem, wordsOf } from '../task/index.ts';
import { isJsonObject, type JsonObject } from './json-object.ts';
import { isEcho, isPlaceholder } from './placeholder.ts';

interface Leaf {
  path: string;
  key: string;
  value: unknown;
  schema: JsonObject;
  isWanted: boolean;
}

const MOST_LEAVES = 2_000;

/** Values that satisfy a schema without being known: placeholders, echoes of the schema, and values of another kind than their key. */
export function guessesIn(output: unknown, schema: JsonObject): string[] {
  return leavesOf(output, schema).flatMap(({ path, key, value, schema: part, isWanted }) => {
    if (typeof value !== 'string' || isChosen(part)) return [];
    const shown = JSON.stringify(value.slice(0, 60));
    if (isPlaceholder(value))
      return isWanted || !NOTHING.test(value.trim()) ? [`${path} is a placeholder: ${shown}`] : [];
    if (isEcho(key, value, typeof part.description === 'string' ? part.description : ''))
      return [`${path} repeats the schema: ${shown}`];

    const kind = KINDS.find(({ named }) => named.test(snakeCase(key)));
    return kind && isWanted && !kind.looks.test(value) ? [`${path} is no ${kind.is}: ${shown}`] : [];
  });
}

/** Optional keys may say that there is nothing. */
const NOTHING = /^(?:n\/?a|none|null|unknown|[-–—]|not \w+|k\.?\s?a\.?|keine? ?\w*)$/i;

const KINDS = [
  {
    is: 'telephone number',
    named: /(?:^|_)(?:phone|telephone|tel|mobile|fax|telefon|phone_number)$/,
    looks: /\d(?:\D{0,3}\d){4}/,
  },
  { is: 'e-mail address', named: /(?:^|_)e?_?mail(?:_address)?$/, looks: /\S@\S|\sat\s/ },
];

/** Values that do not stand in the text that was read; numbers, dates, units and currencies are compared after conversion. */
export function unfoundIn(output: unknown, schema: JsonObject, text: string): string[] {
  const page = pageWords(text);
  const leaves = leavesOf(output, schema).filter(
    ({ isWanted, schema: part, key }) => isWanted && !isChosen(part) && !DERIVED.test(snakeCase(key)),
  );
  return leaves.flatMap(({ path, value }) => {
    const isFound =
      typeof value === 'number'
        ? hasNumber(value, page)
        : typeof value === 'string'
          ? hasText(value, page)
          : true;
    return isFound ? [] : [`${path} is nowhere in the text: ${JSON.stringify(value).slice(0, 60)}`];
  });
}

/** Keys whose values are worked out and not copied. */
const DERIVED =
  /summar|description|sentiment|categor|classif|topic|tone|language|reason|explanation|conclusion|comment|note|confidence|score|count|number_of|total|average|difference|percentage|currency|country|type|kind|status|url|link|slug|^id$|_id$|is_|has_/;

function isChosen(schema: JsonObject): boolean {
  return Array.isArray(schema.enum) || schema.const !== undefined || schema.default !== undefined;
}

function leavesOf(output: unknown, root: JsonObject): Leaf[] {
  const leaves: Leaf[] = [];
  const open: Leaf[] = [{ path: 'output', key: '', value: output, schema: root, isWanted: true }];
  for (let leaf = open.pop(); leaf && leaves.length < MOST_LEAVES; leaf = open.pop()) {
    const { path, key, value, isWanted } = leaf;
    const schema = resolved(leaf.schema, root);
    if (Array.isArray(value)) {
      const items = isJsonObject(schema.items) ? schema.items : {};
      value.slice(0, MOST_LEAVES).forEach((item, at) => {
        open.push({ path: `${path}[${at}]`, key, value: item, schema: items, isWanted });
      });
    } else if (isJsonObject(value)) {
      const properties = isJsonObject(schema.properties) ? schema.properties : {};
      const required = Array.isArray(schema.required) ? schema.required : Object.keys(properties);
      for (const [name, item] of Object.entries(value)) {
        const part = Object.hasOwn(properties, name) ? properties[name] : {};
        open.push({
          path: path === 'output' ? name : `${path}.${name}`,
          key: name,
          value: item,
          schema: isJsonObject(part) ? part : {},
          isWanted: isWanted && (required.length === 0 || required.includes(name)),
        });
      }
    } else leaves.push({ ...leaf, schema });
  }
  return leaves.reverse();
}

/** A definition of the same schema; other references count as open. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const [, where = '', name = ''] =
    /^#\/(\$defs|definitions)\/([^/]+)$/.exec(typeof schema.$ref === 'string' ? schema.$ref : '') ?? [];
  const definitions = root[where];
  const found = isJsonObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  return isJsonObject(found) ? found : schema;
}

interface PageWords {
  text: string;
  words: ReadonlySet<string>;
  numbers: number[];
}

function pageWords(text: string): PageWords {
  const stems = wordsOf(text);
  const written = stems.map((word) => Number(stem(word))).filter(Number.isFinite);
  return {
    text: text.toLowerCase(),
    words: new Set(stems.map(keyOf)),
    numbers: [...new Set([...numbersOf(text), ...written])].slice(0, 5_000),
  };
}

function keyOf(word: string): string {
  return stem(word).slice(0, 5);
}

/** Thousands, hundredths, and the ratios of common units. */
const RATIOS = [
  1, 1_000, 1_000_000, 1_000_000_000, 100, 10, 60, 3_600, 1_440, 24, 7, 12, 2.54, 0.3048, 0.9144, 1.609344,
  0.45359237, 28.3495,
];

function hasNumber(value: number, { numbers }: PageWords): boolean {
  return numbers.some((shown) =>
    RATIOS.some((ratio) => isNear(shown * ratio, value) || isNear(shown / ratio, value)),
  );
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 + 0.005 * Math.abs(other) * (Number.isInteger(other) ? 0 : 1);
}

/** "1,200.50", "1.200,50" and "1 200" in every way that they can be read. */
function numbersOf(text: string): number[] {
  return [...text.matchAll(/\d[\d.,'’\s]{0,20}/gu)].flatMap(([figure]) => {
    const plain = figure.replace(/[\s.,'’]+$/u, '');
    const [comma, dot] = [plain.replace(/[.'’\s]/gu, '').replace(',', '.'), plain.replace(/[,'’\s]/gu, '')];
    return [comma, dot, plain.replace(/[^\d]/g, ''), ...plain.split(/[^\d]+/)]
      .map(Number)
      .filter(Number.isFinite);
  });
}

function hasText(value: string, page: PageWords): boolean {
  const body = value.trim().toLowerCase();
  const date = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(body);
  if (date) return hasDay(date.slice(1).map(Number) as [number, number, number], page);
  if (/^\D{0,5}\d[\d.,'\s\u00a0\u202f]*\D{0,5}$/u.test(body))
    return numbersOf(body)
      .slice(0, 2)
      .some((figure) => hasNumber(figure, page));
  const words = wordsOf(body);
  if (body.length <= 3 || words.length === 0 || words.length > 12 || page.text.includes(body)) return true;
  const figures = words.filter((word) => /^\d/.test(word));
  const found = words.filter((word) => page.words.has(keyOf(word)));
  return figures.length > 0 && figures.length === words.length
    ? found.length > 0
    : found.length * 2 >= words.length;
}

/** Year, month and day in any notation; a page may leave out the year. */
function hasDay([year, month, day]: [number, number, number], { words, numbers }: PageWords): boolean {
  const isYear = numbers.includes(year) || !numbers.some((number) => number >= 1900 && number < 2100);
  return (
    isYear &&
    numbers.includes(day) &&
    (numbers.includes(month) || [...MONTHS].some(([name, at]) => at === month && words.has(keyOf(name))))
  );
}
