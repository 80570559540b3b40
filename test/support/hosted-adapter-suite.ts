import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import type {
  AttemptResult,
  AttemptScope,
  HostedRunner,
  RunnerFacts,
  Step,
  Task,
} from '../../src/runners/contract.ts';
import type { HostedOptions } from '../../src/runners/hosted/hosted-options.ts';
import { attemptScope } from './scope.ts';
import { SOON } from './soon.ts';

/** A provider's stand-in, scripted by the words in a task's text (listed in `browser-use-stand-in.ts`). */
export interface ProviderStandIn extends AsyncDisposable {
  url: string;
  /** Every request to start a task, also those it refused. */
  starts: { attemptId: string | null; text: string }[];
  /** Every task it really began. */
  tasks: { id: string; attemptId: string | null; text: string; polls: number; stops: number }[];
}

interface AdapterUnderTest<S extends ProviderStandIn> {
  /** Its file of the catalog. */
  catalog: unknown[];
  /** The stand-in accepts any key that does not begin with `bad`. */
  startStandIn(): Promise<S>;
  create(options: HostedOptions): HostedRunner;
  /** The provider says what a task cost. */
  reportsCost: boolean;
  /** The provider knows a start that comes again by its key, so that repeating one is safe. */
  isKeyed: boolean;
}

