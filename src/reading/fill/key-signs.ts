import { contentStems, isSoftWord, nameWords, stemsOf } from '../../task/index.ts';
import { type Kind, kindAsked } from '../parts/kinds.ts';
import { type Indexed, type Weighed, weighWords } from '../parts/rank.ts';
import { schemaType } from '../values/convert-value.ts';
import { isMoney } from '../values/number.ts';
import { isThing, nameMatch } from '../words/names.ts';
import type { Candidate, Wanted } from './candidate.ts';
import { EDGE_WORDS, edgeOf, namesOfKey, stemOf, unitOf } from './key.ts';
import type { Schema } from './schema-shape.ts';

/** Signs of the value for a key among all values of the page. */
export const KEY_SIGNS = [
  'name',
  'sameName',
  'whole',
  'nameSaid',
  'said',
  'saidWithin',
  'together',
  'close',
  'clause',
  'rarest',
  'described',
  'goalThing',
  'goalRow',
  'goalWithin',
  'unit',
  'otherUnit',
  'echo',
  'edge',
  'kind',
  'isData',
  'isLabel',
  'isNamed',
  'isMeta',
  'isCell',
  'isAside',
  'isOfItem',
  'isNested',
  'isOld',
  'isSum',
  'first',
  'alone',
  'length',
  'place',
  'company',
  'isYear',
  'isOther',
] as const;

export type KeySigns = Record<(typeof KEY_SIGNS)[number], number>;

/** A key of a schema, read as a question about the page. */
export interface KeyAsked {
  key: string;
  schema: Schema;
  /** It names no thing: it asks what the task asks. */
  isTask: boolean;
  names: string[][];
  words: Weighed[];
  told: Weighed[];
  goal: Weighed[];
  unit: RegExp | null;
  wanted: Wanted;
  /** 0: the first of a range is asked for, 1: its end. */
  edge: number | null;
}

export function readKey(key: string, schema: Schema, parts: readonly Indexed[], goal: string): KeyAsked {
  const names = namesOfKey(key, schema);
  const [asked = []] = names;
  const told = typeof schema.description === 'string' ? contentStems(schema.description) : [];
  const isOwn = (word: string) => asked.includes(word);
  const telling = asked.filter((word) => (!EDGE_WORDS.has(word) || asked.length === 1) && !GENERIC.has(word));
  const own = weighWords(telling, parts);
  const wished = contentStems(goal);
  const isTask = telling.length === 0;
  const rest = wished.filter((word) => !isOwn(word) && !isSoftWord(word));
  return {
    key,
    schema,
    isTask,
    names,
    words: isTask ? weighWords(wished, parts) : own,
    told: weighWords(
      told.filter((word) => !isOwn(word)),
      parts,
    ),
    goal: weighWords(rest, parts),
    unit: unitOf(key),
    wanted: wantedBy(isTask ? `${key} ${goal.slice(0, 200)}` : key, schema),
    edge: edgeOf(nameWords(key)),
  };
}

/** Keys that name no thing. */
const GENERIC = new Set(
  'answer value result response output info information data detail reply finding fact'
    .split(' ')
    .map(stemOf),
);

function wantedBy(key: string, schema: Schema): Wanted {
  const { format } = schema;
  if (format === 'email') return 'email';
  if (format === 'date' || format === 'date-time') return 'date';
  if (format === 'time') return 'time';
  const type = schemaType(schema);
  const text = nameWords(key).join(' ');
  const said = kindAsked(`${key.replace(/([a-z])([A-Z])|_/g, '$1 $2')} ${text}`);
  if (type === 'number' || type === 'integer') return said === 'money' ? 'money' : 'number';
  if (Array.isArray(schema.enum) || type === 'boolean') return 'text';
  const words = nameWords(key);
  if (DATES.some((thing) => isThing(words, thing)) && !isThing(words, 'publisher')) return 'date';
  if (words.some((word) => PEOPLE.has(word)))
    return words.some((word) => OF_PERSON.has(word)) ? 'text' : 'person';
  return said !== null && VALUE_KINDS.has(said) ? said : 'text';
}

const DATES = [
  'date',
  'start date',
  'end date',
  'modified',
  'deadline',
  'birth date',
  'death date',
  'release date',
];
/** The role of a person for the main thing. */
const PEOPLE = new Set(
  'author writer director designer architect engineer manager ceo founder narrator agent host teacher lecturer instructor speaker mayor producer illustrator translator photographer chef owner editor presenter composer coach captain president chair chairman chairwoman doctor supervisor principal leader reviewer winner scorer'
    .split(' ')
    .map(stemOf),
);
const OF_PERSON = new Set('title email phone url id age role team company'.split(' ').map(stemOf));

const VALUE_KINDS = new Set<Kind>(['email', 'phone', 'date', 'time', 'money', 'number', 'person', 'link']);

