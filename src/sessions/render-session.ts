import { priceWithFee } from '../billing/postings.ts';
import { usd } from '../platform/money.ts';
import type { Session } from './store.ts';
import { seleniumUrl } from './webdriver.ts';

/** The price of one minute for the workspace; under a key of its own only the fee. */
export function minutePrice({ minutePriceMicro, feeRatePpm, isOwnKey }: PricedSession): number {
  return priceWithFee(minutePriceMicro, feeRatePpm, isOwnKey ? 'workspace' : 'service');
}

type PricedSession = Pick<Session, 'minutePriceMicro' | 'feeRatePpm' | 'isOwnKey'>;

/** Secrets of a session that can still be connected to. */
interface Connection {
  baseUrl: string;
  token: string;
}

/** The session as Browserbase's client reads it; `connection` only on create and retrieve, while it runs. */
export function renderSession(session: Session, connection: Connection | null = null) {
  const { createdAt, updatedAt, expiresAt, endedAt, contextId, userMetadata } = session;
  const cost = session.minutes * minutePrice(session);
  return {
    id: session.id,
    projectId: session.workspaceId,
    status: session.status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    startedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(session.region === null ? {} : { region: session.region }),
    keepAlive: session.keepAlive,
    proxyBytes: session.proxyBytes,
    ...(contextId ? { contextId } : {}),
    ...(userMetadata ? { userMetadata } : {}),
    ...(connection && session.status === 'RUNNING' ? connectionMembers(session.id, connection) : {}),
    svc: { provider: session.provider, cost_usd: usd(cost) },
  };
}

function connectionMembers(id: string, { baseUrl, token }: Connection) {
  return {
    connectUrl: connectUrl(id, { baseUrl, token }),
    seleniumRemoteUrl: seleniumUrl(baseUrl),
    signingKey: token,
  };
}

export function connectUrl(id: string, { baseUrl, token }: Connection): string {
  return `${baseUrl.replace(/^http/, 'ws')}/api/v1/sessions/${id}/connect?token=${token}`;
}
