import sql from 'sql-template-tag';
import type { Db, Row } from '../platform/db.ts';
import type { SealedTable } from '../vault/sealed-tables.ts';

/** The public part of a key: the names of its parts, never their values. */
export interface ProviderKey {
  id: string;
  family: string;
  parts: string[];
  createdAt: Date;
  updatedAt: Date;
}

export interface SealedKey {
  id: string;
  workspaceId: string;
  family: string;
  secrets: Buffer;
}

export const sealedProviderKeys: SealedTable = {
  table: 'provider_keys',
  columns: { secrets: "workspace_id || '|' || id || '|provider_key'" },
};

export function sealContext(workspaceId: string, id: string): string {
  return `${workspaceId}|${id}|provider_key`;
}

const SHOWN = sql`id, family, parts, created_at as "createdAt", updated_at as "updatedAt"`;

export async function listKeys(db: Db, workspaceId: string): Promise<ProviderKey[]> {
  return db.queryFor<Row & ProviderKey>(
    workspaceId,
    sql`select ${SHOWN} from provider_keys where workspace_id = ${workspaceId} order by family`,
  );
}

/** The id under which the family's key is kept, or will be. */
export async function findKeyId(db: Db, workspaceId: string, family: string): Promise<string | null> {
  const [row] = await db.queryFor<{ id: string }>(
    workspaceId,
    sql`select id from provider_keys where workspace_id = ${workspaceId} and family = ${family}`,
  );
  return row?.id ?? null;
}

export async function saveKey(
  db: Db,
  { id, workspaceId, family, secrets }: SealedKey,
  parts: string[],
): Promise<ProviderKey | null> {
  const [row] = await db.queryFor<Row & ProviderKey>(
    workspaceId,
    sql`insert into provider_keys (id, workspace_id, family, parts, secrets)
        values (${id}, ${workspaceId}, ${family}, ${parts}, ${secrets})
        on conflict (workspace_id, family) do update
        set parts = excluded.parts, secrets = excluded.secrets, updated_at = db_now()
        where provider_keys.id = excluded.id
        returning ${SHOWN}`,
  );
  return row ?? null;
}

export async function deleteKey(db: Db, workspaceId: string, family: string): Promise<boolean> {
  const rows = await db.queryFor(
    workspaceId,
    sql`delete from provider_keys where workspace_id = ${workspaceId} and family = ${family} returning id`,
  );
  return rows.length > 0;
}

/** The sealed keys of a workspace. */
export async function sealedKeys(db: Db, workspaceId: string): Promise<SealedKey[]> {
  return db.queryFor<Row & SealedKey>(
    workspaceId,
    sql`select id, workspace_id as "workspaceId", family, secrets from provider_keys where workspace_id = ${workspaceId}`,
  );
}
