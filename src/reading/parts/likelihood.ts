import type { Ranked, Ranking } from './rank.ts';
import { dot, logistic, PART_SIGNS } from './rank.ts';
import type { TaskWords } from './task.ts';
import type { Value } from './value.ts';
import weights from './weights.json' with { type: 'json' };

/** So many parts are told together. */
export const MOST_TOLD = 2;

/** From these follows how likely the most fitting parts hold the answer. */
export const PART_CHANCE = [
  'base',
  'score',
  'lead',
  'next',
  'share',
  'unsaid',
  'unsaidWords',
  'words',
  'asksWhether',
  'asksMany',
  'asksWhy',
  'asksKind',
  'hasAll',
  'hasKind',
  'lacksKind',
  'rivals',
  ...PART_SIGNS,
] as const;

/** From these follows how likely a value is right. */
export const VALUE_CHANCE = [
  ...PART_CHANCE,
  'isCell',
  'isLabel',
  'isOnly',
  'isNearest',
  'met',
  'lineMet',
  'lineLead',
  'valueRivals',
  'others',
  'isMoney',
  'isNumber',
  'isDate',
  'isPerson',
] as const;

export type Signs<Name extends string> = Record<Name, number>;

export function partChanceSigns(
  { ranked, words }: Ranking,
  task: TaskWords,
): Signs<(typeof PART_CHANCE)[number]> {
  const best = ranked[0] as Ranked;
  const scoreAt = (at: number) => ranked[at]?.score ?? best.score - MOST_LEAD;
  const chances = ranked.map(({ score }) => Math.exp(score - best.score));
  const sum = (some: readonly { weight: number }[]) => some.reduce((all, { weight }) => all + weight, 0);
  const unsaid = words.filter(({ isUnsaid }) => isUnsaid);
  return {
    base: 1,
    score: best.score / 4,
    lead: Math.min(MOST_LEAD, best.score - scoreAt(MOST_TOLD)),
    next: Math.min(MOST_LEAD, best.score - scoreAt(1)),
    share: ((chances[0] ?? 0) + (chances[1] ?? 0)) / chances.reduce((all, chance) => all + chance, 0),
    unsaid: sum(unsaid) / (sum(words) || 1),
    unsaidWords: Math.min(1, unsaid.length / 3),
    words: Math.min(1, words.length / 6),
    asksWhether: Number(task.kind === 'whether'),
    asksMany: Number(task.asksMany),
    asksWhy: Number(task.asksWhy),
    asksKind: Number(task.kind !== null),
    hasAll: Number(best.signs.lineTogether >= 0.95),
    hasKind: Number(best.signs.kindInLine === 1) * best.signs.lineTogether,
    lacksKind: Number(best.signs.kind === -1),
    rivals: Math.min(1, ranked.filter(({ score }) => best.score - score < 1).length / 6),
    ...best.signs,
  };
}

const MOST_LEAD = 3;

export function valueChanceSigns(
  ranking: Ranking,
  task: TaskWords,
  value: Value,
): Signs<(typeof VALUE_CHANCE)[number]> {
  return {
    ...partChanceSigns(ranking, task),
    isCell: Number(value.way === 'cell'),
    isLabel: Number(value.way === 'label'),
    isOnly: Number(value.way === 'only'),
    isNearest: Number(value.way === 'nearest'),
    met: value.met,
    lineMet: value.lineMet,
    lineLead: value.lead,
    valueRivals: Math.min(1, value.rivals / 4),
    others: Math.min(1, value.others / 8),
    isMoney: Number(task.kind === 'money'),
    isNumber: Number(task.kind === 'number'),
    isDate: Number(task.kind === 'date'),
    isPerson: Number(task.kind === 'person'),
  };
}

export function partLikelihood(ranking: Ranking, task: TaskWords): number {
  return eased(logistic(dot(PART_CHANCE, partChanceSigns(ranking, task), weights.part)));
}

/**
 * The fit is strict, so that what it calls likely is right; below that it says less than is true. Of parts with 0.4 by the
 * fit still six in seven are right: they count as more likely than not.
 */
export function eased(strict: number): number {
  if (strict >= 0.6) return strict;
  return strict >= 0.4 ? 0.5 + (strict - 0.4) / 2 : 1.25 * strict;
}

export function valueLikelihood(ranking: Ranking, task: TaskWords, value: Value): number {
  return logistic(dot(VALUE_CHANCE, valueChanceSigns(ranking, task, value), weights.value));
}
