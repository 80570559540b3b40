import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  type AttemptResult,
  type Forgotten,
  type ProviderAccount,
  type RunnerFacts,
  stuck,
} from '../contract.ts';
import { isOwnServer } from '../wire/account-of.ts';
import {
  createTransport,
  garbageResult,
  isGone,
  type Transport,
  unansweredResult,
} from '../wire/transport.ts';
import type { BrowserSource, NewSession, OpenedSession } from './browser-source.ts';
import { connectAddress, debuggerAddress } from './connect-address.ts';

export interface LenderOptions {
  facts: RunnerFacts;
  /** The provider's own address. */
  baseUrl: string | null;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  retryForMs?: number;
}

type Wanted = Omit<NewSession, 'baseUrl'> & {
  signal: AbortSignal;
  /** Called, and waited for, as soon as the session is there; an error in it closes the session again. */
  onOpened(session: OpenedSession): Promise<void>;
};

/** Opens and closes browsers at one provider, and answers their addresses. */
export interface Lender {
  facts: RunnerFacts;
  transport: Transport;
  /** A browser begins with its connection and ends with it: nothing is to be closed. */
  isPerConnection: boolean;
  open(wanted: Wanted): Promise<OpenedSession | AttemptResult>;
  /** Null when it is no address of the provider's. Keys may stand in it. */
  address(session: OpenedSession, account: ProviderAccount, signal: AbortSignal): Promise<URL | null>;
  close(account: ProviderAccount, reference: string): Promise<Forgotten>;
  /** Its browsers can open pages on this network. */
  isOwnServer(account: ProviderAccount): boolean;
}

const START_LIMIT_MS = 90_000;
const LOOK_AGAIN_MS = 1_000;

export function createLender(source: BrowserSource, options: LenderOptions): Lender {
  const { facts, clock } = options;
  const transport = createTransport({ ...options, headers: source.headers });
  const addressOf = ({ baseUrl }: ProviderAccount) => baseUrl ?? options.baseUrl ?? 'http://localhost';

  async function close(account: ProviderAccount, reference: string): Promise<Forgotten> {
    if (!source.close) return 'nothing';
    const call = source.close(encodeURIComponent(reference), account);
    const answer = await transport.call(account, { ...call, repeatable: true, emptyAnswer: true });
    return answer.ok || isGone(answer.status) ? 'deleted' : 'failed';
  }

  async function whenReady(
    reference: string,
    session: NewSession,
    signal: AbortSignal,
  ): Promise<OpenedSession | AttemptResult> {
    const giveUpAt = clock.mono() + START_LIMIT_MS;
    while (source.again && clock.mono() < giveUpAt && !signal.aborted) {
      await clock.sleep(LOOK_AGAIN_MS, signal).catch(() => undefined);
      const path = source.again(encodeURIComponent(reference));
      const answer = await transport.call(session.account, { method: 'GET', path, signal });
      if (!answer.ok) return unansweredResult(answer);
      const opened = source.opened?.(answer.json, session) ?? null;
      if (opened === null) return garbageResult(facts);
      if (opened.cdpUrl !== '') return opened;
    }
    const message = `${facts.name} did not start a browser in time. Try again later.`;
    return stuck('browser_unavailable', message);
  }

  return {
    facts,
    transport,
    isPerConnection: source.address !== undefined,
    close,

    async open({ signal, onOpened, ...wanted }) {
      const { account } = wanted;
      const session: NewSession = { ...wanted, baseUrl: addressOf(account) };
      if (source.address) return { reference: '', ...source.address(session) };
      const answer = await transport.call(account, {
        method: 'POST',
        ...(source.open?.(session) ?? { path: '/' }),
        signal,
        onLateAnswer(json) {
          const late = source.opened?.(json, session);
          if (late) void close(account, late.reference);
        },
      });
      if (!answer.ok) return unansweredResult(answer);
      const opened = source.opened?.(answer.json, session) ?? null;
      if (opened === null) return garbageResult(facts);
      try {
        await onOpened(opened);
      } catch (error) {
        // Only we know the session.
        await close(account, opened.reference);
        throw error;
      }
      return opened.cdpUrl === '' ? whenReady(opened.reference, session, signal) : opened;
    },

    async address(session, account, signal) {
      const hosts = { domains: source.domains, baseUrl: addressOf(account) };
      const handedOut = await debuggerAddress(session.cdpUrl, hosts, session.cdpHeaders ?? {}, signal);
      return handedOut === null ? null : connectAddress(handedOut, hosts);
    },

    isOwnServer: (account) => isOwnServer(account, options.baseUrl),
  };
}
