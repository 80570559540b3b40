import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Browserbase from '@browserbasehq/sdk';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { SOON } from '../../../test/support/soon.ts';
import {
  type InfraProvider,
  type InfraStandIn,
  lendRemoteChromium,
  startInfraStandIn,
} from '../../../test/support/stand-ins/browser-infra.ts';
import { totpCode } from '../../demo-site/account/one-time-code.ts';
import { type DemoSite, startDemoSite } from '../../demo-site/start.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createGate, type Gate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import { Extractor } from '../../reading/index.ts';
import { type CatalogRow, readCatalog } from '../catalog.ts';
import type { AttemptScope, DirectRunner, KeptSession, ProviderAccounts, Step, Task } from '../contract.ts';
import { type Driver, drivers } from '../drivers/drivers.ts';
import { openLocalChromium } from '../local/local-chromium.fixture.ts';
import type { BrowserSource } from './browser-source.ts';
import { createInfraRunner, type InfraOptions } from './infra-runner.ts';
import { source as browserbase } from './sources/browserbase.ts';
import { source as hyperbrowser } from './sources/hyperbrowser.ts';
import { source as kernel } from './sources/kernel.ts';
import { source as steel } from './sources/steel.ts';

// A browser is started for many of these tests, which takes its time on a crowded machine.
vi.setConfig({ testTimeout: 300_000 });

const catalog = readCatalog();
const PROVIDERS: Record<string, BrowserSource> = { browserbase, steel, hyperbrowser, kernel };
const SLUGS = Object.keys(PROVIDERS) as InfraProvider[];
const SEED = 'ORUGKIDLMV2HI3DFEBUXGIDPNYQG433X';
const KEY = 'key-canary-5150';

const owned = new AsyncDisposableStack();
let shop: DemoSite;
let standIn: InfraStandIn;
let local: DirectRunner;
let gate: Gate;
let extractor: Extractor;
let folder: string;
/** The remains at the provider that the runner reported, and every line of the log, since the test began. */
let left: string[] = [];
let accounts: ProviderAccounts = {};
let logged = '';

