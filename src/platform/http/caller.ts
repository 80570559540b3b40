import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { isSameSecret } from '../same-secret.ts';
import { dialects } from './dialects.ts';
import type { Caller, Route } from './route.ts';

/** The key of a client. */
export interface KeyProof {
  method: string;
  header(name: string): string | null;
  /** The run, where the request only reads it: its token is enough. */
  readsRun?: string | undefined;
  /** The route creates nothing, whatever its method: a frozen account may use it. */
  opensToFrozen?: boolean | undefined;
}

/** The cookies of a browser with a console session. A change (any method but GET and HEAD) must bring the CSRF token. */
export interface SessionProof extends KeyProof {
  cookie(name: string): string | null;
}

export interface Authenticators {
  /** Refuses a frozen account every call that could create something. */
  authenticate(proof: KeyProof): Promise<Caller>;
  /** Without it console routes reject every request. */
  authenticateSession?(proof: SessionProof): Promise<Caller>;
  /** Whether the request brings the cookie of a session, also of one that is over. */
  bringsSession?(proof: Pick<SessionProof, 'cookie'>): boolean;
  /** Whether the request brings the token of one run, which pages of any origin may send. */
  bringsRunToken?(request: Pick<FastifyRequest, 'headers'>): boolean;
  /** Without it the routes for the scheduler are closed, never open. */
  cronSecret?: string | null;
}

/** The caller, as far as the route needs it; null where it does not. */
export async function callerOf(
  route: Route,
  request: FastifyRequest,
  by: Authenticators,
): Promise<Caller | null> {
  const header = (name: string) => headerOf(request, name);
  switch (route.access ?? 'key') {
    case 'public':
      return null;
    case 'cron':
      checkCronSecret(header, by.cronSecret ?? null);
      return null;
    case 'session':
      if (!by.authenticateSession) throw new ApiError('invalid_api_key', 'The console is off.');
      return by.authenticateSession(sessionProof(request, route));
    case 'key': {
      const { keyHeader } = dialects[route.dialect ?? 'svc'];
      const sent = (name: string) =>
        name === 'x-api-key' && keyHeader ? (header(name) ?? header(keyHeader)) : header(name);
      const hasKey = sent('authorization') !== null || sent('x-api-key') !== null;
      if (!hasKey && by.authenticateSession) {
        const proof = sessionProof(request, route);
        // Our own pages answer an expired session with sign-in, not with a request for a key.
        const isPage = header('sec-fetch-site') === 'same-origin' || by.bringsSession?.(proof);
        if (isPage) return by.authenticateSession(proof);
      }
      const { id } = request.params as { id?: string };
      return by.authenticate({
        method: request.method,
        readsRun: route.opensToRunToken && id,
        opensToFrozen: route.opensToFrozen,
        header: sent,
      });
    }
  }
}

function sessionProof(request: FastifyRequest, { opensToFrozen }: Route): SessionProof {
  const cookies = cookiesOf(request);
  return {
    method: request.method,
    opensToFrozen,
    header: (name) => headerOf(request, name),
    cookie: (name) => cookies[name] ?? null,
  };
}

export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** Node joins most repeated headers into one value, and drops all but one of others. */
export function headerValuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

export function cookiesOf(request: FastifyRequest): Record<string, string | undefined> {
  return request.server.parseCookie(headerOf(request, 'cookie') ?? '');
}

function checkCronSecret(header: (name: string) => string | null, secret: string | null): void {
  const given = /^Bearer\s+(.+)$/i.exec(header('authorization') ?? '')?.[1] ?? header('x-cron-secret');
  if (isSameSecret(given ?? '', secret ?? '') && secret !== null) return;
  throw new ApiError('invalid_api_key', {
    message: 'The cron secret is missing or not valid.',
    remediation:
      'Set CRON_SECRET on the service, and send it as `Authorization: Bearer <secret>` or `x-cron-secret: <secret>`.',
  });
}
