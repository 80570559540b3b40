import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { BasketLine } from './shop/basket-lines.ts';

interface Session {
  basket: BasketLine[];
  username: string | null;
  pendingLogin: PendingLogin | null;
}

/** The password was right; the second step is still open. */
export interface PendingLogin {
  username: string;
  /** Null when the code comes from an authenticator app. */
  mailed: { code: string; expiresAt: number } | null;
  /** Shown on the code page and in the mail, so that parallel logins can be told apart. */
  reference: string;
  wrongCodes: number;
  next: string;
}

/** Kept in memory: the oldest visitors are forgotten first, and all of them when the site stops. */
export interface Sessions {
  /** The visitor's session, or an empty one that is not kept. */
  read(request: FastifyRequest): Readonly<Session>;
  /** The visitor's session; a new one is kept and its cookie set. */
  open(request: FastifyRequest, reply: FastifyReply): Session;
  /** A new id for the same session, so that an id known before a login is worth nothing after it. */
  renew(request: FastifyRequest, reply: FastifyReply): Session;
}

const cookieName = 'tussock_session';

export function createSessions(capacity = 2_000): Sessions {
  const kept = new LRUCache<string, Session>({ max: capacity });

  function find(request: FastifyRequest): Session | undefined {
    const id = readCookie(request, cookieName);
    return id === null ? undefined : kept.get(id);
  }

  function keep(session: Session, reply: FastifyReply): Session {
    const id = randomBytes(18).toString('base64url');
    kept.set(id, session);
    reply.header('set-cookie', `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`);
    return session;
  }

  return {
    read: (request) => find(request) ?? emptySession(),
    open: (request, reply) => find(request) ?? keep(emptySession(), reply),
    renew(request, reply) {
      const session = find(request) ?? emptySession();
      const id = readCookie(request, cookieName);
      if (id !== null) kept.delete(id);
      return keep(session, reply);
    },
  };
}

export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

function emptySession(): Session {
  return { basket: [], username: null, pendingLogin: null };
}
