import sql from 'sql-template-tag';
import type { RecordedStep } from '../../../artifacts/recording.ts';
import type { Db } from '../../../platform/db.ts';
import { json } from '../../../platform/sql.ts';
import type { RunStatus } from '../../run.ts';

/** A run's pictures at one moment. */
export interface View {
  ms: number;
  frame: Uint8Array | null;
  steps: RecordedStep[];
}

export async function saveView(db: Db, runId: string, view: View): Promise<void> {
  await db.query(
    sql`insert into live_views (run_id, ms, frame, steps)
        values (${runId}, ${view.ms}, ${view.frame && Buffer.from(view.frame)}, ${json(view.steps)})
        on conflict (run_id) do update set sequence = live_views.sequence + 1, ms = excluded.ms,
          frame = excluded.frame, steps = excluded.steps, updated_at = db_now()`,
  );
}

export async function forgetView(db: Db, runId: string): Promise<void> {
  await db.query(sql`delete from live_views where run_id = ${runId}`);
}

/** Removes views of executors that died; a watched run renews its view every few seconds. */
export async function forgetOldViews(db: Db): Promise<void> {
  await db.query(sql`delete from live_views where updated_at < db_now() - interval '5 minutes'`);
}

export interface Sighting {
  runId: string;
  workspaceId: string;
  status: RunStatus;
  isOver: boolean;
  /** Set when there is a newer view than the last one seen. */
  sequence: number | null;
  view: View | null;
}

/** A token begins with the id of its run. */
function runIdOf(token: string): string {
  return `resp_${token.slice(0, 32)}`;
}

/** Null for an unknown token. */
export async function loadSighting(db: Db, token: string, seen: number): Promise<Sighting | null> {
  const [row] = await db.query<{
    id: string;
    workspace_id: string;
    status: RunStatus;
    is_over: boolean;
    sequence: number | null;
    ms: number;
    frame: Buffer | null;
    steps: RecordedStep[];
  }>(
    sql`select r.id, r.workspace_id, r.status, r.finished_at is not null or r.expires_at < db_now() as is_over,
          v.sequence, v.ms, v.frame, v.steps
        from runs r left join live_views v on v.run_id = r.id and v.sequence <> ${seen}
        where r.id = ${runIdOf(token)} and r.view_token = ${token} and r.deleted_at is null`,
  );
  if (!row) return null;
  const { id: runId, workspace_id: workspaceId, status, is_over: isOver, sequence, ms, frame, steps } = row;
  return {
    runId,
    workspaceId,
    status,
    isOver,
    sequence,
    view: sequence === null ? null : { ms, frame, steps },
  };
}
