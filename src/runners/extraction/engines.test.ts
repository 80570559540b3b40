import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { quickClock } from '../../../test/support/quick-clock.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { SOON } from '../../../test/support/soon.ts';
import { ENGINE_WIRES, engineWire } from '../../../test/support/stand-ins/extraction.ts';
import {
  answerFault,
  BAD_ANSWERS,
  changedFields,
  type Fault,
  REFUSALS,
} from '../../../test/support/stand-ins/faults.ts';
import { type StandInCall, startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import { readCatalog } from '../catalog.ts';
import type { AttemptResult, DirectRunner, Task } from '../contract.ts';
import { Exchange, exchanging } from '../wire/exchange.ts';
import { MEANINGS, meaningOf } from '../wire/vendor-codes.ts';

const owned = new AsyncDisposableStack();
afterAll(() => owned.disposeAsync());

const { rows, providers } = readCatalog();
const KEY = 'key-canary-5150';

describe.each(Object.entries(ENGINE_WIRES))('%s keeps the contract of an extraction engine', (name, wire) => {
  const row = rows.find((one) => one.adapter === `extraction/${name}`);

  async function read(
    words: string,
    { key = KEY, isOwn = false, retryForMs = 0, stop = null as AbortController | null } = {},
  ) {
    const standIn = await startStandIn(engineWire(wire));
    onTestFinished(() => standIn[Symbol.asyncDispose]());
    const { family = '', slug = '' } = row?.facts ?? {};
    const runner = await builtRunner(slug, owned, { timeoutMs: 3_000, retryForMs, clock: quickClock() });
    if (runner.shape !== 'direct') throw new Error('an engine answers in one go');
    const names = ['api_key', ...(providers.get(family)?.secrets ?? []).map((one) => one.name)];
    const secrets = Object.fromEntries(names.map((one) => [one, new Secret(key)]));
    const scope = attemptScope({
      accounts: { [family]: { family, secrets, baseUrl: standIn.url, isOwn } },
      ...(stop && { signal: stop.signal }),
    });
    const task: Task = {
      goal: 'What does Sencha cost?',
      instructions: null,
      url: `https://1.1.1.1/teas?${encodeURIComponent(words)}`,
      steps: [],
      successCriteria: null,
      outputSchema: null,
    };
    const exchange = new Exchange();
    const running = exchanging(exchange, () => runner.run(task, scope));
    // Stopped once the call has arrived.
    if (stop) await vi.waitFor(() => expect(standIn.starts).toHaveLength(1), SOON);
    stop?.abort();
    const result = await running;
    expect(JSON.stringify(result)).not.toContain('canary');
    return { result, standIn, exchange };
  }

  test('the page is read and the question answered from it', async () => {
    const { result, exchange } = await read('');
    expect(result, JSON.stringify(result)).toMatchObject({
      ok: true,
      output: expect.stringContaining('4.50'),
    });
    expect(exchange.differences).toEqual([]);
    expect(row?.reads).toEqual(exchange.isCostReported ? ['cost'] : []);
  });

  test.skipIf(wire.job !== undefined).each(['[[status=502]]', '[[drop]]'])(
    'one %s in passing is outlived, and a second is not',
    async (words) => {
      const once = await read(`${words} [[times=1]]`, { retryForMs: 3_000 });
      expect(once.result).toMatchObject({ ok: true, output: expect.stringContaining('4.50') });
      const twice = await read(words, { retryForMs: 3_000 });
      expect(twice.result).toMatchObject({ ok: false, fault: 'platform', costMicroUsd: 0 });
      expect([once.standIn.starts.length, twice.standIn.starts.length]).toEqual([2, 2]);
    },
  );

  test.skipIf(wire.job === undefined)('a job is not begun a second time', async () => {
    const { standIn } = await read('[[drop]]', { retryForMs: 3_000 });
    expect(standIn.starts).toHaveLength(1);
  });

  test.skipIf(wire.isText).each(['[[garbage=start]]', '[[shape]]'])('%s is garbage', async (words) => {
    const { result } = await read(words);
    expect(result).toMatchObject({ ok: false, fault: 'platform', code: 'provider_garbage', costMicroUsd: 0 });
  });

  test.skipIf(!wire.reportsFailure)(
    'a page that could not be got is no answer, although the status is 200',
    async () => {
      const { result } = await read('[[fail]]');
      expect(result).toMatchObject({ ok: false });
      expect(result.ok || result.fault).not.toBe('platform');
    },
  );

  test('an empty page is no answer', async () => {
    const { result } = await read('[[empty]]');
    expect(result.ok).toBe(false);
  });

  test('a refused key of the workspace is named as such', async () => {
    const { result } = await read('', { key: 'bad-canary', isOwn: true });
    expect(result).toMatchObject({ ok: false, code: 'provider_auth' });
    expect(JSON.stringify(result)).toContain("the workspace's own key");
  });

  test('a signal ends a call that hangs', async () => {
    const { result } = await read('[[stall]]', { stop: new AbortController() });
    expect(result).toMatchObject({ ok: false, code: 'cancelled' });
  });
});

test.each([
  ['tavily', '[[status=432]] [[says=The plan is used up]]', 'provider_quota', 'The plan is used up'],
  ['tavily', '[[status=433]]', 'provider_quota', 'scripted 433'],
  ['tavily', '[[status=434]]', 'provider_rejected', 'scripted 434'],
  ['jina', '[[status=422]] [[says=Failed to goto the page]]', 'site_unreachable', 'Failed to goto'],
  ['jina', '[[status=422]] [[says=Budget exceeded]]', 'provider_rejected', 'Budget exceeded'],
  ['scrapingbee', '[[status=500]] [[says=The page did not load]]', 'site_failed', 'The page did not load'],
  ['scraperapi', '[[status=500]]', 'site_failed', ''],
  ['scraperapi', '[[status=404]]', 'not_found', ''],
])('%s answers %s: %s', async (family, words, code, said) => {
  const wire = ENGINE_WIRES[family] as (typeof ENGINE_WIRES)[string];
  await using standIn = await startStandIn(engineWire(wire));
  const { facts } = rows.find((row) => row.adapter === `extraction/${family}`) ?? {};
  const runner = await builtRunner(facts?.slug ?? '', owned, { timeoutMs: 3_000 });
  const accounts = {
    [family]: { family, secrets: { api_key: new Secret(KEY) }, baseUrl: standIn.url, isOwn: false },
  };
  const url = `https://1.1.1.1/teas?${encodeURIComponent(words)}`;
  const rest = { instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const result = await (runner as DirectRunner).run(
    { goal: 'Read', url, ...rest },
    attemptScope({ accounts }),
  );
  expect(result).toMatchObject({ ok: false, code, message: expect.stringContaining(said) });
  expect(result.costMicroUsd ?? 0).toBe(0);
});

test('a page that the engine got is paid, also where failures are free and it answers nothing', async () => {
  const { jina } = ENGINE_WIRES;
  await using standIn = await startStandIn(engineWire(jina as NonNullable<typeof jina>));
  const runner = await builtRunner('jina', owned, { timeoutMs: 3_000 });
  const accounts = {
    jina: { family: 'jina', secrets: { api_key: new Secret(KEY) }, baseUrl: standIn.url, isOwn: false },
  };
  const rest = { instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const task = { goal: 'Read', url: `https://1.1.1.1/teas?${encodeURIComponent('[[empty]]')}`, ...rest };
  const result = await (runner as DirectRunner).run(task, attemptScope({ accounts }));
  const { typicalTaskMicroUsd } = runner.facts.price;
  expect(result).toMatchObject({ ok: false, costMicroUsd: typicalTaskMicroUsd });
});

test('a job that begins after its run was cancelled is stopped', async () => {
  const { apify } = ENGINE_WIRES;
  const standIn = owned.use(await startStandIn(engineWire(apify as NonNullable<typeof apify>)));
  const runner = await builtRunner('apify', owned, { timeoutMs: 3_000 });
  const secrets = { api_key: new Secret(KEY) };
  const accounts = { apify: { family: 'apify', secrets, baseUrl: standIn.url, isOwn: false } };
  const stop = new AbortController();
  const scope = attemptScope({ accounts, signal: stop.signal });
  const words = { goal: 'Read', instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const url = 'https://1.1.1.1/?[[stall=100]]';
  const running = runner.shape === 'direct' && runner.run({ ...words, url }, scope);
  await vi.waitFor(() => expect(standIn.tasks).toHaveLength(1));
  stop.abort();
  expect(await running).toMatchObject({ ok: false, code: 'cancelled' });
  await vi.waitFor(() => expect(standIn.tasks[0]?.stops).toBe(1), SOON);
});

test("Apify: the cost is the run's own", async () => {
  const { apify } = ENGINE_WIRES;
  await using standIn = await startStandIn(engineWire(apify as NonNullable<typeof apify>));
  const runner = await builtRunner('apify', owned, { timeoutMs: 3_000 });
  const secrets = { api_key: new Secret(KEY) };
  const accounts = { apify: { family: 'apify', secrets, baseUrl: standIn.url, isOwn: false } };
  const words = { goal: 'What does Sencha cost?', instructions: null, steps: [], successCriteria: null };
  const task = { ...words, outputSchema: null, url: 'https://1.1.1.1/' };
  const result = await (runner as DirectRunner).run(task, attemptScope({ accounts }));
  expect(result).toMatchObject({ ok: true, costMicroUsd: 12_300 });
});

describe.each(Object.entries(ENGINE_WIRES))('%s and answers that it should not give', (name, wire) => {
  const { family = '', slug = '' } = rows.find((one) => one.adapter === `extraction/${name}`)?.facts ?? {};
  /** `from`: the first of the calls that are answered with the fault. */
  let spoil: { fault?: Fault; from?: number; change?: (json: unknown) => unknown } = {};
  let read: () => Promise<AttemptResult>;
  let standIn: Awaited<ReturnType<typeof startStandIn>>;
  let calls = 0;
  beforeAll(async () => {
    const { routes, ...rest } = engineWire(wire, (json) => spoil.change?.(json) ?? json);
    const spoilt = Object.entries(routes).map(([route, answer]) => [
      route,
      (call: StandInCall) => {
        const isSpoilt = spoil.fault && calls >= (spoil.from ?? 0) && !route.endsWith('/abort');
        calls += 1;
        return isSpoilt && spoil.fault ? answerFault(spoil.fault, call.response) : answer(call);
      },
    ]);
    standIn = owned.use(await startStandIn({ ...rest, routes: Object.fromEntries(spoilt) }));
    const runner = (await builtRunner(slug, owned, {
      timeoutMs: 3_000,
      clock: quickClock(),
    })) as DirectRunner;
    const names = ['api_key', ...(providers.get(family)?.secrets ?? []).map((one) => one.name)];
    const secrets = Object.fromEntries(names.map((one) => [one, new Secret(KEY)]));
    const accounts = { [family]: { family, secrets, baseUrl: standIn.url, isOwn: false } };
    const task = { goal: 'What does Sencha cost?', url: 'https://1.1.1.1/', instructions: null, steps: [] };
    read = async () => {
      calls = 0;
      const result = await runner.run(
        { ...task, successCriteria: null, outputSchema: null },
        attemptScope({ accounts }),
      );
      const said = JSON.stringify(result);
      expect(said).not.toContain('canary');
      expect(result.ok ? 'Try' : result.message, said).toMatch(/empty page|\b(Check|Try|Top up|Ask)\b/);
      return result;
    };
  });

  const answers = BAD_ANSWERS.filter(({ answer }) => !wire.isText || answer === undefined || answer.isCut);
  test.each([...REFUSALS, ...answers])('$name costs nothing and blames the right one', async (fault) => {
    spoil = { fault };
    const result = await read();
    const body = fault.answer?.body ?? '';
    const meaning = fault.status < 400 ? null : meaningOf(family, fault.status, JSON.parse(body));
    const code = meaning ? MEANINGS[meaning].code : fault.code;
    const told = fault.name === 'an error in a 200' ? expect.stringMatching(/_failed$|_rejected$/) : code;
    expect(result).toMatchObject({ ok: false, code: told });
    expect(fault.name === 'an error in a 200' || result.costMicroUsd === 0).toBe(true);
  });

  test.skipIf(!wire.job?.stop).each([...REFUSALS, ...answers])(
    'a job that is answered with $name later is stopped',
    async (fault) => {
      for (const from of [1, 2]) {
        spoil = { fault, from };
        standIn.tasks.length = 0;
        expect(await read()).toMatchObject({ ok: false, fault: 'platform', costMicroUsd: 0 });
        // A job whose page is fetched has ended.
        if (from === 1) await vi.waitFor(() => expect(standIn.tasks[0]?.stops).toBe(1), SOON);
      }
    },
  );

  test('no changed field of an answer blames the site or throws', async () => {
    const shown = wire.answer?.('<p>Sencha costs 4.50 EUR</p>') ?? null;
    for (const [index, { path }] of [...changedFields(shown)].entries()) {
      spoil = { change: (json) => [...changedFields(json)][index]?.json };
      const result = await read();
      const code = result.ok ? 'ok' : result.code;
      const expected = /error|^0 missing/i.test(path)
        ? /./
        : /^(ok|no_output|answer_not_found|provider_(garbage|timeout|rejected))$/;
      expect([path, code]).toEqual([path, expect.stringMatching(expected)]);
    }
  });
});

test.each([
  [
    'scrapfly',
    (url: string) => ({ result: { content: url, format: 'clob', status_code: 200, error: null } }),
  ],
  ['olostep', (url: string) => ({ id: 'scrape_1', result: { html_content: null, html_hosted_url: url } })],
])('%s: content by reference is followed, by the rules for addresses', async (family, answer) => {
  const wire = ENGINE_WIRES[family] as (typeof ENGINE_WIRES)[string];
  const asked: string[] = [];
  const store = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('<main><h1>Teas</h1><p>Sencha costs 4.50 EUR.</p></main>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void store.close());
  await once(store, 'listening');
  const port = (store.address() as AddressInfo).port;
  let url = `http://127.0.0.1:${port}/page`;
  await using standIn = await startStandIn(engineWire(wire, () => answer(url)));
  const gate = createGate({ resolver: systemResolver, localTargets: [{ host: '127.0.0.1', port }] });
  const slug = rows.find((row) => row.adapter === `extraction/${family}`)?.facts.slug ?? '';
  const runner = (await builtRunner(slug, owned, { timeoutMs: 3_000, gate })) as DirectRunner;
  const secrets = { api_key: new Secret(KEY) };
  const accounts = { [family]: { family, secrets, baseUrl: standIn.url, isOwn: false } };
  const task = { goal: 'What does Sencha cost?', instructions: null, steps: [], successCriteria: null };
  const read = () =>
    runner.run({ ...task, outputSchema: null, url: 'https://1.1.1.1/' }, attemptScope({ accounts }));
  expect(await read()).toMatchObject({ ok: true, output: expect.stringContaining('4.50') });
  expect(asked).toEqual([family === 'scrapfly' ? `/page?key=${KEY}` : '/page']);
  for (const [other, word] of [
    ['http://127.0.0.1:1/page', 'public'],
    ['http://169.254.169.254/latest', 'public'],
    ['cats', 'no address'],
  ]) {
    url = other as string;
    expect(await read()).toMatchObject({
      ok: false,
      fault: 'platform',
      message: expect.stringContaining(word as string),
    });
  }
});

test('every engine has a row and a wire to stand in for it', async () => {
  const files = (await readdir(new URL('./engines/', import.meta.url))).map((file) =>
    file.replace(/\.ts$/, ''),
  );
  expect(Object.keys(ENGINE_WIRES).sort()).toEqual(files.sort());
  const named = rows.flatMap(({ adapter }) => /^extraction\/(.+)/.exec(adapter)?.[1] ?? []);
  expect([...new Set(named)].sort()).toEqual(files);
});
