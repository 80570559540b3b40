import { isBackground } from '../answers/facts.ts';
import { fieldOf, namedField } from '../answers/fields.ts';
import { rankFacts } from '../answers/find-fact.ts';
import type { IndexedCollection, IndexedItem } from '../answers/page-index.ts';
import { convertValue, type Scalar, schemaType } from '../values/convert-value.ts';
import { isThing, nameMatch } from '../words/concepts.ts';
import { contentStems, nameWords } from '../words/words.ts';
import { isNamed } from './collection-name.ts';
import { convertField } from './convert-field.ts';
import { fillRows, meant } from './fill-rows.ts';
import { isObject, resolveSchema, type Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** A list of objects from the things on the page, or of values from whatever lists them. */
export function fillList(schema: Schema, key: string, source: Source): unknown[] | undefined {
  const items = resolveSchema(isObject(schema.items) ? schema.items : {}, source.root);
  const list =
    schemaType(items) === 'object' ? fillRows(items, key, source) : values(items, key, source, schema);
  const most = typeof schema.maxItems === 'number' ? schema.maxItems : undefined;
  return list && list.length > 0 ? list.slice(0, most) : undefined;
}

function values(items: Schema, key: string, source: Source, schema: Schema): unknown[] | undefined {
  const found = valuesOf(items, key, source, schema);
  // A year is nobody.
  return PEOPLE.test(key) ? kept((found ?? []).filter((value) => /\p{L}{2}/u.test(String(value)))) : found;
}

const PEOPLE =
  /(?:founder|author|speaker|director|actor|member|editor|winner|artist|writer|owner|teacher|player|host|guest)s$/i;

function valuesOf(items: Schema, key: string, source: Source, schema: Schema): unknown[] | undefined {
  const { index, facts } = source;
  const asked = nameWords(key);
  if (isThing(asked, 'image') && facts === index.facts) {
    const pictures = pictureList(source);
    if (pictures.length > 0) return pictures;
  }
  if (isThing(asked, 'heading') && /head|section/i.test(key))
    return index.page.headings.map(({ text }) => text);
  const setting = { url: index.page.url, language: index.page.language, key };
  const convert = (value: Scalar) => convertValue(value, items, setting);
  const trail = /^(?:categories|breadcrumbs?)$/i.test(key)
    ? facts.find(({ name, parts }) => parts && name.join(' ') === TRAIL)?.parts
    : undefined;
  if (trail) return kept(trail.map(convert));
  const linked = nodeValues(source, asked);
  if (linked.length > 0) return kept(linked.map(convert));
  const own = statedValues({ ...source, facts }, asked);
  const described =
    own.length > 0
      ? []
      : describedWords(schema).flatMap((word) => statedValues({ ...source, facts }, [word]));
  const stated = own.length > 0 ? own : described.length > 1 ? described : [];
  const listed = facts === index.facts ? listedItems(source, asked, key) : undefined;
  if (stated.length > 1) return kept(stated.map(convert));
  if (listed)
    return kept(
      listed.map((item) =>
        convertField(
          {
            names: [],
            value: item.item.title || item.item.text,
            ...(item.fields[0]?.field.href && { href: item.fields[0].field.href }),
          },
          items,
          key,
          source,
          items.format === 'uri',
        ),
      ),
    );
  const [only] = stated;
  if (only !== undefined)
    return kept((typeof only === 'string' ? only.split(/\s*[,;|]\s*/) : [only]).map(convert));
  if (facts !== index.facts) return undefined;
  return (
    kept(sectionValues(source, asked).map(convert)) ??
    columnValues(items, key, asked, source) ??
    kept(namedThings(source, asked, key).map(convert))
  );
}

const TRAIL = nameWords('breadcrumbs').join(' ');

/** What the schema says of the list: `options` described as "Finishes offered". */
function describedWords({ description }: Schema): string[] {
  return typeof description === 'string' && description.length <= 60
    ? contentStems(description).filter((word) => word.length > 3)
    : [];
}

/** The pictures of a gallery: things of one kind that are nothing but pictures. */
function pictureList({ index }: Source): string[] {
  const galleries = index.collections
    .filter(({ collection }) => !collection.isAside)
    .map(({ items }) => items.map(({ item }) => item.fields))
    .filter((items) =>
      items.every((fields) => fields.length > 0 && fields.every(({ names }) => names[0] === 'image')),
    );
  const [first] = galleries;
  return first ? [...new Set(first.flatMap((fields) => fields.slice(0, 1).map(({ value }) => value)))] : [];
}

/** `performers` of a concert: the values or names that the structured data lists under that property. */
function nodeValues({ index, facts }: Source, asked: string[]): Scalar[] {
  if (facts !== index.facts) return [];
  for (const node of index.page.nodes) {
    if (isBackground(node)) continue;
    const list = Object.entries(node).find(
      ([name, value]) => Array.isArray(value) && nameMatch(asked, nameWords(name)) >= 0.9,
    )?.[1];
    const values = [list ?? []]
      .flat()
      .map((part) => (isObject(part) ? (part.name ?? part.text) : part))
      .filter((part) => typeof part === 'string' || typeof part === 'number');
    if (values.length > 0) return values;
  }
  return [];
}

/** "Keywords" over a line "lichen; basalt; growth". */
function sectionValues({ index }: Source, asked: string[]): string[] {
  const parts = index.page.blocks.filter(
    ({ under, text, isAside }) =>
      !isAside && text !== under.at(-1) && nameMatch(asked, nameWords(under.at(-1) ?? '')) >= 0.9,
  );
  const [only] = parts;
  if (parts.length !== 1 || !only || only.text.length > 300 || /[.!?]\s/.test(only.text)) return [];
  if (only.pieces) return only.pieces.map((piece) => piece.replace(/[,;]$/, ''));
  const values = only.text.split(/\s*[;|·•]\s*/).filter(Boolean);
  return values.length > 1 ? values : only.text.split(/\s*,\s*/).filter(Boolean);
}

function kept(list: unknown[]): unknown[] | undefined {
  const found = list.filter((value) => value !== undefined);
  return found.length > 0 ? found : undefined;
}

/** All values that the structured data or the labels give under one name. */
function statedValues(source: Source, asked: string[]): Scalar[] {
  const [first, ...others] = rankFacts(
    { ...source.index, facts: source.facts },
    { words: asked, implied: [], expects: null },
  ).filter(
    ({ coverage, fact }) =>
      coverage >= 0.99 && (!isThing(fact.name, 'title') || fact.name.join(' ') === asked.join(' ')),
  );
  if (!first) return [];
  if (first.fact.parts) return first.fact.parts;
  const same = others.filter(
    ({ fact }) =>
      fact.node === first.fact.node &&
      fact.trust === first.fact.trust &&
      fact.name.join(' ') === first.fact.name.join(' '),
  );
  // A line that names one of them is no list.
  const beside = [first, ...others].filter(
    ({ fact }) => fact.node === -1 && fact.trust >= 0.75 && fact.name.join(' ') === first.fact.name.join(' '),
  );
  const isAmong =
    same.length === 0 && beside.filter(({ fact }) => fact.value === first.fact.value).length > 1;
  const all = [...new Set((isAmong ? beside : [first, ...same]).map(({ fact }) => fact.value))];
  // The box around the values holds them all once more.
  const single = all.filter(
    (value) => all.filter((other) => String(value).includes(String(other))).length < 3,
  );
  return single.length > 1 ? single : all;
}

/** A plain list under a heading, or in a box, of that name. */
function listedItems({ index }: Source, asked: string[], key: string): IndexedItem[] | undefined {
  const isTrail = ({ collection }: IndexedCollection) => collection.about.some((name) => /crumb/i.test(name));
  const lists = index.collections.filter(
    (of) => of.collection.kind === 'list' && isNamed(of, key) && !isTrail(of),
  );
  const exact = lists.find((of) =>
    of.collection.about.some((name) => nameMatch(asked, nameWords(name)) >= 0.9),
  );
  if (exact ?? lists[0]) return (exact ?? lists[0])?.items;
  const near = index.collections.filter(
    ({ collection }) =>
      collection.kind === 'list' &&
      !collection.isAside &&
      collection.about.some((name) => nameMatch(asked, contentStems(name)) >= 0.55),
  );
  if (near.length === 1) return near[0]?.items;
  // Entries of several parts ("800 ml stock") are wanted whole.
  const cards = index.collections.filter(
    ({ collection }) =>
      collection.kind === 'cards' &&
      !collection.isAside &&
      collection.about.some((name) => nameMatch(asked, nameWords(name)) >= 0.9),
  );
  return cards.length === 1
    ? cards[0]?.items.map((item) => ({ ...item, item: { ...item.item, title: item.item.text } }))
    : undefined;
}

/** `members` of a table called "Members": the names of its rows. */
function namedThings(source: Source, asked: string[], key: string): string[] {
  const named = source.index.collections.filter(
    ({ collection }) =>
      (collection.kind === 'table' || collection.kind === 'cards') &&
      !collection.isAside &&
      collection.about.some((name) => nameMatch(asked, nameWords(name)) >= 0.9),
  );
  const [only] = named;
  return named.length === 1 && only ? meant(only, source, [key]).map(({ item }) => item.title) : [];
}

/** `titles`, `prices`: one property of every thing in the main list. */
function columnValues(items: Schema, key: string, asked: string[], source: Source): unknown[] | undefined {
  const byWeight = source.index.collections
    .filter(({ collection }) => !collection.isAside && collection.kind !== 'list')
    .sort((one, other) => other.weight - one.weight);
  for (const of of byWeight) {
    const found = meant(of, source).map((item) => {
      // Who did what on a page is not told by looks.
      const field = PEOPLE.test(key) ? namedField(item, asked, () => true, 0.55) : fieldOf(item, asked);
      return field && convertField(field, items, key, source, items.format === 'uri');
    });
    if (found.length > 0 && found.filter((value) => value !== undefined).length >= found.length * 0.6)
      return kept(found);
  }
  return undefined;
}
