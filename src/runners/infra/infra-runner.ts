import type { AcquireOptions } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { openRemoteRun } from '../../browser/remote/remote-run.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { openProviderSocket } from '../../platform/net/provider-socket.ts';
import type { Extractor } from '../../reading/extractor.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type DirectRunner,
  type Forgotten,
  failedResult,
  type Leftover,
  type RunnerFacts,
} from '../contract.ts';
import { browse, think } from '../local/local-chromium.ts';
import { createTransport, garbageResult, unansweredResult } from '../transport.ts';
import type { BrowserProvider, OpenedSession } from './browser-provider.ts';
import { connectAddress } from './connect-address.ts';

export interface InfraOptions {
  facts: RunnerFacts;
  apiKey: string;
  /** Null for the provider's own address. */
  baseUrl: string | null;
  projectId?: string | null;
  gate: Gate;
  extractor: Extractor;
  clock: Clock;
  log: Log;
  /** For the runs' files. */
  folder: string;
  timeoutMs?: number;
  retryForMs?: number;
  navigationTimeoutMs?: number;
  settleTimeoutMs?: number;
}

/** What every provider's smallest plan allows; long enough for any task, and short should nobody live to close it. */
const SESSION_SECONDS = 15 * 60;
const CONNECT_LIMIT_MS = 30_000;

/**
 * Our own agent in a browser of a provider. The session is written down before it is used and closed by `forget`, which is
 * called after every attempt, and by any instance when the one that opened it is gone.
 */
export function createInfraRunner(provider: BrowserProvider, options: InfraOptions): DirectRunner {
  const { facts, apiKey, gate, clock, folder } = options;
  const baseUrl = options.baseUrl ?? provider.baseUrl;
  const transport = createTransport({ ...options, baseUrl, headers: provider.headers });

  async function close(reference: string): Promise<Forgotten> {
    const call = provider.close(encodeURIComponent(reference));
    const answer = await transport.call({ ...call, repeatable: true, emptyAnswer: true });
    return answer.ok || isGone(answer.status) ? 'deleted' : 'failed';
  }

  async function openSession({
    attemptId,
    signal,
    onLeft,
  }: AttemptScope): Promise<OpenedSession | AttemptResult> {
    const { projectId = null } = options;
    const call = provider.open({ attemptId, seconds: SESSION_SECONDS, projectId });
    const answer = await transport.call({
      method: 'POST',
      ...call,
      signal,
      onLateAnswer(json) {
        const late = provider.opened(json, apiKey);
        if (late) void close(late.reference);
      },
    });
    if (!answer.ok) return unansweredResult(answer);
    const session = provider.opened(answer.json, apiKey);
    if (session === null) return garbageResult(facts);
    try {
      await onLeft(session.reference);
    } catch (error) {
      // Nobody else knows it.
      await close(session.reference);
      throw error;
    }
    return session;
  }

  async function connect(session: OpenedSession, asked: AcquireOptions, signal: AbortSignal) {
    const url = connectAddress(session.cdpUrl, { domains: provider.domains, baseUrl });
    if (url === null) return garbageResult(facts);
    const socket = await openProviderSocket({
      url,
      headers: session.cdpHeaders,
      timeoutMs: CONNECT_LIMIT_MS,
      signal,
    });
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
      const acquire = async (asked: AcquireOptions): Promise<BrowserRun | AttemptResult> => {
        if (asked.localAllowed && options.baseUrl === null) return outOfReach(facts);
        const session = await openSession(scope);
        if ('ok' in session) return session;
        openedMono = clock.mono();
        return connect(session, asked, scope.signal);
      };
      const result = await browse({ ...options, browsers: { acquire } }, task, scope, think);
      const costMicroUsd = openedMono === null ? 0 : priceOf(facts, clock.mono() - openedMono);
      return { ...result, costMicroUsd };
    },

    async forget({ attemptId, item }: Leftover) {
      const get = async (path: string, query: Record<string, string>) => {
        const answer = await transport.call({ method: 'GET', path, query });
        return answer.ok ? answer.json : undefined;
      };
      const reference = item ?? (await provider.find(attemptId, get));
      if (reference === undefined) return 'failed';
      return reference === null ? 'nothing' : close(reference);
    },
  };
}

/** The provider does not know it, or takes it for closed. What is about us (key, money, haste) says nothing about it. */
function isGone(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && ![401, 402, 403, 408, 429].includes(status);
}

/** Billed by the minute that was begun. */
function priceOf({ price }: RunnerFacts, elapsedMs: number): number {
  return Math.round((Math.ceil(elapsedMs / 60_000) * price.microUsd) / 60);
}

function outOfReach({ name }: RunnerFacts): AttemptResult {
  const message = `The page is on this network, where the browsers of ${name} cannot go. Use a local runner.`;
  return failedResult('runner', 'local_target', message);
}
