import type { Clock } from '../../platform/clock.ts';
import { pause } from '../../platform/clock.ts';
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
import { quoting } from '../wire/provider-messages.ts';
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
  /** After a failure the caller drops the session, which may still exist. */
  open(wanted: Wanted): Promise<OpenedSession | AttemptResult>;
  close(account: ProviderAccount, reference: string): Promise<Forgotten>;
  /** Closes a session, and reads what it cost; null where that is not known, or it is not closed. */
  settle(account: ProviderAccount, reference: string): Promise<Spent | null>;
  /** The live view of a session that had none when it was opened; null where it does not come in time. */
  lateLiveView(account: ProviderAccount, opened: OpenedSession, signal: AbortSignal): Promise<string | null>;
  /** Closes the session of an attempt; without a reference the provider is asked for it. */
  forget(account: ProviderAccount, attemptId: string, reference: string | null): Promise<Forgotten>;
  /** Its browsers can open pages on this network. */
  isOwnServer(account: ProviderAccount): boolean;
}

const START_LIMIT_MS = 90_000;
const LOOK_AGAIN_MS = 1_000;
/** The run waits for it. */
const SETTLE_LIMIT_MS = 5_000;
const LIVE_VIEW_LOOKS = 5;

/** Shared by the calls of one lender. */
interface Lending {
  source: BrowserSource;
  facts: RunnerFacts;
  clock: Clock;
  transport: Transport;
  connector: Connector;
  addressOf(account: ProviderAccount): string;
}

export function createLender(source: BrowserSource, options: LenderOptions): Lender {
  const { facts, clock } = options;
  const transport = createTransport({ ...options, headers: source.headers });
  const addressOf = ({ baseUrl }: ProviderAccount) => baseUrl ?? options.baseUrl ?? 'http://localhost';
  const hostsOf = (account: ProviderAccount) => ({ domains: source.domains, baseUrl: addressOf(account) });
  const isPerConnection = source.address !== undefined;
  const connector = createConnector({ facts, transport, hostsOf, isPerConnection });
  const lending: Lending = { source, facts, clock, transport, connector, addressOf };
  return {
    facts,
    transport,
    ...connector,
    isPerConnection,
    open: (wanted) => open(lending, wanted),
    close: (account, reference) => close(lending, account, reference),
    settle: (account, reference) => settle(lending, account, reference),
    lateLiveView: (account, opened, signal) => lateLiveView(lending, account, opened, signal),
    forget: (account, attemptId, reference) => forget(lending, account, attemptId, reference),
    isOwnServer: (account) => isOwnServer(account, options.baseUrl),
  };
}

async function open(
  lending: Lending,
  { signal, onOpened, ...wanted }: Wanted,
): Promise<OpenedSession | AttemptResult> {
  const { source, facts, transport, addressOf } = lending;
  const { account } = wanted;
  const session: NewSession = { ...wanted, baseUrl: addressOf(account) };
  if (source.address) return { reference: '', ...source.address(session) };
  const answer = await transport.call(account, {
    method: 'POST',
    ...(source.open?.(session) ?? { path: '/' }),
    signal,
    onLateAnswer(json) {
      const late = source.opened?.(json, session)?.reference ?? null;
      void forget(lending, account, session.attemptId, late);
    },
  });
  if (!answer.ok) return unansweredResult(answer);
  const opened = source.opened?.(answer.json, session) ?? null;
  if (opened === null) return garbageResult(facts, { json: answer.json, quote: quoting(account) });
  try {
    await onOpened(opened);
  } catch (error) {
    // Only we know the session.
    await close(lending, account, opened.reference);
    throw error;
  }
  return whenReady(lending, opened, session, signal);
}

async function whenReady(
  { source, facts, clock, transport, connector }: Lending,
  first: OpenedSession,
  session: NewSession,
  signal: AbortSignal,
): Promise<OpenedSession | AttemptResult> {
  let opened = first;
  const giveUpAt = clock.mono() + START_LIMIT_MS;
  while (source.again && opened.cdpUrl === '') {
    await pause(clock, LOOK_AGAIN_MS, signal);
    if (opened.isOver || clock.mono() >= giveUpAt || signal.aborted)
      return stuck('browser_unavailable', `${facts.name} did not start a browser in time. Try again later.`);
    const path = source.again(encodeURIComponent(first.reference));
    const answer = await transport.call(session.account, { method: 'GET', path, signal });
    if (!answer.ok) return unansweredResult(answer);
    opened = source.opened?.(answer.json, session) ?? opened;
  }
  return connector.isTheirs(opened, session.account) ? opened : unusable(facts, opened);
}

/** Its browser is nowhere that we connect to. */
function unusable(facts: RunnerFacts, { cdpUrl }: OpenedSession): AttemptResult {
  const seen = cdpUrl === '' ? 'missing' : 'another host';
  currentExchange()?.note({ field: 'browser address', expected: `a host of ${facts.name}`, seen });
  return garbageResult(facts);
}

async function close(
  { source, transport }: Lending,
  account: ProviderAccount,
  reference: string,
): Promise<Forgotten> {
  if (!source.close) return 'nothing';
  const call = source.close(encodeURIComponent(reference), account);
  const answer = await transport.call(account, { ...call, repeatable: true, emptyAnswer: true });
  return answer.ok || isGone(answer.status) ? 'deleted' : 'failed';
}

async function forget(
  lending: Lending,
  account: ProviderAccount,
  attemptId: string,
  reference: string | null,
): Promise<Forgotten> {
  const { source, transport } = lending;
  const get = async (path: string, query?: Record<string, string>) => {
    const answer = await transport.call(account, { method: 'GET', path, query });
    return answer.ok ? answer.json : undefined;
  };
  const found = reference ?? (source.find ? await source.find(attemptId, get, account) : null);
  if (found === undefined) return 'failed';
  return found === null ? 'nothing' : close(lending, account, found);
}

async function settle(
  { source: { spent, close }, transport }: Lending,
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

async function lateLiveView(
  { source, clock, transport, addressOf }: Lending,
  account: ProviderAccount,
  { reference, liveViewUrl }: OpenedSession,
  signal: AbortSignal,
): Promise<string | null> {
  if (liveViewUrl !== null || !source.again) return liveViewUrl ?? null;
  const path = source.again(encodeURIComponent(reference));
  const session = { attemptId: '', seconds: 0, account, baseUrl: addressOf(account), options: {} };
  for (let looks = 0; looks < LIVE_VIEW_LOOKS && !signal.aborted; looks += 1) {
    const answer = await transport.call(account, { method: 'GET', path, signal });
    const url = answer.ok && source.opened?.(answer.json, session)?.liveViewUrl;
    if (url) return url;
    await pause(clock, LOOK_AGAIN_MS, signal);
  }
  return null;
}
