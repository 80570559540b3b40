import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import { json, prepared } from '../../platform/sql.ts';
import type { ScriptLine } from '../../runners/contract.ts';
import type { RunKey } from '../run.ts';

/** All SQL of recorded scripts. */

/** One run that repeated a script. */
interface ScriptRun {
  run_id: string;
  at: string;
  succeeded: boolean;
  version: number;
  /** Positions of the steps whose element a model found again. */
  healed: number[];
}

export interface Script extends Row {
  id: string;
  task: string;
  script: ScriptLine[];
  version: number;
  runs: number;
  successes: number;
  pinned: boolean;
  stale: boolean;
  history: ScriptRun[];
  created_at: Date;
  updated_at: Date;
}

const SCRIPT = sql`id, task, script, version, runs, successes, pinned, stale, history, created_at, updated_at`;
/** Of one address; more wordings than that are not searched. */
const MAX_WORDINGS = 200;
const MAX_HISTORY = 50;

/** Scripts of this address that work, pinned ones first. */
export async function loadScripts(
  db: Db,
  { workspaceId, placeKey }: { workspaceId: string; placeKey: Buffer },
): Promise<Pick<Script, 'id' | 'version' | 'task' | 'script'>[]> {
  return db.query<Pick<Script, 'id' | 'version' | 'task' | 'script'>>(
    prepared(
      'load_scripts',
      sql`select id, version, task, script from replays
          where workspace_id = ${workspaceId} and place_key = ${placeKey} and (pinned or not stale)
          order by pinned desc, updated_at desc limit ${MAX_WORDINGS}`,
    ),
  );
}

/** A success of another runner: the script of its task, in a new version where there was one. A pinned script stays. */
export function keepScriptStatement(
  { id: runId, workspaceId }: RunKey,
  kept: { id: string; placeKey: Buffer; taskKey: Buffer; text: string; script: readonly ScriptLine[] },
): Statement {
  const { id, placeKey, taskKey, text, script } = kept;
  return sql`insert into replays as r (id, workspace_id, task_key, place_key, run_id, task, script)
             values (${id}, ${workspaceId}, ${taskKey}, ${placeKey}, ${runId}, ${text}, ${json(script)})
             on conflict (workspace_id, task_key) do update
             set run_id = excluded.run_id, script = excluded.script, stale = false, updated_at = db_now(),
               version = r.version + case when r.script::text = excluded.script::text then 0 else 1 end
             where not r.pinned`;
}

export function noteRepeatStatement(
  { id: runId, workspaceId }: RunKey,
  repeat: {
    id: string;
    version: number;
    isSuccess: boolean;
    healed: number[];
    /** The script with its healed steps; null when nothing changed. */
    changed: readonly ScriptLine[] | null;
  },
): Statement {
  const { id, version, isSuccess, healed, changed } = repeat;
  const entry = { run_id: runId, succeeded: isSuccess, version, healed };
  return sql`update replays set runs = runs + 1, successes = successes + ${isSuccess ? 1 : 0}, stale = ${!isSuccess},
               updated_at = db_now(),
               version = version + case when pinned or ${changed === null} then 0 else 1 end,
               script = case when pinned or ${changed === null} then script else ${json(changed)}::json end,
               history = (select coalesce(jsonb_agg(h.entry order by h.place), '[]') from (
                 select e.entry, e.place from jsonb_array_elements(
                   jsonb_build_array(${json(entry)}::jsonb || jsonb_build_object('at', db_now())) || history
                 ) with ordinality e(entry, place) where e.place <= ${MAX_HISTORY}) h)
             where workspace_id = ${workspaceId} and id = ${id}`;
}

/** Newest first. */
export async function listScripts(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string | null },
): Promise<Script[]> {
  return db.queryFor<Script>(
    workspaceId,
    sql`select ${SCRIPT} from replays where workspace_id = ${workspaceId} and (${after}::text is null or id < ${after})
        order by id desc limit ${limit}`,
  );
}

export async function loadScript(db: Db, workspaceId: string, id: string): Promise<Script | null> {
  const [row] = await db.queryFor<Script>(
    workspaceId,
    sql`select ${SCRIPT} from replays where workspace_id = ${workspaceId} and id = ${id}`,
  );
  return row ?? null;
}

export async function pinScript(
  db: Db,
  workspaceId: string,
  id: string,
  pinned: boolean,
): Promise<Script | null> {
  const [row] = await db.queryFor<Script>(
    workspaceId,
    sql`update replays set pinned = ${pinned} where workspace_id = ${workspaceId} and id = ${id} returning ${SCRIPT}`,
  );
  return row ?? null;
}

export async function deleteScript(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`delete from replays where workspace_id = ${workspaceId} and id = ${id} returning 1 as gone`,
  );
  return rows.length > 0;
}

/** Deletes scripts that no run repeated for a month. */
export async function forgetOldScripts(db: Db): Promise<void> {
  await db.query(sql`delete from replays where not pinned and updated_at < db_now() - interval '30 days'`);
}

/** A deleted run leaves nothing to repeat. */
export function dropScriptsOfRunStatement(run: RunKey): Statement {
  return sql`delete from replays where run_id = ${run.id} and workspace_id = ${run.workspaceId}`;
}
