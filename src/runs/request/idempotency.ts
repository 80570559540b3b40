import { createHmac, type KeyObject, randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import sql from 'sql-template-tag';
import { ApiError } from '../../errors.ts';
import type { Db, Row } from '../../platform/db.ts';
import { prepared, UNSYNCED } from '../../platform/sql.ts';
import type { CreateBody } from '../schema-create.ts';

const DAY_S = 24 * 3_600;
/** For how long an official client's repeat belongs to its first try. */
const RETRY_S = 600;
const WINDOW = sql`interval '24 hours'`;
const CLAIM = sql`interval '30 seconds'`;

export interface Claim {
  workspaceId: string;
  /** The keyed hash of the key: the table never holds its text, which may name the task. */
  key: string;
  token: string;
}

/** Two creates with the same mark are one. */
export interface Mark {
  workspaceId: string;
  hash: string;
  print: Buffer;
  lastsSeconds: number;
  /** The first try of a client that announces its repeats: a run of an earlier, equal call is not its own. */
  isFirstTry: boolean;
}

interface Sent {
  body: Pick<CreateBody, 'idempotency_key'>;
  sent: Record<string, unknown>;
  endpoint: string;
  headerValues(name: string): string[];
}

/**
 * The mark of a create, from its idempotency key. The official clients of OpenAI and Anthropic send none, but count their
 * repeats after a lost answer; those are recognized by API key, endpoint and body.
 */
export function markOf(
  secret: KeyObject,
  { workspaceId, keyId }: { workspaceId: string; keyId: string | null },
  wanted: Sent,
): { key: string | null; mark: Mark | null } {
  const key = readKey(wanted.headerValues('idempotency-key'), wanted.body);
  const [retries] = wanted.headerValues('x-stainless-retry-count');
  if (key === null && !/^\d+$/.test(retries ?? '')) return { key, mark: null };
  const print = fingerprint(secret, wanted);
  const common = { workspaceId, print };
  if (key !== null) {
    const hash = keyedHash(secret, `key ${workspaceId} ${key}`);
    return { key, mark: { ...common, hash, lastsSeconds: DAY_S, isFirstTry: false } };
  }
  const hash = keyedHash(secret, `retry ${workspaceId} ${keyId} ${print.toString('hex')}`);
  return { key, mark: { ...common, hash, lastsSeconds: RETRY_S, isFirstTry: Number(retries) === 0 } };
}

/** The header and the body field are equivalent: where the key is sent more than once, all must agree. */
export function readKey(
  headers: readonly string[],
  body: Pick<CreateBody, 'idempotency_key'>,
): string | null {
  const sent = new Set([...headers.map(asWritten), body.idempotency_key ?? []].flat());
  if (sent.size > 1) {
    throw new ApiError('idempotency_key_mismatch', {
      message: 'The request has two idempotency keys that differ.',
      param: 'idempotency_key',
    });
  }
  const [key = null] = sent;
  if (key !== null && (key.length > 255 || key === '')) {
    throw new ApiError('invalid_idempotency_key', {
      message: 'The idempotency key must have 1 to 255 characters.',
      param: 'idempotency_key',
    });
  }
  return key;
}

/** Node reads headers as Latin-1; a key sent as UTF-8 must equal the same key in a body. */
function asWritten(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

/** A keyed hash of endpoint and body, so that the table reveals nothing about the request. */
function fingerprint(
  secret: KeyObject,
  { endpoint, sent }: { endpoint: string; sent: Record<string, unknown> },
): Buffer {
  const { idempotency_key: _key, stream: _stream, background: _background, ...body } = sent;
  return createHmac('sha256', secret)
    .update(canonicalize({ endpoint, body }) ?? '')
    .digest();
}

/** Of the workspace, so that two workspaces with one key have two hashes. */
function keyedHash(secret: KeyObject, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/**
 * Claims the key in its own short transaction, so that duplicates get an answer at once instead of waiting for a lock.
 * A claim expires after 30 seconds and a key after 24 hours (database clock). It need not survive a crash: the admission,
 * which does, is refused without it.
 */
export async function claimKey(
  db: Db,
  mark: Mark,
  isSecondLook = false,
): Promise<{ claim: Claim | null } | { runId: string }> {
  const { workspaceId, hash, print, lastsSeconds, isFirstTry } = mark;
  const token = randomUUID();
  const [, rows] = await db.batch([
    UNSYNCED,
    prepared(
      'claim_key',
      sql`with taken as (
          insert into idempotency_keys as k (workspace_id, key, fingerprint, claim, claimed_until)
          values (${workspaceId}, ${hash}, ${print}, ${token}, db_now() + ${CLAIM})
          on conflict (workspace_id, key) do update
            set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
                run_id = null, created_at = db_now()
            where k.created_at <= db_now() - ${lastsSeconds}::int * interval '1 second'
              or (k.run_id is null and k.claimed_until < db_now()) or (k.run_id is not null and ${isFirstTry}::boolean)
          returning claim as token, run_id, true as same
        )
        select token, run_id, same from taken
        union all
        select claim, run_id, fingerprint = ${print} from idempotency_keys
        where workspace_id = ${workspaceId} and key = ${hash} and not exists (select 1 from taken)`,
    ),
  ]);
  const row = rows?.[0] as KeyRow | undefined;
  // No row: the first claim was committed after our snapshot. The second query sees it.
  if (!row && !isSecondLook) return claimKey(db, mark, true);
  if (row?.token === token) return { claim: { workspaceId, key: hash, token } };
  // Two equal calls at once: the repeat of either gets the run of the one that came first.
  return isFirstTry ? { claim: null } : replayOf(row);
}

interface KeyRow {
  token: string;
  run_id: string | null;
  same: boolean;
}

function replayOf(row: KeyRow | undefined): { runId: string } {
  if (row && !row.same) {
    throw new ApiError(
      'idempotency_conflict',
      'This idempotency key was used with a different body or endpoint within 24 hours.',
    );
  }
  if (!row?.run_id) throw inFlight();
  return { runId: row.run_id };
}

/** The run of a key that is in use; claims nothing, for an instance that would refuse a new run. */
export async function findKey(
  db: Db,
  { workspaceId, hash, print, lastsSeconds, isFirstTry }: Mark,
): Promise<{ runId: string } | null> {
  if (isFirstTry) return null;
  const [row] = await db.query<KeyRow & Row>(
    sql`select claim as token, run_id, fingerprint = ${print} as same from idempotency_keys
        where workspace_id = ${workspaceId} and key = ${hash}
          and created_at > db_now() - ${lastsSeconds}::int * interval '1 second'
          and (run_id is not null or claimed_until >= db_now())`,
  );
  return row ? replayOf(row) : null;
}

export function inFlight(): ApiError {
  return new ApiError(
    'idempotency_in_flight',
    'The original request with this idempotency key is still being admitted.',
  );
}

/** A refused create does not consume its key. */
export async function releaseKey(db: Db, claim: Claim): Promise<void> {
  await db.query(
    sql`delete from idempotency_keys
        where workspace_id = ${claim.workspaceId} and key = ${claim.key} and claim = ${claim.token} and run_id is null`,
  );
}

export async function forgetOldKeys(db: Db): Promise<void> {
  await db.query(
    sql`delete from idempotency_keys where ctid = any(array(
          select ctid from idempotency_keys where created_at <= db_now() - ${WINDOW} limit 5000))`,
    30_000,
  );
}
