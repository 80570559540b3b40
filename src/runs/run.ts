import type { Artifact } from '../artifacts/store.ts';
import type { RunOutcomeCode } from '../errors.ts';
import type { Plan } from '../routing/plan.ts';
import type { RequestedRouting } from '../routing/requested-routing.ts';
import type { SlaProfile } from '../routing/router.ts';
import type { Fault, LoginOutcome, ScriptLine, Step, Task } from '../runners/contract.ts';
import type { CustodyFacts } from '../vault/custody.ts';

export type RunStatus =
  | 'running'
  | 'needs_human'
  | 'succeeded'
  | 'failed'
  | 'blocked'
  | 'empty'
  | 'cancelled';
type Verdict = 'succeeded' | 'blocked' | 'failed' | 'empty';

/** The request as the run keeps it: understood, and without anything secret. */
export interface RunRequest {
  model: string;
  task: Task;
  /** What the caller wrote in `routing`. */
  routing: unknown;
  slaProfile: SlaProfile;
  maxFallbacks: number;
  maxCostMicro: number | null;
  timeBudgetMs: number | null;
  budgetSource: 'caller' | 'learning_default' | 'routing_plan' | null;
  custody: CustodyFacts | null;
  /** The stored login that this run may use. */
  credentialId: string | null;
  /** Secrets came with the request itself; they lie sealed beside the run until it is over. */
  hasOwnSecrets: boolean;
  /** Whether a signed-in state of the credential may be taken and kept. */
  sessionReuse: boolean;
  allowInteraction: boolean | null;
  interactionTimeoutMs: number;
  normalize: boolean;
  background: boolean;
  metadata: Record<string, string>;
  /** What governs the shape of the answer, as the official clients echo it. */
  textFormat: unknown;
  inputChars: number;
}

export interface Attempt {
  id: string;
  ordinal: number;
  runner: string;
  engine: string | null;
  phase: 'planned' | 'fallback' | 'race' | 'widened' | 'probe';
  status: 'running' | 'finished' | 'lost' | 'cancelled';
  reference: string | null;
  priceMicro: number;
  costMicro: number | null;
  verdict: Verdict | null;
  blockReason: string | null;
  fault: Fault;
  error: { code: string; message: string } | null;
  result: AttemptFacts | null;
  startedAt: Date;
  finishedAt: Date | null;
}

/** A step as it is told while the attempt goes on. */
export type TimedStep = Step & { at: string };

/** A step as the run keeps it: when it ended, and the id of its picture. */
export type StepRecord = Omit<Step, 'picture'> & { at: string; screenshot?: string | null };

/** What is kept of an attempt; of one that runs, its steps so far. `output` only where it may be needed as a partial result. */
export interface AttemptFacts {
  output?: unknown;
  finalUrl: string | null;
  steps: StepRecord[];
  actScript?: ScriptLine[];
  login?: LoginOutcome;
  judgement: Omit<Outcome, 'error' | 'finalUrl'> | null;
  /** An answer for want of a better one: the run goes on to the next runner. */
  isStopgap?: boolean;
  errorCode: RunOutcomeCode | null;
}

/** What came of the caller's wish to have the output brought into the schema's shape. */
export interface Normalization {
  applied: boolean;
  /** Null when it was applied. */
  reason: string | null;
}

/** How a run ended; written once, in the transaction that makes it terminal. */
export interface Outcome {
  output: unknown;
  answer: string | null;
  answerPresent: boolean;
  quality: { verdict: Verdict; confidence: number; reason: string; source: 'deterministic' | 'grader' };
  blockReason: string | null;
  deliverables: unknown;
  /** Absent where nothing was normalized or asked to be. */
  normalization?: Normalization;
  finalUrl: string | null;
  error: { code: RunOutcomeCode; message: string } | null;
}

/** The site's question that a paused run waits on. */
export interface Interaction {
  id: string;
  kind: 'otp' | 'text' | 'confirm';
  prompt: string;
  channel: 'totp' | 'sms' | 'email' | 'unknown';
  createdAt: Date;
  expiresAt: Date;
}

export interface Run {
  id: string;
  workspaceId: string;
  createdAt: Date;
  /** Opens the page on which this run can be watched. */
  viewToken: string;
  status: RunStatus;
  request: RunRequest;
  routingClass: RequestedRouting['class'];
  plan: Plan;
  feeRatePpm: number;
  maxCostMicro: number | null;
  expiresAt: Date;
  /** Past its time contract though the row does not say so yet. */
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
  attempts: Attempt[];
  artifacts: Artifact[];
}

export function isTerminal(run: Pick<Run, 'finishedAt' | 'isOverdue'>): boolean {
  return run.finishedAt !== null || run.isOverdue;
}
