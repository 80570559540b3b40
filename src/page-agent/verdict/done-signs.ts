/** From what was told, done and shown follows how likely a task that is called done is done. */
import { eased } from '../../platform/eased.ts';
import type { Trace } from '../agent.ts';
import type { Kind } from '../language/command.ts';
import { freshLines, isFiller, stem, wordsOf } from '../words.ts';
import { saysDone } from './refusal-words.ts';
import { DONE_WORTH } from './weights.ts';

export const DONE_SIGNS = [
  'base',
  /** How much is told; how many figures; whether something is not to be. */
  'words',
  'numbers',
  'denies',
  /** The share of the task's words that nothing done, and nothing new on the page, has to do with. */
  'unmet',
  /** The share that only stood beside what was done. */
  'beside',
  'missedNames',
  /** How far the task was read by its verbs only. */
  'deeds',
  'clauses',
  /** More was tried than was told. */
  'detours',
  /** What the page shows in the end. */
  'isSilent',
  'saysDone',
  'freshLines',
  'isDialogOpen',
  'emptyFields',
] as const;

export type DoneSigns = Record<(typeof DONE_SIGNS)[number], number>;

/** All that there is to tell by whether a task was done: how it was told, what was done, and what the page says. */
export interface Evidence {
  task: string;
  /** What each clause tells to do. */
  kinds: readonly Kind[];
  traces: readonly Trace[];
  before: string;
  after: string;
  title: string;
  /** The address is another one in the end. */
  hasMoved: boolean;
  files: number;
  /** What the page wrote after a press, also what it took back, and what the browser's dialogs said. */
  said: readonly string[];
  isDialogOpen: boolean;
  /** Fields that are still empty. */
  emptyFields: number;
}

export function doneSigns({
  task,
  kinds,
  traces,
  before,
  after,
  said,
  isDialogOpen,
  emptyFields,
}: Evidence): DoneSigns {
  const words = tellingWords(task);
  const fresh = freshLines(before, after);
  const done = traces.filter(({ isOk }) => isOk);
  const touched = stemSet(done.map(({ label, value }) => `${label} ${value}`));
  const beside = stemSet(done.map(({ near }) => near));
  const shown = stemSet([...fresh, ...said]);
  const share = (list: string[]) => list.length / Math.max(1, words.length);
  const names = namesIn(task).filter(
    (name) =>
      !wordsOf(name).every(
        (word) => touched.has(stem(word)) || beside.has(stem(word)) || shown.has(stem(word)),
      ),
  );
  return {
    base: 1,
    words: Math.log(1 + words.length),
    numbers: Math.min(4, words.filter((word) => /^\d/u.test(word)).length),
    denies: Number(DENYING.test(task)),
    unmet: share(words.filter((word) => !touched.has(word) && !beside.has(word) && !shown.has(word))),
    beside: share(words.filter((word) => beside.has(word) && !touched.has(word))),
    missedNames: Math.min(4, names.length),
    deeds: kinds.filter((kind) => kind === 'do').length / Math.max(1, kinds.length),
    clauses: Math.min(6, kinds.length),
    detours: Math.log(1 + Math.max(0, traces.length - kinds.length)),
    isSilent: Number(fresh.length + said.length === 0),
    saysDone: Number([...fresh, ...said].some(saysDone)),
    freshLines: Math.log(1 + fresh.length),
    isDialogOpen: Number(isDialogOpen),
    emptyFields: Math.min(4, emptyFields),
  };
}

/** From this score on more tasks were done than not; the fit counts a wrong one as five doubted ones. */
const EVEN = 0.2;

/** How likely a task with such signs is done; measured on pages that nobody had worked on. */
export function likelihoodOf(evidence: Evidence): number {
  const signs = doneSigns(evidence);
  const sum = DONE_SIGNS.reduce((all, sign) => all + signs[sign] * DONE_WORTH[sign], 0);
  return eased(1 / (1 + Math.exp(-sum)), EVEN);
}

const DENYING = /\b(?:not|n['’]t|no|without|except|but|never|instead|rather|only|unless)\b/iu;

function stemSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(wordsOf(texts.join(' ')).map(stem));
}

/** Names, quoted texts and figures: what a task cannot mean anything else by. */
function namesIn(task: string): string[] {
  const quoted = [...task.matchAll(/["“]([^"”]+)["”]/gu)].map((match) => match[1] ?? '');
  const named = [
    ...task.matchAll(/(?<=[\p{Ll},:]\s)\p{Lu}[\p{L}\p{N}'-]*(?:\s\p{Lu}[\p{L}\p{N}'-]*)*|\d[\d.,:]*/gu),
  ].map(([name]) => name.replace(/[.,:]$/u, ''));
  return [...new Set([...quoted, ...named])];
}

/** The words that a task tells by, each once: not those that any task has. */
function tellingWords(task: string): string[] {
  return [...new Set(wordsOf(task).map(stem))].filter((word) => !COMMON.has(word) && !isFiller(word));
}

const COMMON = new Set(
  `click press tap hit select choose pick check tick type enter write put fill set change make go open find look use want need get give let
   take tell show submit send save button link field box checkbox radio tab menu list page form option item row text input value label dialog
   window section screen following below above up out off about called named until after before new i me my you your we us our was were been
   have has had can could will would should just too very one also which who what where how much many`
    .split(/\s+/u)
    .map(stem),
);