export function keySigns(asked: KeyAsked, candidate: Candidate, company: number): KeySigns {
  const { names, words, told, goal, edge, key } = asked;
  const { field, within, thing, row, source } = candidate;
  const name = Math.max(0, ...names.flatMap((one) => candidate.names.map((other) => nameMatch(one, other))));
  const whole =
    within.length > 0 && candidate.names.length > 0
      ? Math.max(
          0,
          ...names.flatMap((one) => candidate.names.map((other) => nameMatch(one, [...within, ...other]))),
        )
      : 0;
  const called = candidate.names.flat();
  const beside = candidate.words.map(({ word }) => word);
  const own = stemsOf(field.value.slice(0, 200));
  const near = (some: readonly string[]) => shareOf(words, (one) => one.near(some));
  const rarest = words.reduce<Weighed | null>(
    (one, other) => (one && one.weight >= other.weight ? one : other),
    null,
  );
  const all = [...called, ...beside, ...within, ...thing];
  const unit = asked.unit === null ? 0 : unitIn(candidate, asked.unit);
  return {
    name,
    sameName: Number(name === 1),
    whole,
    nameSaid: near(called),
    said: near(beside),
    saidWithin: near([...within, ...thing]),
    together: near(all),
    close: shareOf(words, ({ near: is }) =>
      Math.max(0, ...candidate.words.map(({ word, apart }) => is([word]) / (1 + apart / 4))),
    ),
    clause: shareOf(words, ({ near: is }) =>
      is(candidate.words.filter(({ isInClause }) => isInClause).map(({ word }) => word)),
    ),
    rarest: rarest ? rarest.near(all) : 0,
    described: shareOf(told, (one) => one.near(all)),
    goalThing: shareOf(goal, (one) => one.near(thing)),
    goalRow: shareOf(goal, (one) => one.near(row)),
    goalWithin: shareOf(goal, (one) => one.near(within)),
    unit: Number(unit === 1),
    otherUnit: Number(unit === -1),
    echo: shareOf(words, (one) => one.near(own)),
    edge:
      edge === null || candidate.among < 2
        ? 0
        : candidate.order === (edge === 0 ? 0 : candidate.among - 1)
          ? 1
          : -1,
    kind: Number(isThing(names[0] ?? [], 'price') && isMoney(field.value)),
    isData: Number(source === 'data'),
    isLabel: Number(source === 'label'),
    isNamed: Number(source === 'name'),
    isMeta: Number(source === 'meta'),
    isCell: Number(source === 'cell'),
    isAside: Number(candidate.isAside),
    isOfItem: Number(candidate.isOfItem),
    isNested: Number(candidate.isNested),
    isOld: Number(isOldPrice(candidate) !== names.some((one) => isThing(one, 'original price'))),
    isSum: Number(isMoney(field.value) && !/price|cost|fee|usd|eur|gbp|salary|amount|pay|rent/i.test(key)),
    first: Number(candidate.order === 0),
    alone: Number(candidate.among === 1),
    length: Math.min(1, field.value.length / 120),
    place: candidate.at,
    company,
    isYear: Number(
      /^\s*(?:1[5-9]|20)\d\d\s*$/u.test(field.value) &&
        !/year|founded|built|since|opened|established/i.test(key),
    ),
    isOther: Number(candidate.isOther),
  };
}

function isOldPrice({ field, names }: Candidate): boolean {
  return field.isOld === true || names.some((name) => isThing(name, 'original price'));
}

/** Whether anything at all speaks for a value: a name, a word beside it, the row that the task names. */
export function isSpokenOf({ names, words, told, goal, wanted }: KeyAsked, candidate: Candidate): boolean {
  const { within, thing, row, source } = candidate;
  if (wanted === 'email' || wanted === 'phone') return true;
  // The price of the main thing needs no word beside it.
  if (wanted === 'money' && isMoney(candidate.field.value) && names.some((one) => isThing(one, 'price')))
    return true;
  const called = [...candidate.names.flat(), ...within, ...thing];
  const beside = candidate.words.map(({ word }) => word);
  return (
    names.some((one) => candidate.names.some((other) => nameMatch(one, other) > 0.4)) ||
    [...words, ...told].some(({ near }) => near(called) >= 0.6 || near(beside) >= 0.6) ||
    (source === 'cell' && goal.some(({ near }) => near(row) >= 0.9))
  );
}

/** Whether it stands where the task points: under a heading or in a part with its words. */
export function isNearTask({ goal }: KeyAsked, { within, thing, row }: Candidate): boolean {
  return goal.some(({ near }) => near(within) >= 0.6 || near(thing) >= 0.6 || near(row) >= 0.9);
}

function shareOf(words: readonly Weighed[], has: (word: Weighed) => number): number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : words.reduce((sum, word) => sum + word.weight * has(word), 0) / all;
}

/** 1 where the value is written in the unit of the key, -1 where in another, 0 where in none. */
function unitIn({ field, words, names }: Candidate, unit: RegExp): number {
  const near = [
    field.value.toLowerCase(),
    ...words.filter(({ apart }) => apart === 1).map(({ word }) => word),
    ...names.flat(),
  ].join(' ');
  return unit.test(near) ? 1 : /\d\s?(?:\p{L}|[%°])/u.test(field.value) ? -1 : 0;
}
