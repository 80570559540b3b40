import { LRUCache } from 'lru-cache';
import { ROBOT_CHECK } from '../../agent/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { usd } from '../../platform/money.ts';
import type { Gate } from '../../platform/net/gate.ts';
import type { CatalogRow } from '../catalog.ts';
import {
  type AttemptResult,
  type AttemptScope,
  type HostedRunner,
  type KeyCheck,
  type ProviderAccount,
  type ProviderScope,
  stuck,
  type Task,
} from '../contract.ts';
import { accountOf, isOwnServer, outOfReach } from '../wire/account-of.ts';
import { currentExchange } from '../wire/exchange.ts';
import { quoting } from '../wire/provider-messages.ts';
import { createTransport, isGone, type Transport } from '../wire/transport.ts';
import { resultOf } from './attempt-result.ts';
import { offSiteResult } from './credential-site.ts';
import { fetchFiles } from './fetch-files.ts';
import {
  CallFailed,
  type HostedProvider,
  type HostedTask,
  lostSightOf,
  type ProviderApi,
  type Running,
} from './hosted-provider.ts';
import { createProviderApi } from './provider-api.ts';

export interface HostedOptions {
  row: Pick<CatalogRow, 'facts' | 'options' | 'quietForMs'>;
  /** The provider's own address. */
  baseUrl: string | null;
  gate: Gate;
  clock: Clock;
  log: Log;
  timeoutMs?: number;
  retryForMs?: number;
  /** The operator's shorter limit for tasks that show nothing new. */
  quietForMs?: number;
}

/** One runner for every provider that takes a task in words. */
export function createHostedRunner(provider: HostedProvider, options: HostedOptions): HostedRunner {
  const { facts } = options.row;
  const transport = createTransport({ ...options, ...provider, facts });
  const hosting = { provider, options, transport, reports: new Reports() };
  return {
    facts,
    shape: 'hosted',
    pollIntervalMs: provider.pollIntervalMs ?? 2_000,
    quietForMs: Math.min(options.row.quietForMs, options.quietForMs ?? Number.POSITIVE_INFINITY),
    start: (task, scope) => start(hosting, task, scope),
    poll: (reference, scope, task) => poll(hosting, reference, scope, task),
    cancel: (reference, scope) => stop(hosting, reference, scope),
    check: (account) => check(hosting, account),
    ...(provider.forget && {
      async forget(left, scope) {
        const api = open(hosting, scope);
        const done = await unlessFailed(async () => ({ is: await provider.forget?.(left, api) }));
        return 'is' in done ? (done.is ?? 'deleted') : 'failed';
      },
    }),
  };
}

/** Shared by every call of one runner. */
interface Hosting {
  provider: HostedProvider;
  options: HostedOptions;
  transport: Transport;
  reports: Reports;
}

/** What was reported of each task: every poll returns all steps again. */
class Reports {
  /** Created lazily: the cache allocates all its memory at once. */
  #seen: LRUCache<string, { steps: number; said: string }> | null = null;

  report(
    reference: string,
    { steps = [], said = '' }: Pick<Running, 'steps' | 'said'>,
    scope: AttemptScope,
  ): void {
    this.#seen ??= new LRUCache({ max: 10_000 });
    const before = this.#seen.get(reference) ?? { steps: 0, said: '' };
    for (const step of steps.slice(before.steps)) scope.onStep({ ...NO_STEP, ...step });
    if (said !== '' && said !== before.said && steps.length === 0) scope.onStep({ ...NO_STEP, action: said });
    this.#seen.set(reference, { steps: Math.max(steps.length, before.steps), said: said || before.said });
  }

  forget(reference: string): void {
    this.#seen?.delete(reference);
  }
}

function open({ transport, options }: Hosting, scope: ProviderScope, more: object = {}): ProviderApi {
  const { facts } = options.row;
  return createProviderApi({ transport, facts, account: accountOf(scope, facts.family), ...more });
}

async function start(hosting: Hosting, task: Task, scope: AttemptScope): ReturnType<HostedRunner['start']> {
  const { provider, options } = hosting;
  const { facts } = options.row;
  const account = accountOf(scope, facts.family);
  if (options.gate.isLocalTarget(task.url) && !isOwnServer(account, options.baseUrl))
    return outOfReach(facts);
  const offSite = offSiteResult(task, scope.credential, options.gate);
  if (offSite) return offSite;
  const undo: Array<() => Promise<unknown>> = [];
  const { signal, onSession } = scope;
  const quote = quoting(account, scope.credential);
  const api = open(hosting, scope, { signal, onSession, quote, undo });
  const begun = await unlessFailed(() => provider.start(hostedTask(task, scope, options.row), api));
  if ('reference' in begun) return begun;
  for (const back of undo.reverse()) await unlessFailed(back);
  return 'ok' in begun ? begun : resultOf(facts, begun, [], quote);
}

