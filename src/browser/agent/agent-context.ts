import type { Clock } from '../../platform/clock.ts';
import type { BrowserRun } from '../browser-run.ts';
import type { SiteLogin } from '../site-login.ts';
import { type Glimpse, Stillness, UNSEEN } from '../stillness.ts';
import type { Journal } from './journal.ts';
import { isPrivate } from './language/private.ts';
import type { Target } from './language/read-target.ts';
import type { Press } from './press.ts';
import { isOfRecord, withoutFilters } from './sight/filters.ts';
import { withinPart } from './sight/named-part.ts';
import type { PageModel, UiElement } from './sight/page-model.ts';
import { withoutPublic } from './sight/private.ts';
import { look, type Scene } from './sight/scene.ts';
import type { Trace } from './sureness/trace.ts';

/** A file that came with the task. */
export interface Attachment {
  name: string;
  contentType: string;
  base64: string;
}

/** What every act of the agent needs: the browser, the time, the record, and what it keeps in mind. */
export interface Agent {
  run: BrowserRun;
  clock: Clock;
  signal: AbortSignal;
  journal: Journal;
  ask(question: { kind: 'otp' | 'text' | 'confirm'; prompt: string }): Promise<{
    answered: boolean;
    value: string;
    /** Nobody may be asked in this run. */
    isForbidden?: boolean;
  }>;
  /** The instruction being followed, in its own words. */
  instruction: string;
  /** A value found, copied or worked out for later use. */
  remembered: string | null;
  /** What the task speaks of ("the email by Bob"), for the clauses after it. */
  about: string | null;
  /** The same as it was described, for "book it" after "find the cheapest ...". */
  sought: Target | null;
  /** What the page said when its search found nothing; null when the last one did. */
  foundNothing: string | null;
  /** The task says that what the browser asks is to be answered with no. */
  declinesDialogs: boolean;
  /** The task itself says later that the form is to be sent. */
  isSendAhead: boolean;
  /** What was changed last and not sent by any button since. */
  unsaved: UiElement | null;
  /** The button that was pressed last; null when something else was done since. */
  pressed: Press | null;
  /** All that were pressed, by their names: who presses again has mended what was said to the press before. */
  presses: Map<string, Press>;
  /** A form was opened to change something; it must be saved. */
  isEditing: boolean;
  /** The parts of the page that the task is about, the outermost first: those beside them are out of sight. */
  parts: string[];
  /** Names and texts of the task that nothing done so far had to do with. */
  unheeded: Set<string>;
  /** Deeds of the task that nothing pressed so far was called by. */
  undone: Set<string>;
  /** Fields already filled, by a key that survives re-rendering. */
  filled: Set<string>;
  /** What the task brought along to be uploaded. */
  attachments: readonly Attachment[];
  /** The stored login of the run; null when it has none. */
  login: SiteLogin | null;
  deadline: number;
  acts: number;
  /** What was done, one after the other. */
  traces: Trace[];
  /** What the page said of being at work when nobody waited for it any longer. */
  oldSign: string;
  /** The last look, for whoever asks again in the same moment. */
  glance: Glance | null;
  /** What was seen when everything was opened in vain, and after which act. */
  explored: { acts: number; models: PageModel[] } | null;
}

interface Glance {
  scene: Scene;
  page: BrowserRun['front'];
  acts: number;
  at: number;
}

export type Outcome = { ok: true } | { ok: false; reason: string };

export const DONE: Outcome = { ok: true };

export function stuck(reason: string): Outcome {
  return { ok: false, reason };
}

const MAX_ACTS = 150;

/** Bounds a task that never ends, whatever the page does. */
export function isSpent(agent: Agent): boolean {
  return (
    agent.acts >= MAX_ACTS ||
    agent.clock.mono() > agent.deadline ||
    agent.signal.aborted ||
    agent.run.hasCrashed ||
    agent.run.isLost
  );
}

/** A fresh look; an empty page when it cannot be seen. */
export async function see(agent: Agent): Promise<Scene> {
  agent.signal.throwIfAborted();
  const { glance, run, clock } = agent;
  const isNow = glance?.acts === agent.acts && glance.page === run.front;
  if (glance && isNow && clock.mono() - glance.at < SAME_MOMENT_MS) return glance.scene;
  const whole = await look(run, agent.instruction);
  const scene = whole && { ...whole, model: meantPart(agent, whole.model) };
  agent.glance = scene && { scene, page: run.front, acts: agent.acts, at: clock.mono() };
  return (
    scene ?? {
      model: { url: agent.run.front.url(), title: '', elements: [], parents: [], ends: [] },
      text: '',
      live: async () => null,
      frameOf: () => agent.run.front.mainFrame(),
    }
  );
}

/** Without what the task leaves out: the parts beside the one it names, what everybody reads, what only looks for things. */
function meantPart({ parts, instruction }: Agent, model: PageModel): PageModel {
  const part = parts.reduce(withinPart, model);
  const own = isPrivate(instruction) ? withoutPublic(part) : part;
  return isOfRecord(instruction) ? withoutFilters(own) : own;
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
    const seen = await run.front.evaluate(glimpse).catch(() => null);
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
