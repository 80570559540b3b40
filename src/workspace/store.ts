import sql, { raw } from 'sql-template-tag';
import type { Db } from '../platform/db.ts';
import type { Retention, WorkspacePlan } from './plans.ts';

export interface Workspace {
  id: string;
  plan: string;
  retention: Retention;
  /** Days after which ended runs are erased; null keeps them. */
  runRetentionDays: number | null;
  /** Irreversible acts that the task does not order need the owner's consent. */
  confirmsActs: boolean;
  createdAt: Date;
}

export async function loadWorkspace(db: Db, id: string): Promise<Workspace> {
  const [row] = await db.queryFor<{
    id: string;
    plan: string;
    retention: Retention;
    run_retention_days: number | null;
    confirms_acts: boolean;
    created_at: Date;
  }>(
    id,
    sql`select id, plan, retention, run_retention_days, confirms_acts, created_at from workspaces where id = ${id}`,
  );
  if (!row) throw new Error(`workspace ${id} is gone`);
  const { plan, retention, run_retention_days: runRetentionDays, created_at: createdAt } = row;
  return { id: row.id, plan, retention, runRetentionDays, confirmsActs: row.confirms_acts, createdAt };
}

export async function saveWorkspace(
  db: Db,
  { id, retention, runRetentionDays, confirmsActs }: Omit<Workspace, 'plan' | 'createdAt'>,
): Promise<void> {
  await db.query(
    sql`update workspaces set retention = ${retention}, run_retention_days = ${runRetentionDays}, confirms_acts = ${confirmsActs}
        where id = ${id}`,
  );
}

/** Null keeps the retention; an unknown workspace answers null. */
export async function savePlan(
  db: Db,
  id: string,
  plan: WorkspacePlan,
  retention: Retention | null,
): Promise<{ plan: WorkspacePlan; retention: Retention } | null> {
  const [row] = await db.query<{ plan: WorkspacePlan; retention: Retention }>(
    sql`update workspaces set plan = ${plan}, retention = coalesce(${retention}, retention) where id = ${id}
        returning plan, retention`,
  );
  return row ?? null;
}

/** Kept after an account is gone: payments stay in the books, without their purpose. */
const KEPT = ['workspaces', 'ledger_entries', 'balances'];

/**
 * Removes every row of a workspace in one transaction, table by table as the database itself knows them, so that a new table is
 * never forgotten. Answers the number of deleted rows by table.
 */
export async function removeRows(db: Db, workspaceId: string): Promise<Record<string, number>> {
  return db.transaction(async (run) => {
    const owned = (await run(
      sql`select c.relname as name, bool_or(a.attname = 'workspace_id') as is_owned
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('workspace_id', 'run_id') and not a.attisdropped
          where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
          group by c.relname order by bool_or(a.attname = 'workspace_id'), c.relname = 'api_keys', c.relname = 'runs', c.relname`,
    )) as Array<{ name: string; is_owned: boolean }>;
    const removed: Record<string, number> = {};
    for (const { name, is_owned } of owned) {
      if (KEPT.includes(name)) continue;
      const table = raw(`"${name}"`);
      const mine = is_owned
        ? sql`workspace_id = ${workspaceId}`
        : sql`run_id in (select id from run_facts where workspace_id = ${workspaceId})`;
      const [row] = (await run(
        sql`with gone as (delete from ${table} where ${mine} returning 1) select count(*)::int as rows from gone`,
      )) as Array<{ rows: number }>;
      if (row && row.rows > 0) removed[name] = row.rows;
    }
    return removed;
  });
}
