import type { z } from 'zod';
import type { EndCode } from '../codes.ts';
import type {
  AttemptCredential,
  AttemptResult,
  CodeInbox,
  Forgotten,
  Leftover,
  LoginOutcome,
  ProviderAccount,
  ProviderSession,
  Question,
  Step,
  Task,
} from '../contract.ts';
import type { RowOptions } from '../options.ts';

/**
 * A provider of agents: its paths, its bodies and the reading of its answers. The one runner for all of them,
 * in `hosted-runner.ts`, does the calling, repeating, relaying, stopping and deleting.
 */
export interface HostedProvider {
  headers(account: ProviderAccount): Record<string, string>;
  /** The header in which it takes an idempotency key; left out when it takes none. */
  idempotencyHeader?: string;
  pollIntervalMs?: number;
  /** Begins the task. Each new object registers its own removal. */
  start(task: HostedTask, api: ProviderApi): Promise<{ reference: string } | Ended>;
  /** Looks at the task once. */
  poll(reference: string, api: ProviderApi, task: HostedTask): Promise<Progress>;
  /** Ends it for good, with all that belongs to it. Left out where the provider has no call for it. */
  stop?(reference: string, api: ProviderApi): Promise<unknown>;
  /** Removes the remains of an attempt with a login. */
  forget?(left: Leftover, api: ProviderApi): Promise<Forgotten>;
}

/** The task of one attempt, with its permissions. After a crash `credential` is there again, or the attempt is over. */
export interface HostedTask extends Task {
  attemptId: string;
  credential: AttemptCredential | null;
  codeInbox: CodeInbox | null;
  /** The money left to the run; null without a ceiling. */
  maxCostUsd: number | null;
  /** The same in whole units of the row's price, at least one. */
  maxCostUnits: number | null;
  /** The row's options: a model, an engine, a mode. */
  options: RowOptions;
  /** Remains at the provider are written down before they are used. */
  onLeft(item: string): Promise<void>;
}

/** Calls to the provider. A failed one ends its task; callers need not catch it. */
export interface ProviderApi {
  account: ProviderAccount;
  get<Answer>(path: string, shape: z.ZodType<Answer>, query?: Record<string, string>): Promise<Answer>;
  post<Answer>(
    path: string,
    body: object | undefined,
    shape: z.ZodType<Answer>,
    more?: PostOptions<Answer>,
  ): Promise<Answer>;
  /** The same as `get`, for optional data: null when it does not come. */
  maybe<Answer>(
    path: string,
    shape: z.ZodType<Answer>,
    query?: Record<string, string>,
  ): Promise<Answer | null>;
  /** The same as `get`: null on 404. */
  find<Answer>(path: string, shape: z.ZodType<Answer>): Promise<Answer | null>;
  /** For idempotent calls (stop, close, delete): true when done, or already gone. */
  end(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<boolean>;
  /** Something that belongs to the account and is made once. */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
  session(session: ProviderSession): void;
  /** Maps a status of the provider. Unknown ones count as running, and are noted. */
  stateOf(states: TaskStates, status: string): TaskState;
}

export interface PostOptions<Answer> {
  /** Undoes it, when it is not wanted any more by the time it is answered, or a later call of the start fails. */
  undo?(answer: Answer): Promise<unknown>;
  /** Also sent under a signal that has fired: without its answer the new object would be lost. */
  isUnbroken?: boolean;
  idempotencyKey?: string;
  /** For a provider that does not know the path: the one of its older reference. */
  olderPath?: string;
  method?: 'POST' | 'PUT' | 'PATCH';
  query?: Record<string, string>;
  timeoutMs?: number;
}

/** The states of a task, as a provider's words are mapped to them. */
export type TaskState = 'running' | 'asking' | 'done' | 'missed' | 'failed' | 'stopped' | 'timed_out';
/** All states of the provider's client or reference. */
export type TaskStates = Readonly<Record<string, TaskState>>;

type ReportedStep = Pick<Step, 'action'> & Partial<Step>;

export type Progress = Running | Ended;

export interface Running {
  state: 'running';
  /** The provider's report on it; a change of it is progress. */
  said?: string;
  /** All of them, at every poll. */
  steps?: ReportedStep[];
  /** The task goes on under another reference. */
  reference?: string;
  /** It waits for its owner. Never a captcha. */
  asks?: { questions: Question[]; answer(values: string[]): Promise<unknown> };
}

export type Ended = EndFacts &
  (
    | {
        state: 'done';
        /** Text, JSON, or JSON as text. */
        output: unknown;
        /** False where the provider reports that the goal was missed. */
        isAchieved?: boolean;
        /** Reported by the provider: only a part was done. */
        partly?: string;
        reason?: unknown;
      }
    | {
        state: 'failed';
        /** The provider's message: text, or JSON with text in it. */
        reason?: unknown;
        /** `runner_failed` when left out: it ran and did not do the job. */
        code?: EndCode;
        login?: LoginOutcome;
      }
    | { state: 'stopped' }
  );

interface EndFacts {
  /** In USD, as a number or as text. */
  costUsd?: unknown;
  /** In the unit of the row's price, for providers that count credits or steps. */
  costUnits?: unknown;
  finalUrl?: string | null;
  steps?: ReportedStep[];
  files?: FileLink[];
}

export interface FileLink {
  kind: 'screenshot' | 'download' | 'recording';
  name: string;
  url: string;
  /** For holders of the key; sent to the provider's own address only. */
  needsKey?: boolean;
}

/** The result of an attempt whose task may still run, unobserved. */
export function lostSightOf(result: AttemptResult): AttemptResult {
  return result.ok ? result : { ...result, isLostSight: true };
}

/** Thrown by the calls of `ProviderApi`; only `hosted-runner.ts` catches it. */
export class CallFailed extends Error {
  readonly result: AttemptResult;
  readonly isAborted: boolean;
  readonly status: number | null;

  constructor(result: AttemptResult, isAborted: boolean, status: number | null) {
    super('a call to a provider failed');
    this.result = result;
    this.isAborted = isAborted;
    this.status = status;
  }
}
