import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../platform/db.ts';
import { json } from '../platform/sql.ts';
import type { ImportFile } from './schema.ts';

export interface LongTask {
  id: string;
  status: string;
  body: Record<string, unknown>;
  createdAt: Date;
  finishedAt: Date | null;
}

export async function listLongTasks(db: Db, workspaceId: string, limit: number): Promise<LongTask[]> {
  const rows = await db.queryFor(
    workspaceId,
    sql`select * from long_tasks order by created_at desc, id desc limit ${limit}`,
  );
  return rows.map(toLongTask);
}

export async function loadLongTask(db: Db, workspaceId: string, id: string): Promise<LongTask | null> {
  const [row] = await db.queryFor(workspaceId, sql`select * from long_tasks where id = ${id}`);
  return row ? toLongTask(row) : null;
}

/** Ends of tasks whose time a history may leave out. */
const ENDS = ['completed', 'partial', 'failed', 'cancelled'];

/** Delivered parts stay; a finished task stays unchanged. */
export async function cancelLongTask(db: Db, workspaceId: string, id: string): Promise<void> {
  const event = sql`jsonb_build_object('type', 'cancelled', 'at', to_char(db_now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;
  await db.queryFor(
    workspaceId,
    sql`update long_tasks
        set status = 'cancelled', finished_at = db_now(),
            body = jsonb_set(body::jsonb, '{events}', (body::jsonb -> 'events') || ${event})::json
        where id = ${id} and finished_at is null and status <> all(${ENDS}::text[])`,
  );
}

/** Display names of the entities of these sub-runs. */
export async function loadLabels(
  db: Db,
  workspaceId: string,
  runIds: string[],
): Promise<Map<string, string>> {
  const rows = await db.queryFor<{ run_id: string; label: string }>(
    workspaceId,
    sql`select run_id, label from long_task_labels where run_id = any(${runIds}::text[])`,
  );
  return new Map(rows.map((row) => [row.run_id, row.label]));
}

type ImportedTask = ImportFile['tasks'][number];

export function insertTaskStatement(workspaceId: string, task: ImportedTask): Statement {
  const { id, status, created_at, finished_at, ...body } = task;
  return sql`insert into long_tasks (id, workspace_id, status, body, created_at, finished_at)
             values (${id}, ${workspaceId}, ${status}, ${json(body)}, ${created_at}, ${finished_at ?? null})`;
}

export function insertLabelStatement(runId: string, label: string): Statement {
  return sql`insert into long_task_labels (run_id, label) values (${runId}, ${label})`;
}

function toLongTask(row: Row): LongTask {
  return {
    id: row.id as string,
    status: row.status as string,
    body: row.body as Record<string, unknown>,
    createdAt: row.created_at as Date,
    finishedAt: row.finished_at as Date | null,
  };
}
