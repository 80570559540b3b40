/**
 * What a runner is to the rest of the service. Strangers implement these contracts, so every line says what is
 * promised and by whom. Expected failures are returned with their fault; only bugs throw.
 */

import type { ScriptLine } from '../browser/agent/journal.ts';

/** Who is to blame when an attempt does not work out; it decides what the router learns from it. */
export type Fault = 'none' | 'runner' | 'site' | 'platform' | 'caller';

export interface RunnerFacts {
  slug: string;
  name: string;
  kind: 'hosted_agent' | 'browser_infra' | 'extraction' | 'open_source';
  /** The provider's name; its settings are `<FAMILY>_API_KEY` and `<FAMILY>_BASE_URL`. */
  family: string;
  /** Execution backend when it is distinct from the runner. */
  engine: string | null;
  curated: boolean;
  /** It cannot work from words alone: the run must have a target URL. */
  needsUrl: boolean;
  /** Custody `trusted_runners` may use it. */
  trusted: boolean;
  capabilities: {
    interaction_relay: boolean;
    login: boolean;
    downloads: boolean;
    javascript: boolean;
    structured_output: boolean;
    live_view: boolean;
    replay: boolean;
    cancel: boolean;
  };
  price: { unit: string; microUsd: number; typicalTaskMicroUsd: number };
  docsUrl: string | null;
}

/** The task as the caller put it, before any secret is filled in. */
export interface Task {
  /** What to do, in words. Empty when the caller sent only a URL: then the page itself is the answer. */
  goal: string;
  instructions: string | null;
  url: string | null;
  steps: string[];
  successCriteria: string | null;
  /** The caller's JSON Schema (a property map is already turned into one), or null for a free answer. */
  outputSchema: Record<string, unknown> | null;
}

/** Everything one attempt may use. It is made for this attempt and dies with it. */
export interface AttemptScope {
  /** Given to the provider as its idempotency key where it has one. */
  attemptId: string;
  /** Aborted on cancel, deadline, take-over and shutdown. Stop side effects at once. */
  signal: AbortSignal;
  /** What this attempt may still cost before the run's ceiling is reached; null when the run has none. */
  spendLeftMicroUsd: number | null;
  /** Call whenever something observable happened; it feeds the no-progress watchdog and `svc.steps`. */
  onStep(step: Step): void;
  /** Call with what the runner sees, as JPEG and without any secret: shown to whoever watches, and recorded. */
  onFrame(jpeg: Uint8Array): void;
  /** Call when the work can be watched: from then on `watch` says whether frames are wanted as fast as they come. */
  onCamera(camera: { watch(isWatched: boolean): void }): void;
  /**
   * The site asks the owner for a one-time code, a text or a yes: pauses the run until a human answers. Never for
   * captchas and bot challenges. A value is used once, for this question, and never written down.
   */
  ask(question: Question): Promise<Reply>;
}

export interface Question {
  kind: 'otp' | 'text' | 'confirm';
  /** The site's own words, shortened; shown to the owner. */
  prompt: string;
}

export type Reply =
  | { answered: true; value: string }
  | { answered: false; reason: 'expired' | 'not_allowed' };

export interface Step {
  action: string;
  target: string | null;
  detail: string | null;
  url: string | null;
  ok: boolean;
  durationMs: number;
  /** What the page looked like after it, as JPEG and without any secret; null when there is no picture. */
  picture?: Promise<Uint8Array | null>;
}

/** What the runner saw last, so that the service can judge the result itself. */
export interface PageEvidence {
  finalUrl: string;
  httpStatus: number | null;
  title: string | null;
  /** Lower-case names. Only what the runner has. */
  headers: Record<string, string>;
  /** The first part of the page's markup (at most 64 KB), for recognising block pages. */
  markup: string | null;
}

export interface CapturedFile {
  kind: 'screenshot' | 'download' | 'recording';
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** One line of a script that does the same again without thinking. Secret values are placeholders in it. */
export type { ScriptLine };

interface ResultFacts {
  /** The replayable form of what a browser attempt did. */
  actScript?: ScriptLine[];
  page: PageEvidence | null;
  files: CapturedFile[];
  /** What the provider says it cost, in micro-USD; null means the listed price. */
  costMicroUsd: number | null;
}

export type AttemptResult = ResultFacts &
  (
    | { ok: true /** A plain string, or real JSON. */; output: unknown }
    | { ok: false; fault: Exclude<Fault, 'none'>; code: string; message: string }
  );

/** Runs inside this process in one call (local runners, extraction engines). Lost when the process dies. */
export interface DirectRunner {
  facts: RunnerFacts;
  shape: 'direct';
  run(task: Task, scope: AttemptScope): Promise<AttemptResult>;
}

/**
 * Runs at a provider. `start` returns a reference that can be stored; `poll` and `cancel` take it, so that
 * another process can go on after a crash. `poll` returns null while the task is still running.
 */
export interface HostedRunner {
  facts: RunnerFacts;
  shape: 'hosted';
  start(task: Task, scope: AttemptScope): Promise<{ reference: string } | AttemptResult>;
  poll(reference: string, scope: AttemptScope): Promise<AttemptResult | null>;
  /** Best effort; logs instead of throwing. */
  cancel(reference: string, scope: AttemptScope): Promise<void>;
  pollIntervalMs: number;
}

export type Runner = DirectRunner | HostedRunner;

export function failedResult(
  fault: Exclude<Fault, 'none'>,
  code: string,
  message: string,
  page: PageEvidence | null = null,
): AttemptResult {
  return { ok: false, fault, code, message, page, files: [], costMicroUsd: null };
}
