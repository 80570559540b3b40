import { answerQuestion } from '../answers/answer-question.ts';
import type { IndexedItem, PageIndex } from '../answers/page-index.ts';
import { readQuestion } from '../answers/question.ts';
import { pointedItem } from '../answers/rank-items.ts';
import { isListedEmpty, saidNone } from '../answers/said-none.ts';
import { selectItems } from '../answers/select-items.ts';
import { convertValue, schemaType } from '../values/convert-value.ts';
import { parseDate } from '../values/date.ts';
import { contentStems, nameWords } from '../words/words.ts';
import { fillCard } from './fill-card.ts';
import { fillItem } from './fill-item.ts';
import { fillList } from './fill-list.ts';
import { fillNested } from './fill-nested.ts';
import { listHeadings } from './fill-rows.ts';
import { fillScalar } from './fill-scalar.ts';
import {
  allowsNull,
  isObject,
  nonEmpty,
  propertiesOf,
  resolveSchema,
  type Schema,
  withNulls,
} from './schema-shape.ts';
import type { Source } from './source.ts';

/** The schema's keys filled from what the page says, types converted. What the page does not say is left out. */
export function fillSchema(schema: Schema, index: PageIndex, goal = ''): unknown {
  const root = resolveSchema(schema, schema);
  const source: Source = { index, goal, root: schema, facts: index.facts, fillObject };
  const type = schemaType(root);
  if (type === 'array') return withNulls(fillList(root, '', source) ?? [], root, schema);
  if (type === 'object')
    return withNulls(
      fillPointed(root, source) ?? withUntold(withNone(fillObject(root, source), root, source), root, source),
      root,
      schema,
    );
  const answer = goal === '' ? index.page.markdown : answerQuestion(index, goal);
  return answer === undefined
    ? undefined
    : convertValue(answer, root, { url: index.page.url, language: index.page.language });
}

function fillObject(schema: Schema, source: Source): Record<string, unknown> {
  const filled: [string, unknown][] = [];
  const required = [schema.required].flat();
  for (const [key, unresolved] of Object.entries(propertiesOf(schema)).slice(0, MAX_KEYS)) {
    const property = resolveSchema(unresolved, source.root);
    const value = fillProperty(property, key, source);
    // What must be there and breaks a rule of the schema is told as it is: the caller learns which rule.
    const isBroken =
      (value === undefined && required.includes(key)) || lacksMoments(value, property, source.root);
    const told = isBroken ? (brokenValue(property, key, source) ?? value) : value;
    if (told !== undefined) filled.push([key, told]);
  }
  return fillCard(schema, Object.fromEntries(filled), source);
}

/** Lists that the page says to be empty: `orders` of "You have no orders yet." */
function withNone(filled: Record<string, unknown>, schema: Schema, source: Source): Record<string, unknown> {
  const { index, goal } = source;
  const required = [schema.required].flat();
  const isBare = Object.keys(filled).length === 0;
  const missing = Object.entries(propertiesOf(schema)).filter(
    ([key, property]) =>
      !(key in filled) &&
      (isBare || required.includes(key)) &&
      schemaType(resolveSchema(property, source.root)) === 'array',
  );
  const { noun } = readQuestion(goal);
  const isNone = (key: string, property: unknown) => {
    const { items, description } = resolveSchema(property, source.root);
    const inside = resolveSchema(items, source.root);
    const told = [description, inside.description, inside.title].filter((text) => typeof text === 'string');
    return (
      isListedEmpty(index, key) ||
      [nameWords(key), [...nameWords(key), ...noun], contentStems(told.join(' '))].some(
        (things) => saidNone(index, things) !== undefined,
      )
    );
  };
  return {
    ...filled,
    ...Object.fromEntries(missing.flatMap(([key, property]) => (isNone(key, property) ? [[key, []]] : []))),
  };
}

/**
 * `tags` of a thread that has none: a list that must be there, may not be null and is not what the task is about is
 * empty beside most of the rest. Things may be drawn by a script, unless the page shows things of another kind.
 */
