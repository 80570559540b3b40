import { freshLines } from '../hands/mend-form.ts';
import { stem, wordsOf } from '../language/words.ts';
import type { Evidence } from './evidence.ts';

/** From these follows how likely a task that is called done is done. */
export const DONE_SIGNS = [
  'base',
  /** How much is told; how many figures; whether something is not to be. */
  'words',
  'numbers',
  'denies',
  /** The share of the task's words that stood only beside what was pressed or written. */
  'beside',
  'missedNames',
  'isPlanned',
  /** What the page shows in the end. */
  'isSilent',
  'freshLines',
  'isDialogOpen',
  'emptyFields',
] as const;

export type DoneSigns = Record<(typeof DONE_SIGNS)[number], number>;

export function doneSigns({
  task,
  isPlanned,
  traces,
  missed,
  before,
  after,
  said,
  isDialogOpen,
  emptyFields,
}: Evidence): DoneSigns {
  const words = tellingWords(task);
  const fresh = freshLines(before, after);
  const done = traces.filter(({ isOk }) => isOk);
  const touched = wordSet(done.map(({ label, value }) => `${label} ${value}`));
  const beside = wordSet(done.map(({ near }) => near));
  const onlyBeside = words.filter((word) => beside.has(word) && !touched.has(word)).length;
  return {
    base: 1,
    words: Math.log(1 + words.length),
    numbers: Math.min(4, words.filter((word) => /^\d/u.test(word)).length),
    denies: Number(DENYING.test(task)),
    beside: onlyBeside / Math.max(1, words.length),
    missedNames: missed.length,
    isPlanned: Number(isPlanned),
    isSilent: Number(fresh.length + said.length === 0),
    freshLines: Math.log(1 + fresh.length),
    isDialogOpen: Number(isDialogOpen),
    emptyFields: Math.min(4, emptyFields),
  };
}

const DENYING = /\b(?:not|n['’]t|no|without|except|but|never|instead|rather|only|unless)\b/iu;

function wordSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(wordsOf(texts.join(' ')).map(stem));
}

/** The words that a task tells by, each once: not those that any task has. */
function tellingWords(task: string): string[] {
  return [...new Set(wordsOf(task).map(stem))].filter((word) => !COMMON.has(word));
}

const COMMON = new Set(
  `a an the and or but of in on at by for from to with into onto as is are was were be been it its this that these those there here
   my me i you your we us our he she they them his her their do does did have has had can could will would shall should please
   so then than if when which who what where how much many also just too very one all each every any some
   click press tap hit push select choose pick check tick type enter write put fill set change make go open find look use want need
   get give let take tell show submit send save button link field box checkbox radio tab menu list page form option item row
   text input value label dialog window section screen following below above up out off about called named labelled labeled
   until after before without not no new`
    .split(/\s+/u)
    .map(stem),
);
