import { eased } from '../../platform/eased.ts';
import type { Ranked, Ranking } from './rank.ts';
import { dot, logistic, PART_SIGNS } from './rank.ts';
import type { TaskWords } from './task.ts';
import weights from './weights.json' with { type: 'json' };

/** So many parts are told together. */
const MOST_TOLD = 2;

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

/** How likely the most fitting parts hold the answer. Parts without the words of the task do not. */
export function partLikelihood(ranking: Ranking, task: TaskWords, fitted = weights.part): number {
  const signs = partChanceSigns(ranking, task);
  return signs.together < LEAST_SPOKEN ? 0 : eased(logistic(dot(PART_CHANCE, signs, fitted)), EVEN);
}

/** The least share of the task's words, by their weight, that a part and its headings have to hold. */
const LEAST_SPOKEN = 0.2;

/** From this score on more parts are right than wrong; the fit counts a wrong one as seven missing ones. */
const EVEN = 0.15;
