import sql, { type Sql } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';

export interface Artifact {
  id: string;
  /** The attempt that it is from; absent while it is at work. */
  attemptId?: string | null;
  /** `step` is the picture of one step: it belongs to that step and not to the run's list. */
  kind: 'screenshot' | 'download' | 'recording' | 'step';
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Null when the bytes were not kept or are gone. */
  storageKey: string | null;
  /** Where the provider had the file, when its bytes were not kept. */
  providerUrl: string | null;
  /** Why its bytes were not kept; null when they were. */
  unavailableReason: string | null;
  /** The bytes went, or are about to go, because the workspace's retention is over. */
  isExpired: boolean;
  createdAt: Date;
}

/** A captured file before it is inserted. */
export type NewArtifact = Omit<Artifact, 'createdAt' | 'isExpired'>;

export interface ArtifactRow {
  id: string;
  attempt_id: string | null;
  kind: Artifact['kind'];
  name: string;
  content_type: string;
  size_bytes: number;
  storage_key: string | null;
  provider_url: string | null;
  unavailable_reason: string | null;
  expired: boolean;
  created_at: string | Date;
}

/** Of the artifact `a`, whether or not it is marked for erasure yet: its run shows what its download answers. */
const IS_EXPIRED = sql`(a.expired or (a.storage_key is not null and a.created_at <= db_now() -
  (select w.retention::interval from workspaces w where w.id = a.workspace_id)))`;

/** The artifacts of a run as one JSON column, for queries that read whole runs. */
export function artifactsOf(run: Sql): Sql {
  return sql`(select json_agg(f order by f.id) from (
      select a.id, a.attempt_id, a.kind, a.name, a.content_type, a.size_bytes, a.storage_key, a.provider_url, a.unavailable_reason, a.created_at,
        ${IS_EXPIRED} as expired
      from artifacts a where a.run_id = ${run}.id and a.workspace_id = ${run}.workspace_id and a.kind <> 'step' and not a.deleted) f)`;
}

/** Whether the bytes can be served; false after the retention, even before they are erased. */
export function isAvailable({ storageKey, isExpired }: Pick<Artifact, 'storageKey' | 'isExpired'>): boolean {
  return storageKey !== null && !isExpired;
}

export function insertArtifactStatement(
  owner: { runId: string; workspaceId: string },
  artifact: NewArtifact,
): Statement {
  return sql`insert into artifacts (id, run_id, workspace_id, attempt_id, kind, name, content_type, size_bytes, storage_key, provider_url, unavailable_reason)
             values (${artifact.id}, ${owner.runId}, ${owner.workspaceId}, ${artifact.attemptId}, ${artifact.kind}, ${artifact.name},
                     ${artifact.contentType}, ${artifact.sizeBytes}, ${artifact.storageKey}, ${artifact.providerUrl}, ${artifact.unavailableReason})
             returning created_at`;
}

export async function findArtifact(
  db: Db,
  workspaceId: string,
  runId: string,
  id: string,
): Promise<Artifact | null> {
  const [row] = await db.queryFor<ArtifactRow & Record<string, unknown>>(
    workspaceId,
    sql`select a.id, a.attempt_id, a.kind, a.name, a.content_type, a.size_bytes, a.storage_key, a.provider_url, a.unavailable_reason, a.created_at,
          ${IS_EXPIRED} as expired
        from artifacts a
        where a.id = ${id} and a.run_id = ${runId} and a.workspace_id = ${workspaceId} and not a.deleted`,
  );
  return row ? toArtifact(row) : null;
}

/** When the run is deleted: of its artifacts only the bytes are left to erase. Then comes `forgetArtifact`. */
export function eraseArtifactsStatement(run: { id: string; workspaceId: string }): Statement {
  return eraseWhere(sql`run_id = ${run.id} and workspace_id = ${run.workspaceId}`);
}

/** Some files of a run make room for others. */
export function dropArtifactsStatement(run: { id: string; workspaceId: string }, ids: string[]): Statement {
  return eraseWhere(sql`run_id = ${run.id} and workspace_id = ${run.workspaceId} and id = any(${ids})`);
}

export async function eraseArtifactsOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.query(eraseWhere(sql`workspace_id = ${workspaceId}`));
}

function eraseWhere(isMeant: Sql): Statement {
  return sql`with gone as (delete from artifacts where ${isMeant} and storage_key is null)
             update artifacts set deleted = true, erase = true, name = '', content_type = '', provider_url = null
             where ${isMeant} and storage_key is not null`;
}

const EXPIRE_AT_A_TIME = 500;

/** Marks artifacts past their workspace's retention for erasure; false when more may be due. */
export async function expireArtifacts(db: Db): Promise<boolean> {
  const rows = await db.query(
    sql`update artifacts set erase = true, expired = true
        where id in (
          select due.id from workspaces w cross join lateral (
            select a.id from artifacts a
            where a.workspace_id = w.id and a.storage_key is not null and not a.erase
              and a.created_at <= db_now() - w.retention::interval
            limit ${EXPIRE_AT_A_TIME}) as due
          limit ${EXPIRE_AT_A_TIME})
        returning id`,
  );
  return rows.length < EXPIRE_AT_A_TIME;
}

/** Of these keys, those that belong to no artifact. */
export async function findUnknownKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    sql`select key from unnest(${keys}::text[]) as key
        where not exists (select 1 from artifacts where storage_key = key)`,
  );
  return rows.map((row) => row.key);
}

export async function findErasable(db: Db): Promise<Array<{ id: string; storageKey: string }>> {
  const rows = await db.query<{ id: string; storage_key: string }>(
    sql`select id, storage_key from artifacts where erase order by id limit 200`,
  );
  return rows.map((row) => ({ id: row.id, storageKey: row.storage_key }));
}

export async function forgetArtifact(db: Db, id: string): Promise<void> {
  await db.query(
    sql`with gone as (delete from artifacts where id = ${id} and deleted)
        update artifacts set storage_key = null, erase = false where id = ${id} and not deleted`,
  );
}

export function toArtifact(row: ArtifactRow): Artifact {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    kind: row.kind,
    name: row.name,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    providerUrl: row.provider_url,
    unavailableReason: row.unavailable_reason,
    isExpired: row.expired,
    createdAt: new Date(row.created_at),
  };
}
