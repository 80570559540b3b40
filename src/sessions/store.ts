import sql, { raw } from 'sql-template-tag';
import type { Db, Statement } from '../platform/db.ts';
import { guarded } from '../platform/sql.ts';

export type SessionStatus = 'RUNNING' | 'ERROR' | 'TIMED_OUT' | 'COMPLETED';

export interface Session {
  id: string;
  workspaceId: string;
  provider: string;
  providerReference: string | null;
  status: SessionStatus;
  region: string | null;
  keepAlive: boolean;
  contextId: string | null;
  userMetadata: Record<string, unknown> | null;
  feeRatePpm: number;
  minutePriceMicro: number;
  minutes: number;
  proxyBytes: number;
  instanceId: string;
  /** Where the other instances reach the one that holds it. */
  instanceUrl: string;
  /** The key that created it; null for a person in the console. */
  keyId: string | null;
  /** It works under the workspace's own key at the provider. */
  isOwnKey: boolean;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

/** A row as `COLUMNS` returns it. */
export type SessionRow = Pick<Session, keyof Session>;

const COLUMNS = raw(
  [
    'id',
    'workspace_id as "workspaceId"',
    'provider',
    'provider_reference as "providerReference"',
    'status',
    'region',
    'keep_alive as "keepAlive"',
    'context_id as "contextId"',
    'user_metadata as "userMetadata"',
    'fee_rate_ppm as "feeRatePpm"',
    'minute_price_micro as "minutePriceMicro"',
    'minutes',
    'proxy_bytes as "proxyBytes"',
    'instance_id as "instanceId"',
    'instance_url as "instanceUrl"',
    'key_id as "keyId"',
    'own_key as "isOwnKey"',
    'created_at as "createdAt"',
    'updated_at as "updatedAt"',
    'expires_at as "expiresAt"',
    'ended_at as "endedAt"',
  ].join(', '),
);

export type NewSession = Pick<
  Session,
  | 'id'
  | 'workspaceId'
  | 'provider'
  | 'providerReference'
  | 'region'
  | 'keepAlive'
  | 'contextId'
  | 'userMetadata'
  | 'feeRatePpm'
  | 'minutePriceMicro'
  | 'instanceId'
  | 'instanceUrl'
  | 'keyId'
  | 'isOwnKey'
> & { timeoutSeconds: number };

export function insertStatement(session: NewSession): Statement {
  return sql`insert into browser_sessions (id, workspace_id, provider, provider_reference, region, keep_alive, context_id,
               user_metadata, fee_rate_ppm, minute_price_micro, minutes, instance_id, instance_url, key_id, own_key,
               is_open_at_provider, expires_at)
             values (${session.id}, ${session.workspaceId}, ${session.provider}, ${session.providerReference},
               ${session.region}, ${session.keepAlive}, ${session.contextId}, ${session.userMetadata},
               ${session.feeRatePpm}, ${session.minutePriceMicro}, 1, ${session.instanceId},
               ${session.instanceUrl}, ${session.keyId}, ${session.isOwnKey}, ${session.providerReference !== null},
               db_now() + make_interval(secs => ${session.timeoutSeconds}))
             returning ${COLUMNS}`;
}

/** One more minute of a session that is still this instance's. */
export function minuteStatement(id: string, minute: number): Statement {
  return sql`with billed as (
               update browser_sessions set minutes = ${minute}, updated_at = db_now()
               where id = ${id} and ended_at is null and minutes = ${minute - 1} returning 1
             )
             select ${guarded(sql`exists (select 1 from billed)`, 'session_over')}`;
}

/** Renews the owner's claim and returns the sessions that go on, without those to be released. */
export async function renewSessions(db: Db, instanceId: string): Promise<Set<string>> {
  const rows = await db.query<{ id: string; is_wanted: boolean }>(
    sql`update browser_sessions set seen_at = db_now()
        where instance_id = ${instanceId} and ended_at is null
        returning id, release_at is not null as is_wanted`,
  );
  return new Set(rows.filter((row) => !row.is_wanted).map((row) => row.id));
}

export interface SessionEnd {
  status: Exclude<SessionStatus, 'RUNNING'>;
  proxyBytes: number;
}

/** False when it was over already. */
export async function endSession(db: Db, id: string, end: SessionEnd): Promise<boolean> {
  const rows = await db.query(
    sql`update browser_sessions
        set status = ${end.status}, ended_at = db_now(), updated_at = db_now(), proxy_bytes = ${end.proxyBytes}
        where id = ${id} and ended_at is null returning id`,
  );
  return rows.length > 0;
}

export async function wantRelease(db: Db, id: string): Promise<void> {
  await db.query(
    sql`update browser_sessions set release_at = db_now() where id = ${id} and release_at is null`,
  );
}

/** Ends the sessions of instances that went away; says how many. */
export async function endOrphans(db: Db, afterSeconds: number): Promise<number> {
  const rows = await db.query(
    sql`update browser_sessions set status = 'ERROR', ended_at = seen_at, updated_at = db_now()
        where ended_at is null and seen_at < db_now() - make_interval(secs => ${afterSeconds}) returning id`,
  );
  return rows.length;
}

/**
 * Sessions that are over and may still be open at their provider, for the caller to close: no other instance gets them for a
 * while. Past their time the provider has ended them by itself.
 */
export async function takeUnclosed(db: Db, againAfterSeconds: number): Promise<Session[]> {
  return db.query<SessionRow>(
    sql`update browser_sessions set close_tried_at = db_now()
        where id in (
          select id from browser_sessions
          where is_open_at_provider and ended_at < db_now() - interval '5 seconds' and expires_at > db_now()
            and (close_tried_at is null or close_tried_at < db_now() - make_interval(secs => ${againAfterSeconds}))
          order by ended_at limit 10 for update skip locked
        ) returning ${COLUMNS}`,
  );
}

export async function markClosed(db: Db, id: string): Promise<void> {
  await db.query(sql`update browser_sessions set is_open_at_provider = false where id = ${id}`);
}

/** The address of the instance that holds a session; null when this one does, or none. */
export async function findHolder(db: Db, id: string, instanceId: string): Promise<string | null> {
  const [row] = await db.query<{ instance_url: string }>(
    sql`select instance_url from browser_sessions
        where id = ${id} and ended_at is null and instance_id <> ${instanceId} and instance_url <> ''`,
  );
  return row?.instance_url ?? null;
}

export async function loadSession(db: Db, workspaceId: string, id: string): Promise<Session | null> {
  const [row] = await db.queryFor<SessionRow>(
    workspaceId,
    sql`select ${COLUMNS} from browser_sessions where id = ${id}`,
  );
  return row ?? null;
}

const LISTED = 100;

export async function listSessions(
  db: Db,
  workspaceId: string,
  filter: { status?: SessionStatus | 'PENDING'; metadata?: [path: string[], value: string] },
): Promise<Session[]> {
  const { status = null, metadata = null } = filter;
  return db.queryFor<SessionRow>(
    workspaceId,
    sql`select ${COLUMNS} from browser_sessions
        where (${status}::text is null or status = ${status})
          and (${metadata?.[0] ?? null}::text[] is null or user_metadata #>> ${metadata?.[0] ?? []}::text[] = ${metadata?.[1] ?? null})
        order by created_at desc limit ${LISTED}`,
  );
}

export async function countLiveElsewhere(db: Db, workspaceId: string, instanceId: string): Promise<number> {
  const [row] = await db.query<{ live: number }>(
    sql`select count(*)::int as live from browser_sessions
        where workspace_id = ${workspaceId} and instance_id <> ${instanceId} and ended_at is null`,
  );
  return row?.live ?? 0;
}

export type FileKind = 'log' | 'recording';

/** Recordings have tens of megabytes. */
const KEEP_MS = 30_000;

export async function keepFile(db: Db, sessionId: string, kind: FileKind, bytes: Uint8Array): Promise<void> {
  await db.slowQuery(
    sql`insert into session_files (session_id, kind, bytes) values (${sessionId}, ${kind}, ${Buffer.from(bytes)})
        on conflict (session_id, kind) do update set bytes = excluded.bytes`,
    KEEP_MS,
  );
}

export async function loadFile(
  db: Db,
  workspaceId: string,
  sessionId: string,
  kind: FileKind,
): Promise<Buffer | null> {
  const [row] = await db.queryFor<{ bytes: Buffer }>(
    workspaceId,
    sql`select bytes from session_files where session_id = ${sessionId} and kind = ${kind}`,
  );
  return row?.bytes ?? null;
}

/** In parts, for many megabytes in one statement would hold up everything else. */
export async function keepDownloads(db: Db, sessionId: string, zip: AsyncIterable<Buffer>): Promise<void> {
  let part = 0;
  for await (const bytes of inParts(zip)) {
    await db.slowQuery(
      sql`insert into session_downloads (session_id, part, bytes) values (${sessionId}, ${part}, ${bytes})`,
      KEEP_MS,
    );
    part += 1;
  }
}

const PART_BYTES = 1_000_000;

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let part: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    part.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(part);
    part = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(part);
}

export async function* loadDownloads(db: Db, workspaceId: string, sessionId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const [row] = await db.queryFor<{ bytes: Buffer }>(
      workspaceId,
      sql`select bytes from session_downloads where session_id = ${sessionId} and part = ${part}`,
    );
    if (!row) return;
    yield row.bytes;
  }
}

export async function dropDownloads(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`delete from session_downloads where session_id = ${sessionId}`);
}

/** Sessions past the workspace's retention are deleted. */
export async function dropOldFiles(db: Db): Promise<void> {
  await db.query(
    sql`with downloads as (
          delete from session_downloads f using browser_sessions s join workspaces w on w.id = s.workspace_id
          where s.id = f.session_id and f.created_at <= db_now() - w.retention::interval
        )
        delete from session_files f using browser_sessions s join workspaces w on w.id = s.workspace_id
        where s.id = f.session_id and f.created_at <= db_now() - w.retention::interval`,
  );
}
