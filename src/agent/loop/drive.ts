import { z } from 'zod';
import type { Llm, LlmReply, LlmToolCall } from '../../platform/llm.ts';
import { type LlmMessage, toolResult } from '../../platform/llm-messages.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import type { Extractor } from '../../reading/index.ts';
import { type Agent, isSpent } from '../agent.ts';
import { ModelCalls } from './ask-model.ts';
import { missingIn } from './check-finish.ts';
import { Conversation } from './conversation.ts';
import { CHARS_PER_TOKEN, type Desk, type Finish, newDesk } from './desk.ts';
import { type ExtractionModel, extractData, fenced } from './extract.ts';
import { Consent } from './irreversible.ts';
import { type Hooks, offeredTools, type Tools, withHooks } from './loop-tools.ts';
import { surroundings } from './page-view.ts';
import { lookAgain, perform, performAll } from './perform.ts';
import { pressedBy } from './pressed.ts';
import { LAST_STEP, leftNote, type ModelTask, OUTSIDE_SYSTEM, SYSTEM, taskPrompt } from './prompt.ts';
import { Purse } from './purse.ts';
import { REPEATS, Ring } from './ring.ts';
import { type OtherHands, TOOLS } from './tools.ts';

export interface DriveOptions {
  agent: Agent;
  llm: Llm;
  extractor: Extractor;
  /** The limit of the model's cost. */
  spendMicroUsd: number;
  takePicture(): Promise<Uint8Array | null>;
  maxSteps?: number;
  vision?: 'auto' | 'on' | 'off';
  effort?: 'low' | 'medium' | 'high';
  /** Reads data and checks results; the same model when left out. */
  extractionLlm?: Llm;
  /** False: the result is not checked before the end. */
  checkFinish?: boolean;
  /** Whether irreversible acts need the owner's consent; yes when left out. */
  confirmsActs?(): Promise<boolean>;
  /** Instead of our own tools and view of the page; what ends, signs in and asks stays ours. */
  hands?: OtherHands;
  /** What was done before the model took over, in words. */
  before?: string;
}

export interface DriveEnd {
  end:
    | { kind: 'finished'; finish: Finish }
    | { kind: 'unanswered' }
    | { kind: 'stuck' }
    | { kind: 'spent'; reason: string }
    | { kind: 'model_failed'; failure: LlmFailure };
  costMicroUsd: number;
}

/** Why it ended, when the money for it did not reach any further. */
export const SPEND_CEILING = 'what is left of the spend ceiling does not cover a further step of the model';
export const MAX_STEPS = 40;
const NUDGE = 'Use a tool. When the task is over, call finish with the answer.';
const NO_VALID_CALL = 'the model made no valid call';
/** Calls in a row that cannot be understood. */
const MAX_MISREAD = 6;
const MAX_FACTS = 60;
const MOST_HISTORY = 350_000;
const KEPT = ['sign_in', 'ask_owner', 'read', 'extract', 'finish'];

/** Lets the model work on the open page until it says that the task is over, or steps, time or money are. */
export async function drive(task: ModelTask, options: DriveOptions): Promise<DriveEnd> {
  const { agent, extractor, llm } = options;
  const loop = new ModelLoop(task, options, newDesk({ agent, extractor, llm }));
  return { end: await loop.run(), costMicroUsd: loop.purse.costMicroUsd };
}

class ModelLoop {
  readonly purse: Purse;
  readonly desk: Desk;
  readonly #task: ModelTask;
  readonly #options: DriveOptions;
  readonly #calls: ModelCalls;
  readonly #talk: Conversation;
  readonly #consent: Consent;
  readonly #extraction: ExtractionModel;
  readonly #tools: Tools;
  readonly #ring = new Ring();
  readonly #facts: string[] = [];
  readonly #startedAt: number;
  readonly #today: string;
  #step = 0;
  #misread = 0;
  #silences = 0;
  #failures = 0;
  #isChecked = false;
  #view = '';

