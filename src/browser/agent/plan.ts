import type { Agent } from './agent-context.ts';
import { isPress } from './language/complete-plan.ts';
import type { Intent } from './language/intent.ts';
import { protect } from './language/protect.ts';
import { quoteNames } from './language/quote-names.ts';
import { readOneAct } from './language/read-act.ts';
import { readInstruction } from './language/read-instruction.ts';
import { normalize, wordsOf } from './language/words.ts';
import type { Scene } from './sight/scene.ts';
import { withoutAsides } from './talk/is-talk.ts';

export interface AgentTask {
  /** What to do, in words; more lines are more to do. */
  goal: string;
  steps: string[];
}

/** Whether a task wants something done on the page before (or instead of) an answer. */
export function wantsActing(task: AgentTask): boolean {
  if (intentsOf(task).some(({ kind, source }) => kind === 'solve' && DRAWN.test(source))) return true;
  return intentsOf(task).some(
    ({ kind }) => !['ask', 'find', 'solve', 'wait', 'detail', 'unknown'].includes(kind),
  );
}

/** "How many days do I have to return an item" counts days, and no items. */
const DRAWN =
  /^(?!how many)(?:.*\b)?(?:circle|square|triangle|rectangle|shape|digit|letter|item)s?\b|^how many (?:\p{L}+ ){0,3}?(?:circle|square|triangle|rectangle|shape|digit|letter|item)s\b/iu;

export function intentsOf({ goal, steps }: AgentTask): Intent[] {
  const fromSteps = readSteps(steps);
  if (fromSteps.length === 0) return readInstruction(withoutAsides(withoutUrls(goal)));
  return [...fromSteps, ...readInstruction(withoutUrls(goal)).filter(({ kind }) => kind === 'ask')];
}

/** Where a later step presses something, a step that fills in a field does not send the form. */
function readSteps(steps: string[]): Intent[] {
  const read = steps.map((step) => readInstruction(step));
  const pressedLast = read.findLastIndex((intents) => intents.some(isPress));
  return read.flatMap((intents, index) =>
    index < pressedLast ? intents.filter((intent) => !isImplied(intent, intents)) : intents,
  );
}

/** The press that a form wants at its end, of which the step itself has no word. */
function isImplied({ kind, source }: Intent, intents: Intent[]): boolean {
  return kind === 'submit' && intents.some((other) => other.kind === 'fill' && other.source === source);
}

/** The start address is already open; naming it again is not a step. */
function withoutUrls(goal: string): string {
  return goal
    .replace(
      /^\s*(?:please\s+)?(?:go|navigate|browse)\s+to\s+https?:\/\/\S+?[.,]?(?:\s+(?:and|then|,)\s*(?:then\s+)?|\s*$|\s+)/iu,
      '',
    )
    .replace(/^\s*(?:open|visit)\s+https?:\/\/\S+?[.,]?(?:\s+(?:and|then)\s+(?:then\s+)?|\s*$|\s+)/iu, '')
    .replace(/\s+(?:on|at|from)\s+https?:\/\/\S+/giu, '');
}

/** What the task says to do, in its order; what the page itself tells where the task says to follow that. */
export async function planOf(agent: Agent, task: AgentTask, start: Scene): Promise<Intent[]> {
  const names = pressableNames(start);
  const intents = intentsOf({
    goal: quoteNames(task.goal, names),
    steps: task.steps.map((step) => quoteNames(step, names)),
  }).map((intent) => asDeed(intent, names));
  if (!intents.some(({ kind }) => kind === 'follow')) return intents;
  const told = instructionOn(start);
  agent.instruction = told;
  return told === '' ? [] : readInstruction(told);
}

/** "Print the photo": words that ask for an answer elsewhere are a deed where the page has a control called so. */
export function asDeed(intent: Intent, names: readonly string[]): Intent {
  const verb =
    intent.kind === 'ask' ? intent.source.match(/^(?:print|report|count|read)\b/iu)?.[0] : undefined;
  const isOffered = names.some((name) => normalize(name) === normalize(verb ?? ''));
  if (verb === undefined || !(isOffered || REPORTED.test(intent.source))) return intent;
  const { text, tokens } = protect(intent.source);
  return readOneAct({ text, tokens, source: intent.source, about: '', means: '' });
}

/** Who or what is reported to those who run a site, mostly out of a menu. */
const REPORTED =
  /^report\s+(?:the\s+|this\s+)?(?:user|member|profile|account|seller|post|comment|review|message|listing|video|photo)\s+(?:by\s+|of\s+|from\s+)?(?:["“@]|(?-i:\p{Lu}))/iu;

function pressableNames({ model }: Scene): string[] {
  return model.elements
    .filter(({ isClickable, isHeard, isEditable }) => (isClickable || isHeard) && !isEditable)
    .map(({ name }) => name);
}

/** The page's own instruction: a part named so, or the first sentence that tells somebody to do something. */
function instructionOn({ model, text }: Scene): string {
  const named = model.elements.filter(
    (element) =>
      element.isVisible &&
      /\b(?:query|instructions?|task|prompt|goal|utterance|challenge)\b/u.test(element.hints) &&
      element.name.length > 5,
  );
  const whole = named
    .map((element) => (element.name.length > element.text.length ? element.name : element.text))
    .find((candidate) => readInstruction(candidate).some(({ kind }) => kind !== 'unknown'));
  if (whole) return whole;
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .find(
        (line) =>
          wordsOf(line).length >= 3 &&
          readInstruction(line).some(({ kind }) => kind !== 'ask' && kind !== 'unknown'),
      ) ?? ''
  );
}

/** The part of a task that asks for an answer. */
export function questionOf(task: AgentTask): string {
  return questionIn(intentsOf(task));
}

export function questionIn(intents: Intent[]): string {
  return intents
    .filter(({ kind }) => kind === 'ask')
    .map(({ source }) => source)
    .join(' ');
}
