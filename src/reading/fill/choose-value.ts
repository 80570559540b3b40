import { eased } from '../../platform/eased.ts';
import type { ExtractedPage } from '../page/page.ts';
import { spansIn } from '../parts/kinds.ts';
import { dot, type Indexed, indexPart, logistic } from '../parts/rank.ts';
import { schemaType } from '../values/convert-value.ts';
import { nameMatch } from '../words/names.ts';
import { type Candidate, lineCandidates, namedCandidates, type Wanted } from './candidate.ts';
import { convertField } from './convert.ts';
import type { Fact } from './fact.ts';
import { wantsLink } from './key.ts';
import {
  isNearTask,
  isSpokenOf,
  KEY_SIGNS,
  type KeyAsked,
  type KeySigns,
  keySigns,
  readKey,
} from './key-signs.ts';
import weights from './key-weights.json' with { type: 'json' };
import type { Schema } from './schema-shape.ts';

/** All values of a page that keys can ask for, found once. */
export interface Found {
  parts: Indexed[];
  named: Candidate[];
  lines: Map<Wanted, Candidate[]>;
}

export function findIn(page: ExtractedPage, facts: readonly Fact[]): Found {
  return {
    parts: page.parts.map((part) => indexPart(part, 0)),
    named: namedCandidates(page, facts),
    lines: new Map(),
  };
}

/** A value that a key may take, with what speaks for it. */
export interface Option {
  candidate: Candidate;
  value: unknown;
  signs: KeySigns;
  score: number;
}

/** From these follows how likely the best value is right. */
export const KEY_CHANCE = ['base', 'score', 'lead', 'share', 'unsaid', 'words', ...KEY_SIGNS] as const;
export type KeyChance = Record<(typeof KEY_CHANCE)[number], number>;

export interface Chosen {
  value: unknown;
  likely: number;
}

/** The values for the keys of one thing, each with how likely it is right. No two keys take one place in a line. */
export function chooseValues(
  keys: readonly (readonly [string, Schema])[],
  page: ExtractedPage,
  found: Found,
  goal: string,
): Map<string, Chosen> {
  const ranked = optionsFor(keys, page, found, goal);
  const taken = new Set<Candidate['field']>();
  const chosen = new Map<string, Chosen>();
  const order = [...ranked].sort(
    ([, one], [, other]) => (other.options[0]?.score ?? 0) - (one.options[0]?.score ?? 0),
  );
  for (const [key, { asked, options }] of order) {
    const free = options.filter(
      ({ candidate }) => !taken.has(candidate.field) || candidate.source === 'meta',
    );
    const [best] = free;
    if (!best) continue;
    taken.add(best.candidate.field);
    const likely = eased(
      logistic(dot(KEY_CHANCE, chanceSigns(asked, free), weights.chance as KeyChance)),
      EVEN,
    );
    chosen.set(key, { value: best.value, likely });
  }
  return chosen;
}

const EVEN = 0.15;

/** All values that the keys may take, the most fitting first. */
export function optionsFor(
  keys: readonly (readonly [string, Schema])[],
  page: ExtractedPage,
  found: Found,
  goal: string,
  worth: KeySigns = weights.worth as KeySigns,
): Map<string, { asked: KeyAsked; options: Option[] }> {
  const read = keys.map(([key, schema]) => readKey(key, schema, found.parts, goal));
  const company = companyIn(found.named, read);
  return new Map(
    read.map((asked) => {
      const all = candidatesFor(asked, page, found);
      const spoken = all.filter((candidate) => isSpokenOf(asked, candidate));
      const options = (
        spoken.length > 0 || !asked.isTask ? spoken : all.filter((candidate) => isNearTask(asked, candidate))
      ).flatMap((candidate): Option[] => {
        return readings(candidate, asked).flatMap((each) => {
          const value = convertField(each.field, asked.schema, asked.key, page);
          if (value === undefined) return [];
          const signs = keySigns(asked, each, company.get(each.place) ?? 0);
          return [{ candidate: each, value, signs, score: dot(KEY_SIGNS, signs, worth) }];
        });
      });
      return [asked.key, { asked, options: options.sort((one, other) => other.score - one.score) }];
    }),
  );
}