beforeAll(async () => {
  shop = owned.use(await startDemoSite({ clock: systemClock, log: createLog('silent') }));
  standIn = owned.use(await startInfraStandIn(undefined, await lendRemoteChromium(owned)));
  extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  folder = await mkdtemp(join(tmpdir(), 'switchyard-infra-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const { hostname, port } = new URL(shop.origin);
  gate = createGate({ resolver: systemResolver, localTargets: [{ host: hostname, port: Number(port) }] });
  ({ runner: local } = owned.use(await openLocalChromium(gate)));
});
afterAll(() => owned.disposeAsync());
beforeEach(() => {
  left = [];
  logged = '';
});

interface Settings extends Partial<InfraOptions> {
  apiKey?: string;
  /** Another server than the one whose sessions share a browser. */
  at?: string;
  projectId?: string;
}

/** The runner, and the account that its attempts work under. */
function runnerOf(
  slug: InfraProvider,
  { apiKey = KEY, projectId, at = standIn.url, ...settings }: Settings = {},
): DirectRunner {
  const row = rowOf(slug);
  const secrets = { api_key: new Secret(apiKey), ...(projectId && { project_id: new Secret(projectId) }) };
  const baseUrl = settings.baseUrl === null ? null : at;
  accounts = { [slug]: { family: slug, secrets, baseUrl, isOwn: false } };
  return createInfraRunner(PROVIDERS[slug] as BrowserSource, drivers['page-agent'] as Driver, {
    row,
    providers: catalog.providers,
    llm: null,
    baseUrl: null,
    gate,
    extractor,
    clock: systemClock,
    log: createLog('debug', {
      write: (line: string) => {
        logged += line;
      },
    }),
    folder,
    retryForMs: 0,
    ...settings,
  });
}

function rowOf(slug: string): CatalogRow {
  const row = catalog.rows.find(({ facts }) => facts.slug === slug);
  if (!row) throw new Error(`the catalog has no ${slug}`);
  return row;
}

function taskOf(goal: string, path = '/'): Task {
  const url = `${shop.origin}${path}`;
  return { goal, instructions: null, url, steps: [], successCriteria: null, outputSchema: null };
}

/** As the executor does it: run, then have the provider forget. */
async function attempt(runner: DirectRunner, task: Task, more: Partial<AttemptScope> = {}) {
  const steps: Step[] = [];
  const scope = attemptScope({
    accounts,
    onStep: (step) => steps.push(step),
    onLeft: async (item) => void left.push(item),
    ...more,
  });
  const result = await runner.run(task, scope);
  const leftover = { attemptId: scope.attemptId, reference: null, item: left.at(-1) ?? null };
  const forgotten = await runner.forget?.(leftover, scope);
  const said = JSON.stringify({ result: { ...result, files: [] }, steps, logged });
  return { result, steps, said, forgotten };
}

const ranger = (session: KeptSession | null): AttemptScope['credential'] => ({
  domain: new URL(shop.origin).hostname,
  username: new Secret('ranger'),
  password: new Secret('lantern'),
  totpSecret: null,
  session,
});
const ask: AttemptScope['ask'] = async () => ({
  answered: true,
  value: totpCode(SEED, systemClock.now().getTime()),
});

const typed = (steps: Step[]) => steps.filter(({ action }) => action === 'type').length;

describe.each(SLUGS)('%s', (slug) => {
  test('our agent reads a page in its browser, and lets it go', async () => {
    const before = standIn.sessions.length;
    const task = taskOf('Read the text of this page.', '/slow?ms=1');
    const { result, steps, said, forgotten } = await attempt(runnerOf(slug), task);
    expect(result, said).toMatchObject({ ok: true });
    expect(steps.map(({ action }) => action)).toEqual(expect.arrayContaining(['goto', 'read']));
    const [session, ...others] = standIn.sessions.slice(before);
    expect(others).toEqual([]);
    expect(left).toEqual([session?.id]);
    expect([forgotten, session?.releases, session?.isOpen]).toEqual(['deleted', 1, false]);
    // Neither the provider's addresses nor its key are told or logged.
    expect(said).not.toMatch(/canary-5150|signed-5150/);
    const price = rowOf(slug).facts.price.microUsd;
    const reported = { hyperbrowser: 7_000, kernel: Math.round(price / 100) }[slug];
    expect(result.costMicroUsd).toBe(reported ?? result.costMicroUsd);
    expect(result.costMicroUsd).toBeGreaterThanOrEqual(reported ?? Math.round(price / 60));
    await expect.poll(() => readdir(folder), SOON).toEqual([]);
  });

  test.each([
    ['bad', 'provider_auth'],
    ['poor', 'provider_quota'],
    ['busy', 'provider_rate_limited'],
    ['down', 'provider_5xx'],
  ])('a key that is %s gives %s, costs nothing and leaves nothing', async (word, code) => {
    const { result, said } = await attempt(runnerOf(slug, { apiKey: `${word}-${KEY}` }), taskOf('Read'));
    expect(result).toMatchObject({ ok: false, fault: 'platform', code, costMicroUsd: 0 });
    expect([left, standIn.open()]).toEqual([[], []]);
    expect(said).not.toContain('canary-5150');
  });

  test.each([
    ['elsewhere', 'provider_garbage'],
    ['dead', 'browser_unavailable'],
  ])('a browser that is %s gives %s, and is let go', async (word, code) => {
    const { result, said, forgotten } = await attempt(
      runnerOf(slug, { apiKey: `${word}-${KEY}` }),
      taskOf('Read'),
    );
    expect(result).toMatchObject({ ok: false, fault: 'platform', code });
    expect([forgotten, standIn.sessions.at(-1)?.connections, standIn.open()]).toEqual(['deleted', 0, []]);
    expect(said).not.toMatch(/canary-5150|signed-5150/);
  });

  test('a session ends by itself in the end, and is not recorded where that can be said', async () => {
    await attempt(runnerOf(slug, { apiKey: `dead-${KEY}`, projectId: 'project-1' }), taskOf('Read'));
    expect(standIn.sessions.at(-1)?.body).toMatchObject(
      {
        browserbase: {
          timeout: 900,
          projectId: 'project-1',
          browserSettings: { recordSession: false, logSession: false },
        },
        steel: { timeout: 900_000 },
        hyperbrowser: { timeoutMinutes: 15, enableWebRecording: false, enableVideoWebRecording: false },
        kernel: { timeout_seconds: 900 },
      }[slug] ?? {},
    );
  });

  test('a session whose process died over the call is found by its attempt, as far as it can be', async () => {
    const runner = runnerOf(slug, { apiKey: `garbage-${KEY}` });
    const { result, forgotten } = await attempt(runner, taskOf('Read'), { attemptId: 'att_Lost1' });
    expect(result).toMatchObject({ ok: false, code: 'provider_garbage' });
    const session = standIn.sessions.at(-1);
    const isKnown = slug !== 'hyperbrowser';
    expect([forgotten, session?.releases]).toEqual(isKnown ? ['deleted', 1] : ['nothing', 0]);
    await runner.forget?.(
      { attemptId: 'att_Lost1', reference: null, item: session?.id ?? null },
      { accounts },
    );
    expect(standIn.open()).toEqual([]);
  });

  test('a failed release is reported as failed, and a session that is gone is gone', async () => {
    const runner = runnerOf(slug);
    const item = 'no-such-session';
    expect(await runner.forget?.({ attemptId: 'att_1', reference: null, item }, { accounts })).toBe(
      'deleted',
    );
    for (const status of [401, 429, 500]) {
      standIn.refuseReleases.status = status;
      expect(await runner.forget?.({ attemptId: 'att_1', reference: null, item }, { accounts })).toBe(
        'failed',
      );
    }
    standIn.refuseReleases.status = null;
  });
});

test('a login in a browser of theirs is kept, and spares the next run its own, there or here; files come over', async () => {
  await using apart = await startInfraStandIn();
  const at = apart.url;
  const kept: string[] = [];
  const session = (state: string | null): KeptSession => ({
    state: state === null ? null : new Secret(state),
    keep: async (next) => void kept.push(next),
    drop: async () => void kept.push('dropped'),
  });
  const task = taskOf('How many loyalty points do I have?', '/account');
  const there = await attempt(runnerOf('steel', { at }), task, { credential: ranger(session(null)), ask });
  expect(there.result, there.said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('1280'),
  });
  expect(typed(there.steps)).toBe(3);
  expect(there.said).not.toContain('lantern');
  const credential = ranger(session(kept[0] ?? null));
  const here = await attempt(local, task, { credential, ask });
  expect(here.result, here.said).toMatchObject({ ok: true, output: expect.stringContaining('1280') });
  expect(typed(here.steps)).toBe(0);
  const download = taskOf('Download invoice 2001.', '/account');
  const { result, steps, said } = await attempt(runnerOf('browserbase', { at }), download, { credential });
  expect(result, said).toMatchObject({ ok: true, login: 'signed_in' });
  expect(typed(steps)).toBe(0);
  expect(result.actScript?.map(({ action }) => action)).toEqual(expect.arrayContaining(['goto', 'download']));
  expect(result.files.map(({ name }) => name).sort()).toEqual(['invoice-2001.pdf', 'page.png']);
  const invoice = result.files.find(({ kind }) => kind === 'download');
  expect(Buffer.from(invoice?.bytes ?? []).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  expect(said).not.toMatch(/canary-5150|signed-5150/);
  // Each of the three kept its last state.
  expect(kept.map((state) => JSON.parse(state).cookies.length)).toEqual(
    [1, 1, 1].map(() => expect.any(Number)),
  );
});

test('a run that is cancelled lets its browser go', async () => {
  const stop = new AbortController();
  const onStep = () => stop.abort();
  const { result, forgotten } = await attempt(runnerOf('browserbase'), taskOf('Read', '/slow'), {
    signal: stop.signal,
    onStep,
    onFrame: onStep,
  });
  expect(result).toMatchObject({ ok: false, code: 'cancelled' });
  expect([forgotten, standIn.open()]).toEqual(['deleted', []]);
});

test('a browser that dies under a run is the platform to blame', async () => {
  const onStep = () => standIn.sessions.at(-1)?.lose();
  const { result, forgotten } = await attempt(runnerOf('hyperbrowser'), taskOf('Search for "lantern"'), {
    onStep,
  });
  expect(result).toMatchObject({ ok: false, fault: 'platform' });
  expect([forgotten, standIn.open()]).toEqual(['deleted', []]);
});

test('pages of this network are no business of browsers in a cloud', async () => {
  const { result } = await attempt(runnerOf('browserbase', { baseUrl: null }), taskOf('Read'));
  expect(result).toMatchObject({ ok: false, fault: 'runner', code: 'local_target', costMicroUsd: 0 });
});

test('the stand-in speaks the wire of the official SDK of Browserbase', async () => {
  const client = new Browserbase({ apiKey: KEY, baseURL: standIn.url });
  const made = await client.sessions.create({ userMetadata: { attempt: 'att_9' }, browserSettings: {} });
  const browser = await chromium.connectOverCDP(made.connectUrl);
  expect(browser.contexts()[0]?.pages()).toHaveLength(1);
  await browser.close();
  const found = await client.sessions.list({ q: "user_metadata['attempt']:'att_9'", status: 'RUNNING' });
  expect(found.map(({ id }) => id)).toEqual([made.id]);
  const ended = await client.sessions.update(made.id, { status: 'REQUEST_RELEASE' });
  expect([ended.status, (await client.sessions.retrieve(made.id)).status]).toEqual([
    'COMPLETED',
    'COMPLETED',
  ]);
});
