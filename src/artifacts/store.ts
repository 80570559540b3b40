import sql, { type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';

export interface Artifact {
  id: string;
  kind: 'screenshot' | 'download' | 'recording';
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Null once the bytes are gone. */
  storageKey: string | null;
  createdAt: Date;
}

export interface ArtifactRow {
  id: string;
  kind: Artifact['kind'];
  name: string;
  content_type: string;
  size_bytes: number;
  storage_key: string | null;
  created_at: string | Date;
}

/** The artifacts of a run as one JSON column, for queries that read whole runs. */
export function artifactsOf(runId: Sql): Sql {
  return sql`(select json_agg(f order by f.id) from artifacts f where f.run_id = ${runId})`;
}

export function insertArtifactStatement(
  owner: { runId: string; workspaceId: string },
  artifact: Omit<Artifact, 'createdAt'>,
): Statement {
  return sql`insert into artifacts (id, run_id, workspace_id, kind, name, content_type, size_bytes, storage_key)
             values (${artifact.id}, ${owner.runId}, ${owner.workspaceId}, ${artifact.kind}, ${artifact.name},
                     ${artifact.contentType}, ${artifact.sizeBytes}, ${artifact.storageKey})
             returning created_at`;
}

export async function findArtifact(
  db: Db,
  workspaceId: string,
  runId: string,
  id: string,
): Promise<Artifact | null> {
  const [row] = await db.query<ArtifactRow & Record<string, unknown>>(
    sql`select id, kind, name, content_type, size_bytes, storage_key, created_at from artifacts
        where id = ${id} and run_id = ${runId} and workspace_id = ${workspaceId} and not erase`,
  );
  return row ? toArtifact(row) : null;
}

/** Commits the intention to erase; the bytes go next, `forgetArtifact` comes last. */
export function eraseArtifactsStatement(runId: string): Statement {
  return sql`update artifacts set erase = true where run_id = ${runId} and storage_key is not null`;
}

export async function findErasable(db: Db): Promise<Array<{ id: string; storageKey: string }>> {
  const rows = await db.query<{ id: string; storage_key: string }>(
    sql`select id, storage_key from artifacts where erase order by id limit 200`,
  );
  return rows.map((row) => ({ id: row.id, storageKey: row.storage_key }));
}

export async function forgetArtifact(db: Db, id: string): Promise<void> {
  await db.query(sql`update artifacts set storage_key = null, erase = false where id = ${id}`);
}

export function toArtifact(row: ArtifactRow): Artifact {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    createdAt: new Date(row.created_at),
  };
}