async function poll(
  hosting: Hosting,
  reference: string,
  scope: AttemptScope,
  task: Task,
): ReturnType<HostedRunner['poll']> {
  const { provider, options, reports } = hosting;
  const { facts } = options.row;
  const { signal, onSession } = scope;
  const quote = quoting(accountOf(scope, facts.family), scope.credential);
  const api = open(hosting, scope, { signal, onSession, quote });
  const seen = await unlessFailed(() => provider.poll(reference, api, hostedTask(task, scope, options.row)));
  if ('ok' in seen) {
    if (seen.ok === false && seen.code === 'aborted') return null;
    leave(hosting, reference, scope);
    return lostSightOf(seen);
  }
  reports.report(reference, seen.state === 'running' ? seen : { steps: seen.steps }, scope);
  if (seen.state !== 'running') {
    if (seen.state === 'done' && seen.output === undefined && seen.isAchieved !== false)
      currentExchange()?.missed('answer', 'text or data');
    const { account } = api;
    const own = { ownUrl: account.baseUrl ?? options.baseUrl, headers: provider.headers(account) };
    const { files, missed } = await fetchFiles({ ...options, ...own }, seen.files ?? [], signal);
    return { ...resultOf(facts, seen, files, quote), ...(missed.length > 0 && { missed }) };
  }
  if (seen.asks) return relay(hosting, reference, seen.asks, scope);
  return seen.reference === undefined ? null : { reference: seen.reference };
}

async function stop(hosting: Hosting, reference: string, scope: ProviderScope): Promise<void> {
  hosting.reports.forget(reference);
  await unlessFailed(async () => hosting.provider.stop?.(reference, open(hosting, scope)));
}

/** Stops a task that is no longer polled but may still run and incur cost. Does not wait. */
function leave(hosting: Hosting, reference: string, scope: ProviderScope): void {
  const { log, row } = hosting.options;
  stop(hosting, reference, scope).catch((error: unknown) =>
    log.warn({ provider: row.facts.family, cause: String(error) }, 'task not stopped at the provider'),
  );
}

/** Polls a task that does not exist: a valid key gets 404. */
async function check({ provider, options, transport }: Hosting, account: ProviderAccount): Promise<KeyCheck> {
  const { facts } = options.row;
  const api = createProviderApi({ transport, facts, account });
  const task = hostedTask(NO_TASK, CHECK_SCOPE, options.row);
  try {
    await provider.poll('switchyard-key-check.switchyard-key-check', api, task);
    return 'unknown';
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 401 || error.status === 403) return 'refused';
    return isGone(error.status) ? 'accepted' : 'unknown';
  }
}

/** Relays a question of the site to the owner. Null once it is answered. */
async function relay(
  hosting: Hosting,
  reference: string,
  { questions, answer }: NonNullable<Running['asks']>,
  scope: AttemptScope,
): Promise<AttemptResult | null> {
  const values: string[] = [];
  for (const question of questions) {
    if (ROBOT_CHECK.test(question.prompt)) {
      await stop(hosting, reference, scope);
      return stuck('captcha', 'The agent asked for a captcha to be solved; no owner is asked for that.');
    }
    const reply = await scope.ask(question);
    if (!reply.answered) {
      await stop(hosting, reference, scope);
      return stuck('no_answer', 'The site asked its owner and no answer arrived.');
    }
    values.push(reply.value);
  }
  const sent = await unlessFailed(async () => void (await answer(values)));
  if (!sent || sent.ok || sent.code === 'aborted') return null;
  leave(hosting, reference, scope);
  return sent;
}

const NO_TASK: Task = {
  goal: '',
  instructions: null,
  url: null,
  steps: [],
  successCriteria: null,
  outputSchema: null,
};
const CHECK_SCOPE = {
  attemptId: 'check',
  credential: null,
  codeInbox: null,
  spendLeftMicroUsd: null,
  onLeft: async () => undefined,
};

const NO_STEP = { action: 'step', target: null, detail: null, url: null, ok: true, durationMs: 0 };

type TaskScope = Pick<
  AttemptScope,
  'attemptId' | 'credential' | 'codeInbox' | 'spendLeftMicroUsd' | 'onLeft'
>;

function hostedTask(task: Task, scope: TaskScope, { facts, options }: HostedOptions['row']): HostedTask {
  const { attemptId, credential, codeInbox, spendLeftMicroUsd: left, onLeft } = scope;
  const maxCostUsd = left === null ? null : usd(left);
  const maxCostUnits = left === null ? null : Math.max(1, Math.floor(left / facts.price.microUsd));
  return { ...task, attemptId, credential, codeInbox, maxCostUsd, maxCostUnits, options, onLeft };
}

async function unlessFailed<Value>(work: () => Promise<Value>): Promise<Value | AttemptResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CallFailed) return error.result;
    throw error;
  }
}
