import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { createGate, type Gate } from '../../src/platform/net/gate.ts';
import { systemResolver } from '../../src/platform/net/resolver.ts';
import { Secret } from '../../src/platform/secret.ts';
import { type CatalogRow, readCatalog } from '../../src/runners/catalog.ts';
import type {
  AttemptResult,
  AttemptScope,
  HostedRunner,
  ProviderSession,
  Step,
  Task,
} from '../../src/runners/contract.ts';
import type { HostedProvider } from '../../src/runners/hosted/hosted-provider.ts';
import { createHostedRunner } from '../../src/runners/hosted/hosted-runner.ts';
import { Exchange, exchanging } from '../../src/runners/wire/exchange.ts';
import { quickClock } from './quick-clock.ts';
import { attemptScope } from './scope.ts';
import { SOON } from './soon.ts';
import { FILE_TEXT, type ProviderStandIn, type StandInWire } from './stand-ins/stand-in.ts';

/** A stand-in of `test/support/stand-ins/hosted`: the wire, and the provider's missing abilities. */
export interface StandIn extends StandInWire, Traits {}

interface AdapterUnderTest<S extends ProviderStandIn> extends Traits {
  /** The stand-in accepts any key that does not begin with `bad`. */
  startStandIn(): Promise<S>;
}

interface Traits {
  /** Its reports about a task besides the end; the catalog says the same. */
  tells?: readonly ('live_view' | 'replay' | 'steps' | 'file' | 'recording')[];
  /** The unit of the provider's cost figure; left out when it gives none. */
  reportsCost?: 'usd' | 'units';
  /** The provider has no word for a task that ended without success. */
  cannotMiss?: boolean;
  /** The provider has no call that stops a task. */
  cannotStop?: boolean;
  /** The answer comes with the call that begins the task: there is nothing to look at, to stop, or to go on with. */
  isOneCall?: boolean;
}

interface Settings {
  gate?: Gate;
  apiKey?: string;
  isOwn?: boolean;
  retryForMs?: number;
  timeoutMs?: number;
  url?: string;
}

