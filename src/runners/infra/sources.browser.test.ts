import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { SOON } from '../../../test/support/soon.ts';
import { lendRemoteChromium, startInfraStandIn } from '../../../test/support/stand-ins/browser-infra.ts';
import { INFRA_WIRES, LIVE_VIEW } from '../../../test/support/stand-ins/infra-wires.ts';
import { chromiumPath, gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import { Secret } from '../../platform/secret.ts';
import { readCatalog } from '../catalog.ts';
import type { ProviderSession, Task } from '../contract.ts';

const KEY = 'key-canary-5150';
/** The first row of every source that has no suite of its own. */
const APART = ['browserbase', 'steel', 'hyperbrowser', 'kernel', 'playwright-server'];
const rows = readCatalog().rows.filter((row) => row.adapter.startsWith('infra/') && row.comingSoon === null);
const sources = [...new Set(rows.map(({ adapter }) => adapter.slice(6)))].filter(
  (name) => !APART.includes(name),
);

const owned = new AsyncDisposableStack();
let site: Site;
let folder: string;
let launch: Awaited<ReturnType<typeof lendRemoteChromium>>;
beforeAll(async () => {
  site = owned.use(
    await serveSite({ '/': '<title>Shop</title><h1>Tea and pots</h1><p>Open every day.</p>' }),
  );
  folder = await mkdtemp(join(tmpdir(), 'switchyard-sources-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  launch = await lendRemoteChromium(owned);
});
afterAll(() => owned.disposeAsync());

async function attempt(name: string, baseUrl: string, key = KEY) {
  const row = rows.find(({ adapter }) => adapter === `infra/${name}`);
  const { family = name, slug = name } = row?.facts ?? {};
  const runner = await builtRunner(slug, owned, { gate: gateFor(site), folder });
  if (runner.shape !== 'direct') throw new Error('a browser is driven here');
  const names = ['api_key', ...(readCatalog().providers.get(family)?.secrets ?? []).map((one) => one.name)];
  const secrets = Object.fromEntries(names.map((one) => [one, new Secret(key)]));
  const accounts = { [family]: { family, secrets, baseUrl, isOwn: false } };
  const left: string[] = [];
  const sessions: ProviderSession[] = [];
  const scope = attemptScope({
    accounts,
    onLeft: async (item) => void left.push(item),
    onSession: (session) => void sessions.push(session),
  });
  const task: Task = {
    goal: 'What is the heading of the page?',
    instructions: null,
    url: `${site.origin}/`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const result = await runner.run(task, scope);
  const forgotten = await runner.forget?.(
    { attemptId: 'att_1', reference: null, item: left.at(-1) ?? null },
    scope,
  );
  return { result, forgotten, left, sessions, said: JSON.stringify({ result: { ...result, files: [] } }) };
}

describe.each(sources)('%s', (name) => {
  const wire = INFRA_WIRES[name];
  const setUp = async () => {
    const standIn = await startInfraStandIn(wire ? { [name]: wire } : {}, launch);
    onTestFinished(() => standIn[Symbol.asyncDispose]());
    return standIn;
  };

  test('our agent reads a page in its browser, and nothing is left open', async () => {
    const standIn = await setUp();
    const { result, forgotten, left, sessions, said } = await attempt(name, standIn.url);
    expect(result, said.slice(0, 500)).toMatchObject({ ok: true, output: 'Tea and pots' });
    expect(said).not.toMatch(/canary-5150|signed-5150/);
    // What the provider reports is the cost.
    const reported = { anchor: 20_000, 'browser-use': 251_500, hyperbrowser: 7_000, steel: 4_000 }[name];
    expect(result.costMicroUsd).toBe(reported ?? result.costMicroUsd);
    const id = standIn.sessions[0]?.id;
    // Its live view comes after the browser.
    const late = [{ id }, { id, liveViewUrl: LIVE_VIEW }];
    // One that begins with the connection has no name and is ended with it.
    const known = wire?.create
      ? { forgotten: 'deleted', open: [], left: [id], sessions: name === 'browser-use' ? late : [{ id }] }
      : { left: [], sessions: [] };
    expect({ forgotten, open: standIn.open(), left, sessions }).toMatchObject(known);
    await expect.poll(() => readdir(folder), SOON).toEqual([]);
  });
});

test('a real server of Playwright lends its browser', async () => {
  const server = await chromium.launchServer({
    executablePath: await chromiumPath(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup'],
    host: '127.0.0.1',
  });
  onTestFinished(() => server.close());
  const { result, said } = await attempt('playwright-server', server.wsEndpoint());
  expect(result, said.slice(0, 500)).toMatchObject({ ok: true, output: 'Tea and pots' });
});
