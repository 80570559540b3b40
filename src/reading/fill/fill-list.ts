import { contentStems, nameWords } from '../../task/index.ts';
import type { Collection, Item } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { nameMatch } from '../words/names.ts';
import { convertField } from './convert.ts';
import { dataItems } from './data-items.ts';
import { fillItem } from './fill-item.ts';
import { namesOfKey } from './key.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** The list that a key asks for: of things, or of plain values. */
export function fillList(schema: Schema, key: string, source: Source): unknown[] | undefined {
  const items = resolveSchema(schema.items, source.root);
  const found =
    schemaType(items) === 'object'
      ? listOfThings(schema, items, key, source)
      : listOfValues(schema, items, key, source);
  const most =
    typeof schema.maxItems === 'number'
      ? schema.maxItems
      : (limitIn(source.goal) ?? Number.POSITIVE_INFINITY);
  return found?.slice(0, most);
}

/** "The first five boats": how many things are enough. */
export function limitIn(goal: string): number | null {
  const [, word = ''] =
    /\b(?:first|top)\s(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(goal) ?? [];
  if (word === '') return null;
  return Number(convertValue(word, { type: 'integer' }, { url: '', language: null })) || null;
}

function listOfThings(schema: Schema, items: Schema, key: string, source: Source): unknown[] | undefined {
  const { page, root } = source;
  const names = key === '' ? [contentStems(source.goal)] : namesOfKey(key, schema);
  const kind = (names[0] ?? []).slice(-1);
  const wanted = Object.keys(propertiesOf(items)).length;
  const all = [...dataItems(page.nodes), ...page.collections];
  const scored = all.flatMap((collection) => {
    const rows = collection.items
      .map((item) => fillItem(item, items, page, root, kind))
      .filter((row) => Object.keys(row).length > 0);
    const filled =
      rows.reduce((sum, row) => sum + Object.keys(row).length, 0) / Math.max(1, rows.length * wanted);
    const named = aboutMatch(collection, names, source.goal);
    const hasName =
      rows.filter((row) => Object.keys(row).length >= Math.min(2, wanted)).length / Math.max(1, rows.length);
    if (rows.length === 0 || filled < LEAST_FILLED || hasName < 0.5) return [];
    const score =
      2 * filled +
      named +
      Math.min(0.3, rows.length / 50) -
      (collection.isAside ? 0.6 : 0) -
      (collection.kind === 'sections' ? 0.4 : 0);
    return [{ rows, score, named, filled }];
  });
  const [best] = scored.sort((one, other) => other.score - one.score);
  return best && (best.filled >= 0.5 || best.named > 0) ? best.rows : undefined;
}

const LEAST_FILLED = 0.34;

/** How well what the page calls a list answers to what the schema calls it. */
function aboutMatch({ about, items }: Collection, names: string[][], goal: string): number {
  const called = [...about, ...new Set(items.slice(0, 20).map(({ under }) => under))]
    .filter(Boolean)
    .map(nameWords);
  const best = Math.max(0, ...called.flatMap((each) => names.map((name) => nameMatch(name, each))));
  const asked = contentStems(goal);
  const said = called.some((each) => each.some((word) => asked.includes(word)));
  return best >= 0.55 ? best : said ? 0.3 : 0;
}

function listOfValues(schema: Schema, items: Schema, key: string, source: Source): unknown[] | undefined {
  const { page, facts } = source;
  const names = key === '' ? [contentStems(source.goal)] : namesOfKey(key, schema);
  const convert = (value: string, href?: string) =>
    convertField({ names: [], value, ...(href && { href }) }, items, key, page);
  const whole = (texts: readonly unknown[]): unknown[] | undefined =>
    texts.length > 0 && texts.every((text) => text !== undefined) ? [...texts] : undefined;
  for (const least of [0.9, 0.6]) {
    const fact = facts.find(
      ({ name, isOfItem, trust, field }) =>
        !isOfItem &&
        trust >= 0.9 &&
        (field.parts || field.value.length < 400) &&
        names.some((each) => nameMatch(each, name) >= least),
    );
    const list = page.collections
      .map((collection) => ({
        collection,
        score: Math.max(
          0,
          ...[...collection.about, collection.items[0]?.under ?? ''].flatMap((each) =>
            names.map((name) => nameMatch(name, nameWords(each))),
          ),
        ),
      }))
      .filter(({ score, collection }) => score >= least && collection.kind !== 'sections')
      .sort((one, other) => other.score - one.score)[0]?.collection;
    const parts = fact && (fact.field.parts ?? fact.field.value.split(/\s*[,;•·|]\s+/));
    const told = parts ? whole(parts.map((part) => convert(part))) : undefined;
    if (told && told.length > 1) return told;
    const listed = list && whole(list.items.map((item) => convert(textOf(item), item.fields[0]?.href)));
    if (listed) return listed;
    if (told) return told;
  }
  return undefined;
}

function textOf({ title, text }: Item): string {
  return text.length <= 300 ? text : title;
}
