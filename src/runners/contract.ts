/**
 * The contract between a runner and the service. Others implement it, so every line states a promise and its owner. Expected
 * failures are returned with their fault; only bugs throw.
 */

import type { ScriptLine } from '../agent/index.ts';
import type { Secret } from '../platform/secret.ts';
import type { Passage, Rung, UsedFact } from '../reading/index.ts';
import type { TaskReading } from '../task/index.ts';
import { ENDINGS, type EndCode, type Fault } from './codes.ts';

export type { Fault } from './codes.ts';

export interface RunnerFacts {
  slug: string;
  name: string;
  kind: 'hosted_agent' | 'browser_infra' | 'extraction' | 'open_source';
  /** The provider's name; its settings are `<FAMILY>_API_KEY` and `<FAMILY>_BASE_URL`. */
  family: string;
  /** Execution backend when it is distinct from the runner. */
  engine: string | null;
  curated: boolean;
  /** The run must have a target URL. */
  needsUrl: boolean;
  /** Custody `trusted_runners` may use it. */
  trusted: boolean;
  secrets: SecretTravel;
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
  price: Price;
  docsUrl: string | null;
  /** What its adapter was compared with; null where no provider is called. */
  wire?: WireCheck | null;
}

export interface WireCheck {
  /** `sdk`: the vendor's own client. `published`: OpenAPI, server code, a client in another language. `unverified`: neither. */
  checked: 'sdk' | 'published' | 'unverified';
  source: string | null;
  version: string | null;
  date: string | null;
}

export const PRICE_UNITS = ['task', 'step', 'minute', 'hour', 'credit', 'token', 'gigabyte'] as const;

interface Price {
  unit: (typeof PRICE_UNITS)[number];
  /** Of one unit; of a million where the unit is a token. */
  microUsd: number;
  /** Typical cost per task, used for holds and ceilings. */
  typicalTaskMicroUsd: number;
  /** No price is published: the figures are ours. */
  isEstimated?: boolean;
  /** The provider does not charge for tasks that fail. */
  isFailureFree?: boolean;
}

/**
 * The account at a provider under which one attempt works: the workspace's own key, or the operator's. Runners are built without
 * one and hold none.
 */
export interface ProviderAccount {
  family: string;
  /** By the names of the catalog: `api_key`, and the other parts that the provider needs. */
  secrets: Readonly<Record<string, Secret>>;
  /** The operator's address for the provider; null for the provider's own. */
  baseUrl: string | null;
  /** The workspace pays the provider itself. */
  isOwn: boolean;
}

/** By family. A runner of a browser at one provider and a model at another has two. */
export type ProviderAccounts = Readonly<Record<string, ProviderAccount>>;

/** The needs of every call to a provider, also long after its attempt. */
export interface ProviderScope {
  accounts: ProviderAccounts;
}

/** Where an attempt runs at its provider. */
export interface ProviderSession {
  /** The provider's name for it. */
  id: string;
  liveViewUrl?: string | null;
  replayUrl?: string | null;
  /** The provider's name for the browser's region. */
  region?: string | null;
}

/** How a login reaches a runner, as its adapter declares it; the custody filter uses this declaration. */
interface SecretTravel {
  /**
   * `none`: it takes no secrets. `driver`: this process types them. `named_values`: sent with one task, under names
   * that stand for them. `bound_values`: the same, each usable on stated sites only. `vendor_vault`: kept at the
   * provider until deleted. `task_text`: as part of the task's text.
   */
  channel: 'none' | 'driver' | 'named_values' | 'bound_values' | 'vendor_vault' | 'task_text';
  /** A language model gets to read the value, and not only its name. */
  modelSees: boolean;
}

/** The task as the caller put it, before any secret is filled in. */
export interface Task {
  /** The task as text. Empty when the caller sent only a URL: then the page itself is the answer. */
  goal: string;
  instructions: string | null;
  url: string | null;
  steps: string[];
  successCriteria: string | null;
  /** The caller's JSON Schema (a property map is already turned into one), or null for a free answer. */
  outputSchema: Record<string, unknown> | null;
  /** Files that came with the task, for runners that can put them into a form. */
  attachments?: readonly Attachment[];
  /** The task and answer of the run that this one continues, for language models. */
  earlier?: string;
  /** The meaning of its words, computed at admission; `readingOf` computes it where it is missing. */
  reading?: TaskReading;
}

/** A file that came with the task. */
export interface Attachment {
  name: string;
  contentType: string;
  base64: string;
}

/** Settings of the loop that a language model drives. What is missing is decided by the instance. */
export interface AgentSettings {
  /** `auto`: pictures go along where the text of a page is not enough. */
  vision?: 'auto' | 'on' | 'off';
  maxSteps?: number;
  model?: string;
  /** The model that reads structured answers out of pages. */
  extractionModel?: string;
  effort?: 'low' | 'medium' | 'high';
  /** False: the result of a run is not checked by the model before it ends. */
  checkFinish?: boolean;
}

