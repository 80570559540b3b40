/** Whether a task may be called done: every word of it has to be met by what was done or by what the page shows for it. */
import { stem } from '../../platform/text/words.ts';
import { SENDING } from '../actions/await-reply.ts';
import type { Trace } from '../agent.ts';
import { holdsPhrase, isFiller, namesIn, readCount, stemsOf, tellingStems, wordsOf } from '../words.ts';
import type { Proof } from './proof.ts';

/** All that there is to tell by whether a task was done. */
export interface Evidence {
  task: string;
  traces: readonly Trace[];
  proof: Proof;
  /** Nothing on the page has changed. */
  isSilent: boolean;
  /** The page still asks for something: a dialog is open, or fields are empty. */
  isAsking: boolean;
}

/**
 * How often tasks with such evidence were done, rounded from 369 claims on widget pages, most of which the agent was mended on
 * (`bench/README.md` has the figures on unseen ones); null where it is too seldom to say so.
 */
export function likelihoodOf({ task, traces, proof, isSilent, isAsking }: Evidence): number | null {
  const done = traces.filter(({ isOk }) => isOk);
  if (proof.kind === 'file') return 0.9;
  // A button that sends something, without any word of the page.
  if (isSilent && done.some(({ action, label }) => action === 'click' && SENDING.test(label.trim())))
    return null;
  const unmet = unmetWords(task, done, proof);
  const isExact =
    done.every((trace) => isNamed(task, trace)) && !WORKED_OUT.test(unquoted(task)) && !isAsking;
  if (unmet.length === 0) return isExact ? 0.85 : 0.55;
  if (unmet.some(({ isName }) => isName)) return null;
  // The page or its address speaks for it, and all that was given to it was taken.
  if (proof.kind !== 'state') return 0.55;
  return unmet.length === 1 && isExact ? 0.5 : null;
}

/** Words that ask for more than the named command. */
const WORKED_OUT =
  /\b(?:not|n['’]t|no|without|but|never|instead|rather|only|when|as soon as|while|otherwise|how many|more|less|fewer|next|previous|sum|total|times|twice|reverse|copy|paste|calculate|count|colou?r|shape|left|right|top|bottom|between|near|nicht|ohne|kein\p{L}*|nur|sondern)\b/iu;

function unquoted(task: string): string {
  return task.replace(/["“][^"”]*["”]/gu, ' ');
}

/** The used element has the task's name or got the task's value. A submit button may have any usual name. */
function isNamed(task: string, { label, value }: Trace): boolean {
  const isGiven = value !== '' && !/^(?:true|false)$/u.test(value) && holdsPhrase(task, value);
  const told = new Set(stemsOf(task));
  const own = tellingStems(label);
  return isGiven || (own.length > 0 && own.every((word) => told.has(word))) || USUAL.test(label.trim());
}

const USUAL = /^(?:submit|ok|save|done|send|search|go|log ?in|sign ?in|continue|next)\b/iu;

/** The telling words of the task that nothing done, nothing around it and nothing in the proof has to do with. */
function unmetWords(task: string, done: readonly Trace[], { words }: Proof): { isName: boolean }[] {
  const met = new Set(
    wordsIn([...done.map(({ label, value, near }) => `${label} ${value} ${near}`), words].join(' ')),
  );
  // Words before a colon name a field, which the page may call otherwise.
  const named = new Set(namesIn(task.replace(/[\p{L}-]+:(?=\s)/gu, ' ')).flatMap(wordsIn));
  const isTelling = (word: string) => !COMMON.has(word) && !isFiller(word) && !WORKED_OUT.test(word);
  return [...new Set(wordsIn(task))]
    .filter((word) => !met.has(word) && (named.has(word) || isTelling(word)))
    .map((word) => ({ isName: named.has(word) || /^\d/u.test(word) }));
}

/** Stems, with figures for the words that count. */
function wordsIn(text: string): string[] {
  return wordsOf(text).map((word) => (isFiller(word) ? word : String(readCount(word) ?? stem(word))));
}

/** Words for doing, and for the parts of pages: any task has them. */
const COMMON = new Set(
  `click press tap hit push select choose pick check tick uncheck untick type enter write put input fill set change make go open find look use want
   need get give let take submit send save button link field box checkbox radio tab menu list page form option item row text textbox value label
   dialog window section screen following below above up out off about called named until after before new i me my you your we us our was were
   been have has had can could will would should just too very one also which who what where how much many log login sign user password username
   name result expensive hover over scroll slide add remove delete drag drop move tell show then and site website`
    .split(/\s+/u)
    .map(stem),
);
