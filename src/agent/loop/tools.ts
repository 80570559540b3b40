import { z } from 'zod';
import { settlePage } from '../../browser/settle-page.ts';
import type { Extractor } from '../../reading/index.ts';
import { click, hover, type Placeholder, pressKey, scrollTo, tick, upload } from '../actions/actions.ts';
import { dragBetween, middleOf } from '../actions/pointer.ts';
import { scrollPage } from '../actions/scroll-page.ts';
import { selectByLabel, setField } from '../actions/set-field.ts';
import { fileFor, fileOf } from '../actions/upload-file.ts';
import { type Agent, DONE, type Outcome, rest, see } from '../agent.ts';
import type { UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { readPage } from '../read/read-page.ts';
import { goBack } from '../rules/go-to.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { mayFill, typeSecret } from '../sign-in/type-secret.ts';
import type { ExtractionModel } from './extract.ts';
import { plainWords, ROBOT_CHECK } from './owner-words.ts';
import { findOnPage } from './page-view.ts';

/** How the model says it is over. */
export interface Finish {
  status: 'done' | 'impossible' | 'blocked';
  answer: string;
  data: unknown;
}

/** Context of a tool. `scene` is the page as the model last saw it: its numbers mean elements of it. */
export interface Desk {
  agent: Agent;
  extractor: Extractor;
  scene: Scene;
  finish: Finish | null;
  /** Reads data out of pages; absent without a model for it. */
  extraction?: ExtractionModel;
  /** The owner was asked and did not answer. */
  isUnanswered: boolean;
}

interface ToolOf<Input extends z.ZodType> {
  description: string;
  input: Input;
  /** Answers what the model is told. */
  act(desk: Desk, input: z.infer<Input>): Promise<string>;
}

function tool<Input extends z.ZodType>(
  description: string,
  input: Input,
  act: ToolOf<Input>['act'],
): ToolOf<z.ZodType> {
  return { description, input, act: act as ToolOf<z.ZodType>['act'] };
}

/** Other tools on the same page, and their own way of telling what is on it. */
export interface OtherHands extends Partial<AsyncDisposable> {
  tools: Record<string, ToolOf<z.ZodType>>;
  look(): Promise<string>;
}

/** A tool of somebody else's making; `action` is its name in the record. */
export function outsideTool(
  description: string,
  schema: Record<string, unknown>,
  action: string,
  use: (input: object) => Promise<{ text: string; isOk: boolean }>,
): ToolOf<z.ZodType> {
  return tool(description, z.fromJSONSchema(schema), async (desk, input) => {
    const words = Object.values(input as object).filter((value) => typeof value === 'string');
    let told = '';
    const said = await noted(desk, action, words.join(' ').slice(0, 300) || null, async () => {
      const { text, isOk } = await use(input as object);
      told = text;
      return isOk ? OK : 'Not done.';
    });
    return `${said} ${told}`.slice(0, READ_CHARS);
  });
}

const ref = z.coerce.number().int().describe('the number in brackets in the page view');
const NAVIGATION_MS = 30_000;
const READ_CHARS = 12_000;

/** Everything the model can do. Secrets are typed by us: no tool takes one, and none tells one. */
export const TOOLS: Record<string, ToolOf<z.ZodType>> = {
  click: tool(
    'Click an element.',
    z.object({ ref, times: z.int().min(1).max(3).optional() }),
    async (desk, { ref: at, times }) =>
      withElement(desk, at, (element) => did(click(desk.agent, desk.scene, element, times ?? 1))),
  ),
  fill: tool(
    'Give any field its value: text, number, date, choice of a list, slider, on/off. `submit` presses Enter after it.',
    z.object({ ref, value: z.string(), submit: z.boolean().optional() }),
    async (desk, { ref: at, value, submit }) =>
      withElement(desk, at, async (element) => {
        const said = told(await setField(desk.agent, { scene: desk.scene, element }, value));
        if (submit && said === OK) await pressKey(desk.agent, desk.scene, element, 'Enter');
        return said;
      }),
  ),
  select: tool(
    'Choose one or several options of a list by their labels.',
    z.object({ ref, options: z.array(z.string()).min(1).max(50) }),
    async (desk, { ref: at, options }) =>
      withElement(desk, at, async (element) => {
        const chosen =
          element.tag === 'select'
            ? await selectByLabel(desk.agent, desk.scene, element, options)
            : await setField(desk.agent, { scene: desk.scene, element }, options[0] ?? '');
        return told(chosen);
      }),
  ),
  check: tool(
    'Switch a checkbox, radio button or switch on or off.',
    z.object({ ref, on: z.boolean() }),
    async (desk, { ref: at, on }) =>
      withElement(desk, at, (element) => did(tick(desk.agent, desk.scene, element, on))),
  ),
  press: tool(
    'Press a key in an element, such as Enter, Escape, ArrowDown, Control+A.',
    z.object({ ref, key: z.string().max(30), times: z.int().min(1).max(30).optional() }),
    async (desk, { ref: at, key, times }) =>
      withElement(desk, at, (element) => did(pressKey(desk.agent, desk.scene, element, key, times ?? 1))),
  ),
  hover: tool('Move the mouse over an element.', z.object({ ref }), async (desk, { ref: at }) =>
    withElement(desk, at, (element) => did(hover(desk.agent, desk.scene, element))),
  ),
  drag: tool('Drag one element onto another.', z.object({ from: ref, to: ref }), async (desk, { from, to }) =>
    withElement(desk, from, async (held) => {
      const goal = elementAt(desk, to);
      if (!goal) return noSuch(to);
      const [start, end] = [await middleOf(desk.scene, held), await middleOf(desk.scene, goal)];
      if (!start || !end) return 'It cannot be reached.';
      return did(dragBetween(desk.agent, desk.scene, held, start, end));
    }),
  ),
  scroll: tool(
    'Scroll the page, or a scrollable element, to make more of it load.',
    z.object({ to: z.enum(['down', 'up', 'top', 'bottom']), ref: ref.optional() }),
    async (desk, { to, ref: at }) => {
      if (at !== undefined) {
        const end = to === 'up' || to === 'top' ? 'top' : 'bottom';
        return withElement(desk, at, (element) => did(scrollTo(desk.agent, desk.scene, element, end)));
      }
      return noted(desk, 'scroll', to, async () => {
        const { run, journal } = desk.agent;
        await run.front.evaluate(scrollPage, to);
        journal.line({ action: 'scroll', value: to, url: run.front.url() });
        return OK;
      });
    },
  ),
  go_to: tool(
    'Open an address (http or https).',
    z.object({ url: z.string().max(2_000) }),
    async (desk, { url }) => {
      const { agent } = desk;
      const address = URL.canParse(url, agent.run.front.url())
        ? new URL(url, agent.run.front.url()).href
        : url;
      return noted(desk, 'goto', address, async () => {
        const problem = await agent.run.goto(address, NAVIGATION_MS);
        if (agent.run.isRefused) return `The page could not be opened: ${NOT_PUBLIC}.`;
        if (problem !== null) return `The page could not be opened: ${reasonOf(problem)}.`;
        await settlePage(agent.run, agent.clock, 8_000, agent.signal);
        agent.journal.line({ action: 'goto', url: address });
        return OK;
      });
    },
  ),
  go_back: tool('Go back to the page before.', z.object({}), async (desk) =>
    noted(desk, 'back', null, async () =>
      (await goBack(desk.agent)) ? OK : 'There is no page before this one.',
    ),
  ),
  switch_tab: tool(
    'Work on another open tab; they are numbered from 0 in the order they were opened.',
    z.object({ tab: z.int().min(0) }),
    async (desk, { tab }) =>
      noted(desk, 'switch tab', String(tab), async () => {
        const page = desk.agent.run.context.pages()[tab];
        if (!page) return `There are only ${desk.agent.run.context.pages().length} tabs.`;
        desk.agent.run.front = page;
        return OK;
      }),
  ),
  wait: tool(
    'Wait for the page, at most ten seconds.',
    z.object({ seconds: z.number().min(0).max(10) }),
    async (desk, { seconds }) => {
      await desk.agent.clock.sleep(seconds * 1_000, desk.agent.signal);
      return OK;
    },
  ),
  find: tool(
    'Look for words in everything on the page, also what the page view leaves out.',
    z.object({ words: z.string().max(200) }),
    async (desk, { words }) => findOnPage(desk.scene, words),
  ),
  read_page: tool(
    'The main text of the page with its tables, as Markdown, from a position on.',
    z.object({ from: z.int().min(0).optional() }),
    async (desk, { from }) => readText(desk, from ?? 0),
  ),
  upload_file: tool(
    'Put a file into a file field: one that came with the task by its name, or a new one with this name and text.',
    z.object({ ref, name: z.string().max(120), text: z.string().max(100_000).optional() }),
    async (desk, { ref: at, name, text }) =>
      withElement(desk, at, async (element) => {
        const file = fileFor(desk.agent.attachments, { field: '', name, text: text ?? null });
        return file
          ? did(upload(desk.agent, desk.scene, element, [fileOf(file)]))
          : 'No such file came with the task.';
      }),
  ),
  sign_in: tool(
    'Sign in with the stored login of this run, where the page shows a login form or the way to it. You never see it.',
    z.object({}),
    async ({ agent }) => (agent.login ? told(await signIn(agent)) : 'This run has no stored login.'),
  ),
  fill_code: tool(
    'The site asks for a one-time code that only the owner has: asks the owner and types the code. You never see it.',
    z.object({ ref, question: z.string().max(400).describe("the site's own words") }),
    async (desk, { ref: at, question }) =>
      withElement(desk, at, (element) => fillFromOwner(desk, element, 'otp', question, '{{totp}}')),
  ),
  fill_answer: tool(
    'The site asks something that only the owner knows: asks the owner and types the answer. You never see it.',
    z.object({ ref, question: z.string().max(400).describe("the site's own words") }),
    async (desk, { ref: at, question }) =>
      withElement(desk, at, (element) => fillFromOwner(desk, element, 'text', question, '{{answer}}')),
  ),
  confirm: tool(
    'Ask the owner for a yes before something that cannot be undone and that the task does not clearly want.',
    z.object({ question: z.string().max(400) }),
    async (desk, { question }) => {
      const reply = await desk.agent.ask({ kind: 'confirm', prompt: plainWords(question) });
      if (reply.isForbidden) return 'Nobody can be asked. Do only what the task clearly wants.';
      if (!reply.answered) desk.isUnanswered = true;
      const isYes = /^\s*(?:y|yes|ok|true|confirm)/iu.test(reply.value);
      return reply.answered ? `The owner says ${isYes ? 'yes' : 'no'}.` : 'The owner did not answer.';
    },
  ),
  finish: tool(
    'End the task. `done`: with the answer (also when the answer is that there is nothing). `impossible`: it cannot be done. `blocked`: the site takes us for a robot or refuses us.',
    z.object({
      status: z.enum(['done', 'impossible', 'blocked']),
      answer: z.string().describe('the answer itself, or why it could not be done; not what you did'),
      data: z.unknown().optional().describe('the answer as JSON when a schema was given'),
    }),
    async (desk, { status, answer, data }) => {
      desk.finish = { status, answer, data: data ?? null };
      return OK;
    },
  ),
};

export const OK = 'Done.';
/** Why the gate let the browser not go there. */
export const NOT_PUBLIC = 'it is at an address that is not public, where no run may go';

function elementAt(desk: Desk, at: number): UiElement | null {
  return desk.scene.model.elements.find((element) => element.node === at) ?? null;
}

async function withElement(
  desk: Desk,
  at: number,
  work: (element: UiElement) => Promise<string>,
): Promise<string> {
  const element = elementAt(desk, at);
  return element ? work(element) : noSuch(at);
}

function noSuch(at: number): string {
  return `There is no element [${at}] on the page as it is now.`;
}

async function did(act: Promise<boolean>): Promise<string> {
  return (await act) ? OK : 'The page did not let us do that.';
}

function told(outcome: Outcome): string {
  return outcome.ok ? OK : `Not done: ${outcome.reason}.`;
}

/** The hands record their own steps; this records the rest. */
export async function noted(
  desk: Desk,
  action: string,
  target: string | null,
  work: () => Promise<string>,
): Promise<string> {
  const { agent } = desk;
  const startedAt = agent.clock.mono();
  agent.acts += 1;
  const said = await work();
  await rest(agent, 2_000);
  const durationMs = agent.clock.mono() - startedAt;
  agent.journal.step({
    action,
    target,
    detail: null,
    url: agent.run.front.url(),
    ok: said === OK,
    durationMs,
  });
  return said;
}

async function readText(desk: Desk, from: number): Promise<string> {
  const { agent, extractor } = desk;
  const reading = await readPage(agent.run, extractor, agent.signal);
  const text = reading?.extracted.markdown ?? '';
  const part = text.slice(from, from + READ_CHARS);
  const end = from + part.length;
  return end < text.length ? `${part}\n(${text.length - end} more characters from position ${end})` : part;
}

/**
 * The value goes from the owner to the page; the model, the record and the script get a placeholder. The owner is not
 * asked for what may not be filled in here anyway.
 */
async function fillFromOwner(
  desk: Desk,
  element: UiElement,
  kind: 'otp' | 'text',
  question: string,
  placeholder: Placeholder,
): Promise<string> {
  const { agent } = desk;
  if (ROBOT_CHECK.test(`${question} ${element.name} ${element.hints}`))
    return 'Robot checks are never put to the owner. Finish with status "blocked".';
  const checked = await mayFill(agent, desk.scene, element);
  if (!checked.ok) return told(checked);
  const reply = await agent.ask({ kind, prompt: plainWords(question) });
  if (!reply.answered) {
    desk.isUnanswered = true;
    return 'The owner did not answer.';
  }
  const value = reply.value.trim();
  agent.journal.hide(value, placeholder);
  const scene = await see(agent);
  const boxes = kind === 'otp' ? codeFields(scene) : [];
  if (boxes.length <= 1) return told(await typeSecret(agent, desk.scene, element, value, placeholder));
  for (const [index, digit] of [...value.replaceAll(/[\s-]/gu, '')].entries()) {
    const box = boxes[index];
    const put = box ? await typeSecret(agent, scene, box, digit, placeholder) : DONE;
    if (!put.ok) return told(put);
  }
  return OK;
}

function reasonOf(problem: unknown): string {
  const message = problem instanceof Error ? problem.message : String(problem);
  return (
    /net::ERR_([A-Z_]+)/u.exec(message)?.[1] ?? (/Timeout/u.test(message) ? 'it took too long' : 'no answer')
  );
}
