import type { Adapter, AdapterPayload } from 'oidc-provider';
import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../../platform/db.ts';
import { hashOfToken } from '../claim-token.ts';

const DAY_SECONDS = 86_400;
/** Registrations do not expire. */
const REGISTRATION_DAYS = 730;

/** The storage of one kind of item of the OAuth library. The id of an item is a secret: only its hash is stored. */
export class OAuthItems implements Adapter {
  readonly #db: Db;
  readonly #kind: string;

  constructor(db: Db, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number | undefined): Promise<void> {
    // The console session identifies the person; the library's own session has no use.
    if (this.#kind === 'Session') return;
    const { jti: _, ...stored } = payload;
    const { accountId: keyId = null, grantId = null } = payload;
    const seconds = expiresIn ?? REGISTRATION_DAYS * DAY_SECONDS;
    await this.#db.batch([
      sql`insert into oauth_items (kind, hash, key_id, grant_id, payload, expires_at)
          values (${this.#kind}, ${hashOfToken(id)}, ${keyId}, ${grantId}, ${JSON.stringify(stored)}::jsonb,
            db_now() + make_interval(secs => ${seconds}))
          on conflict (kind, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      sql`delete from oauth_items where expires_at < db_now() - interval '1 day'`,
    ]);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#db.query<{ payload: AdapterPayload; consumed: number | null }>(
      sql`select payload, extract(epoch from consumed_at)::int as consumed from oauth_items
          where kind = ${this.#kind} and hash = ${hashOfToken(id)} and expires_at > db_now()`,
    );
    return row && { ...row.payload, jti: id, ...(row.consumed !== null && { consumed: row.consumed }) };
  }

  /** Of two simultaneous uses of a code or a refresh token, one succeeds. */
  async consume(id: string): Promise<void> {
    const used = await this.#db.query(
      sql`update oauth_items set consumed_at = db_now()
          where kind = ${this.#kind} and hash = ${hashOfToken(id)} and consumed_at is null returning 1`,
    );
    if (used.length > 0) return;
    const { errors } = await import('oidc-provider');
    throw new errors.InvalidGrant(`${this.#kind} was used already`);
  }

  async destroy(id: string): Promise<void> {
    await this.#db.query(
      sql`delete from oauth_items where kind = ${this.#kind} and hash = ${hashOfToken(id)}`,
    );
  }

  /** After a replay, or when the program revokes its token: the app loses its key. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.query(
      sql`with gone as (delete from oauth_items where grant_id = ${grantId} returning key_id)
          update api_keys set revoked_at = db_now()
          where revoked_at is null and id in (select key_id from gone)`,
    );
  }

  // Of features that are off: logins on devices, and sessions of the library.
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

export interface NewApp {
  keyId: string;
  workspaceId: string;
  clientId: string;
  redirectHost: string;
}

export function insertApp(app: NewApp): Statement {
  return sql`insert into connected_apps (key_id, workspace_id, client_id, redirect_host)
             values (${app.keyId}, ${app.workspaceId}, ${app.clientId}, ${app.redirectHost})`;
}

/** Of the connected app `c`: its code, or a token, is valid. */
export const isConnected = sql`exists (
  select from oauth_items i where i.key_id = c.key_id and i.expires_at > db_now() and i.consumed_at is null
    and i.kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken'))`;

/** Ends every token of an app; its key is revoked elsewhere. */
export function deleteItems(keyId: string): Statement {
  return sql`delete from oauth_items where key_id = ${keyId}`;
}

/** The account behind a key that an app holds may go on. */
export async function isUsable(db: Db, keyId: string, isFrozen: Statement): Promise<boolean> {
  const rows = await db.query<Row>(
    sql`select from api_keys k join workspaces w on w.id = k.workspace_id join accounts a on a.id = w.account_id
        where k.id = ${keyId} and k.revoked_at is null and not ${isFrozen}`,
  );
  return rows.length > 0;
}