/** Tokens and price of calls to a language model. */
export interface ModelTokens {
  inputTokens: number;
  /** Part of the input that was read from the cache of the endpoint. */
  cachedTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** Everything one attempt may use. It is made for this attempt and dies with it. */
export interface AttemptScope extends ProviderScope {
  /** Given to the provider as its idempotency key where it has one. */
  attemptId: string;
  /** Aborted on cancel, deadline, take-over and shutdown. Stop side effects at once. */
  signal: AbortSignal;
  /** The money left for this attempt below the run's ceiling; null when the run has none. */
  spendLeftMicroUsd: number | null;
  agent: AgentSettings;
  /** Whether paying, sending, deleting, publishing and accepting need the owner's consent unless the task orders them. */
  confirmsActs(): Promise<boolean>;
  /** The script of the last success of this very task in this workspace; only for the runner that repeats it. */
  script: readonly ScriptLine[] | null;
  /** Call as soon as the provider names the session that the attempt runs in, and again when more is known of it. */
  onSession(session: ProviderSession): void;
  /** Call whenever something observable happened; it feeds the no-progress watchdog and `svc.steps`. */
  onStep(step: Step): void;
  /** Call with a picture of the browser, as JPEG and without any secret: shown to viewers, and recorded. */
  onFrame(jpeg: Uint8Array): void;
  /** Call when the work can be watched: from then on `watch` says whether frames are wanted as fast as they come. */
  onCamera(camera: { watch(isWatched: boolean): void }): void;
  /**
   * The site asks the owner for a one-time code, a text or a yes: pauses the run until a human answers. Never for
   * captchas and bot challenges. A value is used once, for this question, and never written down.
   */
  ask(question: Question): Promise<Reply>;
  /** The login this attempt may use. Null when the run has none, and for runners that take no secrets. */
  credential: AttemptCredential | null;
  /** Where the caller's one-time codes arrive, for providers that fetch them by themselves. Null as for `credential`. */
  codeInbox: CodeInbox | null;
  /**
   * For runners that leave something at their provider, such as a login in its vault or an open browser: the provider's name for
   * it. Called, and waited for, before its use: from then on the next owner of the run, or its closer, can have it removed.
   */
  onLeft(item: string): Promise<void>;
}

/**
 * A stored login, open for this attempt only. It goes to the site it belongs to, over the runner's declared channel, and
 * nowhere else: into no task text, no reference, no step, no log.
 */
export interface AttemptCredential {
  /** A host: the secret is for it and the hosts below it. */
  domain: string;
  username: Secret;
  password: Secret;
  /** For runners that make codes at the provider. Those that call `ask` get the code as its answer. */
  totpSecret: Secret | null;
  /** For runners on our own browsers. Null where no state may be used or kept, or another run works in it now. */
  session: KeptSession | null;
}

export interface CodeInbox {
  /** Hands the codes out when asked. */
  url: string | null;
  /** A phone, an address of mail or another name under which codes reach the provider. */
  identifier: string | null;
}

/** The signed-in state of a browser, kept sealed with the credential and lent to one run at a time. */
export interface KeptSession {
  /** The state left by an earlier run: Playwright's storage state as JSON. */
  state: Secret | null;
  /** After a login that worked. */
  keep(state: string): Promise<void>;
  /** The state does not work any more. */
  drop(): Promise<void>;
}

/** How the login ended: it worked, the site refused it, or the attempt was signed out at its end. */
export type LoginOutcome = 'signed_in' | 'rejected' | 'signed_out';

export interface Question {
  kind: 'otp' | 'text' | 'confirm';
  /** The site's own words, shortened; shown to the owner. */
  prompt: string;
  /** The page that asks, where the runner knows it: a code is made for the login's own site only. */
  url?: string;
  /** Takes a picture of that page, as JPEG and without any secret, for the owner. */
  picture?(): Promise<Uint8Array | null>;
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
  /** The model's reason for the step. */
  thought?: string | null;
  /** The model call that led to the step; null for later steps of the same call. */
  tokens?: ModelTokens | null;
  /** The model's view of the page before the step. */
  observation?: string | null;
  /** JPEG screenshot of the page after the step, with secrets masked; null without one. */
  picture?: Promise<Uint8Array | null>;
}

/** The runner's last page, so that the service can judge the result itself. */
export interface PageEvidence {
  finalUrl: string;
  httpStatus: number | null;
  title: string | null;
  /** Lower-case names. Only headers that the runner has. */
  headers: Record<string, string>;
  /** The first part of the page's markup (at most 64 KB), for recognising block pages. */
  markup: string | null;
  /** All of the page's markup, for runners whose words are a language model's: they are compared with it. */
  whole?: string;
}

export interface CapturedFile {
  kind: 'screenshot' | 'download' | 'recording';
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Where the provider has it; shown when the bytes cannot be kept. */
  url?: string;
}

export type MissedFile = Omit<CapturedFile, 'bytes'> & {
  /** 0 where it is not known. */
  sizeBytes: number;
  why: 'too_large' | 'not_fetched';
};

/** One line of a script that repeats a run without a model. Secret values are placeholders in it. */
export type { ScriptLine };

interface ResultFacts {
  /** The replayable form of a browser attempt. */
  actScript?: ScriptLine[];
  /** The recorded script that was repeated. */
  script?: { id: string; version: number };
  /** The fate of the login, where the runner can tell. */
  login?: LoginOutcome;
  page: PageEvidence | null;
  files: CapturedFile[];
  /** Files that could not be fetched: too large to keep, or the provider did not hand them over. */
  missed?: MissedFile[];
  /** The number of started downloads, successful or not; absent where the runner cannot tell. */
  begunDownloads?: number;
  /** The provider's own figure in micro-USD; null means the listed price. */
  costMicroUsd: number | null;
  /** On top of that, the language model that read the task. */
  modelMicroUsd?: number;
}

/** The rung of an answer and its sources: shown as `svc.evidence.reading`. */
export interface ReadingNote {
  rung: Rung;
  passages: Passage[];
  facts: UsedFact[];
}

export type AttemptResult = ResultFacts &
  (
    | {
        ok: true;
        /** A plain string, or real JSON. */
        output: unknown;
        /** The question that the page did not answer; the output tells its content instead. */
        unanswered?: string;
        /** The reason for a partial output, in words. */
        partly?: string;
        /** How often answers like this were right, or tasks called done like this were done, where that is known. */
        likely?: { share: number; of: 'answer' | 'deed' } | undefined;
        /** The words are a language model's, and are not compared with the page. */
        byModel?: boolean;
        /** How the answer was read out of a page. */
        reading?: ReadingNote;
      }
    | {
        ok: false;
        fault: Exclude<Fault, 'none'>;
        code: EndCode;
        message: string;
        /** The page's words at the end of the attempt, for readers. */
        kept?: string;
        /** Contact with the provider was lost when its task may have been at work: its deeds are unknown. */
        isLostSight?: true;
      }
  );

interface AnyRunner {
  facts: RunnerFacts;
  /** Tries an account with a call that does nothing. Left out where there is none. */
  check?(account: ProviderAccount): Promise<KeyCheck>;
  /**
   * Called once an attempt is over, however it ended: removes its remains at the provider. Remains that are not `deleted` are
   * asked for again later, from any instance. Left out where nothing stays behind.
   */
  forget?(left: Leftover, scope: ProviderScope): Promise<Forgotten>;
}

/** Runs inside this process in one call (local runners, extraction engines). Lost when the process dies. */
export interface DirectRunner extends AnyRunner {
  shape: 'direct';
  /** Uses `task.reading`: a configured language model reads the task for it. */
  goesByReading?: boolean;
  /** Whether its rules cover the task; a runner without it takes any. */
  covers?(task: Task): boolean;
  run(task: Task, scope: AttemptScope): Promise<AttemptResult>;
}

/** An attempt's remains at its provider: enough to find them there, also after a crash in the middle. */
export interface Leftover {
  attemptId: string;
  /** Null when the task never began, or the process died before it wrote the reference. */
  reference: string | null;
  /** As passed to `onLeft`; null if the process died before. */
  item: string | null;
}

/**
 * Runs at a provider. `start` returns a reference that can be stored; `poll` and `cancel` take it, so that
 * another process can go on after a crash. `poll` returns null while the task is still running, and a reference when
 * the task goes on under another one: it is stored before the next poll.
 */
export interface HostedRunner extends AnyRunner {
  shape: 'hosted';
  start(task: Task, scope: AttemptScope): Promise<{ reference: string } | AttemptResult>;
  poll(
    reference: string,
    scope: AttemptScope,
    task: Task,
  ): Promise<AttemptResult | { reference: string } | null>;
  /** Best effort; logs instead of throwing. */
  cancel(reference: string, scope: ProviderScope): Promise<void>;
  pollIntervalMs: number;
  /** How long its provider may confirm that a task runs without showing anything new of it. */
  quietForMs?: number;
}

/** Where a provider's answer differs from what the adapter knows. Holds no value but words of state and code. */
export interface Difference {
  field: string;
  expected: string;
  seen: string;
}

/** `unknown`: the provider did not say. */
export type KeyCheck = 'accepted' | 'refused' | 'unknown';

/** `nothing`: the provider has nothing of this attempt, or not yet. `failed`: it did not say. */
export type Forgotten = 'deleted' | 'nothing' | 'failed';

export type Runner = DirectRunner | HostedRunner;

/** The end of an attempt without a result: a code for the service and words for people. */
export function stuck(code: EndCode, message: string, page: PageEvidence | null = null): AttemptResult {
  const { fault } = ENDINGS[code];
  const costMicroUsd = isFree(code) ? 0 : null;
  return { ok: false, fault, code, message, page, files: [], costMicroUsd };
}

function isFree(code: EndCode): boolean {
  return 'isFree' in ENDINGS[code];
}

/** For runners on other machines and pages of this network. */
export function outOfReachMessage(who: string): string {
  return `The page is on a private network that ${who} cannot reach. Use a local runner.`;
}
