import type { Metrics } from './platform/metrics.ts';
import { usd } from './platform/money.ts';
import type { Replica } from './platform/reads.ts';
import type { BrowserFleet } from './runners/infra/browser-fleet.ts';
import type { RunsContext } from './runs/context.ts';
import type { Executor } from './runs/lifecycle/executor.ts';
import { countUnfinished } from './runs/lifecycle/leases.ts';
import type { Run } from './runs/run.ts';
import type { SessionsContext } from './sessions/routes.ts';

export function showLoad(
  metrics: Metrics,
  { db, jobs, sessions, maxLiveRuns }: RunsContext & { sessions: SessionsContext },
  executor: Executor | null,
): void {
  metrics.gauge('svc_queue_oldest_seconds', 'For how long the oldest run waits to be taken', async () => {
    const { oldestSeconds } = await jobs.backlog();
    return oldestSeconds;
  });
  metrics.gauge(
    'svc_queue_waiting',
    'Runs that wait to be taken',
    async () => (await jobs.backlog()).waiting,
  );
  metrics.gauge('svc_slots', 'Runs that this instance executes at once', () => (executor ? maxLiveRuns : 0));
  metrics.gauge(
    'svc_workers_wanted',
    'Instances of this size that all unfinished runs need; every instance says the same',
    async () => Math.max(1, Math.ceil((await countUnfinished(db)) / maxLiveRuns)),
  );
  metrics.gauge('svc_live_runs', 'Runs under way on this instance', () => executor?.liveCount ?? 0);
  metrics.gauge('svc_live_sessions', 'Browser sessions on this instance', () => sessions.host.liveCount);
  metrics.gauge('svc_database_up', '1 while the database answers, else 0', () =>
    db.ping().then(
      () => 1,
      () => 0,
    ),
  );
  metrics.gauge('svc_db_connections_busy', 'Database connections that work', () => db.load.busy);
  metrics.gauge('svc_db_waiting', 'Queries that wait for a connection', () => db.load.waiting);
}

export function showReplica(metrics: Metrics, replica: Replica): void {
  metrics.gauge('svc_replica_used', 'Whether the read replica answers', () => Number(replica.isUsed));
  metrics.gauge(
    'svc_replica_lag_seconds',
    'How far the read replica is behind; NaN while it does not answer',
    () => replica.lagSeconds,
  );
}

export function showFleet(metrics: Metrics, fleet: BrowserFleet): void {
  metrics.gauge(
    'svc_browser_places',
    'Runs that the browser sources that answer take at once',
    () => fleet.load.slots,
  );
  metrics.gauge('svc_browser_busy', 'Places of browser sources that are taken', () => fleet.load.busy);
  metrics.gauge('svc_browser_waiting', 'Runs that wait for a browser', () => fleet.load.waiting);
}

export function countRun(metrics: Metrics, run: Run): void {
  const seconds = ((run.finishedAt?.getTime() ?? 0) - run.createdAt.getTime()) / 1_000;
  metrics.runEnded({ verdict: run.status, runner: run.runner, seconds });
  for (const { runner, fault, costMicro } of run.attempts)
    metrics.attemptEnded({ runner, fault, costUsd: usd(costMicro ?? 0) });
}
