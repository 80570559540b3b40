import type { BrowserRun } from '../browser/browser-run.ts';
import { endsWithin } from '../browser/ends-within.ts';
import { type Glimpse, Stillness, UNSEEN } from '../browser/stillness.ts';
import type { Clock } from '../platform/clock.ts';
import type { Press } from './actions/press.ts';
import type { Journal } from './journal.ts';
import { emptyModel, look, type Scene } from './observation/scene.ts';
import { withoutEcho } from './observation/without-echo.ts';
import type { SiteLogin } from './sign-in/site-login.ts';

/** A file that came with the task. */
export interface Attachment {
  name: string;
  contentType: string;
  base64: string;
}

interface Asking {
  kind: 'otp' | 'text' | 'confirm';
  prompt: string;
}

interface Said {
  answered: boolean;
  value: string;
  /** Nobody may be asked in this run. */
  isForbidden?: boolean;
}

export interface AgentOptions {
  run: BrowserRun;
  clock: Clock;
  signal: AbortSignal;
  journal: Journal;
  /** Told which page asks. */
  ask(question: Asking & { url: string }): Promise<Said>;
  login?: SiteLogin | null;
  attachments?: readonly Attachment[];
  timeLimitMs?: number;
  /** A question is being answered: nothing on the site may be changed. */
  onlyReads?: boolean;
}

/** Something that was done to an element of a page. */
export interface Trace {
  action: string;
  label: string;
  value: string;
  /** The words around it: its group, and the row or card that it stands in. */
  near: string;
  /** How many of its kind are called so. */
  namesakes: number;
  /** It was done, and what was given to the element stands in it. */
  isOk: boolean;
}

/** What every act needs: the browser, the time, the record, and what is kept in mind. */
export interface Agent extends Pick<AgentOptions, 'run' | 'clock' | 'signal' | 'journal'> {
  ask(question: Asking): Promise<Said>;
  onlyReads: boolean;
  /** The task in its own words. A page that shows them is read without them. */
  instruction: string;
  /** Fields already filled, by a key that survives re-rendering. */
  filled: Set<string>;
  attachments: readonly Attachment[];
  /** The stored login of the run; null when it has none. */
  login: SiteLogin | null;
  deadline: number;
  acts: number;
  /** What was done, one after the other. */
  traces: Trace[];
  /** The button that was pressed last; null when something else was done since. */
  pressed: Press | null;
  presses: Press[];
  /** Why the last action was not done; empty when it was. */
  refusal: string;
  /** What the page said of being at work when nobody waited for it any longer. */
  oldSign: string;
  /** The last look, for whoever asks again in the same moment. */
  glance: { scene: Scene; page: BrowserRun['front']; acts: number; at: number } | null;
}

/** Why a task stops, by the codes with which attempts end. */
export type StuckCode =
  | 'captcha'
  | 'credential_off_site'
  | 'form_rejected'
  | 'login_missing'
  | 'login_rejected'
  | 'no_answer'
  | 'not_confirmed'
  | 'step_failed';

export type Outcome = { ok: true } | { ok: false; code: StuckCode; reason: string };

export const DONE: Outcome = { ok: true };

export function stuck(code: StuckCode, reason: string): Outcome {
  return { ok: false, code, reason };
}

export function failed(reason: string): Outcome {
  return stuck('step_failed', reason);
}

const TIME_LIMIT_MS = 150_000;
const MAX_ACTS = 120;
const MAX_FOLLOWED_POPUPS = 4;

export function newAgent(instruction: string, options: AgentOptions): Agent {
  const { run, clock, signal, journal, ask } = options;
  const { login = null, attachments = [], timeLimitMs = TIME_LIMIT_MS, onlyReads = false } = options;
  const agent: Agent = {
    run,
    clock,
    signal,
    journal,
    // Time spent waiting for a person is not the task's.
    async ask(question) {
      const askedAt = clock.mono();
      const reply = await ask({ ...question, url: run.front.url() });
      agent.deadline += clock.mono() - askedAt;
      return reply;
    },
    onlyReads,
    instruction,
    filled: new Set(),
    attachments,
    login,
    deadline: clock.mono() + timeLimitMs,
    acts: 0,
    traces: [],
    pressed: null,
    presses: [],
    refusal: '',
    oldSign: '',
    glance: null,
  };
  run.onPopup = (page) => {
    if (run.context.pages().length <= MAX_FOLLOWED_POPUPS) run.front = page;
  };
  return agent;
}

