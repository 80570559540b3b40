import sql from 'sql-template-tag';
import type { Db } from '../platform/db.ts';

/** Cookies and stored data of a browser, kept sealed between sessions. */
export interface StoredContext {
  id: string;
  state: Buffer | null;
  createdAt: Date;
  updatedAt: Date;
}

export function stateContext(workspaceId: string, id: string): string {
  return `${workspaceId}|${id}|state`;
}

export async function insertContext(db: Db, workspaceId: string, id: string): Promise<void> {
  await db.queryFor(
    workspaceId,
    sql`insert into browser_contexts (id, workspace_id) values (${id}, ${workspaceId})`,
  );
}

export async function loadContext(db: Db, workspaceId: string, id: string): Promise<StoredContext | null> {
  const [row] = await db.queryFor<{ id: string; state: Buffer | null; created_at: Date; updated_at: Date }>(
    workspaceId,
    sql`select id, state, created_at, updated_at from browser_contexts where id = ${id}`,
  );
  return row ? { id: row.id, state: row.state, createdAt: row.created_at, updatedAt: row.updated_at } : null;
}

export async function saveContextState(db: Db, id: string, state: Buffer): Promise<void> {
  await db.query(sql`update browser_contexts set state = ${state}, updated_at = db_now() where id = ${id}`);
}

export async function deleteContext(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`delete from browser_contexts where id = ${id} returning id`,
  );
  return rows.length > 0;
}
