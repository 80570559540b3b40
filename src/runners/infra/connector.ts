import type { ProviderFailure, ProviderResponse } from '../../platform/net/provider-client.ts';
import type { OpenOptions, ProviderSocket, Refused } from '../../platform/net/provider-socket.ts';
import { type AttemptResult, type ProviderAccount, type RunnerFacts, stuck } from '../contract.ts';
import { statusOfClose } from '../wire/close-status.ts';
import { currentExchange } from '../wire/exchange.ts';
import { maskedPath } from '../wire/masked.ts';
import { quoting } from '../wire/provider-messages.ts';
import { garbageResult, type Transport, unansweredResult } from '../wire/transport.ts';
import type { OpenedSession } from './browser-source.ts';
import { connectAddress, debuggerAddress, type OwnHosts } from './connect-address.ts';

/** Connects to the browsers of one provider. */
export interface Connector {
  /** Its address is on a host of the provider's. */
  isTheirs(session: OpenedSession, account: ProviderAccount): boolean;
  /** The address of its browser, on a host of the provider's. It may contain keys. */
  address(
    session: OpenedSession,
    account: ProviderAccount,
    signal: AbortSignal,
  ): Promise<URL | AttemptResult>;
  /** Connects to its browser. A refused connection has the reason that a refused call would have. */
  connect<Socket extends object>(
    session: OpenedSession,
    account: ProviderAccount,
    dialling: Dialling<Socket>,
  ): Promise<Socket | AttemptResult>;
  /** For a browser that took the connection and did not answer, with the words with which it was closed. */
  silent(account: ProviderAccount, socket?: Partial<ProviderSocket>): AttemptResult;
}

interface ConnectorOptions {
  facts: RunnerFacts;
  transport: Transport;
  hostsOf(account: ProviderAccount): OwnHosts;
  /** The browser begins with the connection; others were opened by a call before. */
  isPerConnection: boolean;
}

interface Dialling<Socket> {
  open(options: OpenOptions): Promise<Socket | Refused>;
  signal: AbortSignal;
  timeoutMs?: number;
}

const CONNECT_LIMIT_MS = 30_000;

export function createConnector({ facts, transport, hostsOf, isPerConnection }: ConnectorOptions): Connector {
  function isTheirs({ cdpUrl }: OpenedSession, account: ProviderAccount): boolean {
    return connectAddress(cdpUrl.replace(/^http/, 'ws'), hostsOf(account)) !== null;
  }

  function refusedResult(
    account: ProviderAccount,
    refusal: ProviderResponse | ProviderFailure,
  ): AttemptResult {
    const failure = transport.refused(account, refusal);
    // One that was opened by a call is there, and only does not answer.
    const isSilent = !refusal.ok && refusal.reason !== 'aborted' && !isPerConnection;
    return failure === null || isSilent ? silent(account) : unansweredResult(failure);
  }

  function silent(account: ProviderAccount, socket?: Partial<ProviderSocket>): AttemptResult {
    const closed = socket?.closed;
    const status = closed ? statusOfClose(closed) : null;
    const text = closed?.reason ?? '';
    if (status !== null)
      return refusedResult(account, { ok: true, status, headers: {}, text, json: undefined });
    const said = quoting(account)(text);
    const message = `${facts.name} opened a browser that does not respond. Try again later.`;
    return stuck('browser_unavailable', said ? `${message} It says: ${said}` : message);
  }

  async function address(
    { cdpUrl, cdpHeaders = {} }: OpenedSession,
    account: ProviderAccount,
    signal: AbortSignal,
  ): Promise<URL | AttemptResult> {
    const hosts = hostsOf(account);
    const handedOut = await debuggerAddress(cdpUrl, hosts, cdpHeaders, signal);
    if (typeof handedOut === 'object' && handedOut) return refusedResult(account, handedOut.refused);
    return connectAddress(handedOut ?? '', hosts) ?? garbageResult(facts);
  }

  return {
    isTheirs,
    address,
    silent,
    async connect(session, account, { open, signal, timeoutMs = CONNECT_LIMIT_MS }) {
      const url = await address(session, account, signal);
      if ('ok' in url) return url;
      const socket = await open({ url, headers: session.cdpHeaders ?? {}, timeoutMs, signal });
      if ('refused' in socket) return refusedResult(account, socket.refused);
      currentExchange()?.called({ method: 'CONNECT', path: maskedPath(url.pathname), status: 101 });
      return socket;
    },
  };
}
