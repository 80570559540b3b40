/** Whether a task may be called done: what was done and what the page shows have to account for every word of it. */
import { stem } from '../../platform/text/words.ts';
import { SENDING } from '../actions/await-reply.ts';
import type { Agent, Trace } from '../agent.ts';
import type { AgentEnd } from '../agent-end.ts';
import { isField } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { holdsPhrase, isFiller, namesIn, readCount, stemsOf, tellingStems, wordsOf } from '../words.ts';
import type { Command } from './command.ts';
import { type Evidence, type Proof, proofOf } from './proof.ts';

/** The proof of a task with its likelihood, or the code `not_confirmed`. */
export function claimOf(
  agent: Agent,
  plan: readonly Command[],
  start: Scene,
  after: Scene,
): Pick<AgentEnd, 'code' | 'reason' | 'report'> & Partial<AgentEnd> {
  const { journal, traces } = agent;
  const acting = plan.filter(({ kind }) => kind !== 'ask' && kind !== 'say');
  const proof = proofOf(
    agent,
    acting.map(({ kind }) => kind),
    start,
    after,
  );
  const evidence = proof && {
    task: journal.scrub(acting.map(wordsToMeet).join('. ')).replace(/\{\{[\w.]+\}\}/gu, ' '),
    traces,
    proof,
    isSilent: after.text === start.text && after.model.url === start.model.url,
    isAsking: isAsking(after),
  };
  const likely = evidence && likelihoodOf(evidence);
  if (evidence && likely !== null)
    return { code: null, reason: '', report: journal.scrub(evidence.proof.words), likely, evidence };
  const reason = proof
    ? `it was tried, and the page does not show that every part of it is done. ${journal.scrub(proof.words)}`
    : 'it was tried, and nothing on the page shows that it is done';
  return { code: 'not_confirmed', reason, report: '' };
}

/** The words of a command without the content of its file. The verb that begins a sentence is not a name. */
function wordsToMeet(command: Command): string {
  const source = command.source.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
  return command.kind === 'upload' && command.text ? source.replace(command.text, ' ') : source;
}

function isAsking({ model }: Scene): boolean {
  return model.elements.some(
    (one) =>
      one.isVisible &&
      (/^(?:alert)?dialog$/u.test(one.role) ||
        (isField(one) && !one.isReadonly && one.value === '' && !one.isFraming && one.role !== 'searchbox')),
  );
}

/** The share of tasks with such evidence that were done, rounded; null where it is too small for a claim. */
function likelihoodOf({ task, traces, proof, isSilent, isAsking: isOpen }: Evidence): number | null {
  const done = traces.filter(({ isOk }) => isOk);
  if (proof.kind === 'file') return 0.9;
  // A sent form without any word of the page.
  if (isSilent && done.some(({ action, label }) => action === 'click' && SENDING.test(label.trim())))
    return null;
  const unmet = unmetWords(task, done, proof);
  const isExact = !isOpen && done.every((trace) => isNamed(task, trace));
  if (unmet.length === 0) return isExact && !WORKED_OUT.test(withoutQuoted(task)) ? 0.85 : 0.55;
  return proof.kind === 'state' || unmet.some(({ isName }) => isName) ? null : 0.55;
}

/** Words that ask for more than the named command. */
const WORKED_OUT =
  /\b(?:not|n['’]t|no|without|but|never|instead|rather|only|when|as soon as|while|otherwise|how many|more|less|fewer|next|previous|sum|total|times|twice|reverse|copy|paste|calculate|count|colou?r|shape|left|right|top|bottom|between|near|nicht|ohne|kein\p{L}*|nur|sondern)\b/iu;

function withoutQuoted(task: string): string {
  return task.replace(/["“][^"”]*["”]/gu, ' ');
}

/** The element has the task's name or got the task's value. A submit button may have any usual name. */
function isNamed(task: string, { label, value }: Trace): boolean {
  const isGiven = value !== '' && !/^(?:true|false)$/u.test(value) && holdsPhrase(task, value);
  const known = new Set(stemsOf(task));
  const own = tellingStems(label);
  return isGiven || (own.length > 0 && own.every((word) => known.has(word))) || USUAL.test(label.trim());
}

const USUAL = /^(?:submit|ok|save|done|send|search|go|log ?in|sign ?in|continue|next)\b/iu;

/** The telling words of the task that appear in nothing done, nothing around it and nothing in the proof. */
function unmetWords(task: string, done: readonly Trace[], { words }: Proof): { isName: boolean }[] {
  const met = new Set(
    stemsIn([...done.map(({ label, value, near }) => `${label} ${value} ${near}`), words].join(' ')),
  );
  // Words before a colon name a field, which the page may call otherwise.
  const named = new Set(namesIn(task.replace(/[\p{L}-]+:(?=\s)/gu, ' ')).flatMap(stemsIn));
  const isTelling = (word: string) => !COMMON.has(word) && !isFiller(word) && !WORKED_OUT.test(word);
  return [...new Set(stemsIn(task))]
    .filter((word) => !met.has(word) && (named.has(word) || isTelling(word)))
    .map((word) => ({ isName: named.has(word) || /^\d/u.test(word) }));
}

/** Stems, with figures for the words that count. */
function stemsIn(text: string): string[] {
  return wordsOf(text).map((word) => (isFiller(word) ? word : String(readCount(word) ?? stem(word))));
}

/** Words for commands and for the parts of pages. */
const COMMON = new Set(
  `click press tap hit push select choose pick check tick uncheck untick type enter write put input fill set change make go open find look use want
   need get give let take submit send save button link field box checkbox radio tab menu list page form option item row text textbox value label
   dialog window section screen following below above up out off about called named until after before new i me my you your we us our was were
   been have has had can could will would should just too very one also which who what where how much many log login sign user password username
   name result hover over scroll slide add remove delete drag drop move tell show then and site website`
    .split(/\s+/u)
    .map(stem),
);
