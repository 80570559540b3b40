import sql from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { guarded, json, prepared } from '../platform/sql.ts';
import type { Decision } from '../routing/port.ts';
import type { ProviderSession } from '../runners/contract.ts';
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

/** The row of an attempt that starts. */
export function startedRow(attempt: NewAttempt) {
  const { id, ordinal, runner, engine, phase, batch, decision, priceMicro, isOwnKey } = attempt;
  return { id, ordinal, runner, engine, phase, batch, decision, price_micro: priceMicro, own_key: isOwnKey };
}

export function startedAttempt(attempt: NewAttempt, startedAt: Date): Attempt {
  return {
    ...attempt,
    status: 'running',
    reference: null,
    costMicro: null,
    session: null,
    verdict: null,
    blockReason: null,
    defense: null,
    fault: 'none',
    error: null,
    result: null,
    startedAt,
    finishedAt: null,
  };
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

/** Whether models ask the owner of this workspace before irreversible acts. */
export async function loadConfirmsActs(db: Db, workspaceId: string): Promise<boolean> {
  const [row] = await db.query<{ confirms_acts: boolean }>(
    sql`select confirms_acts from workspaces where id = ${workspaceId}`,
  );
  return row?.confirms_acts ?? true;
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

/** The row of an attempt that ended. */
export function settledRow(attempt: SettledAttempt) {
  const { id, status, finishedAt, costMicro, verdict, blockReason, defense, fault, error, result } = attempt;
  return {
    ...{ id, status, verdict, defense, fault, error, result },
    finished_at: finishedAt,
    cost_micro: costMicro,
    block_reason: blockReason,
  };
}
