import type { AcquireOptions } from '../../browser/browser-pool.ts';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { openRemoteRun } from '../../browser/remote/remote-run.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { openProviderSocket } from '../../platform/net/provider-socket.ts';
import type {
  AttemptResult,
  AttemptScope,
  DirectRunner,
  Leftover,
  ProviderAccount,
  ProviderScope,
  RunnerFacts,
} from '../contract.ts';
import type { Driver, DriverOptions } from '../drivers/drivers.ts';
import { covers } from '../local/local-chromium.ts';
import { accountOf, outOfReach } from '../wire/account-of.ts';
import { costOf } from '../wire/output.ts';
import { keyCheck } from '../wire/transport.ts';
import type { BrowserSource, OpenedSession, Spent } from './browser-source.ts';
import { createLender, type Lender } from './lender.ts';

export interface InfraOptions extends Omit<DriverOptions, 'browsers' | 'facts'> {
  /** The provider's own address. */
  baseUrl: string | null;
  gate: Gate;
  /** For the runs' files. */
  folder: string;
  timeoutMs?: number;
  /** The limit of a handshake, where it is not the usual one. */
  connectMs?: number;
  retryForMs?: number;
}

/** The limit of every provider's smallest plan: long enough for any task, and short in case our process dies. */
const SESSION_SECONDS = 15 * 60;

/**
 * One of our drivers in a browser of a provider. The session is written down before it is used and closed by `forget`,
 * which is called after every attempt, and by any instance when the one that opened it is gone.
 */
export function createInfraRunner(
  source: BrowserSource,
  driver: Driver,
  options: InfraOptions,
): DirectRunner {
  const { clock, row } = options;
  const { facts } = row;
  const lender = createLender(source, { ...options, facts });
  const renting = { source, lender, options };
  /** Closed by the attempt itself, to learn its cost. */
  const closed = new Set<string>();
  return {
    facts,
    shape: 'direct',
    goesByReading: row.options.driver === 'page-agent',
    ...(row.options.driver === 'page-agent' && { covers }),

    async run(task, scope) {
      let openedMono: number | null = null;
      let reference = '';
      const account = accountOf(scope, facts.family);
      const over = new AbortController();
      const watching = AbortSignal.any([scope.signal, over.signal]);
      const acquire = async (asked: AcquireOptions): Promise<BrowserRun | AttemptResult> => {
        if (asked.localAllowed && !lender.isOwnServer(account)) return outOfReach(facts);
        const session = await openSession(renting, scope, account);
        if ('ok' in session) return session;
        const run = await connect(renting, session, account, asked, scope.signal);
        reference = session.reference;
        if ('ok' in run) return run;
        openedMono = clock.mono();
        void lender.lateLiveView(account, session, watching).then((liveViewUrl) => {
          if (liveViewUrl && !watching.aborted) scope.onSession({ id: reference, liveViewUrl });
        });
        return run;
      };
      // The driver counts its own cost; the browser's time comes on top.
      const own = { ...facts, price: { ...facts.price, microUsd: 0 } };
      const result = await driver({ ...options, facts: own, browsers: { acquire } }, task, scope).finally(
        () => over.abort(),
      );
      if (openedMono === null) return { ...result, costMicroUsd: 0 };
      const elapsedMs = clock.mono() - openedMono;
      const spent = scope.signal.aborted ? null : await lender.settle(account, reference);
      if (spent) closed.add(reference);
      const timeMicroUsd = spentMicro(facts, spent) ?? priceOf(facts, elapsedMs);
      return { ...result, costMicroUsd: timeMicroUsd + (result.costMicroUsd ?? 0) };
    },

    ...(source.close && {
      async check(account: ProviderAccount) {
        const call = source.close?.('switchyard-key-check', account) ?? { method: 'DELETE', path: '/' };
        const asked = { ...call, repeatable: true, emptyAnswer: true };
        return keyCheck(await lender.transport.call(account, asked));
      },
      async forget({ attemptId, item }: Leftover, scope: ProviderScope) {
        if (item !== null && closed.delete(item)) return 'deleted' as const;
        return lender.forget(accountOf(scope, facts.family), attemptId, item);
      },
    }),
  };
}

/** Shared by the calls of one runner. */
interface Renting {
  source: BrowserSource;
  lender: Lender;
  options: InfraOptions;
}

async function openSession(
  { lender, options: { row } }: Renting,
  scope: AttemptScope,
  account: ProviderAccount,
): Promise<OpenedSession | AttemptResult> {
  const { attemptId, signal, onLeft } = scope;
  return lender.open({
    attemptId,
    seconds: SESSION_SECONDS,
    account,
    options: row.options,
    signal,
    async onOpened({ reference, liveViewUrl, region }) {
      await onLeft(reference);
      const wanted = row.options.body?.region;
      scope.onSession({
        id: reference,
        liveViewUrl: liveViewUrl || null,
        region: region ?? (typeof wanted === 'string' ? wanted : null),
      });
    },
  });
}

async function connect(
  { source, lender, options }: Renting,
  session: OpenedSession,
  account: ProviderAccount,
  { localAllowed, storageState }: AcquireOptions,
  signal: AbortSignal,
): Promise<BrowserRun | AttemptResult> {
  const { gate, clock, folder, connectMs: timeoutMs } = options;
  const socket = source.isPlaywright
    ? await playwrightAt(lender, session, account, signal)
    : await lender.connect(session, account, { open: openProviderSocket, signal, timeoutMs });
  signal.throwIfAborted();
  if ('ok' in socket) return socket;
  const run = await openRemoteRun({ socket, gate, clock, folder, localAllowed, storageState, signal });
  signal.throwIfAborted();
  return run ?? lender.silent(account, socket);
}

async function playwrightAt(
  lender: Lender,
  session: OpenedSession,
  account: ProviderAccount,
  signal: AbortSignal,
) {
  const url = await lender.address(session, account, signal);
  const { cdpHeaders: headers = {} } = session;
  return 'ok' in url ? url : { playwrightUrl: url.href, headers, close: () => undefined };
}

/** The provider's own figure; null where it gives none. */
function spentMicro({ price }: RunnerFacts, spent: Spent | null): number | null {
  const { costUsd, activeMs } = spent ?? {};
  const hours = (activeMs ?? 0) / 3_600_000;
  const units = price.unit === 'hour' ? hours : price.unit === 'minute' ? hours * 60 : 0;
  return costOf({ price }, { costUsd, costUnits: units > 0 ? units : null });
}

/** Billed by the started minute; other units cost the price of an ordinary task. */
function priceOf({ price }: RunnerFacts, elapsedMs: number): number {
  const minutes = Math.ceil(elapsedMs / 60_000);
  if (price.unit === 'hour') return Math.round((minutes * price.microUsd) / 60);
  return price.unit === 'minute' ? minutes * price.microUsd : price.typicalTaskMicroUsd;
}