/** Bounds a task that never ends, whatever the page does. */
export function isSpent({ acts, clock, deadline, signal, run }: Agent): boolean {
  return acts >= MAX_ACTS || clock.mono() > deadline || signal.aborted || run.hasCrashed || run.isLost;
}

/** A fresh look; an empty page when it cannot be seen. */
export async function see(agent: Agent): Promise<Scene> {
  agent.signal.throwIfAborted();
  const { glance, run, clock } = agent;
  const isNow = glance?.acts === agent.acts && glance.page === run.front;
  if (glance && isNow && clock.mono() - glance.at < SAME_MOMENT_MS) return glance.scene;
  const seen = await look(run);
  const scene = seen && withoutEcho(seen, agent.instruction);
  agent.glance = scene && { scene, page: run.front, acts: agent.acts, at: clock.mono() };
  return scene ?? sceneOf(run);
}

/** A page of which nothing is known. */
export function sceneOf(run: BrowserRun): Scene {
  return {
    model: emptyModel(run.front.url()),
    text: '',
    live: async () => null,
    frameOf: () => run.front.mainFrame(),
  };
}

/** Shorter than any wait between looks: nothing was done and hardly any time has passed. */
const SAME_MOMENT_MS = 40;

const STEP_MS = 40;
const QUIET_MS = 2 * STEP_MS;
/** The same of a page that ticks. */
const STEADY_MS = 600;

/** Waits until the page has reacted to what was done: nothing fetched, nothing changing, no sign of loading. */
export async function rest(agent: Agent, limitMs = 5_000): Promise<void> {
  const { run, clock, signal } = agent;
  agent.glance = null;
  const end = clock.mono() + limitMs;
  const stillness = new Stillness(clock.mono());
  let sign = '';
  while (clock.mono() < end && !run.hasCrashed) {
    signal.throwIfAborted();
    // A page with an open dialog answers nothing.
    const looking = run.front.evaluate(glimpse).catch(() => null);
    const answered = Promise.race([looking, run.dialogOpens().then(() => null)]);
    if (!(await endsWithin(answered, limitMs, signal)) || run.dialog) return;
    const seen = await answered;
    const now = clock.mono();
    stillness.note(seen ?? UNSEEN, now, run.waitedMs);
    const isResting = stillness.quietMs(now) >= QUIET_MS || stillness.steadyMs(now) >= STEADY_MS;
    const isAtWork = seen !== null && seen.sign !== '' && seen.sign !== agent.oldSign;
    if (isResting && seen?.isBusy === false && !isAtWork) return;
    sign = seen?.sign ?? '';
    await clock.sleep(STEP_MS, signal);
  }
  // What says so all the time does not mean this.
  agent.oldSign = sign;
}

/** Runs in the page. */
function glimpse(): Glimpse & { isBusy: boolean; sign: string } {
  const text = document.body?.textContent ?? '';
  // "Loading…" anywhere, or a line of its own that says what the page is doing: "Looking for trains…".
  const AT_WORK =
    /\b(?:loading|searching|processing|calculating|generating|building|preparing|working|please wait)\b[^.…\n]{0,50}(?:…|\.\.\.)|^[^\p{L}\n]{0,3}(?:we(?: a|['’])re )?\p{L}{2,14}ing\b[^.…\n]{0,30}(?:…|\.\.\.)[^\S\n]*$/imu;
  const MAY_BE_AT_WORK = /(?:ing|please wait)\b[^.…\n]{0,50}(?:…|\.\.\.)/iu;
  const elements = document.getElementsByTagName('*').length;
  const letters = text.length;
  return {
    mark: `${location.href} ${elements} ${letters} ${text.slice(0, 300)}`,
    elements,
    letters,
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    sign: MAY_BE_AT_WORK.test(text) ? (document.body.innerText.match(AT_WORK)?.[0] ?? '') : '',
    isBusy: document.readyState === 'loading' || document.querySelector('[aria-busy="true"]') !== null,
  };
}