  constructor(task: ModelTask, options: DriveOptions, desk: Desk) {
    const { agent, llm, hands, extractionLlm = llm } = options;
    this.#task = task;
    this.#options = options;
    this.#today = agent.clock.now().toISOString().slice(0, 10);
    this.purse = new Purse(options.spendMicroUsd);
    const others = llm.list.filter((one) => one !== llm);
    this.#calls = new ModelCalls([llm, ...others], this.purse);
    const budget = Math.min(MOST_HISTORY, (llm.contextTokens / 2) * CHARS_PER_TOKEN);
    const opening = [taskPrompt(task, this.#today), options.before ?? ''].filter(Boolean).join('\n\n');
    this.#talk = new Conversation(opening, budget);
    this.#consent = new Consent(agent, task, options.confirmsActs ?? (async () => true));
    const scrub = (text: string) => agent.journal.scrub(text);
    this.#extraction = { llm: extractionLlm, purse: this.purse, signal: agent.signal, scrub };
    this.desk = desk;
    this.desk.extraction = this.#extraction;
    // Other makers answer dialogs themselves.
    if (hands) agent.run.holdsDialogs = false;
    this.#tools = hands ? withOutside(hands.tools) : TOOLS;
    this.#startedAt = agent.clock.mono();
  }

  async run(): Promise<DriveEnd['end']> {
    await lookAgain(this.desk);
    await this.#look([], '');
    for (;;) {
      const { agent } = this.#options;
      const spent = whySpent(agent, this.#step >= this.#maxSteps, false);
      if (spent) return { kind: 'spent', reason: spent };
      const reply = await this.#ask();
      if (reply === null) return { kind: 'spent', reason: SPEND_CEILING };
      if (!reply.ok) return { kind: 'model_failed', failure: reply };
      const end = reply.calls.length === 0 ? await this.#heard(reply) : await this.#carriedOut(reply);
      if (end) return end;
    }
  }

  get #maxSteps(): number {
    return this.#options.maxSteps ?? MAX_STEPS;
  }

  get #isLast(): boolean {
    return this.#step >= this.#maxSteps - 1;
  }

  #ask() {
    const { hands, effort, agent } = this.#options;
    const system = hands ? OUTSIDE_SYSTEM : SYSTEM;
    const asked = { system, tools: offeredTools(this.#tools), mustCall: true, signal: agent.signal };
    return this.#calls.ask({ ...asked, ...(effort && { effort }) }, (how) => this.#talk.messages(how));
  }

  /** A model that keeps talking instead of calling has given its answer. */
  async #heard(reply: LlmReply): Promise<DriveEnd['end'] | null> {
    this.#silences += 1;
    if (this.#isLast || this.#silences > 1) return { kind: 'finished', finish: spoken(reply.text) };
    this.#talk.add([reply.message], { text: NUDGE, title: 'none', picture: null });
    return null;
  }

  async #carriedOut(reply: LlmReply): Promise<DriveEnd['end'] | null> {
    const { desk } = this;
    const isUnderstood = reply.calls.some(({ problem }) => problem === null);
    this.#misread = isUnderstood ? 0 : this.#misread + 1;
    if (this.#misread > MAX_MISREAD) return { kind: 'spent', reason: NO_VALID_CALL };
    const results = await this.#perform(reply);
    if (desk.isUnanswered || this.#consent.isUnanswered) return { kind: 'unanswered' };
    if (isUnderstood) this.#step += 1;
    const messages = this.#resultsOf(reply.calls, results);
    if (desk.finish) {
      const hint = await this.#missing(desk.finish);
      if (hint === null) return { kind: 'finished', finish: await this.#withData(desk.finish) };
      desk.finish = null;
      messages.splice(
        0,
        messages.length,
        ...this.#resultsOf(reply.calls, [`Not finished yet. A check found: ${hint}`]),
      );
    }
    const repeats = isUnderstood ? await this.#repeats(reply.calls) : 'fresh';
    if (repeats === 'stuck') return { kind: 'stuck' };
    await this.#look([reply.message, ...messages], REPEATS[repeats]);
    return null;
  }

  #resultsOf(calls: readonly LlmToolCall[], results: readonly string[]): LlmMessage[] {
    const { journal } = this.#options.agent;
    return calls.map((call, index) =>
      toolResult(call, fenced(journal.scrub(results[index] ?? results[0] ?? ''))),
    );
  }

  #perform(reply: LlmReply): Promise<string[]> {
    const { journal } = this.#options.agent;
    const { usage, costMicroUsd, calls } = reply;
    const turn = { thought: '', tokens: { ...usage, costMicroUsd }, observation: this.#view };
    journal.turn = turn;
    let stepsBefore = 0;
    let startedAt = 0;
    const hooks: Hooks = {
      begin: (_, { thought, memory }) => {
        journal.turn = { ...(journal.turn ?? turn), thought };
        stepsBefore = journal.steps;
        startedAt = this.#options.agent.clock.mono();
        if (memory !== '' && this.#facts.at(-1) !== memory) this.#facts.push(memory);
        if (this.#facts.length > MAX_FACTS) this.#facts.shift();
      },
      refusalOf: async (name, input) => {
        if (this.#isLast && name !== 'finish')
          return 'Not done: this was the last step. Only finish is possible.';
        return this.#consent.refusalOf(await pressedBy(this.desk, name, input));
      },
      end: (name, said) => {
        const isOk = !said.startsWith('Not done');
        this.#failures = isOk ? 0 : this.#failures + 1;
        if (journal.steps === stepsBefore) this.#noteStep(name, isOk, startedAt);
      },
    };
    return performAll(this.desk, calls, withHooks(this.#tools, hooks)).finally(() => {
      journal.turn = null;
    });
  }

  /** A call that left no step of its own. */
  #noteStep(action: string, ok: boolean, startedAt: number): void {
    const { agent } = this.#options;
    const durationMs = agent.clock.mono() - startedAt;
    agent.journal.step({ action, target: null, detail: null, url: agent.run.front.url(), ok, durationMs });
  }

  /** What the answer misses, asked once. */
  async #missing({ status, answer, data }: Finish): Promise<string | null> {
    if (status !== 'done' || this.#isChecked || this.#isLast || this.#options.checkFinish === false)
      return null;
    this.#isChecked = true;
    const told = data === null ? answer : `${answer}\n${JSON.stringify(data)}`;
    const seen = {
      task: this.#task,
      today: this.#today,
      answer: told,
      facts: this.#facts,
      view: this.#page(),
    };
    return missingIn(this.#extraction, seen);
  }

  /** Structured answers are read from the last page where the model gave none. */
  async #withData(finish: Finish): Promise<Finish> {
    const { outputSchema, goal } = this.#task;
    if (!outputSchema || finish.status !== 'done' || finish.data !== null) return finish;
    const text = `${this.#facts.join('\n')}\n${finish.answer}\n${this.#page()}`;
    const read = await extractData(this.#extraction, { schema: outputSchema, text, task: goal });
    return 'data' in read ? { ...finish, data: read.data } : finish;
  }

  /** The whole page, where the newest view may be a difference. */
  #page(): string {
    const { scene, view } = this.desk;
    return this.#options.agent.journal.scrub(view.wholeText(scene));
  }

  async #repeats(calls: readonly LlmToolCall[]) {
    const { desk } = this;
    await lookAgain(desk);
    const { url, elements } = desk.scene.model;
    const digest = `${url} ${elements.length} ${desk.scene.text}`;
    const acts = calls.map(({ name, input }) => [name, { ...(input as object), thought: '', memory: '' }]);
    return this.#ring.add(`${JSON.stringify(acts)} ${digest}`);
  }

  async #look(said: LlmMessage[], note: string): Promise<void> {
    const { agent, takePicture, hands } = this.#options;
    const mustBeWhole = this.#talk.makeRoom();
    const { scene, view, budget } = this.desk;
    const page = hands
      ? (await hands.look()).slice(0, budget)
      : view.observe(scene, budget, mustBeWhole).text;
    this.#view = agent.journal.scrub(`${await surroundings(agent)}${page}`);
    const title = agent.journal
      .scrub(`${this.desk.scene.model.title} ${agent.run.front.url()}`)
      .slice(0, 200);
    // A page with an open dialog cannot be pictured.
    const picture = this.#needsPicture() && !agent.run.dialog ? await takePicture() : null;
    const notes = `${note}${this.#isLast ? LAST_STEP : this.#leftNote()}`;
    this.#talk.add(said, { text: `${notes}The page now:\n${fenced(this.#view)}`, title, picture });
  }

  #leftNote(): string {
    const { agent, spendMicroUsd } = this.#options;
    const now = agent.clock.mono();
    return leftNote({
      steps: this.#maxSteps - this.#step,
      maxSteps: this.#maxSteps,
      money: this.purse.leftMicroUsd / spendMicroUsd,
      time: (agent.deadline - now) / Math.max(1, agent.deadline - this.#startedAt),
    });
  }

  /** `auto`: where the text of a page says little, or a step failed twice. */
  #needsPicture(): boolean {
    const { vision = 'auto' } = this.#options;
    if (vision === 'off' || !this.#calls.llm.canSee) return false;
    return vision === 'on' || this.#failures >= 2 || saysLittle(this.desk);
  }
}

const FEW_CONTROLS = 3;
/** A sixth of a usual window. */
const LARGE = 170_000;

function saysLittle({ scene }: Desk): boolean {
  const visible = scene.model.elements.filter(({ isVisible }) => isVisible);
  const isLarge = (tags: string[]) =>
    visible.some(({ tag, box }) => tags.includes(tag) && box.width * box.height > LARGE);
  const controls = visible.filter(({ isClickable, isEditable }) => isClickable || isEditable);
  return (
    isLarge(['canvas']) || (controls.length < FEW_CONTROLS && isLarge(['img', 'svg', 'video', 'object']))
  );
}

const outside = new WeakMap<object, Tools>();

/** Tools of another maker with ours for the end, the login and questions. */
function withOutside(tools: Tools): Tools {
  const known = outside.get(tools);
  if (known) return known;
  const kept = Object.entries(TOOLS).filter(([name]) => KEPT.includes(name));
  const made = Object.fromEntries([...kept, ...Object.entries(tools)]);
  outside.set(tools, made);
  return made;
}

export function whySpent(agent: Agent, areStepsOver: boolean, isMoneyOver: boolean): string | null {
  if (areStepsOver) return 'the model used all its steps';
  if (isMoneyOver) return SPEND_CEILING;
  return isSpent(agent) ? 'the time for the task was over' : null;
}

/** One call outside of a turn, by a tool of ours or by an act of its own. */
export async function carryOutOne(
  desk: Desk,
  call: LlmToolCall,
  act: (() => Promise<string>) | null = null,
  tools: Tools = TOOLS,
): Promise<string> {
  if (!act) return perform(desk, call, tools);
  if (call.problem !== null) return `Not done: ${call.problem}.`;
  const screen = { description: '', input: z.unknown(), changesPage: true, act };
  return perform(desk, call, { [call.name]: screen });
}

export function spoken(text: string): Finish {
  const answer = text.trim();
  return answer === ''
    ? { status: 'impossible', answer: 'the model said nothing', data: null }
    : { status: 'done', answer, data: null };
}
