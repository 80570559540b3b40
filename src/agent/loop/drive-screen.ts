import { createHash } from 'node:crypto';
import type { LlmReply, LlmToolCall, LlmVendor } from '../../platform/llm.ts';
import { type LlmMessage, toolResult, userMessage } from '../../platform/llm-messages.ts';
import { ModelCalls } from './ask-model.ts';
import { type Desk, newDesk } from './desk.ts';
import {
  carryOutOne,
  type DriveEnd,
  type DriveOptions,
  MAX_STEPS,
  SPEND_CEILING,
  spoken,
  whySpent,
} from './drive.ts';
import { fenced } from './extract.ts';
import { Consent, type Pressed } from './irreversible.ts';
import { offeredTools, type Tools } from './loop-tools.ts';
import { plainWords, ROBOT_CHECK } from './owner-words.ts';
import { surroundings } from './page-view.ts';
import { lookAgain } from './perform.ts';
import { atPoint, pressedBy } from './pressed.ts';
import { LAST_STEP, type ModelTask, SCREEN_SYSTEM, taskPrompt } from './prompt.ts';
import { Purse } from './purse.ts';
import { REPEATS, Ring } from './ring.ts';
import { actOnScreen, type ScreenAction, type Size, sizeOf } from './screen.ts';
import { TOOLS } from './tools.ts';

/** A vendor's own computer-use tool: how its model asks for clicks, and how it is shown what came of them. */
export interface ComputerVendor extends LlmVendor {
  /** Null for a call of one of our own tools. */
  read(call: LlmToolCall, screen: Size): Wanted | null;
  /** A message with the result of the call. `picture` is null where a later call of the same turn has it. */
  answer(call: LlmToolCall, seen: Seen): LlmMessage;
}

interface Wanted {
  actions: ScreenAction[];
  /** The vendor's request for a person's consent, in its words. */
  warning?: string | null;
}

interface Seen {
  said: string;
  url: string;
  picture: Uint8Array | null;
  newest: Uint8Array;
  /** A person agreed to what the vendor warned of. */
  isAgreed: boolean;
}

/** The remaining tools of ours: mouse and keyboard do the rest. */
const OWN = 'go back tab find read upload wait sign_in ask_owner finish'.split(' ');
const PICTURES_KEPT = 3;
const NO_PICTURE = 'no picture of the page could be taken';

/** As `drive`, with a model that looks at pictures and says where to click. */
export async function driveScreen(
  task: ModelTask,
  options: DriveOptions & { computer: ComputerVendor },
): Promise<DriveEnd> {
  const loop = new ScreenLoop(task, options);
  return { end: await loop.run(), costMicroUsd: loop.purse.costMicroUsd };
}

class ScreenLoop {
  readonly purse: Purse;
  readonly #options: DriveOptions & { computer: ComputerVendor };
  readonly #task: ModelTask;
  readonly #desk: Desk;
  readonly #calls: ModelCalls;
  readonly #consent: Consent;
  readonly #tools: Tools;
  readonly #ring = new Ring();
  readonly #messages: LlmMessage[] = [];
  readonly #maxSteps: number;
  #step = 0;
  #silences = 0;

  constructor(task: ModelTask, options: DriveOptions & { computer: ComputerVendor }) {
    const { agent, llm, extractor, spendMicroUsd, maxSteps = MAX_STEPS } = options;
    this.#task = task;
    this.#options = options;
    this.#maxSteps = maxSteps;
    this.purse = new Purse(spendMicroUsd);
    this.#calls = new ModelCalls([llm], this.purse);
    this.#consent = new Consent(agent, task, options.confirmsActs ?? (async () => true));
    this.#desk = newDesk({ agent, extractor });
    // A picture of a page with an open dialog cannot be taken.
    agent.run.holdsDialogs = false;
    this.#tools = OWN_TOOLS;
  }

