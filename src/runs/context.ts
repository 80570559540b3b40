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

/** Dependencies of the runs room, built once in `src/assemble.ts`. */
export interface RunsContext {
  instanceId: string;
  db: Db;
  /** For lists and statistics, which a replica may answer. Never for a decision. */
  reads: Reads;
  jobs: Jobs;
  watch: Watch;
  stage: Stage;
  registry: Registry;
  providerKeys: ProviderKeys;
  router: Router;
  gate: Gate;
  files: FileStore;
  schemas: SchemaChecker;
  /** Null where no language model is configured. */
  llm: Llm | null;
  modelOrigin: ModelOrigin;
  /** Settings of the agent loop where a run has none. */
  agentDefaults: AgentSettings;
  log: Log;
  clock: Clock;
  faults: FaultPoints;
  fingerprintKey: KeyObject;
  /** Seals texts that must not be readable in the database. */
  secrets: {
    seal(text: string, context: string): Promise<Buffer>;
    open(sealed: Buffer, context: string): Promise<string>;
  };
  vault: VaultContext;
  webhooks: WebhooksContext;
  /** The public address, from which every link is built. */
  baseUrl(): string;
  /** Where a task without a URL starts; `%s` stands for its words. */
  searchUrl: string;
  syncWaitMs: number;
  /** Null on an instance that executes nothing itself: then the queue's length is the limit. */
  maxLiveRuns: number;
  probeLimits: ProbeLimits;
  /** Whether credits can be bought here. */
  sellsCredits: boolean;
}
