import type { Artifact } from '../artifacts/store.ts';
import type { RunOutcomeCode } from '../errors.ts';
import type { Deliverables } from '../judge/deliverables.ts';
import type { ModelUse } from '../platform/model-meter.ts';
import type { SlaProfile } from '../routing/port.ts';
import type { RequestedRouting } from '../routing/requested-routing.ts';
import type {
  AgentSettings,
  Difference,
  Fault,
  LoginOutcome,
  ProviderSession,
  ReadingNote,
  ScriptLine,
  Step,
  Task,
} from '../runners/contract.ts';
import type { ExchangedCall } from '../runners/wire/exchange.ts';
import type { TaskType } from '../task/index.ts';
import type { CustodyFacts } from '../vault/custody.ts';
import type { DecisionBrief } from './decision-brief.ts';

export type RunStatus =
  | 'running'
  | 'needs_human'
  | 'succeeded'
  | 'failed'
  | 'blocked'
  | 'empty'
  | 'cancelled';
type Verdict = 'succeeded' | 'blocked' | 'failed' | 'empty';

export interface RunWarning {
  code: 'text_shortened' | 'unknown_parameter' | 'ignored_parameter';
  /** The member of the request. */
  param: string | null;
  message: string;
}

/** The parsed request as stored with the run, without secrets. */
export interface RunRequest {
  model: string;
  task: Task;
  /** The caller's `routing`, as written. */
  routing: unknown;
  /** The task looks like many entities. Absent on runs of older versions, like `routingNote`. */
  isMulti?: boolean;
  /** The change to the requested routing, in one sentence. */
  routingNote?: string | null;
  /** Parts of the request that were ignored or shortened. Absent on runs of older versions. */
  warnings?: RunWarning[];
  /** The run that this one continues; absent without one. */
  previousResponseId?: string;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  maxCostMicro: number | null;
  timeBudgetMs: number | null;
  custody: CustodyFacts | null;
  /** The stored login that this run may use. */
  credentialId: string | null;
  /** Secrets came with the request; they are stored sealed until the run is over. */
  hasOwnSecrets: boolean;
  /** Whether the run may use and save a signed-in session of the credential. */
  sessionReuse: boolean;
  allowInteraction: boolean | null;
  interactionTimeoutMs: number;
  normalize: boolean;
  background: boolean;
  metadata: Record<string, string>;
  /** Settings of the agent loop; absent without any. */
  agent?: AgentSettings;
  /** The requested text format, echoed as in the Responses API. */
  textFormat: unknown;
  inputChars: number;
  /** A test of its runner: the exchange with the provider is kept. */
  isTest?: true;
}

/** The runners that admission planned, and their possible cost. */
interface RunPlan {
  order: string[];
  /** Present when the brain decided (smart, category); later decisions are with the attempts that they led to. */
  decision: DecisionBrief | null;
  /** The router's own limit, beside the caller's ceiling. Null where the caller chose the runners. */
  budgetMicro: number | null;
}

export interface Attempt {
  id: string;
  ordinal: number;
  runner: string;
  engine: string | null;
  phase: 'planned' | 'fallback' | 'race' | 'widened' | 'probe';
  /** Which wave of a sweep it belongs to, from 1. */
  batch: number | null;
  /** The decision that chose its runner; null where the caller did. */
  decision: DecisionBrief | null;
  status: 'running' | 'finished' | 'lost' | 'cancelled';
  reference: string | null;
  priceMicro: number;
  /** The price of the attempt; billed unless the workspace paid the provider itself. */
  costMicro: number | null;
  /** It works under the workspace's own key: only the fee is billed. */
  isOwnKey: boolean;
  /** As its provider names it. */
  session: ProviderSession | null;
  verdict: Verdict | null;
  blockReason: string | null;
  /** Which defence of the site blocked it. */
  defense: string | null;
  fault: Fault;
  error: { code: string; message: string } | null;
  result: AttemptFacts | null;
  startedAt: Date;
  finishedAt: Date | null;
}

/** A step of a running attempt. */
export type TimedStep = Step & { at: string };

/** A stored step, with its end time and the id of its picture. */
export type StepRecord = Omit<Step, 'picture' | 'observation'> & {
  at: string;
  screenshot?: string | null;
  /** ID of the stored observation. */
  view?: string | null;
};

