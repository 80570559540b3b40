import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import type { Db } from '../../platform/db.ts';
import type { SessionProof } from '../../platform/http/caller.ts';
import type { Caller } from '../../platform/http/route.ts';
import { feeRatePpm } from '../authenticate.ts';
import { endSession, findSession, insertSession, SESSION_DAYS, type SessionView } from './store.ts';

export interface Session extends SessionView {
  hash: Buffer;
  /** Must come back with every change. */
  csrf: string;
}

/** Who is signed in to the console: a random cookie whose hash is stored, and a second token that only our pages know. */
export class Sessions {
  readonly #db: Db;
  readonly #origin: () => string;

  constructor(db: Db, origin: () => string) {
    this.#db = db;
    this.#origin = origin;
  }

  /** A new id with every sign-in; answers the cookie to set. */
  async open(accountId: string, personId: string | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#db.query(insertSession({ hash: hashOf(token), accountId, personId }));
    return this.#cookie(token, SESSION_DAYS * 86_400);
  }

  async end(session: Session): Promise<string> {
    await this.#db.query(endSession(session.hash));
    return this.#cookie('', 0);
  }

  /** Who is signed in, for showing; null for nobody. */
  async find({ cookie }: Pick<SessionProof, 'cookie'>): Promise<Session | null> {
    const token = cookie(this.#name());
    if (token === null || token.length !== 43) return null;
    const hash = hashOf(token);
    const view = await findSession(this.#db, hash);
    return view && { ...view, hash, csrf: csrfOf(token) };
  }

  /** Who is signed in and asks from one of our own pages. */
  async require(sent: SessionProof): Promise<Session> {
    const session = await this.find(sent);
    if (!session) throw new ApiError('auth_required', 'Sign in first.');
    if (sent.method === 'GET' || sent.method === 'HEAD') return session;
    const given = hashOf(sent.header('x-csrf-token') ?? '');
    if (!this.isOwnPage(sent, 'proven') || !timingSafeEqual(given, hashOf(session.csrf)))
      throw new ApiError('auth_required', 'This request does not come from a page of this service.');
    return session;
  }

  async caller(sent: SessionProof): Promise<Caller> {
    const { accountId, workspaceId, toppedUp } = await this.require(sent);
    return { accountId, workspaceId, keyId: null, feeRatePpm: feeRatePpm(toppedUp) };
  }

  /** Browsers say which page asks. A program without a cookie to lose says nothing, and may. */
  isOwnPage({ header }: Pick<SessionProof, 'header'>, silence: 'proven' | 'allowed'): boolean {
    const [origin, site] = [header('origin'), header('sec-fetch-site')];
    if (site !== null && site !== 'same-origin') return false;
    if (origin === null) return site !== null || silence === 'allowed';
    return origin === this.#origin() || URL.parse(origin)?.host === header('host');
  }

  /** The prefix binds the cookie to this host; browsers allow it with https only. */
  #name(): string {
    return this.#isSecure() ? '__Host-svc_session' : 'svc_session';
  }

  #isSecure(): boolean {
    return this.#origin().startsWith('https:');
  }

  #cookie(value: string, maxAge: number): string {
    const secure = this.#isSecure() ? '; Secure' : '';
    return `${this.#name()}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}
