import { randomBytes } from 'node:crypto';
import type { LlmToolCall, LlmVendor } from '../../platform/llm.ts';
import { type LlmMessage, toolResult, userMessage } from '../../platform/llm-messages.ts';
import { type Desk, newDesk } from './desk.ts';
import {
  carryOutOne,
  type DriveEnd,
  type DriveOptions,
  MAX_STEPS,
  NUDGE,
  spoken,
  whySpent,
} from './drive.ts';
import { plainWords, ROBOT_CHECK } from './owner-words.ts';
import { surroundings } from './page-view.ts';
import { lookAgain } from './perform.ts';
import { LAST_STEP, type ModelTask, marked, screenPrompt, taskPrompt } from './prompt.ts';
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
const MAX_ALIKE = 7;
const NO_PICTURE = 'no picture of the page could be taken';

/** As `drive`, with a model that looks at pictures and says where to click. */
export async function driveScreen(
  task: ModelTask,
  options: DriveOptions & { computer: ComputerVendor },
): Promise<DriveEnd> {
  const { agent, llm, extractor, spendMicroUsd, maxSteps = MAX_STEPS, computer, takePicture } = options;
  const mark = `PAGE-${randomBytes(6).toString('hex')}`;
  const system = screenPrompt(mark, agent.clock.now().toISOString().slice(0, 10));
  const desk = newDesk({ agent, extractor });
  // A picture of a page with an open dialog cannot be taken.
  agent.run.holdsDialogs = false;
  await lookAgain(desk);
  let costMicroUsd = 0;
  let silences = 0;
  let alike = 0;
  let before = '';
  const over = (end: DriveEnd['end']): DriveEnd => ({ end, costMicroUsd });
  let picture = await takePicture();
  if (picture === null) return over({ kind: 'spent', reason: NO_PICTURE });
  const messages: LlmMessage[] = [userMessage(taskPrompt(task), picture)];
  let dearest = llm.leastMicroUsd({ system, messages });

  for (let step = 1; ; step += 1) {
    const spent = whySpent(agent, step > maxSteps, costMicroUsd + dearest > spendMicroUsd);
    if (spent) return over({ kind: 'spent', reason: spent });
    const isLast = step === maxSteps || costMicroUsd + 2 * dearest > spendMicroUsd;
    const own = OWN.filter((name) => name !== 'sign_in' || agent.login !== null);
    const tools = Object.fromEntries(own.flatMap((name) => (TOOLS[name] ? [[name, TOOLS[name]]] : [])));
    if (isLast) messages.push(userMessage(LAST_STEP));
    const asked = withFewPictures(messages);
    const reply = await llm.ask({ system, messages: asked, tools, signal: agent.signal });
    costMicroUsd += reply.costMicroUsd;
    dearest = Math.max(dearest, reply.costMicroUsd);
    if (!reply.ok) return over({ kind: 'model_failed', failure: reply });
    messages.push(reply.message);
    if (reply.calls.length === 0) {
      silences += 1;
      if (isLast || silences > 1) return over({ kind: 'finished', finish: spoken(reply.text) });
      messages.push(userMessage(NUDGE));
      continue;
    }
    const screen = sizeOf(picture) ?? { width: 1, height: 1 };
    const done: Done[] = [];
    for (const call of reply.calls) {
      done.push(await carryOut(desk, call, computer.read(call, screen), screen));
      if (desk.isUnanswered) return over({ kind: 'unanswered' });
      if (desk.finish) return over({ kind: 'finished', finish: desk.finish });
    }
    const earlier = picture;
    picture = await takePicture();
    if (picture === null) return over({ kind: 'spent', reason: NO_PICTURE });
    const same = JSON.stringify(reply.calls.map(({ name, input }) => [name, input]));
    alike = Buffer.compare(earlier, picture) === 0 && same === before ? alike + 1 : 0;
    before = same;
    if (alike >= MAX_ALIKE) return over({ kind: 'spent', reason: 'the model did the same over and over' });
    const url = agent.journal.scrub(agent.run.front.url());
    const around = marked(mark, agent.journal.scrub(`${await surroundings(agent)}Address: ${url}`));
    const shown = done.findLastIndex(({ wanted }) => wanted !== null);
    for (const [index, { call, wanted, said, isAgreed }] of done.entries()) {
      const told = marked(mark, agent.journal.scrub(said));
      const isShown = index === shown;
      const seen = {
        said: isShown ? `${told}\n${around}` : told,
        url,
        picture: isShown ? picture : null,
        newest: picture,
        isAgreed,
      };
      messages.push(wanted ? computer.answer(call, seen) : toolResult(call, told));
    }
    if (shown < 0) messages.push(userMessage(around, picture));
  }
}

interface Done {
  call: LlmToolCall;
  wanted: Wanted | null;
  said: string;
  isAgreed: boolean;
}

async function carryOut(desk: Desk, call: LlmToolCall, wanted: Wanted | null, screen: Size): Promise<Done> {
  const done = { call, wanted, isAgreed: false };
  if (wanted === null) {
    // Numbers of elements are those that `find` tells.
    if (call.name === 'find') await lookAgain(desk);
    return { ...done, said: await carryOutOne(desk, call) };
  }
  if (call.problem !== null) return { ...done, said: `Not done: ${call.problem}.` };
  if (wanted.warning) {
    if (!(await isAgreedTo(desk, wanted.warning))) return { ...done, said: 'Not done.' };
    done.isAgreed = true;
  }
  const said: string[] = [];
  for (const action of wanted.actions) said.push(await actOn(desk, action, screen));
  return { ...done, said: [...new Set(said)].join(' ') };
}

async function actOn(desk: Desk, action: ScreenAction, screen: Size): Promise<string> {
  if (action.kind === 'look') return 'Done.';
  if (action.kind === 'tool')
    return carryOutOne(desk, { id: '', name: action.name, input: action.input, problem: null });
  return carryOutOne(desk, { id: '', name: action.kind, input: {}, problem: null }, () =>
    actOnScreen(desk, action, screen),
  );
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
