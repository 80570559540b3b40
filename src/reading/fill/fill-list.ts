import { contentStems, nameWords } from '../../task/index.ts';
import type { Collection } from '../page/page.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { nameMatch } from '../words/names.ts';
import { fillItem } from './fill-item.ts';
import { listOfValues } from './fill-values.ts';
import { namesOfKey } from './key.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** The list that a key asks for: of things, or of plain values. */
export function fillList(
  schema: Schema,
  key: string,
  source: Source,
  isRequired = true,
): unknown[] | undefined {
  const items = resolveSchema(schema.items, source.root);
  const found =
    schemaType(items) === 'object'
      ? listOfThings(schema, items, key, source, isRequired)
      : listOfValues(schema, items, key, source, isRequired);
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

function listOfThings(
  schema: Schema,
  items: Schema,
  key: string,
  source: Source,
  isRequired: boolean,
): unknown[] | undefined {
  const { page, root } = source;
  const names = key === '' ? [contentStems(source.goal)] : namesOfKey(key, schema);
  const kind = (names[0] ?? []).slice(-1);
  const wanted = Object.keys(propertiesOf(items)).length;
  const all = page.collections.flatMap((collection) => groupsOf(collection, names));
  const scored = all.flatMap((collection) => {
    const filled = collection.items
      .filter(({ title }, at, list) => at < list.length - 1 || !TOTAL.test(title))
      .map((item) => fillItem(item, items, page, root, kind))
      .filter(({ row }) => Object.keys(row).length > 0);
    const rows = filled.map(({ row }) => row);
    const share = (of: (one: (typeof filled)[number]) => number) =>
      filled.reduce((sum, one) => sum + of(one), 0) / Math.max(1, rows.length * wanted);
    const whole = share(({ row }) => Object.keys(row).length);
    const sure = share((one) => one.sure);
    const named = aboutMatch(collection, names, source.goal);
    const hasName =
      rows.filter((row) => Object.keys(row).length >= Math.min(2, wanted)).length / Math.max(1, rows.length);
    if (rows.length === 0 || whole < LEAST_FILLED || hasName < 0.5) return [];
    const score =
      1.5 * sure +
      0.5 * whole +
      named +
      Math.min(0.3, rows.length / 50) -
      (collection.isAside ? 0.6 : 0) -
      (collection.kind === 'sections' ? 0.4 : 0);
    return [{ rows, score, named, sure, whole }];
  });
  const [best] = scored.sort((one, other) => other.score - one.score);
  if (!best || (best.sure < 0.5 && best.named === 0 && !(isRequired && best.whole >= 0.5))) return undefined;
  const likely =
    best.whole < 0.95
      ? FEW_RIGHT
      : best.sure >= 0.95
        ? MOST_RIGHT
        : best.named >= NAMED
          ? HALF_RIGHT
          : FEW_RIGHT;
  source.sureness.least = Math.min(source.sureness.least, likely);
  return best.rows;
}

const LEAST_FILLED = 0.34;
const NAMED = 0.55;
/** So many lists were right of those that fill every key by its name, most keys, or only look like it. */
const MOST_RIGHT = 0.7;
const HALF_RIGHT = 0.52;
const FEW_RIGHT = 0.4;
/** The last row of a table that sums up the others. */
const TOTAL =
  /^(?:totals?|sum|average|mean|year|annual|overall|gesamt|summe|total g[ée]n[ée]ral|media|totale?)\b/iu;

/** A list that headings divide, and those of its groups that are called by a name of the key. */
function groupsOf(collection: Collection, names: readonly string[][]): Collection[] {
  const groups = Map.groupBy(collection.items, ({ under }) => under);
  const named = [...groups].filter(([under]) =>
    names.some((name) => nameMatch(name, nameWords(under)) >= 0.9),
  );
  return groups.size > 1 && named.length === 1
    ? named.map(([under, items]) => ({ ...collection, about: [under], items }))
    : [collection];
}

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
