import sql from 'sql-template-tag';
import type { Db, Statement } from '../../../platform/db.ts';
import { guarded } from '../../../platform/sql.ts';
import type { FencedRun, Interaction, RunKey } from '../../run.ts';

/** Opens a question and pauses the run, under the executor's fence. */
export function openInteractionStatement(
  run: FencedRun,
  attemptId: string,
  asked: Pick<Interaction, 'id' | 'kind' | 'prompt' | 'channel'>,
  waitMs: number,
): Statement {
  return sql`with paused as (
               update runs set status = 'needs_human', progress_at = db_now(), event_sequence = event_sequence + 1
               where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and finished_at is null
               returning id, workspace_id
             ), opened as (
               insert into interactions (id, run_id, workspace_id, attempt_id, kind, prompt, channel, expires_at)
               select ${asked.id}, id, workspace_id, ${attemptId}, ${asked.kind}, ${asked.prompt}, ${asked.channel},
                      db_now() + ${waitMs}::double precision * interval '1 millisecond' from paused
               returning created_at, expires_at
             )
             select ${guarded(sql`exists (select 1 from paused)`, 'superseded')}, opened.* from opened`;
}

/** Takes the answer for the one question that waits; a second answer finds nothing. The run goes on. To be sent after the lock on the run. */
export function answerStatement(run: RunKey, interactionId: string, sealed: Buffer): Statement {
  return sql`with answered as (
               update interactions set status = 'answered', answer = ${sealed}, closed_at = db_now()
               where id = ${interactionId} and run_id = ${run.id} and workspace_id = ${run.workspaceId} and status = 'waiting' and expires_at > db_now()
               returning run_id
             ), resumed as (
               update runs set status = 'running', progress_at = db_now()
               where id = ${run.id} and workspace_id = ${run.workspaceId} and status = 'needs_human' and exists (select 1 from answered) returning 1
             )
             select ${guarded(sql`exists (select 1 from resumed)`, 'not_waiting')}`;
}

/** The longest that a question waits in all. */
const LONGEST_WAIT = sql`interval '30 minutes'`;

/** Gives the waiting question more time, within the time of the run. To be sent after the lock on the run. */
export function extendStatement(run: RunKey, interactionId: string, seconds: number): Statement {
  return sql`with extended as (
               update interactions i set expires_at = greatest(i.expires_at,
                 least(i.expires_at + ${seconds}::int * interval '1 second', i.created_at + ${LONGEST_WAIT}, r.expires_at, r.window_ends_at))
               from runs r
               where i.id = ${interactionId} and i.run_id = ${run.id} and i.workspace_id = ${run.workspaceId} and i.status = 'waiting'
                 and i.expires_at > db_now() and r.id = i.run_id and r.workspace_id = i.workspace_id and r.status = 'needs_human'
               returning 1
             )
             select ${guarded(sql`exists (select 1 from extended)`, 'not_waiting')}`;
}

export type AnswerState = { state: 'waiting' } | { state: 'answered'; sealed: Buffer } | { state: 'expired' };

export async function loadAnswer(
  db: Db,
  { workspaceId }: Pick<RunKey, 'workspaceId'>,
  interactionId: string,
): Promise<AnswerState> {
  const [row] = await db.query<{ status: string; answer: Buffer | null; is_late: boolean }>(
    sql`select status, answer, expires_at <= db_now() as is_late from interactions
        where id = ${interactionId} and workspace_id = ${workspaceId}`,
  );
  if (row?.status === 'answered' && row.answer) return { state: 'answered', sealed: row.answer };
  return row?.status === 'waiting' && !row.is_late ? { state: 'waiting' } : { state: 'expired' };
}

/** Read once: the sealed answer goes in the statement that takes it. */
export function takeAnswerStatement(run: RunKey, interactionId: string): Statement {
  return sql`update interactions set status = 'used', answer = null
             where id = ${interactionId} and workspace_id = ${run.workspaceId} and status = 'answered'`;
}

/** Closes questions that were not answered in time, or whose answer has no use any more. */
export function closeInteractionsStatement(run: FencedRun): Statement {
  return sql`update interactions set status = 'expired', answer = null, closed_at = coalesce(closed_at, db_now())
             where run_id = ${run.id} and workspace_id = ${run.workspaceId} and status in ('waiting', 'answered')
               and exists (select 1 from runs where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence})`;
}

export function resumeRunStatement(run: FencedRun): Statement {
  return sql`update runs set status = 'running', progress_at = db_now()
             where id = ${run.id} and workspace_id = ${run.workspaceId} and fence = ${run.fence} and status = 'needs_human'`;
}

/** The sealed columns, for the rotation of the keys; `sealContext` says the same. */
export const sealedAnswers = {
  table: 'interactions',
  columns: { answer: "'interaction|' || run_id || '|' || id" },
};