/** A named value as it stands, or each of the values of the asked kind that it holds: "10:00am – 7:00pm" are two times. */
function readings(candidate: Candidate, { schema, wanted, key }: KeyAsked): Candidate[] {
  const { field, source } = candidate;
  if (source === 'line' || wanted === 'text' || wanted === 'whether' || wantsLink(key, schema))
    return [candidate];
  const isText = schemaType(schema) === 'string';
  const spans =
    [wanted, ...(wanted === 'time' ? (['date'] as const) : [])]
      .map((kind) => spansIn(field.value, kind))
      .find(({ length }) => length > 0) ?? [];
  if (spans.length > 1 && (PARTED.has(wanted) || !isText))
    return spans.map(({ text }, order) => ({
      ...candidate,
      field: { names: field.names, value: text },
      order,
      among: spans.length,
    }));
  return isText && EXACT.has(wanted) && spans.length === 0 && field.machine === undefined ? [] : [candidate];
}

const PARTED = new Set<Wanted>(['time', 'date', 'money', 'email', 'phone']);
const EXACT = new Set<Wanted>(['email', 'phone', 'date', 'time', 'person', 'money']);

function candidatesFor(asked: KeyAsked, page: ExtractedPage, { named, lines }: Found): Candidate[] {
  const { wanted } = asked;
  const isText = schemaType(asked.schema) === 'string';
  const kinds: Wanted[] = [wanted, ...((isText ? OTHER_TEXTS : OTHER_NUMBERS)[wanted] ?? [])];
  return [
    ...named,
    ...kinds.flatMap((kind) => {
      const known = lines.get(kind) ?? lineCandidates(page, kind);
      lines.set(kind, known);
      return known;
    }),
  ];
}

const OTHER_TEXTS: Partial<Record<Wanted, Wanted[]>> = {
  number: ['text'],
  time: ['date'],
  person: ['text'],
  link: ['text'],
};
const OTHER_NUMBERS: Partial<Record<Wanted, Wanted[]>> = { money: ['number'] };

/** The share of the keys that each row of the page has a value for under a like name. */
function companyIn(named: readonly Candidate[], keys: readonly KeyAsked[]): Map<string, number> {
  const met = new Map<string, Set<string>>();
  for (const { place, names, source } of named) {
    if (source !== 'cell') continue;
    for (const { key, names: asked } of keys)
      if (asked.some((one) => names.some((other) => nameMatch(one, other) >= 0.55)))
        met.set(place, (met.get(place) ?? new Set()).add(key));
  }
  return new Map([...met].map(([place, some]) => [place, some.size / keys.length]));
}

export function chanceSigns({ words }: KeyAsked, options: readonly Option[]): KeyChance {
  const best = options[0] as Option;
  const others = options.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(best.value));
  const lead = Math.min(MOST_LEAD, best.score - (others[0]?.score ?? best.score - MOST_LEAD));
  const chances = options.map(({ score }) => Math.exp(score - best.score));
  const same = options.reduce(
    (sum, { value }, at) =>
      sum + (JSON.stringify(value) === JSON.stringify(best.value) ? (chances[at] ?? 0) : 0),
    0,
  );
  const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return {
    base: 1,
    score: best.score / 4,
    lead,
    share: same / chances.reduce((sum, chance) => sum + chance, 0),
    unsaid: words.reduce((sum, { isUnsaid, weight }) => sum + (isUnsaid ? weight : 0), 0) / all,
    words: Math.min(1, words.length / 4),
    ...best.signs,
  };
}

const MOST_LEAD = 4;
