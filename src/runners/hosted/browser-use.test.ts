import { expect, test } from 'vitest';
import { describeHostedAdapter, run, taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { sessionOf, startBrowserUseStandIn } from '../../../test/support/stand-ins/browser-use.ts';
import { serve } from '../../../test/support/stand-ins/provider-script.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import type { ProviderAccount, ProviderSession, Step } from '../contract.ts';
import { provider } from './agents/browser-use.ts';

const setUp = describeHostedAdapter('browser-use', provider, {
  startStandIn: startBrowserUseStandIn,
  reportsCost: 'usd',
  tells: ['live_view', 'steps'],
});

test('the start URL and the stringified schema go in fields of their own', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const outputSchema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
  const task = { ...taskOf('Find the price'), url: 'https://shop.example/tea', outputSchema };
  expect(await run(runner, scopeOf(), task)).toMatchObject({
    ok: true,
    output: { price: 42 },
    page: { finalUrl: 'https://shop.example/tea' },
  });
  expect(standIn.tasks[0]?.body.startUrl).toBe('https://shop.example/tea');
  expect(JSON.parse(String(standIn.tasks[0]?.body.structuredOutput))).toEqual(outputSchema);
});

test('a task of only a URL asks for the content of the page', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  await run(runner, scopeOf(), { ...taskOf(''), url: 'https://shop.example/tea' });
  expect(standIn.tasks[0]?.text).toMatch(/^Read the page/);
});

test('a base URL with a path keeps it as a prefix', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const scope = scopeOf();
  const [family, account] = Object.entries(scope.accounts)[0] ?? [];
  const moved = { ...account, baseUrl: `${standIn.url}/proxy/` } as ProviderAccount;
  const accounts = { [family ?? '']: moved };
  expect(await runner.start(taskOf('x'), { ...scope, accounts })).toMatchObject({
    code: 'provider_not_found',
  });
  expect(standIn.starts).toHaveLength(0);
});

test('a page of this network is not told to a provider elsewhere', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const task = { ...taskOf('x'), url: standIn.url };
  const own = scopeOf();
  const accounts = Object.fromEntries(
    Object.entries(own.accounts).map(([family, account]) => [family, { ...account, baseUrl: null }]),
  );
  expect(await runner.start(task, { ...own, accounts })).toMatchObject({
    code: 'local_target',
    costMicroUsd: 0,
  });
  expect(await run(runner, own, task)).toMatchObject({ ok: true });
});

test('every step is told once, by the names of its actions and never their arguments', async () => {
  const { runner, scopeOf } = await setUp();
  const steps: Step[] = [];
  await run(runner, scopeOf('att_1', steps), taskOf('[[steps=3]] [[after=50]]'));
  expect(steps.map(({ action, detail }) => [action, detail])).toEqual([
    ['click, input', 'goal 1'],
    ['click, input', 'goal 2'],
    ['click, input', 'goal 3'],
  ]);
  expect(JSON.stringify(steps)).not.toContain('typed value');
});

test('a cost that is missing or makes no sense is left to the listed price', async () => {
  const { runner, scopeOf } = await setUp();
  for (const words of ['', '[[cost=free]]', '[[cost=-1]]', '[[cost= ]]', '[[cost=1e400]]']) {
    expect(await run(runner, scopeOf(), taskOf(`x ${words}`))).toMatchObject({
      ok: true,
      costMicroUsd: null,
    });
  }
});

test('a task the provider stopped by itself is not held against the runner, and still costs', async () => {
  const { runner, scopeOf } = await setUp();
  const result = await run(runner, scopeOf(), taskOf('[[stopped]] [[cost=0.07]]'));
  expect(result).toMatchObject({
    ok: false,
    fault: 'platform',
    code: 'provider_stopped',
    costMicroUsd: 70_000,
  });
});

const credential = {
  domain: 'shop.example',
  username: new Secret('alice@mail.example'),
  password: new Secret('correct horse battery'),
  totpSecret: new Secret('JBSWY3DPEHPK3PXP'),
  session: null,
};

