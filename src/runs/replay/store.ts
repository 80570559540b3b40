import sql from 'sql-template-tag';
import type { Db, Statement } from '../../platform/db.ts';
import { json, prepared } from '../../platform/sql.ts';
import type { ScriptLine } from '../../runners/contract.ts';
import type { RunKey } from '../run.ts';

interface Place {
  workspaceId: string;
  taskKey: Buffer;
}

export async function loadScript(db: Db, { workspaceId, taskKey }: Place): Promise<ScriptLine[] | null> {
  const [row] = await db.query<{ script: ScriptLine[] }>(
    prepared(
      'load_script',
      sql`select script from replays where workspace_id = ${workspaceId} and task_key = ${taskKey}`,
    ),
  );
  return row?.script ?? null;
}

export function keepScriptStatement(
  { workspaceId, taskKey }: Place,
  runId: string,
  script: readonly ScriptLine[],
): Statement {
  return sql`insert into replays (workspace_id, task_key, run_id, script)
             values (${workspaceId}, ${taskKey}, ${runId}, ${json(script)})
             on conflict (workspace_id, task_key)
             do update set run_id = excluded.run_id, script = excluded.script, updated_at = db_now()`;
}

export function dropScriptStatement({ workspaceId, taskKey }: Place): Statement {
  return sql`delete from replays where workspace_id = ${workspaceId} and task_key = ${taskKey}`;
}

/** Deletes scripts that no run repeated for a month. */
export async function forgetOldScripts(db: Db): Promise<void> {
  await db.query(sql`delete from replays where updated_at < db_now() - interval '30 days'`);
}

/** A deleted run leaves nothing to repeat. */
export function dropScriptsOfRunStatement(run: RunKey): Statement {
  return sql`delete from replays where run_id = ${run.id} and workspace_id = ${run.workspaceId}`;
}
