import type { AcquireOptions } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { openRemoteRun } from '../../browser/remote/remote-run.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { openProviderSocket } from '../../platform/net/provider-socket.ts';
import { accountOf } from '../account-of.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type DirectRunner,
  type Forgotten,
  failedResult,
  type Leftover,
  type ProviderAccount,
  type ProviderScope,
  type RunnerFacts,
} from '../contract.ts';
import { createTransport, garbageResult, isGone, keyCheck, unansweredResult } from '../transport.ts';
import type { BrowserSource, NewSession, OpenedSession } from './browser-source.ts';
import { connectAddress, debuggerAddress } from './connect-address.ts';
import type { Driver, DriverOptions } from './drivers.ts';

export interface InfraOptions extends Omit<DriverOptions, 'browsers' | 'facts'> {
  /** The provider's own address. */
  baseUrl: string | null;
  gate: Gate;
  /** For the runs' files. */
  folder: string;
  timeoutMs?: number;
  retryForMs?: number;
}

/** What every provider's smallest plan allows; long enough for any task, and short should nobody live to close it. */
const SESSION_SECONDS = 15 * 60;
const CONNECT_LIMIT_MS = 30_000;
const START_LIMIT_MS = 90_000;
const LOOK_AGAIN_MS = 1_000;

/**
 * One of our drivers in a browser of a provider. The session is written down before it is used and closed by `forget`,
 * which is called after every attempt, and by any instance when the one that opened it is gone.
 */