test('a login goes as named secrets for its own site, and into no text', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const scope = { ...scopeOf(), credential };
  await runner.start({ ...taskOf('Read my orders'), url: 'https://shop.example/orders' }, scope);
  const [task] = standIn.tasks;
  expect(task?.body.secrets).toEqual({
    username: 'alice@mail.example',
    password: 'correct horse battery',
    bu_2fa_code: 'JBSWY3DPEHPK3PXP',
  });
  expect(task?.body.allowedDomains).toEqual(['shop.example', '*.shop.example']);
  expect(JSON.stringify([task?.text, task?.body.metadata])).not.toMatch(/alice|horse|JBSW/);
  expect(task?.text).toContain('`password`');
});

test('a task that begins elsewhere is not given the login', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const task = { ...taskOf('Read'), url: 'https://shop.example.evil.example/' };
  expect(await runner.start(task, { ...scopeOf(), credential })).toMatchObject({
    ok: false,
    fault: 'caller',
    code: 'credential_off_site',
    costMicroUsd: 0,
  });
  expect(standIn.starts).toEqual([]);
});

test('a login is used on https, and on a local target of a server of our own', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const plain = { ...taskOf('Read'), url: 'http://shop.example/' };
  expect(await runner.start(plain, { ...scopeOf(), credential })).toMatchObject({
    code: 'credential_off_site',
    message: expect.stringContaining('https only'),
  });
  const local = { ...taskOf('Read'), url: standIn.url };
  const domain = new URL(standIn.url).hostname;
  expect(await run(runner, { ...scopeOf(), credential: { ...credential, domain } }, local)).toMatchObject({
    ok: true,
  });
});

test('the remains of a login at the provider are deleted', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const started = await runner.start(taskOf('Read'), { ...scopeOf(), credential });
  if (!('reference' in started)) throw new Error('not started');
  const left = { attemptId: 'att_test', item: null };
  expect(await runner.forget?.({ ...left, reference: started.reference }, scopeOf())).toBe('deleted');
  expect(standIn.deleted).toEqual([sessionOf(standIn.tasks[0])]);
  expect(await runner.forget?.({ ...left, reference: 'unknown' }, scopeOf())).toBe('deleted');
  expect(await runner.forget?.({ ...left, reference: null }, scopeOf())).toBe('nothing');
  expect(standIn.deleted).toHaveLength(1);
});

test('files are fetched at once, and listed with their link where they cannot be; the session can be watched', async () => {
  await using disk = await serve(0, async (_, response, path) => {
    const isThere = path !== '/gone.csv';
    const body = path === '/huge.csv' ? Buffer.alloc(30_000_001) : 'a,b';
    response.writeHead(isThere ? 200 : 403, { 'content-type': 'text/csv' }).end(body);
  });
  const { hostname: host, port } = new URL(disk.url);
  const gate = createGate({ resolver: systemResolver, localTargets: [{ host, port: Number(port) }] });
  const { standIn, runner, scopeOf } = await setUp({ gate });
  const sessions: ProviderSession[] = [];
  const scope = { ...scopeOf(), onSession: (session: ProviderSession) => void sessions.push(session) };
  const kept = await run(runner, scope, taskOf(`Fetch [[file=${disk.url}/report.csv]]`));
  expect(kept.files).toMatchObject([
    { kind: 'download', name: 'report.csv', contentType: 'text/csv', url: `${disk.url}/report.csv` },
  ]);
  expect(Buffer.from(kept.files[0]?.bytes ?? []).toString()).toBe('a,b');
  const missed = await run(runner, scope, taskOf(`Fetch [[file=${disk.url}/gone.csv]]`));
  expect(missed).toMatchObject({
    ok: true,
    files: [],
    missed: [{ name: 'gone.csv', url: `${disk.url}/gone.csv`, why: 'not_fetched' }],
  });
  const huge = await run(runner, scope, taskOf(`Fetch [[file=${disk.url}/huge.csv]]`));
  expect(huge).toMatchObject({ ok: true, files: [], missed: [{ name: 'huge.csv', why: 'too_large' }] });
  const id = sessionOf(standIn.tasks[0]);
  expect(sessions[0]).toMatchObject({ id, liveViewUrl: `https://live.browser-use.com/${id}` });
});
