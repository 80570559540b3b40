import sql from 'sql-template-tag';
import type { Db, Statement } from '../../../platform/db.ts';
import type { SealedTable } from '../../../vault/sealed-tables.ts';

export const sealedRunSecrets: SealedTable = {
  table: 'run_secrets',
  columns: { sealed: "workspace_id || '|' || id || '|run_secrets'" },
};

interface Owner {
  id: string;
  workspaceId: string;
}

export function insertOwnSecretsStatement(run: Owner, sealed: Buffer): Statement {
  return sql`insert into run_secrets (id, workspace_id, sealed) values (${run.id}, ${run.workspaceId}, ${sealed})`;
}

export async function loadOwnSecrets(db: Db, run: Owner): Promise<Buffer | null> {
  const [row] = await db.query<{ sealed: Buffer }>(
    sql`select sealed from run_secrets where id = ${run.id} and workspace_id = ${run.workspaceId}`,
  );
  return row?.sealed ?? null;
}

export function eraseOwnSecretsStatement(run: Owner): Statement {
  return sql`delete from run_secrets where id = ${run.id} and workspace_id = ${run.workspaceId}`;
}
