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
import { currentExchange } from '../wire/exchange.ts';
import { quoting } from '../wire/provider-words.ts';
import {
  createTransport,
  garbageResult,
  isGone,
  type Transport,
  unansweredResult,
} from '../wire/transport.ts';
import type { BrowserSource, NewSession, OpenedSession, Spent } from './browser-source.ts';
import { type Connector, createConnector } from './connector.ts';

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
export interface Lender extends Connector {
  facts: RunnerFacts;
  transport: Transport;
  /** A browser begins with its connection and ends with it: nothing is to be closed. */
  isPerConnection: boolean;
  /** After a failure the caller has the session forgotten: it may be there all the same. */
  open(wanted: Wanted): Promise<OpenedSession | AttemptResult>;
  close(account: ProviderAccount, reference: string): Promise<Forgotten>;
  /** Closes a session, and reads what it cost; null where that is not known, or it is not closed. */
  settle(account: ProviderAccount, reference: string): Promise<Spent | null>;
  /** Closes the session of an attempt; without a reference the provider is asked for it. */
  forget(account: ProviderAccount, attemptId: string, reference: string | null): Promise<Forgotten>;
  /** Its browsers can open pages on this network. */
  isOwnServer(account: ProviderAccount): boolean;
}

const START_LIMIT_MS = 90_000;
const LOOK_AGAIN_MS = 1_000;
/** The run waits for it. */
const SETTLE_LIMIT_MS = 5_000;

export function createLender(source: BrowserSource, options: LenderOptions): Lender {
  const { facts, clock } = options;
  const transport = createTransport({ ...options, headers: source.headers });
  const addressOf = ({ baseUrl }: ProviderAccount) => baseUrl ?? options.baseUrl ?? 'http://localhost';
  const hostsOf = (account: ProviderAccount) => ({ domains: source.domains, baseUrl: addressOf(account) });
  const connector = createConnector({
    facts,
    transport,
    hostsOf,
    isPerConnection: source.address !== undefined,
  });

  async function close(account: ProviderAccount, reference: string): Promise<Forgotten> {
    if (!source.close) return 'nothing';
    const call = source.close(encodeURIComponent(reference), account);
    const answer = await transport.call(account, { ...call, repeatable: true, emptyAnswer: true });
    return answer.ok || isGone(answer.status) ? 'deleted' : 'failed';
  }

  async function forget(
    account: ProviderAccount,
    attemptId: string,
    reference: string | null,
  ): Promise<Forgotten> {
    const get = async (path: string, query?: Record<string, string>) => {
      const answer = await transport.call(account, { method: 'GET', path, query });
      return answer.ok ? answer.json : undefined;
    };
    const found = reference ?? (source.find ? await source.find(attemptId, get, account) : null);
    if (found === undefined) return 'failed';
    return found === null ? 'nothing' : close(account, found);
  }

  async function whenReady(
    first: OpenedSession,
    session: NewSession,
    signal: AbortSignal,
  ): Promise<OpenedSession | AttemptResult> {
    let opened = first;
    const giveUpAt = clock.mono() + START_LIMIT_MS;
    while (source.again && opened.cdpUrl === '') {
      await clock.sleep(LOOK_AGAIN_MS, signal).catch(() => undefined);
      if (opened.isOver || clock.mono() >= giveUpAt || signal.aborted)
        return stuck(
          'browser_unavailable',
          `${facts.name} did not start a browser in time. Try again later.`,
        );
      const path = source.again(encodeURIComponent(first.reference));
      const answer = await transport.call(session.account, { method: 'GET', path, signal });
      if (!answer.ok) return unansweredResult(answer);
      opened = source.opened?.(answer.json, session) ?? opened;
    }
    return connector.isTheirs(opened, session.account) ? opened : unusable(facts, opened);
  }

  return {
    facts,
    transport,
    ...connector,
    isPerConnection: source.address !== undefined,
    close,
    settle: (account, reference) => settle(source, transport, account, reference),
    forget,

    async open({ signal, onOpened, ...wanted }) {
      const { account } = wanted;
      const session: NewSession = { ...wanted, baseUrl: addressOf(account) };
      if (source.address) return { reference: '', ...source.address(session) };
      const answer = await transport.call(account, {
        method: 'POST',
        ...(source.open?.(session) ?? { path: '/' }),
        signal,
        onLateAnswer(json) {
          const late = source.opened?.(json, session)?.reference ?? null;
          void forget(account, session.attemptId, late);
        },
      });
      if (!answer.ok) return unansweredResult(answer);
      const opened = source.opened?.(answer.json, session) ?? null;
      if (opened === null) return garbageResult(facts, { json: answer.json, quote: quoting(account) });
      try {
        await onOpened(opened);
      } catch (error) {
        // Only we know the session.
        await close(account, opened.reference);
        throw error;
      }
      return whenReady(opened, session, signal);
    },

    isOwnServer: (account) => isOwnServer(account, options.baseUrl),
  };
}

/** Its browser is nowhere that we connect to. */
function unusable(facts: RunnerFacts, { cdpUrl }: OpenedSession): AttemptResult {
  const seen = cdpUrl === '' ? 'missing' : 'another host';
  currentExchange()?.note({ field: 'browser address', expected: `a host of ${facts.name}`, seen });
  return garbageResult(facts);
}

async function settle(
  { spent, close }: BrowserSource,
  transport: Transport,
  account: ProviderAccount,
  reference: string,
): Promise<Spent | null> {
  const id = encodeURIComponent(reference);
  if (!spent || !close) return null;
  const shared = { timeoutMs: SETTLE_LIMIT_MS, repeatable: false, emptyAnswer: true };
  const closed = await transport.call(account, { ...close(id, account), ...shared });
  if (!closed.ok) return null;
  if (!spent.look) return spent.read(closed.json);
  const seen = await transport.call(account, { method: 'GET', path: spent.look(id), ...shared });
  return seen.ok ? spent.read(seen.json) : {};
}