/** The duties of every hosted runner. Answers the stage of the tests, for further tests of the provider's own. */
export function describeHostedAdapter<S extends ProviderStandIn>(
  adapterName: string,
  provider: HostedProvider,
  adapter: AdapterUnderTest<S>,
) {
  const catalog = readCatalog();
  const row = rowOf(`hosted/${adapterName}`);
  const { family } = row.facts;
  const isKeyed = provider.idempotencyHeader !== undefined;

  async function setUp({ apiKey = 'key-canary-5150', isOwn = false, ...settings }: Settings = {}) {
    const standIn = await adapter.startStandIn();
    onTestFinished(() => standIn[Symbol.asyncDispose]());
    const names = ['api_key', ...(catalog.providers.get(family)?.secrets ?? []).map(({ name }) => name)];
    const secrets = Object.fromEntries(names.map((name) => [name, new Secret(apiKey)]));
    const accounts = { [family]: { family, secrets, baseUrl: settings.url ?? standIn.url, isOwn } };
    const { hostname: host, port } = new URL(standIn.url);
    const create = () =>
      createHostedRunner(provider, {
        row,
        baseUrl: null,
        gate: createGate({ resolver: systemResolver, localTargets: [{ host, port: Number(port) }] }),
        clock: quickClock(),
        log: createLog('silent'),
        retryForMs: 0,
        timeoutMs: 5_000,
        ...settings,
      });
    const scopeOf = (attemptId = 'att_test', steps: Step[] = []) =>
      attemptScope({ accounts, attemptId, onStep: (step) => steps.push(step) });
    const abortable = () => {
      const controller = new AbortController();
      return { scope: { ...scopeOf(), signal: controller.signal }, abort: () => controller.abort() };
    };
    return { standIn, create, runner: create(), scopeOf, abortable, accounts };
  }

  describe(`${adapterName} keeps the contract of a hosted runner`, () => {
    test('it starts a task once', async () => {
      const { standIn, runner, scopeOf } = await setUp();
      await run(runner, scopeOf('att_1'), taskOf('Find the price'));
      expect(standIn.tasks).toHaveLength(1);
      expect(standIn.tasks[0]?.text).toContain('Find the price');
    });

    test('everything the caller asked for is in what the provider is told', async () => {
      const { standIn, runner, scopeOf } = await setUp();
      const task: Task = {
        ...taskOf('Find the price'),
        instructions: 'Prefer the large size',
        steps: ['open the shop', 'search for tea'],
        successCriteria: 'a price is named',
      };
      await run(runner, scopeOf(), task);
      for (const part of [
        'Find the price',
        'Prefer the large size',
        'open the shop',
        'search for tea',
        'a price is named',
      ]) {
        expect(standIn.tasks[0]?.text).toContain(part);
      }
    });

    test.skipIf(adapter.isOneCall)('a poll answers null while the task runs', async () => {
      const { runner, scopeOf } = await setUp();
      const scope = scopeOf();
      const reference = await started(runner, taskOf('[[hang]]'), scope);
      expect(await runner.poll(reference, scope, taskOf(''))).toBeNull();
    });

    test('a finished task gives its text, and no field of an answer differs from what is known', async () => {
      const { runner, scopeOf } = await setUp();
      const exchange = new Exchange();
      const task = taskOf('[[steps=2]] [[cost=0.25]] [[output=Tea costs 4 euros]]');
      expect(await exchanging(exchange, () => run(runner, scopeOf(), task))).toMatchObject({
        ok: true,
        output: 'Tea costs 4 euros',
      });
      expect(exchange.differences).toEqual([]);
    });

    test('structured output comes back as real JSON', async () => {
      const { runner, scopeOf } = await setUp();
      const outputSchema = { type: 'object', properties: { rows: { type: 'array' } } };
      const task = { ...taskOf('[[output={"rows":[[1,2],[3]]}]]'), outputSchema };
      expect(await run(runner, scopeOf(), task)).toMatchObject({ ok: true, output: { rows: [[1, 2], [3]] } });
    });

    test('a cost is what the provider reports, in micro-USD, or left to the listed price', async () => {
      const { runner, scopeOf } = await setUp();
      const perUnit = adapter.reportsCost === 'units' ? row.facts.price.microUsd : 1_000_000;
      const costMicroUsd = adapter.reportsCost ? Math.round(0.25 * perUnit) : null;
      expect(await run(runner, scopeOf(), taskOf('[[cost=0.25]]'))).toMatchObject({ ok: true, costMicroUsd });
    });

    test('what the provider tells besides is kept, and the catalog says no more and no less', async () => {
      const { tells = [] } = adapter;
      const { runner, scopeOf } = await setUp();
      const steps: Step[] = [];
      const sessions: ProviderSession[] = [];
      const scope = {
        ...scopeOf('att_facts', steps),
        onSession: (one: ProviderSession) => sessions.push(one),
      };
      const result = await run(runner, scope, taskOf('[[looks=1]] [[steps=2]]'));
      const words = steps.map(({ action, detail }) => detail ?? action);
      const has = (kind: string) =>
        result.files.some((file) => file.kind === kind && Buffer.from(file.bytes).toString() === FILE_TEXT);
      const isTold = {
        live_view: sessions.some(({ liveViewUrl }) => /^https:/.test(liveViewUrl ?? '')),
        replay: sessions.some(({ replayUrl }) => /^https:/.test(replayUrl ?? '')),
        steps: words.includes('goal 1') && words.includes('goal 2'),
        file: has('download'),
        recording: has('recording'),
      };
      expect(Object.entries(isTold).flatMap(([name, is]) => (is ? [name] : []))).toEqual(tells);
      const names = { live_view: 'live view', file: 'downloads', recording: 'recordings' };
      const read = tells.map((name) => (name in names ? names[name as keyof typeof names] : name));
      // Files of some stand-ins are named by words of their own.
      const left = tells.includes('file') ? [] : ['downloads', 'screenshots'];
      expect(row.reads.filter((name) => !left.includes(name))).toEqual([
        ...read,
        ...(adapter.reportsCost ? ['cost'] : []),
      ]);
      const { live_view, replay } = row.facts.capabilities;
      expect({ live_view, replay }).toEqual({
        live_view: tells.includes('live_view'),
        replay: tells.includes('replay'),
      });
    });

    test('a failed task is the fault of the runner, and told in the words of the provider', async () => {
      const { runner, scopeOf } = await setUp();
      expect(await run(runner, scopeOf(), taskOf('[[fail]]'))).toMatchObject({
        ok: false,
        fault: 'runner',
        message: expect.stringContaining('it did not work'),
      });
    });

    test.skipIf(adapter.cannotMiss)(
      'a task that ended without success is the fault of the runner',
      async () => {
        const { runner, scopeOf } = await setUp();
        expect(await run(runner, scopeOf(), taskOf('[[unsuccessful]]'))).toMatchObject({
          ok: false,
          fault: 'runner',
        });
      },
    );

    test('a task that ended without an answer is not a success', async () => {
      const { runner, scopeOf } = await setUp();
      expect(await run(runner, scopeOf(), taskOf('[[empty]]'))).toMatchObject({ ok: false, fault: 'runner' });
    });

    test.skipIf(adapter.cannotStop || adapter.isOneCall)(
      'cancel stops the task although the signal has already fired',
      async () => {
        const { standIn, runner, scopeOf, abortable } = await setUp();
        const { scope, abort } = abortable();
        const reference = await started(runner, taskOf('[[hang]]'), scope);
        abort();
        await runner.cancel(reference, scope);
        expect(standIn.tasks[0]?.stops).toBeGreaterThan(0);
        expect(await runner.poll(reference, scopeOf(), taskOf(''))).toMatchObject({ ok: false });
      },
    );

    test.skipIf(adapter.isOneCall)('cancel of a task the provider does not know is quiet', async () => {
      const { runner, scopeOf } = await setUp();
      await runner.cancel('00000000-0000-4000-8000-000000000000', scopeOf());
    });

    test.skipIf(adapter.isOneCall)('another instance goes on with a stored reference', async () => {
      const { standIn, runner, create, scopeOf } = await setUp();
      const reference = await started(runner, taskOf('[[looks=1]] [[output=done at last]]'), scopeOf());
      expect(await pollToEnd(create(), reference, scopeOf())).toMatchObject({
        ok: true,
        output: 'done at last',
      });
      expect(standIn.tasks).toHaveLength(1);
    });

    test.each([
      ['[[status=401]]', 'provider_auth', 'It says: scripted 401'],
      ['[[status=403]]', 'provider_auth', 'It says: scripted 403'],
      ['[[status=402]]', 'provider_quota', 'It says: scripted 402'],
      ['[[status=429]]', 'provider_rate_limited', 'It says: scripted 429'],
      ['[[status=500]]', 'provider_5xx', 'It says: scripted 500'],
      ['[[status=503]]', 'provider_5xx', 'It says: scripted 503'],
      ['[[garbage=start]]', 'provider_garbage', ''],
      ['[[drop]]', 'provider_unreachable', ''],
    ])(
      'a start that meets %s is a platform fault, %s, and begins no second task',
      async (words, code, said) => {
        const { standIn, runner, scopeOf } = await setUp({ retryForMs: isKeyed ? 0 : 2_000 });
        const result = await runner.start(taskOf(words), scopeOf());
        const message = expect.stringContaining(said);
        expect(result).toMatchObject({ ok: false, fault: 'platform', code, message, costMicroUsd: 0 });
        expect(standIn.starts).toHaveLength(1);
        expect(standIn.tasks.length).toBeLessThanOrEqual(1);
        expect(JSON.stringify(result)).not.toContain('key-canary');
      },
    );

    test('a start that is never answered ends in a timeout and begins no second task', async () => {
      const { standIn, runner, scopeOf } = await setUp({
        timeoutMs: 200,
        retryForMs: isKeyed ? 0 : 5_000,
      });
      const result = await runner.start(taskOf('[[stall]]'), scopeOf());
      expect(result).toMatchObject({ code: 'provider_timeout', isLostSight: true });
      expect(standIn.starts).toHaveLength(1);
      expect(standIn.tasks).toHaveLength(1);
    });

    test.skipIf(adapter.isOneCall).each([
      ['[[poll=401]]', 'provider_auth'],
      ['[[poll=404]]', 'provider_not_found'],
      ['[[poll=429]]', 'provider_rate_limited'],
      ['[[poll=500]]', 'provider_5xx'],
      ['[[garbage]]', 'provider_garbage'],
      ['[[garbage=shape]]', 'provider_garbage'],
    ])('a poll that meets %s is a platform fault, %s', async (words, code) => {
      const { runner, scopeOf } = await setUp();
      expect(await run(runner, scopeOf(), taskOf(words))).toMatchObject({
        ok: false,
        fault: 'platform',
        code,
      });
    });

    test
      .skipIf(adapter.isOneCall || adapter.cannotStop)
      .each(['[[poll=404]]', '[[poll=500]]', '[[garbage=shape]]'])(
      'a task that can no longer be looked at (%s) is stopped',
      async (words) => {
        const { standIn, runner, scopeOf } = await setUp();
        await run(runner, scopeOf(), taskOf(words));
        await vi.waitFor(() => expect(standIn.tasks[0]?.stops).toBeGreaterThan(0), SOON);
      },
    );

    test.skipIf(adapter.isOneCall)('a poll outlives a provider that fails for a moment', async () => {
      const { runner, scopeOf } = await setUp({ retryForMs: 5_000 });
      expect(await run(runner, scopeOf(), taskOf('[[flaky=2]] [[output=survived]]'))).toMatchObject({
        ok: true,
        output: 'survived',
      });
    });

    test('a wrong key is named as the operator knows it, without its value', async () => {
      const { runner, scopeOf } = await setUp({ apiKey: 'bad-key-canary-5150' });
      const result = await runner.start(taskOf('anything'), scopeOf());
      expect(result).toMatchObject({ fault: 'platform', code: 'provider_auth' });
      expect(JSON.stringify(result)).toMatch(/_API_KEY/);
      expect(JSON.stringify(result)).not.toContain('canary');
    });

    test('a key of the workspace is used, and named as such when it is refused', async () => {
      const { runner, scopeOf } = await setUp({ apiKey: 'bad-own-canary', isOwn: true });
      const result = await runner.start(taskOf('anything'), scopeOf());
      expect(result).toMatchObject({ fault: 'platform', code: 'provider_auth' });
      expect(JSON.stringify(result)).toContain("the workspace's own key");
      expect(JSON.stringify(result)).not.toContain('canary');
    });

    test('a start that is put off is made again when the provider says', async () => {
      const { standIn, runner, scopeOf } = await setUp({ retryForMs: 5_000 });
      for (const status of [429, 503]) {
        standIn.starts.length = 0;
        const words = `[[status=${status}]] [[retry=0]] [[output=came later]]`;
        const scope = scopeOf(`att_${status}`);
        expect(await run(runner, scope, taskOf(words))).toMatchObject({ ok: true, output: 'came later' });
        expect(standIn.starts).toHaveLength(2);
      }
    });

    test('a provider that is not there is a platform fault', async () => {
      const { standIn, runner, scopeOf } = await setUp();
      await standIn[Symbol.asyncDispose]();
      expect(await runner.start(taskOf('anything'), scopeOf())).toMatchObject({
        ok: false,
        fault: 'platform',
        code: 'provider_unreachable',
      });
    });

    test.skipIf(adapter.isOneCall)(
      'a signal ends a poll that hangs; the task counts as still running',
      async () => {
        const { standIn, runner, abortable } = await setUp();
        const { scope, abort } = abortable();
        const reference = await started(runner, taskOf('[[hang=poll]]'), scope);
        const polling = runner.poll(reference, scope, taskOf(''));
        await vi.waitFor(() => expect(standIn.tasks[0]?.polls).toBe(1), SOON);
        abort();
        expect(await polling).toBeNull();
      },
    );

    test.skipIf(adapter.cannotStop || adapter.isOneCall)(
      'a signal ends a start that hangs, and what it began is stopped',
      async () => {
        const { standIn, runner, abortable } = await setUp();
        const { scope, abort } = abortable();
        const starting = runner.start(taskOf('[[stall=60]] [[hang]]'), scope);
        await vi.waitFor(() => expect(standIn.tasks).toHaveLength(1), SOON);
        abort();
        expect(await starting).toMatchObject({ ok: false, code: 'aborted' });
        await vi.waitFor(() => expect(standIn.tasks[0]?.stops).toBeGreaterThan(0), SOON);
      },
    );

    test('nothing is started under a signal that has already fired', async () => {
      const { standIn, runner, abortable } = await setUp();
      const { scope, abort } = abortable();
      abort();
      expect(await runner.start(taskOf('anything'), scope)).toMatchObject({ ok: false, code: 'aborted' });
      expect(standIn.starts).toHaveLength(0);
    });
  });
  return setUp;
}

function rowOf(adapter: string): CatalogRow {
  const row = readCatalog().rows.find((one) => one.adapter === adapter);
  if (!row) throw new Error(`no row of the catalog has the adapter ${adapter}`);
  return row;
}

export function taskOf(goal: string): Task {
  const url = 'https://shop.example/tea';
  return { goal, instructions: null, url, steps: [], successCriteria: null, outputSchema: null };
}

export async function run(runner: HostedRunner, scope: AttemptScope, task: Task): Promise<AttemptResult> {
  const answer = await runner.start(task, scope);
  return 'reference' in answer ? pollToEnd(runner, answer.reference, scope, task) : answer;
}

async function started(runner: HostedRunner, task: Task, scope: AttemptScope): Promise<string> {
  const answer = await runner.start(task, scope);
  if (!('reference' in answer)) throw new Error(`not started: ${JSON.stringify(answer)}`);
  return answer.reference;
}

export async function pollToEnd(
  runner: HostedRunner,
  reference: string,
  scope: AttemptScope,
  task = taskOf(''),
): Promise<AttemptResult> {
  for (let known = reference; ; ) {
    const result = await runner.poll(known, scope, task);
    if (result && !('reference' in result)) return result;
    if (result) known = result.reference;
    await delay(10);
  }
}