function withUntold(
  filled: Record<string, unknown>,
  schema: Schema,
  { goal, root }: Source,
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const others = Object.keys(properties).length - 1;
  if (Object.keys(filled).length < Math.max(2, others / 2)) return filled;
  const hasThings = Object.values(filled).some((value) => Array.isArray(value) && isObject(value[0]));
  const asked = contentStems(goal);
  const untold = [schema.required].flat().filter((key): key is string => {
    if (typeof key !== 'string' || key in filled || allowsNull(properties[key], root)) return false;
    const list = resolveSchema(properties[key], root);
    const isOfThings = schemaType(resolveSchema(list.items, root)) === 'object';
    return (
      schemaType(list) === 'array' &&
      !list.minItems &&
      (hasThings || !isOfThings) &&
      !nameWords(key).some((word) => asked.includes(word))
    );
  });
  return { ...filled, ...Object.fromEntries(untold.map((key) => [key, []])) };
}

const MAX_KEYS = 500;

function fillProperty(property: Schema, key: string, source: Source): unknown {
  const type = schemaType(property);
  if (type === 'array') return fillList(property, key, source);
  return type === 'object' ? fillNested(property, key, source) : fillScalar(property, key, source);
}

function brokenValue(property: Schema, key: string, source: Source): unknown {
  if (schemaType(property) === 'array') {
    const items = withoutMoments(resolveSchema(property.items, source.root), source.root);
    return items && fillProperty({ ...property, items }, key, source);
  }
  const { enum: options, const: only, minimum, maximum, ...free } = property;
  if (property.format === 'date-time') {
    const { format, ...plain } = free;
    const told = fillProperty({ ...plain, type: 'string' }, key, source);
    return typeof told === 'string' && parseDate(told, source.index.page.language) ? told : undefined;
  }
  const rules = [options, only, minimum, maximum].filter((rule) => rule !== undefined);
  const typed = [options ?? []].flat().every((option) => typeof option === 'string');
  return rules.length === 0 || !typed ? undefined : fillProperty({ type: 'string', ...free }, key, source);
}

/** Rows without the moment that each of them must have. */
function lacksMoments(value: unknown, property: Schema, root: Schema): boolean {
  if (!Array.isArray(value)) return false;
  const items = resolveSchema(property.items, root);
  const moments = [items.required]
    .flat()
    .filter((key) => resolveSchema(propertiesOf(items)[String(key)], root).format === 'date-time');
  return moments.some((key) => value.some((row) => isObject(row) && !(String(key) in row)));
}

/** The same things, with the hours that no zone makes a moment as the page writes them; undefined where none is asked for. */
function withoutMoments(items: Schema, root: Schema): Schema | undefined {
  const properties = Object.entries(propertiesOf(items)).map(
    ([key, property]) => [key, resolveSchema(property, root)] as const,
  );
  if (!properties.some(([, { format }]) => format === 'date-time')) return undefined;
  const loosened = properties.map(([key, { format, ...property }]) => [
    key,
    format === 'date-time' ? property : { format, ...property },
  ]);
  return { ...items, properties: Object.fromEntries(loosened) };
}

/** "The cheapest lamp": of several things on the page the one that the task points at. */
function fillPointed(schema: Schema, source: Source): Record<string, unknown> | undefined {
  const { index, goal } = source;
  if (goal === '') return undefined;
  const question = readQuestion(goal);
  const keys = Object.keys(propertiesOf(schema));
  const named = new Set(keys.flatMap(nameWords));
  // Words that only repeat the schema's keys single nothing out.
  const asked = {
    ...question,
    words: question.words.filter((word) => !named.has(word) || question.noun.includes(word)),
  };
  for (const selection of selectItems(index, asked).slice(0, 3)) {
    if (selection.coverage < 0.8) return undefined;
    const isPointing = question.extreme !== null || question.ordinal !== null;
    const item: IndexedItem | undefined = isPointing
      ? pointedItem(index, selection, asked)?.item
      : selection.telling.length > 0 && selection.items.length === 1
        ? selection.items[0]
        : undefined;
    const lists = listHeadings(selection.of);
    const filled = item && nonEmpty(fillItem(item, schema, source, { lists }));
    // A part of the page says little of a thing: then the page is asked for each key.
    const enough = selection.of.collection.kind === 'sections' ? keys.length : keys.length / 2;
    if (filled && Object.keys(filled).length >= enough) return filled;
  }
  return undefined;
}
