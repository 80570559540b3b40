import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import type { Feedback, RunKey } from '../run.ts';

/** So many judgements of a workspace count in the shared statistics in a day: nobody else's evidence is at its mercy. */
const SHARED_PER_DAY = 20;

/** As JSON of the row. */
export function toFeedback(row: {
  correct: boolean;
  answer: string | null;
  note: string | null;
  created_at: string;
  updated_at: string;
}): Feedback {
  const { correct, answer, note, created_at, updated_at } = row;
  return { correct, answer, note, createdAt: new Date(created_at), updatedAt: new Date(updated_at) };
}

export interface Word extends Pick<Feedback, 'correct' | 'answer' | 'note'> {
  /** The attempt whose answer the run shows. */
  attempt: { id: string; runner: string } | null;
  /** The word confirms the verdict. */
  agrees: boolean;
}

/** Writes the word down, once per run; the same word again changes nothing. The last statement answers `is_shared`. */
export function keepFeedbackStatements({ id, workspaceId }: RunKey, word: Word): Statement[] {
  const { correct, answer, note, attempt, agrees } = word;
  return [
    // The limit of the day is counted by one at a time.
    sql`select pg_advisory_xact_lock(hashtextextended('feedback:' || ${workspaceId}, 0))`,
    sql`with run as (
          select id, workspace_id from runs
          where id = ${id} and workspace_id = ${workspaceId} and deleted_at is null for share
        )
        insert into run_feedback as f (run_id, workspace_id, attempt_id, runner, correct, agrees, answer, note, is_shared)
        select run.id, run.workspace_id, ${attempt?.id}, ${attempt?.runner}, ${correct}, ${agrees}, ${answer}, ${note},
          a.claimed and (
            select count(*) from run_feedback o
            where o.workspace_id = run.workspace_id and o.is_shared and o.updated_at > db_now() - interval '1 day'
          ) < ${SHARED_PER_DAY}
        from run join workspaces w on w.id = run.workspace_id join accounts a on a.id = w.account_id
        on conflict (run_id) do update set correct = excluded.correct, agrees = excluded.agrees, answer = excluded.answer,
          note = excluded.note, updated_at = db_now()
        where (f.correct, f.answer, f.note) is distinct from (excluded.correct, excluded.answer, excluded.note)`,
    sql`select is_shared from run_feedback where run_id = ${id} and workspace_id = ${workspaceId}`,
  ];
}

/** The number of judgements that people confirmed and corrected. */
export interface Agreement {
  confirmed: number;
  corrected: number;
}

/** By runner: the workspace's own judgements, and those of all workspaces that count in shared statistics. */
export async function loadAgreement(db: Db, workspaceId: string): Promise<Map<string, Agreement>> {
  const rows = await db.query<Agreement & Row & { runner: string }>(
    sql`select runner, count(*) filter (where agrees)::int as confirmed, count(*) filter (where not agrees)::int as corrected
        from run_feedback where runner is not null and (is_shared or workspace_id = ${workspaceId}) group by runner`,
  );
  return new Map(rows.map(({ runner, confirmed, corrected }) => [runner, { confirmed, corrected }]));
}