/** The stored part of an attempt; its steps so far while it runs. `output` is kept only as a possible partial result. */
export interface AttemptFacts {
  output?: unknown;
  finalUrl: string | null;
  /** Of the last page, where the runner knows it. */
  httpStatus?: number | null;
  title?: string | null;
  steps: StepRecord[];
  /** Calls to language models, by model and role; absent without any. */
  models?: ModelUse[];
  actScript?: ScriptLine[];
  /** The recorded script that the attempt repeated. */
  script?: { id: string; version: number };
  login?: LoginOutcome;
  judgement:
    | (Omit<Outcome, 'error' | 'finalUrl' | 'httpStatus' | 'title' | 'quality'> & { quality: Quality })
    | null;
  /** A weak answer: the run tries the next runner and ends with this one if nothing better comes. */
  isWeak?: boolean;
  /** Contact with the provider was lost when its task may have been at work. */
  isLostSight?: true;
  errorCode: RunOutcomeCode | null;
  /** Where its provider's answers differ from what the adapter knows; absent without any. */
  differences?: Difference[];
  /** The exchange with its provider; only of a test. */
  exchange?: TestedExchange;
}

/** The calls of a tested runner, with all values replaced. */
interface TestedExchange {
  states: string[];
  isCostReported: boolean;
  calls: ExchangedCall[];
}

interface Quality<Confidence = number> {
  verdict: Verdict;
  confidence: Confidence;
  reason: string;
  source: 'deterministic' | 'grader';
}

/** The result of `normalize: true`. */
export interface Normalization {
  applied: boolean;
  /** Null when it was applied. */
  reason: string | null;
}

/** How a run ended; written once, in the transaction that makes it terminal. */
export interface Outcome {
  /** The attempt behind it; null without one, absent on runs of older versions. */
  attemptId?: string | null;
  output: unknown;
  answer: string | null;
  answerPresent: boolean;
  /** The confidence is null without an answer. */
  quality: Quality<number | null>;
  blockReason: string | null;
  deliverables: Deliverables | null;
  /** JSON pointers to digits of the output that are numbers for the schema; absent without any. */
  numbers?: readonly string[];
  /** How the answer was read out of a page; absent where it was not. */
  reading?: ReadingNote;
  /** Absent unless normalization was requested. */
  normalization?: Normalization;
  finalUrl: string | null;
  /** Absent on runs of older versions. */
  httpStatus?: number | null;
  title?: string | null;
  /** Runners that the spend ceiling kept from starting, where that ended the run. */
  forbidden?: readonly string[];
  error: { code: RunOutcomeCode; message: string } | null;
}

/** The question that a paused run waits on. */
export interface Interaction {
  id: string;
  kind: 'otp' | 'text' | 'confirm';
  prompt: string;
  channel: 'totp' | 'sms' | 'email' | 'unknown';
  createdAt: Date;
  expiresAt: Date;
}

/** The owner's word on the answer of a run. */
export interface Feedback {
  correct: boolean;
  answer: string | null;
  note: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A run by name; large tables are keyed by its workspace, too. */
export type RunKey = Pick<Run, 'id' | 'workspaceId'>;
/** The key and the fence under which an executor writes. */
export type FencedRun = Pick<Run, 'id' | 'workspaceId' | 'fence'>;

export interface Run {
  id: string;
  workspaceId: string;
  /** The key that made it. */
  keyId: string | null;
  createdAt: Date;
  /** Opens the page on which this run can be watched. */
  viewToken: string;
  status: RunStatus;
  request: RunRequest;
  /** The stored request or plan lacks a member, as after a downgrade: it can be shown and not executed. */
  isUnreadable?: boolean;
  routingClass: RequestedRouting['class'];
  /** A learning sweep: many runners try the same task, in waves. */
  isSweep: boolean;
  /** The site that the task is about; null without an address. */
  domain: string | null;
  taskType: TaskType;
  plan: RunPlan;
  feeRatePpm: number;
  /** The spend ceiling before the platform fee: the caller's, or the default of a learning sweep. */
  maxCostMicro: number | null;
  expiresAt: Date;
  /** Past its time limit, although the row does not say so yet. */
  isOverdue: boolean;
  /** Until the window shared by the attempts closes; null when uncapped. */
  windowLeftMs: number | null;
  fence: number;
  jobId: string;
  progressAt: Date;
  spentMicro: number;
  heldMicro: number;
  progressEvents: number;
  runner: string | null;
  outcome: Outcome | null;
  finishedAt: Date | null;
  parentId: string | null;
  entityId: string | null;
  role: string | null;
  interaction: Interaction | null;
  /** The owner's word on the answer; absent without any. */
  feedback?: Feedback | null;
  attempts: Attempt[];
  /** Attempts under way whose output is being normalized; only in the memory of the executor. */
  normalizing?: readonly string[] | undefined;
  /** The credits did not cover a further attempt: those under way finish, and no other starts. Only in the memory of the executor. */
  isOutOfCredits?: boolean | undefined;
  artifacts: Artifact[];
}

/** The result of a create. */
export interface Created {
  run: Run;
  idempotencyKey: string | null;
  isReplay: boolean;
}

export function isTerminal(run: Pick<Run, 'finishedAt' | 'isOverdue'>): boolean {
  return run.finishedAt !== null || run.isOverdue;
}
