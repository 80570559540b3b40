import type { KeyObject } from 'node:crypto';
import type { FileStore } from '../artifacts/file-store.ts';
import type { SchemaChecker } from '../judge/schema-checker.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { FaultPoints } from '../platform/fault-points.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Llm } from '../platform/llm.ts';
import type { Log } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import type { Reads } from '../platform/reads.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import type { Router } from '../routing/port.ts';
import type { AgentSettings } from '../runners/contract.ts';
import type { ModelOrigin } from '../runners/find-model.ts';
import type { Registry } from '../runners/registry.ts';
import type { VaultContext } from '../vault/context.ts';
import type { WebhooksContext } from '../webhooks/routes.ts';
import type { ProbeLimits } from './learning-sweep.ts';
import type { Stage } from './views/live/stage.ts';
import type { Watch } from './views/watch.ts';

/** Dependencies of every part of the runs room; each part adds its own. Built once in `src/assemble.ts`. */
interface BaseContext {
  db: Db;
  clock: Clock;
  log: Log;
  watch: Watch;
  faults: FaultPoints;
  /** The public address, from which every link is built. */
  baseUrl(): string;
}

export interface ViewContext extends BaseContext {
  /** For lists and statistics, which a replica may answer. Never for a decision. */
  reads: Reads;
  files: FileStore;
  stage: Stage;
  syncWaitMs: number;
}

export interface AttemptContext extends BaseContext {
  registry: Registry;
  providerKeys: ProviderKeys;
  gate: Gate;
  files: FileStore;
  stage: Stage;
  schemas: SchemaChecker;
  /** Null where no language model is configured. */
  llm: Llm | null;
  /** Settings of the agent loop where a run has none. */
  agentDefaults: AgentSettings;
  vault: VaultContext;
  webhooks: WebhooksContext;
  /** Seals texts that must not be readable in the database. */
  secrets: {
    seal(text: string, context: string): Promise<Buffer>;
    open(sealed: Buffer, context: string): Promise<string>;
  };
  fingerprintKey: KeyObject;
  /** Where a task without a URL starts; `%s` is replaced by its text. */
  searchUrl: string;
}

export interface LifecycleContext extends AttemptContext {
  instanceId: string;
  jobs: Jobs;
  router: Router;
  /** Null on an instance that executes nothing itself: then the queue's length is the limit. */
  maxLiveRuns: number;
  probeLimits: ProbeLimits;
}

export interface RequestContext
  extends Omit<LifecycleContext, 'stage' | 'files' | 'searchUrl' | 'agentDefaults' | 'webhooks'> {
  /** Whether credits can be bought here. */
  sellsCredits: boolean;
}

/** The dependencies of all parts, for the routes. */
export interface RunsContext extends ViewContext, LifecycleContext, RequestContext {
  modelOrigin: ModelOrigin;
}