/** What every hosted runner must do, whatever its provider. Gives the stage it is tested on, for what is the provider's own. */
export function describeHostedAdapter<S extends ProviderStandIn>(name: string, adapter: AdapterUnderTest<S>) {
  const [facts] = adapter.catalog as RunnerFacts[];
  if (!facts) throw new Error('no entry in the catalog');

  async function setUp(settings: Partial<HostedOptions> = {}) {
    const standIn = await adapter.startStandIn();
    onTestFinished(() => standIn[Symbol.asyncDispose]());
    const create = (more: Partial<HostedOptions> = {}) =>
      adapter.create({
        facts: facts as RunnerFacts,
        clock: systemClock,
        log: createLog('silent'),
        baseUrl: standIn.url,
        apiKey: 'key-canary-5150',
        retryForMs: 0,
        timeoutMs: 5_000,
        ...settings,
        ...more,
      });
    return { standIn, create, runner: create() };
  }

  describe(`${name} keeps the contract of a hosted runner`, () => {
    test('it starts a task once, under the attempt id', async () => {
      const { standIn, runner } = await setUp();
      await started(runner, taskOf('Find the price'), scopeOf('att_1'));
      expect(standIn.tasks).toHaveLength(1);
      expect(standIn.tasks[0]?.attemptId).toBe('att_1');
      expect(standIn.tasks[0]?.text).toContain('Find the price');
    });

    test('everything the caller asked for is in what the provider is told', async () => {
      const { standIn, runner } = await setUp();
      const task: Task = {
        ...taskOf('Find the price'),
        instructions: 'Prefer the large size',
        steps: ['open the shop', 'search for tea'],
        successCriteria: 'a price is named',
      };
      await started(runner, task, scopeOf());
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

    test('a poll answers null while the task runs', async () => {
      const { runner } = await setUp();
      const scope = scopeOf();
      const reference = await started(runner, taskOf('[[hang]]'), scope);
      expect(await runner.poll(reference, scope, taskOf(''))).toBeNull();
    });

    test('a finished task gives its text', async () => {
      const { runner } = await setUp();
      expect(await run(runner, taskOf('[[output=Tea costs 4 euros]]'))).toMatchObject({
        ok: true,
        output: 'Tea costs 4 euros',
      });
    });

    test('structured output comes back as real JSON', async () => {
      const { runner } = await setUp();
      const outputSchema = { type: 'object', properties: { rows: { type: 'array' } } };
      const task = { ...taskOf('[[output={"rows":[[1,2],[3]]}]]'), outputSchema };
      expect(await run(runner, task)).toMatchObject({ ok: true, output: { rows: [[1, 2], [3]] } });
    });

    test('a cost is what the provider reports, in micro-USD, or left to the listed price', async () => {
      const { runner } = await setUp();
      const costMicroUsd = adapter.reportsCost ? 250_000 : null;
      expect(await run(runner, taskOf('[[cost=0.25]]'))).toMatchObject({ ok: true, costMicroUsd });
    });

    test('a failed task is the fault of the runner', async () => {
      const { runner } = await setUp();
      expect(await run(runner, taskOf('[[fail]]'))).toMatchObject({ ok: false, fault: 'runner' });
    });

    test('a task that ended without success is the fault of the runner', async () => {
      const { runner } = await setUp();
      expect(await run(runner, taskOf('[[unsuccessful]]'))).toMatchObject({ ok: false, fault: 'runner' });
    });

    test('a task that ended without an answer is not a success', async () => {
      const { runner } = await setUp();
      expect(await run(runner, taskOf('[[empty]]'))).toMatchObject({ ok: false, fault: 'runner' });
    });

    test('cancel stops the task although the signal has already fired', async () => {
      const { standIn, runner } = await setUp();
      const { scope, abort } = abortable();
      const reference = await started(runner, taskOf('[[hang]]'), scope);
      abort();
      await runner.cancel(reference, scope);
      expect(standIn.tasks[0]?.stops).toBe(1);
      expect(await runner.poll(reference, scopeOf(), taskOf(''))).toMatchObject({ ok: false });
    });

    test('cancel of a task the provider does not know is quiet', async () => {
      const { runner } = await setUp();
      await runner.cancel('00000000-0000-4000-8000-000000000000', scopeOf());
    });

    test('another instance goes on with a stored reference', async () => {
      const { standIn, runner, create } = await setUp();
      const reference = await started(runner, taskOf('[[after=30]] [[output=done at last]]'), scopeOf());
      expect(await pollToEnd(create(), reference, scopeOf())).toMatchObject({
        ok: true,
        output: 'done at last',
      });
      expect(standIn.tasks).toHaveLength(1);
    });

    test.each([
      ['[[status=401]]', 'provider_auth'],
      ['[[status=403]]', 'provider_auth'],
      ['[[status=402]]', 'provider_quota'],
      ['[[status=429]]', 'provider_rate_limited'],
      ['[[status=500]]', 'provider_5xx'],
      ['[[status=503]]', 'provider_5xx'],
      ['[[garbage=start]]', 'provider_garbage'],
      ['[[drop]]', 'provider_unreachable'],
    ])('a start that meets %s is a platform fault, %s, and begins no second task', async (words, code) => {
      const { standIn, runner } = await setUp({ retryForMs: adapter.isKeyed ? 0 : 2_000 });
      const result = await runner.start(taskOf(words), scopeOf());
      expect(result).toMatchObject({ ok: false, fault: 'platform', code, costMicroUsd: 0 });
      expect(standIn.starts).toHaveLength(1);
      expect(standIn.tasks.length).toBeLessThanOrEqual(1);
      expect(JSON.stringify(result)).not.toContain('key-canary');
    });

    test('a start that is never answered ends in a timeout and begins no second task', async () => {
      const { standIn, runner } = await setUp({ timeoutMs: 2_000, retryForMs: adapter.isKeyed ? 0 : 5_000 });
      expect(await runner.start(taskOf('[[stall]]'), scopeOf())).toMatchObject({ code: 'provider_timeout' });
      expect(standIn.starts).toHaveLength(1);
      expect(standIn.tasks).toHaveLength(1);
    });

    test.each([
      ['[[poll=401]]', 'provider_auth'],
      ['[[poll=404]]', 'provider_not_found'],
      ['[[poll=429]]', 'provider_rate_limited'],
      ['[[poll=500]]', 'provider_5xx'],
      ['[[garbage]]', 'provider_garbage'],
      ['[[garbage=shape]]', 'provider_garbage'],
      ['[[huge]]', 'provider_garbage'],
    ])('a poll that meets %s is a platform fault, %s', async (words, code) => {
      const { runner } = await setUp();
      expect(await run(runner, taskOf(words))).toMatchObject({ ok: false, fault: 'platform', code });
    });

    test('a poll outlives a provider that fails for a moment', async () => {
      const { runner } = await setUp({ retryForMs: 5_000 });
      expect(await run(runner, taskOf('[[flaky=2]] [[output=survived]]'))).toMatchObject({
        ok: true,
        output: 'survived',
      });
    });

    test('a wrong key is named as the operator knows it, without its value', async () => {
      const { runner } = await setUp({ apiKey: 'bad-key-canary-5150' });
      const result = await runner.start(taskOf('anything'), scopeOf());
      expect(result).toMatchObject({ fault: 'platform', code: 'provider_auth' });
      expect(JSON.stringify(result)).toMatch(/_API_KEY/);
      expect(JSON.stringify(result)).not.toContain('canary');
    });

    test('a provider that is not there is a platform fault', async () => {
      const { standIn, runner } = await setUp();
      await standIn[Symbol.asyncDispose]();
      expect(await runner.start(taskOf('anything'), scopeOf())).toMatchObject({
        ok: false,
        fault: 'platform',
        code: 'provider_unreachable',
      });
    });

    test('a signal ends a poll that hangs; the task counts as still running', async () => {
      const { standIn, runner } = await setUp();
      const { scope, abort } = abortable();
      const reference = await started(runner, taskOf('[[hang=poll]]'), scope);
      const polling = runner.poll(reference, scope, taskOf(''));
      await vi.waitFor(() => expect(standIn.tasks[0]?.polls).toBe(1), SOON);
      abort();
      expect(await polling).toBeNull();
    });

    test('a signal ends a start that hangs, and what it began is stopped', async () => {
      const { standIn, runner } = await setUp();
      const { scope, abort } = abortable();
      const starting = runner.start(taskOf('[[stall=60]] [[hang]]'), scope);
      await vi.waitFor(() => expect(standIn.tasks).toHaveLength(1), SOON);
      abort();
      expect(await starting).toMatchObject({ ok: false, code: 'aborted' });
      await vi.waitFor(() => expect(standIn.tasks[0]?.stops).toBe(1), SOON);
    });

    test('nothing is started under a signal that has already fired', async () => {
      const { standIn, runner } = await setUp();
      const { scope, abort } = abortable();
      abort();
      expect(await runner.start(taskOf('anything'), scope)).toMatchObject({ ok: false, code: 'aborted' });
      expect(standIn.starts).toHaveLength(0);
    });
  });
  return setUp;
}

export function taskOf(goal: string): Task {
  const url = 'https://shop.example/tea';
  return { goal, instructions: null, url, steps: [], successCriteria: null, outputSchema: null };
}

export function scopeOf(attemptId = 'att_test', steps: Step[] = []): AttemptScope {
  return attemptScope({ attemptId, onStep: (step) => steps.push(step) });
}

export async function run(runner: HostedRunner, task: Task, scope = scopeOf()): Promise<AttemptResult> {
  return pollToEnd(runner, await started(runner, task, scope), scope, task);
}

function abortable(): { scope: AttemptScope; abort(): void } {
  const controller = new AbortController();
  return { scope: { ...scopeOf(), signal: controller.signal }, abort: () => controller.abort() };
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
