import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import type { Db } from '../../platform/db.ts';
import type { SessionProof } from '../../platform/http/caller.ts';
import type { Caller } from '../../platform/http/route.ts';
import { isSameSecret } from '../../platform/same-secret.ts';
import { type Authenticator, feeRatePpm, refuseFrozen } from '../authenticate.ts';
import { claimUrlOf, masked } from '../claim-token.ts';
import {
  endConsoleSession,
  findSession,
  insertSession,
  type KeyBehind,
  SESSION_DAYS,
  type SessionView,
} from './store.ts';

export interface ConsoleSession extends Omit<SessionView, 'claim'> {
  hash: Buffer;
  /** Must come back with every change. */
  csrf: string;
  /** The page on which a human claims the account; only where a key of an unclaimed one vouches for the session. */
  claimUrl: string | null;
}

/** The purpose of a session, or of the link to one. A key that vouches for it brings its claim token along. */
export interface SignIn {
  accountId: string;
  personId: string | null;
  key?: { id: string; claim: Buffer | null };
}

/** The console session: a random cookie whose hash is stored, and a second token that only our pages know. */
export class ConsoleSessions {
  readonly #db: Db;
  readonly #authenticator: Authenticator;
  readonly #origin: () => string;

  constructor(db: Db, authenticator: Authenticator, origin: () => string) {
    this.#db = db;
    this.#authenticator = authenticator;
    this.#origin = origin;
  }

  /** A new id with every sign-in; answers the cookie to set. */
  async open(into: SignIn): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#db.query(insertSession({ ...into, key: keyBehind(into, token), hash: hashOf(token) }));
    return this.#cookie(token, SESSION_DAYS * 86_400);
  }

  async end(session: ConsoleSession): Promise<string> {
    await this.#db.query(endConsoleSession(session.hash));
    return this.#cookie('', 0);
  }

  /** The signed-in person, for display; null without one. */
  async find({ cookie }: Pick<SessionProof, 'cookie'>): Promise<ConsoleSession | null> {
    const token = cookie(this.#name());
    if (token === null || token.length !== 43) return null;
    const hash = hashOf(token);
    const found = await findSession(this.#db, hash, this.#authenticator.isFrozen);
    if (!found) return null;
    const { claim, ...view } = found;
    const claimToken = claim && masked(claim, token).toString('base64url');
    const claimUrl = claimToken && claimUrlOf(this.#origin(), claimToken);
    return { ...view, hash, csrf: csrfOf(token), claimUrl };
  }

  isBroughtBy({ cookie }: Pick<SessionProof, 'cookie'>): boolean {
    return cookie(this.#name()) !== null;
  }

  /** The signed-in person, if the request comes from a page of this console. */
  async require(sent: SessionProof): Promise<ConsoleSession> {
    const session = await this.find(sent);
    if (!session) throw new ApiError('auth_required', 'Sign in first.');
    if (sent.method === 'GET' || sent.method === 'HEAD') {
      if (['same-origin', 'none', null].includes(sent.header('sec-fetch-site'))) return session;
      throw notOurPage();
    }
    const hasToken = isSameSecret(sent.header('x-csrf-token') ?? '', session.csrf);
    if (!this.isOwnPage(sent, 'proven') || !hasToken) throw notOurPage();
    return session;
  }

  async caller(sent: SessionProof): Promise<Caller> {
    const session = await this.require(sent);
    const { accountId, workspaceId, keyId, permissions, toppedUp, isFrozen, email, csrf } = session;
    const claimUrl = session.claimUrl ?? undefined;
    if (isFrozen) refuseFrozen(sent, claimUrl);
    return {
      accountId,
      workspaceId,
      keyId,
      feeRatePpm: feeRatePpm(toppedUp),
      isFrozen,
      permissions: permissions ?? undefined,
      ...(claimUrl === undefined ? {} : { claimUrl }),
      session: { email, csrf },
    };
  }

  /** Browsers name the page that asks. A program without a cookie to lose names none, and is allowed. */
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

/** The key that vouches, with its claim token hidden behind the secret that opens the session. */
export function keyBehind({ key }: Pick<SignIn, 'key'>, secret: string): KeyBehind | null {
  return key ? { id: key.id, claim: key.claim && masked(key.claim, secret) } : null;
}

function notOurPage(): ApiError {
  return new ApiError('auth_required', 'This request does not come from a page of this service.');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}
