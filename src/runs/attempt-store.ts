import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { guarded, json, prepared } from '../platform/sql.ts';
import type { Decision } from '../routing/port.ts';
import type { ProviderSession } from '../runners/contract.ts';
import { reservedMicro } from './ceiling.ts';
import type { Attempt, AttemptFacts, FencedRun, RunKey } from './run.ts';

/** All SQL of attempts and of the decisions that led to them. */

export interface NewAttempt {
  id: string;
  ordinal: number;
  runner: string;
  engine: string | null;
  phase: Attempt['phase'];
  batch: number | null;
  decision: Attempt['decision'];
  priceMicro: number;
  /** The workspace pays the provider itself. */
  isOwnKey: boolean;
}

/**
 * The only way to start an attempt: under the fence, while the run lives and the ceiling covers its price beside what is spent and
 * under way.
 */
export function dispatchStatement(run: FencedRun, attempt: NewAttempt, holdMicro: number): Statement {
  const reserved = reservedMicro(attempt);
  return prepared(
    'dispatch_attempt',
    sql`with run as (
          update runs set in_flight_micro = in_flight_micro + ${reserved}, held_micro = held_micro + ${holdMicro},
            progress_at = db_now()
          where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null
            and (max_cost_micro is null
              or spent_micro + in_flight_micro < max_cost_micro and spent_micro + in_flight_micro + ${reserved} <= max_cost_micro)
          returning id, workspace_id
        ), attempt as (
          insert into attempts (id, run_id, workspace_id, ordinal, runner, engine, phase, batch, decision, price_micro, own_key)
          select ${attempt.id}, id, workspace_id, ${attempt.ordinal}::int, ${attempt.runner}, ${attempt.engine}, ${attempt.phase}, ${attempt.batch}::int,
            ${attempt.decision && json(attempt.decision)}::json, ${attempt.priceMicro}::bigint, ${attempt.isOwnKey}::boolean from run
          returning started_at
        )
        select ${guarded(sql`exists (select 1 from run)`, 'superseded')}, (select started_at from attempt) as started_at`,
  );
}

/** The whole decision, for the explanation card; in the transaction of the attempt that it led to. */
export function saveDecisionStatement(run: RunKey, ordinal: number, decision: Decision): Statement {
  return prepared(
    'save_decision',
    sql`insert into decisions (run_id, ordinal, workspace_id, decision) values (${run.id}, ${ordinal}, ${run.workspaceId}, ${json(decision)})
        on conflict (run_id, ordinal, workspace_id) do update set decision = excluded.decision`,
  );
}

/** The decision with which a run began; null where its caller chose the runners. */
export async function loadDecision(db: Db, workspaceId: string, runId: string): Promise<Decision | null> {
  const [row] = await db.queryFor<{ decision: Decision }>(
    workspaceId,
    sql`select decision from decisions
        where run_id = ${runId} and workspace_id = ${workspaceId} order by ordinal limit 1`,
  );
  return row?.decision ?? null;
}

/** The place of an attempt at its provider: a hint for viewers, so nothing waits for it. */
export async function saveSession(
  db: Db,
  run: RunKey,
  attemptId: string,
  session: ProviderSession,
): Promise<void> {
  await db.query(
    sql`update attempts set session = ${json(session)}
        where run_id = ${run.id} and workspace_id = ${run.workspaceId} and id = ${attemptId}`,
  );
}

export function saveReferenceStatement(run: FencedRun, attemptId: string, reference: string): Statement {
  return sql`with owned as (
               select 1 from runs
               where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null for share
             ), saved as (
               update attempts set reference = ${reference}
               where run_id = ${run.id} and workspace_id = ${run.workspaceId} and id = ${attemptId} and status = 'running'
                 and exists (select 1 from owned)
               returning 1
             )
             select ${guarded(sql`exists (select 1 from saved)`, 'superseded')}`;
}

export interface SettledAttempt {
  id: string;
  status: Exclude<Attempt['status'], 'running'>;
  costMicro: number;
  verdict: Attempt['verdict'];
  blockReason: string | null;
  defense: string | null;
  fault: Attempt['fault'];
  error: Attempt['error'];
  result: AttemptFacts | null;
  /** The time at which its runner came back; null where no process saw it: then it ends as it is written down. */
  finishedAt: Date | null;
}

/** Guarded by the statement that moves the run on in the same transaction. */
export function settleAttemptStatement(run: RunKey, attempt: SettledAttempt): Statement {
  return prepared(
    'settle_attempt',
    sql`with settled as (
          update attempts set status = ${attempt.status}, finished_at = coalesce(${attempt.finishedAt}, db_now()), cost_micro = ${attempt.costMicro},
            verdict = ${attempt.verdict}, block_reason = ${attempt.blockReason}, defense = ${attempt.defense}, fault = ${attempt.fault},
            error = ${attempt.error && json(attempt.error)}, result = ${attempt.result && json(attempt.result)}
          where run_id = ${run.id} and workspace_id = ${run.workspaceId} and id = ${attempt.id} and status = 'running' returning 1
        )
        select ${guarded(sql`exists (select 1 from settled)`, 'superseded')}`,
  );
}
