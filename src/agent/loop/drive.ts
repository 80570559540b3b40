import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Llm, LlmToolCall } from '../../platform/llm.ts';
import { type LlmMessage, toolResult } from '../../platform/llm-messages.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import type { Extractor } from '../../reading/index.ts';
import { type Agent, isSpent } from '../agent.ts';
import { Conversation } from './conversation.ts';
import { type Desk, type Finish, newDesk } from './desk.ts';
import { surroundings } from './page-view.ts';
import { lookAgain, perform, performAll } from './perform.ts';
import { LAST_STEP, type ModelTask, marked, outsidePrompt, systemPrompt, taskPrompt } from './prompt.ts';
import { type OtherHands, TOOLS } from './tools.ts';

export interface DriveOptions {
  agent: Agent;
  llm: Llm;
  extractor: Extractor;
  /** The limit of the model's cost. */
  spendMicroUsd: number;
  takePicture(): Promise<Uint8Array | null>;
  maxSteps?: number;
  /** Instead of our own tools and view of the page; what ends, signs in and asks stays ours. */
  hands?: OtherHands;
}

export interface DriveEnd {
  end:
    | { kind: 'finished'; finish: Finish }
    | { kind: 'unanswered' }
    | { kind: 'spent'; reason: string }
    | { kind: 'model_failed'; failure: LlmFailure };
  costMicroUsd: number;
}

/** Why it ended, when the money for it did not reach any further. */
export const SPEND_CEILING = 'what is left of the spend ceiling does not cover a further step of the model';
export const MAX_STEPS = 40;
export const NUDGE = 'Use a tool. When the task is over, call finish with the answer.';

/** Lets the model work on the open page until it says it is over, or steps, time or money are. */
export async function drive(task: ModelTask, options: DriveOptions): Promise<DriveEnd> {
  const { agent, llm, extractor, spendMicroUsd, maxSteps = MAX_STEPS } = options;
  const mark = `PAGE-${randomBytes(6).toString('hex')}`;
  const today = agent.clock.now().toISOString().slice(0, 10);
  const system = options.hands ? outsidePrompt(mark, today) : systemPrompt(mark, today);
  const desk = newDesk({ agent, extractor });
  if (options.hands) agent.run.holdsDialogs = false;
  await lookAgain(desk);
  const talk = new Conversation(taskPrompt(task), await view(options, desk, mark, ''));
  let costMicroUsd = 0;
  // The price of the first step is not known yet.
  let dearest = llm.leastMicroUsd({ system, messages: talk.messages() });
  let silences = 0;
  let before = '';
  let alike = 0;
  const over = (end: DriveEnd['end']): DriveEnd => ({ end, costMicroUsd });

  for (let step = 1; ; step += 1) {
    const spent = whySpent(agent, step > maxSteps, costMicroUsd + dearest > spendMicroUsd);
    if (spent) return over({ kind: 'spent', reason: spent });
    const isLast = step === maxSteps || costMicroUsd + 2 * dearest > spendMicroUsd;
    const tools = toolsFor(agent, isLast, options.hands);
    const messages = talk.messages();
    if (isLast) messages.push({ role: 'user', content: LAST_STEP });
    const reply = await llm.ask({ system, messages, tools, mustCall: true, signal: agent.signal });
    costMicroUsd += reply.costMicroUsd;
    dearest = Math.max(dearest, reply.costMicroUsd);
    if (!reply.ok) return over({ kind: 'model_failed', failure: reply });

    if (reply.calls.length === 0) {
      silences += 1;
      // A model that keeps talking instead of calling has given its answer.
      if (isLast || silences > 1) return over({ kind: 'finished', finish: spoken(reply.text) });
      talk.add([reply.message], { text: NUDGE, picture: null });
      continue;
    }
    const results = await carryOut(desk, reply.calls, mark, tools);
    if (desk.isUnanswered) return over({ kind: 'unanswered' });
    if (desk.finish) return over({ kind: 'finished', finish: desk.finish });
    const { text, model } = desk.scene;
    await lookAgain(desk);
    const isUnchanged = text === desk.scene.text && model.url === desk.scene.model.url;
    const same = JSON.stringify(reply.calls.map(({ name, input }) => [name, input]));
    alike = isUnchanged && same === before ? alike + 1 : 0;
    before = same;
    if (alike >= MAX_ALIKE) return over({ kind: 'spent', reason: 'the model did the same over and over' });
    const note = alike > 1 ? NO_USE : isUnchanged ? UNCHANGED : '';
    talk.add([reply.message, ...results], await view(options, desk, mark, note));
  }
}

const UNCHANGED = 'The text of the page is the same as before.\n';
const NO_USE =
  'You did the same again and the page did not change. Do something else, or finish and say what is in the way.\n';
/** So often the same may be done again without any effect. */
const MAX_ALIKE = 7;

const KEPT = ['sign_in', 'ask_owner', 'read', 'finish'];

function toolsFor({ login }: Agent, isLast: boolean, hands?: OtherHands): typeof TOOLS {
  const kept = Object.entries(TOOLS).filter(([name]) => !hands || KEPT.includes(name));
  const entries = [...kept, ...Object.entries(hands?.tools ?? {})].filter(
    ([name]) => (isLast ? name === 'finish' : true) && (login !== null || name !== 'sign_in'),
  );
  return Object.fromEntries(entries);
}

export function whySpent(agent: Agent, areStepsOver: boolean, isMoneyOver: boolean): string | null {
  if (areStepsOver) return 'the model used all its steps';
  if (isMoneyOver) return SPEND_CEILING;
  return isSpent(agent) ? 'the time for the task was over' : null;
}

/** In order, each with its result. */
async function carryOut(
  desk: Desk,
  calls: LlmToolCall[],
  mark: string,
  tools: typeof TOOLS,
): Promise<LlmMessage[]> {
  const said = await performAll(desk, calls, tools);
  return calls.map((call, index) =>
    toolResult(call, marked(mark, desk.agent.journal.scrub(said[index] ?? ''))),
  );
}

export async function carryOutOne(
  desk: Desk,
  call: LlmToolCall,
  act: (() => Promise<string>) | null = null,
): Promise<string> {
  if (!act) return perform(desk, call);
  if (call.problem !== null) return `Not done: ${call.problem}.`;
  const screen = { description: '', input: z.unknown(), changesPage: true, act };
  return perform(desk, call, { [call.name]: screen });
}

async function view(
  { agent, llm, takePicture, hands }: DriveOptions,
  desk: Desk,
  mark: string,
  note: string,
) {
  const page = hands ? await hands.look() : desk.view.observe(desk.scene, desk.budget, true).text;
  const text = marked(
    mark,
    agent.journal.scrub(`${await surroundings(agent)}${page.slice(0, desk.budget + 5_000)}`),
  );
  return {
    text: `${note}The page now:\n${text}`,
    picture: llm.canSee && !agent.run.dialog ? await takePicture() : null,
  };
}

export function spoken(text: string): Finish {
  const answer = text.trim();
  return answer === ''
    ? { status: 'impossible', answer: 'the model said nothing', data: null }
    : { status: 'done', answer, data: null };
}