export function createInfraRunner(
  source: BrowserSource,
  driver: Driver,
  options: InfraOptions,
): DirectRunner {
  const { gate, clock, folder, row } = options;
  const { facts } = row;
  const transport = createTransport({ ...options, headers: source.headers, facts });

  function addressOf({ baseUrl }: ProviderAccount): string {
    return baseUrl ?? options.baseUrl ?? 'http://localhost';
  }

  async function close(account: ProviderAccount, reference: string): Promise<Forgotten> {
    if (!source.close) return 'nothing';
    const call = source.close(encodeURIComponent(reference), account);
    const answer = await transport.call(account, { ...call, repeatable: true, emptyAnswer: true });
    return answer.ok || isGone(answer.status) ? 'deleted' : 'failed';
  }

  async function openSession(
    scope: AttemptScope,
    account: ProviderAccount,
  ): Promise<OpenedSession | AttemptResult> {
    const { attemptId, signal, onLeft } = scope;
    const baseUrl = addressOf(account);
    const wanted: NewSession = {
      attemptId,
      seconds: SESSION_SECONDS,
      account,
      baseUrl,
      options: row.options,
    };
    if (source.address) return { reference: '', ...source.address(wanted) };
    const answer = await transport.call(account, {
      method: 'POST',
      ...(source.open?.(wanted) ?? { path: '/' }),
      signal,
      onLateAnswer(json) {
        const late = source.opened?.(json, wanted);
        if (late) void close(account, late.reference);
      },
    });
    if (!answer.ok) return unansweredResult(answer);
    const session = source.opened?.(answer.json, wanted) ?? null;
    if (session === null) return garbageResult(facts);
    try {
      await onLeft(session.reference);
    } catch (error) {
      // Nobody else knows it.
      await close(account, session.reference);
      throw error;
    }
    scope.onSession({ id: session.reference, liveViewUrl: session.liveViewUrl || null });
    return session.cdpUrl === '' ? whenReady(session.reference, wanted, signal) : session;
  }

  async function whenReady(
    reference: string,
    wanted: NewSession,
    signal: AbortSignal,
  ): Promise<OpenedSession | AttemptResult> {
    const giveUpAt = clock.mono() + START_LIMIT_MS;
    while (source.again && clock.mono() < giveUpAt && !signal.aborted) {
      await clock.sleep(LOOK_AGAIN_MS, signal).catch(() => undefined);
      const path = source.again(encodeURIComponent(reference));
      const answer = await transport.call(wanted.account, { method: 'GET', path, signal });
      if (!answer.ok) return unansweredResult(answer);
      const session = source.opened?.(answer.json, wanted) ?? null;
      if (session === null) return garbageResult(facts);
      if (session.cdpUrl !== '') return session;
    }
    const message = `${facts.name} did not start a browser in time. Try again later.`;
    return failedResult('platform', 'browser_unavailable', message);
  }

  async function connect(
    session: OpenedSession,
    account: ProviderAccount,
    asked: AcquireOptions,
    signal: AbortSignal,
  ): Promise<BrowserRun | AttemptResult> {
    const hosts = { domains: source.domains, baseUrl: addressOf(account) };
    const headers = session.cdpHeaders ?? {};
    const handedOut = await debuggerAddress(session.cdpUrl, hosts, headers, signal);
    const url = handedOut === null ? null : connectAddress(handedOut, hosts);
    if (url === null) return garbageResult(facts);
    const socket = source.isPlaywright
      ? { playwrightUrl: url.href, headers, close: () => undefined }
      : await openProviderSocket({ url, headers, timeoutMs: CONNECT_LIMIT_MS, signal });
    const { localAllowed, storageState } = asked;
    const run =
      socket && (await openRemoteRun({ socket, gate, clock, folder, localAllowed, storageState, signal }));
    signal.throwIfAborted();
    const message = `${facts.name} opened a browser that does not answer. Try again later.`;
    return run ?? failedResult('platform', 'browser_unavailable', message);
  }

  return {
    facts,
    shape: 'direct',

    async run(task, scope) {
      let openedMono: number | null = null;
      const account = accountOf(scope, facts.family);
      const acquire = async (asked: AcquireOptions): Promise<BrowserRun | AttemptResult> => {
        if (asked.localAllowed && account.baseUrl === null) return outOfReach(facts);
        const session = await openSession(scope, account);
        if ('ok' in session) return session;
        openedMono = clock.mono();
        return connect(session, account, asked, scope.signal);
      };
      // What the driver counts is its own; the browser's time comes on top.
      const own = { ...facts, price: { ...facts.price, microUsd: 0 } };
      const result = await driver({ ...options, facts: own, browsers: { acquire } }, task, scope);
      if (openedMono === null) return { ...result, costMicroUsd: 0 };
      const timeMicroUsd = priceOf(facts, clock.mono() - openedMono);
      return { ...result, costMicroUsd: timeMicroUsd + (result.costMicroUsd ?? 0) };
    },

    ...(source.close && {
      async check(account: ProviderAccount) {
        const call = source.close?.('switchyard-key-check', account) ?? { method: 'DELETE', path: '/' };
        return keyCheck(await transport.call(account, { ...call, repeatable: true, emptyAnswer: true }));
      },
      async forget({ attemptId, item }: Leftover, scope: ProviderScope) {
        const account = accountOf(scope, facts.family);
        const get = async (path: string, query?: Record<string, string>) => {
          const answer = await transport.call(account, { method: 'GET', path, query });
          return answer.ok ? answer.json : undefined;
        };
        const reference = item ?? (source.find ? await source.find(attemptId, get, account) : null);
        if (reference === undefined) return 'failed';
        return reference === null ? 'nothing' : close(account, reference);
      },
    }),
  };
}

/** Billed by the minute that was begun; what is not billed by time costs what an ordinary task does. */
function priceOf({ price }: RunnerFacts, elapsedMs: number): number {
  const minutes = Math.ceil(elapsedMs / 60_000);
  if (price.unit === 'hour') return Math.round((minutes * price.microUsd) / 60);
  return price.unit === 'minute' ? minutes * price.microUsd : price.typicalTaskMicroUsd;
}

function outOfReach({ name }: RunnerFacts): AttemptResult {
  const message = `The page is on this network, where the browsers of ${name} cannot go. Use a local runner.`;
  return failedResult('runner', 'local_target', message);
}
