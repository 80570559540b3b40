import { nameWords } from '../../task/index.ts';
import type { ExtractedPage } from '../page/page.ts';
import { answerFromParts } from '../parts/answer-parts.ts';
import { weighWords } from '../parts/rank.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { nameMatch } from '../words/names.ts';
import { findIn } from './choose-value.ts';
import { type Fact, factsOf } from './fact.ts';
import { fillItem } from './fill-item.ts';
import { fillList } from './fill-list.ts';
import { fillScalars } from './fill-scalar.ts';
import { namesOfKey } from './key.ts';
import { propertiesOf, resolveSchema, type Schema, withNulls } from './schema-shape.ts';
import type { Source } from './source.ts';

const MAX_KEYS = 500;
const MAX_NESTED = 6;

/** The schema's keys filled from the page, types converted. Values missing on the page are left out. */
export function fillSchema(schema: Schema, page: ExtractedPage, goal: string): unknown {
  return filledSchema(schema, page, goal).output;
}

/** The same with how likely the least sure of its values is right. */
export function filledSchema(
  schema: Schema,
  page: ExtractedPage,
  goal: string,
): { output: unknown; likely: number } {
  const sureness = { least: 1 };
  const facts = factsOf(page);
  const found = findIn(page, facts);
  const source: Source = { page, goal, root: schema, facts, found, around: [], sureness };
  const output = fillRoot(resolveSchema(schema, schema), source);
  return { output, likely: sureness.least };
}

function fillRoot(root: Schema, source: Source): unknown {
  const { page, goal, root: schema } = source;
  const type = schemaType(root);
  if (type === 'array') return withNulls(fillList(root, '', source) ?? [], root, schema);
  if (type === 'object') return withNulls(fillObject(root, source), root, schema);
  const answer = answerFromParts([page], goal);
  const value = goal === '' ? page.text : answer && answer.likely >= 0.5 ? answer.output : undefined;
  return value === undefined
    ? undefined
    : convertValue(value, root, { url: page.url, language: page.language });
}

function fillObject(schema: Schema, source: Source): Record<string, unknown> {
  const entries = Object.entries(propertiesOf(schema))
    .slice(0, MAX_KEYS)
    .map(([key, part]) => [key, resolveSchema(part, source.root)] as const);
  const isScalar = (part: Schema) => !['array', 'object'].includes(schemaType(part));
  const required = new Set([schema.required].flat().map(String));
  const filled = fillScalars(
    entries.filter(([, part]) => isScalar(part)),
    required,
    source,
  );
  return Object.fromEntries(
    entries.flatMap(([key, part]) => {
      const value = isScalar(part) ? filled.get(key) : fillParted(part, key, source, required.has(key));
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function fillParted(property: Schema, key: string, source: Source, isRequired: boolean): unknown {
  return schemaType(property) === 'array'
    ? fillList(property, key, source, isRequired)
    : fillNested(property, key, source);
}

/**
 * `address: { street, city }`: from what stands under that name, by the name and the key together, from the one thing of that
 * name, or, where the name only wraps the keys (`product: { name, price }`), from the main thing. The fullest counts.
 */
function fillNested(schema: Schema, key: string, outer: Source): unknown {
  const properties = propertiesOf(schema);
  // A thing that may hold others of its kind, without end, is filled once.
  if (outer.around.includes(properties) || outer.around.length === MAX_NESTED) return undefined;
  const source = { ...outer, around: [...outer.around, properties] };
  const names = namesOfKey(key, schema);
  // Deeper values are told only under their own name.
  const isOuter = outer.around.length === 0;
  const isSpokenOf = weighWords(names[0] ?? [], source.found.parts).some(({ isUnsaid }) => !isUnsaid);
  const ways = [
    fillWithin,
    ...(isOuter && isSpokenOf ? [fillByPrefix, fillFromItem] : []),
    ...(isOuter ? [fillObject] : []),
  ];
  let best: { value: Record<string, unknown>; least: number } | null = null;
  for (const way of ways) {
    const sureness = { least: 1 };
    const value = way(schema, { ...source, sureness }, key);
    if (Object.keys(value).length > Object.keys(best?.value ?? {}).length)
      best = { value, least: sureness.least };
  }
  if (best) outer.sureness.least = Math.min(outer.sureness.least, best.least);
  return best?.value;
}

function fillWithin(schema: Schema, source: Source, key: string): Record<string, unknown> {
  const names = namesOfKey(key, schema);
  const isWithin = ({ within }: Fact) =>
    within.length > 0 && names.some((name) => nameMatch(name, within) >= 0.55);
  const facts = source.facts.filter(isWithin).map((fact) => ({ ...fact, within: [], isNested: false }));
  const page = { ...source.page, parts: [], collections: [] };
  return fillObject(schema, { ...source, facts, page, found: findIn(page, facts) });
}

function fillByPrefix(schema: Schema, source: Source, key: string): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const named = (each: string) => `${key}_${each}`;
  const prefixed = Object.fromEntries(
    Object.entries(properties).map(([each, property]) => [named(each), property]),
  );
  const filled = fillObject({ type: 'object', properties: prefixed }, source);
  return Object.fromEntries(
    Object.keys(properties).flatMap((each) => (named(each) in filled ? [[each, filled[named(each)]]] : [])),
  );
}

function fillFromItem(schema: Schema, source: Source, key: string): Record<string, unknown> {
  const names = namesOfKey(key, schema);
  const item = source.page.collections
    .flatMap(({ items }) => items)
    .find(({ title }) => names.some((name) => nameMatch(name, nameWords(title)) >= 0.9));
  return item ? fillItem(item, schema, source.page, source.root).row : {};
}