  async run(): Promise<DriveEnd['end']> {
    const { agent, takePicture, effort } = this.#options;
    await lookAgain(this.#desk);
    let picture = await takePicture();
    if (picture === null) return { kind: 'spent', reason: NO_PICTURE };
    const today = agent.clock.now().toISOString().slice(0, 10);
    this.#messages.push(userMessage(taskPrompt(this.#task, today), picture));
    for (;;) {
      const spent = whySpent(agent, this.#step >= this.#maxSteps, false);
      if (spent) return { kind: 'spent', reason: spent };
      this.#step += 1;
      if (this.#step === this.#maxSteps) this.#messages.push(userMessage(LAST_STEP));
      const asked = { system: SCREEN_SYSTEM, tools: offeredTools(this.#tools), signal: agent.signal };
      const messages = withFewPictures(this.#messages);
      const reply = await this.#calls.ask({ ...asked, ...(effort && { effort }) }, () => messages);
      if (reply === null) return { kind: 'spent', reason: SPEND_CEILING };
      if (!reply.ok) return { kind: 'model_failed', failure: reply };
      this.#messages.push(reply.message);
      if (reply.calls.length === 0) {
        this.#silences += 1;
        if (this.#step === this.#maxSteps || this.#silences > 1)
          return { kind: 'finished', finish: spoken(reply.text) };
        this.#messages.push(userMessage(NUDGE));
        continue;
      }
      const done = await this.#perform(reply, picture);
      if (this.#desk.isUnanswered || this.#consent.isUnanswered) return { kind: 'unanswered' };
      if (this.#desk.finish) return { kind: 'finished', finish: this.#desk.finish };
      picture = await takePicture();
      if (picture === null) return { kind: 'spent', reason: NO_PICTURE };
      const repeats = this.#repeats(reply.calls, picture);
      if (repeats === 'stuck') return { kind: 'stuck' };
      await this.#report(done, picture, REPEATS[repeats]);
    }
  }

  #repeats(calls: readonly LlmToolCall[], picture: Uint8Array) {
    const { front } = this.#options.agent.run;
    const digest = createHash('sha256').update(picture).digest('base64');
    const acts = calls.map(({ name, input }) => [name, { ...(input as object), thought: '', memory: '' }]);
    return this.#ring.add(`${JSON.stringify(acts)} ${front.url()} ${digest}`);
  }

  async #perform({ calls, usage, costMicroUsd, text }: LlmReply, picture: Uint8Array): Promise<Done[]> {
    const { agent, computer } = this.#options;
    agent.journal.turn = { thought: text, tokens: { ...usage, costMicroUsd }, observation: null };
    const screen = sizeOf(picture) ?? { width: 1, height: 1 };
    const done: Done[] = [];
    for (const call of calls) {
      if (this.#desk.isUnanswered || this.#desk.finish || this.#consent.isUnanswered) break;
      done.push(await this.#carryOut(call, computer.read(call, screen), screen));
    }
    agent.journal.turn = null;
    return done;
  }

  async #report(done: readonly Done[], picture: Uint8Array, note: string): Promise<void> {
    const { agent, computer } = this.#options;
    const url = agent.journal.scrub(agent.run.front.url());
    const around = fenced(agent.journal.scrub(`${await surroundings(agent)}Address: ${url}`));
    const shown = done.findLastIndex(({ wanted }) => wanted !== null);
    for (const [index, { call, wanted, said, isAgreed }] of done.entries()) {
      const told = fenced(agent.journal.scrub(said));
      const isShown = index === shown;
      const seen = {
        said: isShown ? `${note}${told}\n${around}` : told,
        url,
        picture: isShown ? picture : null,
        newest: picture,
        isAgreed,
      };
      this.#messages.push(wanted ? computer.answer(call, seen) : toolResult(call, told));
    }
    if (shown < 0) this.#messages.push(userMessage(`${note}${around}`, picture));
  }

  async #carryOut(call: LlmToolCall, wanted: Wanted | null, screen: Size): Promise<Done> {
    const desk = this.#desk;
    const done = { call, wanted, isAgreed: false };
    if (wanted === null) {
      // Numbers of elements are those in the result of `find`.
      if (call.name === 'find') await lookAgain(desk);
      return { ...done, said: await carryOutOne(desk, withoutNotes(call), null, this.#tools) };
    }
    if (call.problem !== null) return { ...done, said: `Not done: ${call.problem}.` };
    if (wanted.warning) {
      if (!(await isAgreedTo(desk, wanted.warning))) return { ...done, said: 'Not done.' };
      done.isAgreed = true;
    }
    const said: string[] = [];
    for (const action of wanted.actions) said.push(await this.#actOn(action, screen));
    return { ...done, said: [...new Set(said)].join(' ') };
  }

  async #actOn(action: ScreenAction, screen: Size): Promise<string> {
    const desk = this.#desk;
    if (action.kind === 'look') return 'Done.';
    if (action.kind === 'tool')
      return carryOutOne(desk, { id: '', name: action.name, input: action.input, problem: null });
    const refusal = await this.#consent.refusalOf(await pressedOnScreen(desk, action, screen));
    if (refusal) return refusal;
    return carryOutOne(desk, { id: '', name: action.kind, input: {}, problem: null }, () =>
      actOnScreen(desk, action, screen),
    );
  }
}

const NUDGE = 'Use a tool. When the task is over, call finish with the answer.';
const OWN_TOOLS: Tools = Object.fromEntries(
  OWN.flatMap((name) => (TOOLS[name] ? [[name, TOOLS[name]]] : [])),
);

interface Done {
  call: LlmToolCall;
  wanted: Wanted | null;
  said: string;
  isAgreed: boolean;
}

function withoutNotes(call: LlmToolCall): LlmToolCall {
  const { thought: _, memory: __, ...input } = call.input as Record<string, unknown>;
  return { ...call, input };
}

/** The button that an action would press, where it is at a place or by the Enter key. */
function pressedOnScreen(desk: Desk, action: ScreenAction, screen: Size): Promise<Pressed | null> {
  if (action.kind === 'click' && 'x' in action && action.x !== undefined && action.y !== undefined)
    return atPoint(desk, action.x, action.y, screen);
  const isEnter =
    (action.kind === 'key' && action.keys.some((key) => /^(?:enter|return|kp_enter)$/iu.test(key))) ||
    (action.kind === 'type' && action.text.includes('\n'));
  return isEnter ? pressedBy(desk, 'press', { keys: 'Enter' }) : Promise.resolve(null);
}

/** A step that the vendor finds risky needs the owner's yes; we never decide it. */
async function isAgreedTo(desk: Desk, warning: string): Promise<boolean> {
  const words = plainWords(warning);
  if (ROBOT_CHECK.test(words)) {
    desk.finish = { status: 'blocked', answer: words, data: null };
    return false;
  }
  const reply = await desk.agent.ask({ kind: 'confirm', prompt: words });
  if (reply.answered && /^\s*(?:y|yes|ok|true|confirm)/iu.test(reply.value)) return true;
  if (!reply.answered && !reply.isForbidden) desk.isUnanswered = true;
  const why = reply.answered ? 'the owner does not agree' : 'a person has to agree first';
  desk.finish = { status: 'impossible', answer: `${why}: ${words}`, data: null };
  return false;
}

/** Only the newest pictures go along, where the wire lets results be without one. */
function withFewPictures(messages: LlmMessage[]): LlmMessage[] {
  let left = PICTURES_KEPT;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role === 'user' && typeof message.content !== 'string')
        return left-- > 0 ? message : { ...message, content: message.content.filter(isText) };
      if (message.role !== 'tool') return message;
      const content = message.content.map((part) => {
        if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
        if (part.output.value.every(isText) || left-- > 0) return part;
        return { ...part, output: { ...part.output, value: part.output.value.filter(isText) } };
      });
      return { ...message, content };
    })
    .toReversed();
}

function isText({ type }: { type: string }): boolean {
  return type === 'text';
}
