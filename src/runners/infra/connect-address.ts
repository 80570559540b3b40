import { z } from 'zod';
import { requestProvider } from '../../platform/net/provider-client.ts';
import type { Refused } from '../../platform/net/provider-socket.ts';
import { readAs } from '../wire/exchange.ts';

export interface OwnHosts {
  domains: readonly string[];
  /** As in use: the provider's own, or the one that the operator set. */
  baseUrl: string;
}

/**
 * The address that a provider hands out for a browser, if it is one to connect to: a WebSocket on one of the provider's own
 * hosts, or on the very host that its API is called on. Anything else could be a way into our network, and would
 * receive the key in the address.
 */
export function connectAddress(handedOut: string, { domains, baseUrl }: OwnHosts): URL | null {
  if (!URL.canParse(handedOut)) return null;
  const address = new URL(handedOut);
  const base = new URL(baseUrl);
  if (address.username !== '' || address.password !== '') return null;
  const host = bare(address.hostname);
  const isConfigured = host === bare(base.hostname);
  const isOwn = domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  // Without encryption only where the operator chose to call the API so.
  const isSafe =
    address.protocol === 'wss:' ||
    (address.protocol === 'ws:' && isConfigured && (base.protocol === 'http:' || base.protocol === 'ws:'));
  return isSafe && (isConfigured || isOwn) ? address : null;
}

function bare(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

const Version = z.object({ webSocketDebuggerUrl: z.string() });

/**
 * Some hand out an http address, that returns the browser's debugging URL. Only its path is used, with
 * the host that we asked: the browser reports a host name of its private network.
 */
export async function debuggerAddress(
  handedOut: string,
  hosts: OwnHosts,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<string | Refused | null> {
  if (!/^https?:/.test(handedOut) || !URL.canParse(handedOut)) return handedOut;
  const asked = new URL(handedOut);
  const socket = new URL(handedOut.replace(/^http/, 'ws'));
  if (connectAddress(socket.href, hosts) === null) return null;
  asked.pathname = `${asked.pathname.replace(/\/+$/, '')}/json/version`;
  const answer = await requestProvider({ method: 'GET', url: asked, headers, signal });
  if (!answer.ok || answer.status >= 300) return { refused: answer };
  const said = readAs(Version, answer.json)?.webSocketDebuggerUrl;
  if (said === undefined || !URL.canParse(said)) return null;
  const inside = new URL(said);
  socket.pathname = inside.pathname;
  socket.search = inside.search || asked.search;
  return socket.href;
}
