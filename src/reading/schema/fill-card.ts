import { type IndexedItem, indexCollection, type PageIndex } from '../answers/page-index.ts';
import { itemWith } from '../page/page.ts';
import { schemaType } from '../values/convert-value.ts';
import { convertText } from './convert-field.ts';
import { fillItem } from './fill-item.ts';
import { propertiesOf, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

const LEAST_PARTS = 3;
const MOST_PARTS = 16;
const MAX_CHARS = 80;

/** What a page about one thing says in bare parts below its heading, as a card would: for the keys that are still open. */
export function fillCard(
  schema: Schema,
  filled: Record<string, unknown>,
  source: Source,
): Record<string, unknown> {
  const properties = Object.entries(propertiesOf(schema)).map(
    ([key, property]) => [key, resolveSchema(property, source.root)] as const,
  );
  const plain = properties.filter(([, property]) => !['array', 'object'].includes(schemaType(property)));
  if (source.facts !== source.index.facts || plain.every(([key]) => key in filled)) return filled;
  const isGiven = (part: string) =>
    plain.some(
      ([key, property]) => key in filled && convertText(part, property, key, source) === filled[key],
    );
  const card = cardOf(source.index, isGiven);
  if (!card) return filled;
  const whole = fillItem(card, { ...schema, properties: Object.fromEntries(plain) }, source, {
    given: filled,
  });
  return Object.fromEntries(
    properties.flatMap(([key]) =>
      key in filled ? [[key, filled[key]]] : key in whole ? [[key, whole[key]]] : [],
    ),
  );
}

/** The short parts between the first heading and the next, or the first text. */
function cardOf({ page }: PageIndex, isGiven: (part: string) => boolean): IndexedItem | undefined {
  const main = page.blocks.filter(({ isAside }) => !isAside);
  const heading = page.headings.find(({ level }) => level === 1)?.text;
  const at = main.findIndex(({ text }) => text === heading);
  const behind = at < 0 ? [] : main.slice(at + 1);
  const end = behind.findIndex(({ text, under }) => text.length > MAX_CHARS * 2 || under.at(-1) !== heading);
  // A page that names its values leaves none to be told by where it stands.
  if (page.labels.some(({ source, isOfItem }) => source === 'label' && !isOfItem)) return undefined;
  const parts = (end < 0 ? behind : behind.slice(0, end))
    .flatMap(({ text, pieces = [text] }) => pieces)
    .filter((part) => part.length <= MAX_CHARS && !/[.!?]$/.test(part));
  if (parts.length < LEAST_PARTS || parts.length > MOST_PARTS) return undefined;
  const fields = parts.filter((part) => !isGiven(part)).map((value) => ({ names: [], value }));
  const collection = {
    kind: 'cards' as const,
    about: [],
    columns: [],
    items: [itemWith('', fields)],
    isAside: false,
  };
  return indexCollection(collection, 1).items[0];
}
