import { z } from 'zod';
import { settlePage } from '../../browser/settle-page.ts';
import {
  appendText,
  clickAs,
  hover,
  type Placeholder,
  pressKey,
  tick,
  typeText,
  upload,
} from '../actions/actions.ts';
import { dragBetween, middleOf } from '../actions/pointer.ts';
import { GONE } from '../actions/refusal.ts';
import { scrollPage } from '../actions/scroll-page.ts';
import { selectByLabel, setField } from '../actions/set-field.ts';
import { fileFor, fileOf } from '../actions/upload-file.ts';
import { type Agent, DONE, type Outcome, rest, see } from '../agent.ts';
import { labelOf, type UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { goBack } from '../rules/go-to.ts';
import { codeFields } from '../sign-in/one-time-code.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { mayFill, typeSecret } from '../sign-in/type-secret.ts';
import type { Desk } from './desk.ts';
import { plainWords, ROBOT_CHECK } from './owner-words.ts';
import { quoted } from './page-lines.ts';
import { extractFrom, readText, waitFor } from './read-tools.ts';

interface ToolOf<Input extends z.ZodType> {
  description: string;
  input: Input;
  /** Its result says what changed on the page. */
  changesPage: boolean;
  /** Returns the result for the model. */
  act(desk: Desk, input: z.infer<Input>): Promise<string>;
}

function tool<Input extends z.ZodType>(
  description: string,
  input: Input,
  act: ToolOf<Input>['act'],
  changesPage = true,
): ToolOf<z.ZodType> {
  return { description, input, changesPage, act: act as ToolOf<z.ZodType>['act'] };
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

const n = z.coerce.number().int().describe('the number in brackets in the page view');
const NAVIGATION_MS = 30_000;
const READ_CHARS = 12_000;
const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;
const BUTTONS = ['left', 'right', 'middle'] as const;
/** Fields that are set as a whole; into others the text is typed as it is. */
const SET_WHOLE = new Set([
  'date',
  'month',
  'week',
  'time',
  'datetime-local',
  'color',
  'range',
  'checkbox',
  'radio',
]);

/** Everything the model can do. Secrets are typed by us: no tool takes one or returns one. */
export const TOOLS: Record<string, ToolOf<z.ZodType>> = {
  click: tool(
    'Click an element. `count` 2 is a double click.',
    z.object({
      n,
      button: z.enum(BUTTONS).optional(),
      count: z.int().min(1).max(3).optional(),
      modifiers: z.array(z.enum(MODIFIERS)).max(4).optional(),
    }),
    async (desk, { n: at, button = 'left', count = 1, modifiers = [] }) =>
      withElement(
        desk,
        at,
        `${button === 'left' ? '' : `${button} `}${count === 2 ? 'double ' : ''}click`,
        (element) => clickAs(desk.agent, desk.scene, element, { button, clickCount: count, modifiers }),
      ),
  ),
  type: tool(
    'Type a text into a field; it replaces what is there unless `clear` is false. Dates, sliders and other fields take their value the same way. `submit` presses Enter afterwards.',
    z.object({ n, text: z.string(), clear: z.boolean().optional(), submit: z.boolean().optional() }),
    async (desk, { n: at, text, clear = true, submit = false }) =>
      withElement(desk, at, 'type into', async (element) => {
        const { agent, scene } = desk;
        const isWhole = SET_WHOLE.has(element.type) || element.tag === 'select' || !element.isEditable;
        const isTyped = isWhole
          ? await done(agent, setField(agent, { scene, element }, text))
          : await (clear ? typeText : appendText)(agent, scene, element, text);
        return isTyped && submit ? pressKey(agent, scene, element, 'Enter') : isTyped;
      }),
  ),
  press: tool(
    'Press keys one after the other, such as Enter, Escape, ArrowDown, Control+A; in an element, or where the focus is.',
    z.object({
      keys: z.union([z.string().max(200), z.array(z.string().max(40)).min(1).max(30)]),
      n: n.optional(),
    }),
    async (desk, { keys, n: at }) => {
      const all = typeof keys === 'string' ? keys.trim().split(/\s+/u) : keys;
      if (at !== undefined)
        return withElement(desk, at, `press ${all.join(' ')} in`, async (element) => {
          for (const key of all) if (!(await pressKey(desk.agent, desk.scene, element, key))) return false;
          return true;
        });
      return noted(desk, 'press', all.join(' '), async () => {
        const { keyboard } = desk.agent.run.front;
        for (const key of all) {
          const problem = await keyboard.press(key).then(
            () => null,
            (error: unknown) => String(error),
          );
          if (problem?.includes('Unknown key')) return `Not done: unknown key ${quoted(key)}.`;
          if (problem) throw new Error(problem);
        }
        return `Pressed ${all.join(' ')}.`;
      });
    },
  ),
  select: tool(
    'Choose one or several options of a list by their labels.',
    z.object({ n, options: z.array(z.string()).min(1).max(50) }),
    async (desk, { n: at, options }) =>
      withElement(desk, at, 'select in', async (element) => {
        const { agent, scene } = desk;
        const choosing =
          element.tag === 'select'
            ? selectByLabel(agent, scene, element, options)
            : setField(agent, { scene, element }, options[0] ?? '');
        return done(agent, choosing);
      }),
  ),
  check: tool(
    'Switch a checkbox, radio button or switch on or off.',
    z.object({ n, on: z.boolean() }),
    async (desk, { n: at, on }) =>
      withElement(desk, at, on ? 'check' : 'uncheck', (element) => tick(desk.agent, desk.scene, element, on)),
  ),
  hover: tool('Move the mouse over an element.', z.object({ n }), async (desk, { n: at }) =>
    withElement(desk, at, 'hover over', (element) => hover(desk.agent, desk.scene, element)),
  ),
  drag: tool('Drag one element onto another.', z.object({ from: n, to: n }), async (desk, { from, to }) => {
    const goal = desk.view.find(desk.scene, to);
    if (!goal?.isThere) return `Not done: [${to}] is ${GONE}.`;
    return withElement(desk, from, `drag onto [${to}]`, async (held) => {
      const [start, end] = [await middleOf(desk.scene, held), await middleOf(desk.scene, goal.element)];
      if (start && end) return dragBetween(desk.agent, desk.scene, held, start, end);
      desk.agent.refusal = 'not visible';
      return false;
    });
  }),
  scroll: tool(
    'Scroll the page, or the scroller that is or contains an element. `pages` is how far, in heights of what is visible.',
    z.object({
      direction: z.enum(['down', 'up', 'left', 'right', 'top', 'bottom']),
      n: n.optional(),
      pages: z.number().min(0.1).max(20).optional(),
    }),
    async (desk, { direction, n: at, pages = 0.8 }) => {
      const found = at === undefined ? null : desk.view.find(desk.scene, at);
      if (at !== undefined && !found?.isThere) return `Not done: [${at}] is ${GONE}.`;
      return noted(desk, 'scroll', direction, async () => {
        const { run, journal } = desk.agent;
        const live = found && (await desk.scene.live(found.element));
        const frame = found ? desk.scene.frameOf(found.element) : run.front.mainFrame();
        const isMoved = await frame.evaluate(scrollPage, { element: live, direction, pages });
        journal.line({ action: 'scroll', value: direction, url: run.front.url() });
        return isMoved ? `Scrolled ${direction}.` : `Not done: it does not scroll further ${direction}.`;
      });
    },
  ),
  upload: tool(
    'Put a file into a file field, or into the file chooser that a button opens: a file of the task by its name, or a new one with this name and text.',
    z.object({ n, name: z.string().max(120), text: z.string().max(100_000).optional() }),
    async (desk, { n: at, name, text }) => {
      const file = fileFor(desk.agent.attachments, { field: '', name, text: text ?? null });
      if (!file) return `Not done: the task has no file ${quoted(name)}.`;
      return withElement(desk, at, `put ${quoted(file.name)} into`, (element) =>
        upload(desk.agent, desk.scene, element, [fileOf(file)]),
      );
    },
  ),
  go: tool(
    'Open an address (http or https).',
    z.object({ url: z.string().max(2_000) }),
    async (desk, { url }) => {
      const { agent } = desk;
      const address = URL.parse(url, agent.run.front.url())?.href ?? url;
      return noted(desk, 'goto', address, async () => {
        const problem = await agent.run.goto(address, NAVIGATION_MS);
        if (agent.run.isRefused) return `Not done: the page could not be opened: ${NOT_PUBLIC}.`;
        if (String(problem).includes('Download is starting'))
          return 'The address is a file, which the browser downloaded: read with `file` gives its text.';
        if (problem !== null) return `Not done: the page could not be opened: ${reasonOf(problem)}.`;
        await settlePage(agent.run, agent.clock, 8_000, agent.signal);
        agent.journal.line({ action: 'goto', url: address });
        return `Opened ${address.slice(0, 200)}.`;
      });
    },
  ),
  back: tool('Go back to the page before.', z.object({}), async (desk) =>
    noted(desk, 'back', null, async () =>
      (await goBack(desk.agent)) ? 'Went back.' : 'Not done: there is no page before this one.',
    ),
  ),
  tab: tool(
    'Work on another open tab by its number, or close one.',
    z.object({ tab: z.coerce.number().int().min(0), close: z.boolean().optional() }),
    async (desk, { tab, close = false }) =>
      noted(desk, close ? 'close tab' : 'switch tab', String(tab), async () => {
        const { run } = desk.agent;
        const pages = run.context.pages();
        const page = pages[tab];
        if (!page) return `Not done: only ${pages.length} tabs are open.`;
        if (close && pages.length === 1) return 'Not done: it is the only tab.';
        if (close) await page.close();
        else run.front = page;
        return close ? `Closed tab ${tab}.` : `Tab ${tab} is in front.`;
      }),
  ),
  wait: tool(
    'Wait until a text is on the page, until it is gone, or for some seconds (at most 30).',
    z.object({
      text: z.string().max(300).optional(),
      gone: z.string().max(300).optional(),
      seconds: z.number().min(0).max(30).optional(),
    }),
    waitFor,
  ),
  dialog: tool(
    'Answer the confirm or prompt that the page has open.',
    z.object({ accept: z.boolean(), text: z.string().max(5_000).optional() }),
    async (desk, { accept, text }) => {
      const { run } = desk.agent;
      if (!run.dialog) return 'Not done: no dialog of the page is open.';
      return noted(
        desk,
        accept ? 'accept dialog' : 'dismiss dialog',
        run.dialog.message().slice(0, 100),
        async () => {
          await run.answerDialog(accept, text);
          return accept ? 'Accepted the dialog.' : 'Dismissed the dialog.';
        },
      );
    },
  ),
  click_at: tool(
    'Click at a point of the picture, in pixels from its top left corner.',
    z.object({
      x: z.number().min(0),
      y: z.number().min(0),
      button: z.enum(BUTTONS).optional(),
      count: z.int().min(1).max(3).optional(),
    }),
    async (desk, { x, y, button = 'left', count = 1 }) =>
      noted(desk, 'click', `${x},${y}`, async () => {
        await desk.agent.run.front.mouse.click(x, y, { button, clickCount: count });
        return `Clicked at ${x},${y}.`;
      }),
  ),
  find: tool(
    'Find words in everything on the page, also in what the page view leaves out; gives the lines with their numbers.',
    z.object({ text: z.string().max(200) }),
    async (desk, { text }) => desk.view.findText(desk.scene, text),
    false,
  ),
  read: tool(
    'Read without cuts: the part of the page under a heading or at some words, an element by its number with its full address or options, or (without either) the main text of the page. PDF pages are read as text, and so is a downloaded `file` by its name. `from` continues.',
    z.object({
      part: z.string().max(200).optional(),
      n: n.optional(),
      file: z.string().max(200).optional(),
      from: z.coerce.number().int().min(0).optional(),
    }),
    async (desk, { part, n: at, file, from = 0 }) => {
      if (part === undefined && at === undefined) return readText(desk, from, file);
      const text = desk.view.readPart(desk.scene, at ?? part ?? '', from);
      return (
        text ??
        (at === undefined
          ? `Nothing on this page has the words ${quoted(part ?? '')}.`
          : `[${at}] is ${GONE}.`)
      );
    },
    false,
  ),
  extract: tool(
    'Fill a JSON Schema with data of the page, or of a part of it; every value comes with the line that it was taken from.',
    z.object({ schema: z.record(z.string(), z.unknown()), part: z.string().max(200).optional() }),
    extractFrom,
    false,
  ),
  sign_in: tool(
    'Sign in with the stored login of this run, where the page shows a login form or the way to it. You never see it.',
    z.object({}),
    async ({ agent }) => {
      if (!agent.login) return 'Not done: this run has no stored login.';
      const outcome = await signIn(agent);
      return outcome.ok ? 'Signed in.' : `Not done: ${outcome.reason}.`;
    },
  ),
  ask_owner: tool(
    'Ask the owner. `code`: the site wants a one-time code; `text`: it wants something that only the owner knows; both are typed into the field `n`, and you never see them. `confirm`: a yes before something that cannot be undone and that the task does not clearly want.',
    z.object({
      kind: z.enum(['code', 'text', 'confirm']),
      question: z.string().max(400).describe("the site's own words"),
      n: n.optional(),
    }),
    async (desk, { kind, question, n: at }) => {
      if (kind === 'confirm') return confirm(desk, question);
      const found = at === undefined ? null : desk.view.find(desk.scene, at);
      if (!found?.isThere) return 'Not done: name the field by its number `n`.';
      desk.target = found.element;
      return kind === 'code'
        ? fillFromOwner(desk, found.element, 'otp', question, '{{totp}}')
        : fillFromOwner(desk, found.element, 'text', question, '{{answer}}');
    },
  ),
  finish: tool(
    'End the task; the only call of its turn. `done`: with the answer (also when the answer is that there is nothing). `impossible`: it cannot be done. `blocked`: the site takes us for a robot or refuses us.',
    z.object({
      status: z.enum(['done', 'impossible', 'blocked']),
      answer: z.string().describe('the answer itself, or why it could not be done; not what you did'),
      data: z.unknown().optional().describe('the answer as JSON when a schema was given'),
    }),
    async (desk, { status, answer, data }) => {
      desk.finish = { status, answer, data: data ?? null };
      return OK;
    },
    false,
  ),
};

/**
 * Acts on the element with a number. One that has gone is looked up once by role, name and place: a page that draws itself
 * anew has its twin.
 */
async function withElement(
  desk: Desk,
  at: number,
  verb: string,
  work: (element: UiElement) => Promise<boolean>,
): Promise<string> {
  const found = desk.view.find(desk.scene, at);
  if (!found) return `Not done: no element has the number [${at}].`;
  let element: UiElement | null = found.isThere ? found.element : null;
  const named = `[${at}] ${found.element.role || found.element.tag} ${quoted(labelOf(found.element), 80)}`;
  if (element) {
    desk.target = element;
    if (await work(element)) return `Done: ${verb} ${named}.`;
    if (desk.agent.refusal !== GONE)
      return `Not done: ${named}: ${desk.agent.refusal || 'the page did not allow it'}.`;
    desk.scene = await see(desk.agent);
  }
  element = onlyTwin(desk.scene, found.element);
  if (!element) return `Not done: ${named} is ${GONE}.`;
  desk.target = element;
  const twin = `[${desk.view.numberOf(element)}], the only one like ${named}, which is ${GONE}`;
  return (await work(element)) ? `Done: ${verb} ${twin}.` : `Not done: ${twin}: ${desk.agent.refusal}.`;
}

function onlyTwin({ model }: Scene, gone: UiElement): UiElement | null {
  const twins = model.elements.filter(
    (one) =>
      one.id !== gone.id &&
      (one.isVisible || one.isBehindLabel) &&
      one.role === gone.role &&
      one.tag === gone.tag &&
      labelOf(one) === labelOf(gone),
  );
  const near = twins.filter(({ group, box }) => group === gone.group && Math.abs(box.y - gone.box.y) < 60);
  return twins.length === 1 ? (twins[0] ?? null) : near.length === 1 ? (near[0] ?? null) : null;
}

/** The outcome of several actions as that of one. */
async function done(agent: Agent, outcome: Promise<Outcome>): Promise<boolean> {
  const ended = await outcome;
  if (!ended.ok && agent.refusal === '') agent.refusal = ended.reason;
  return ended.ok;
}

async function confirm(desk: Desk, question: string): Promise<string> {
  const reply = await desk.agent.ask({ kind: 'confirm', prompt: plainWords(question) });
  if (reply.isForbidden) return 'Nobody can be asked. Do only what the task clearly wants.';
  if (!reply.answered) desk.isUnanswered = true;
  const isYes = /^\s*(?:y|yes|ok|true|confirm)/iu.test(reply.value);
  return reply.answered ? `The owner says ${isYes ? 'yes' : 'no'}.` : 'The owner did not answer.';
}

export const OK = 'Done.';
/** Why the gate let the browser not go there. */
export const NOT_PUBLIC = 'it is at an address that is not public, where no run may go';

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
  const working = work();
  const opened =
    agent.run.dialog && action.endsWith('dialog') ? new Promise<never>(() => {}) : agent.run.dialogOpens();
  const said = await Promise.race([working, opened.then(() => `Done: ${action}.`)]);
  if (!agent.run.dialog) await rest(agent, 2_000);
  const durationMs = agent.clock.mono() - startedAt;
  agent.journal.step({
    action,
    target,
    detail: null,
    url: agent.run.front.url(),
    ok: !said.startsWith('Not done'),
    durationMs,
  });
  return said;
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
