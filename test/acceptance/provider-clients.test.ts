/** The vendors' own clients: their types against the adapters, and their calls against our stand-ins. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientPackages } from '../support/client-packages.ts';
import { recordedAddress, requestsModule } from '../support/recorded-requests.ts';
import { startInfraStandIn } from '../support/stand-ins/browser-infra.ts';
import { startBrowserUseStandIn } from '../support/stand-ins/browser-use.ts';
import { startComputerUseStandIn } from '../support/stand-ins/computer-use.ts';
import { ENGINE_WIRES, engineWire } from '../support/stand-ins/extraction.ts';
import { standIn as anchor } from '../support/stand-ins/hosted/anchor.ts';
import { standIn as browserUse } from '../support/stand-ins/hosted/browser-use-v4.ts';
import { standIn as browserbase } from '../support/stand-ins/hosted/browserbase-agents.ts';
import { standIn as firecrawl } from '../support/stand-ins/hosted/firecrawl-agent.ts';
import { standIn as hyperbrowser } from '../support/stand-ins/hosted/hyperbrowser.ts';
import { standIn as notte } from '../support/stand-ins/hosted/notte.ts';
import { standIn as tinyfish } from '../support/stand-ins/hosted/tinyfish.ts';
import { type StandInWire, startStandIn } from '../support/stand-ins/stand-in.ts';

let folder: string;
beforeAll(async () => {
  folder = await clientPackages('providers');
}, 240_000);

// biome-ignore lint/suspicious/noExplicitAny: their types are checked by the compiler, in the folder of the clients.
type Client = any;

/** `file` is for packages that only `import` finds. */
async function clientOf(name: string, file?: string): Promise<Client> {
  const path = file
    ? join(folder, 'node_modules', name, file)
    : createRequire(join(folder, 'package.json')).resolve(name);
  const module = await import(pathToFileURL(path).href);
  return module.default?.default ? { ...module, ...module.default } : module;
}

async function served(wire: StandInWire) {
  const standIn = await startStandIn(wire);
  onTestFinished(() => standIn[Symbol.asyncDispose]());
  return standIn;
}

const TASK = 'Find the price [[looks=1]] [[steps=2]] [[output=4 euros]]';

test('answers that their types allow are accepted, states have a meaning, and requests are theirs', async () => {
  await mkdir(join(folder, 'made'), { recursive: true });
  await writeFile(join(folder, 'made/requests.ts'), await requestsModule());
  const tsc = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  const checked = promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder]);
  const said = await checked.then(
    () => '',
    ({ stdout }) => String(stdout),
  );
  expect(said).toBe('');
});

test('Browser Use v4', async () => {
  const { url, tasks } = await served(browserUse);
  const { BrowserUse } = await clientOf('browser-use-sdk/v4');
  const { runs } = new BrowserUse({ apiKey: 'key', baseUrl: `${url}/api/v4` });
  const created = await runs.create({ task: TASK, maxCostUsd: 1 });
  const run = await runs.waitForCompletion(created.id, { interval: 10 });
  expect(run).toMatchObject({ status: 'completed', result: '4 euros' });
  const ready = await runs.waitForEvent(created.id, 'browser.ready', { interval: 10 });
  expect(ready.data).toHaveProperty('live_view_url');
  const hanging = await runs.create({ task: 'Wait [[hang]]' });
  await runs.cancel(hanging.id);
  expect([await runs.status(hanging.id), tasks[1]?.stops]).toEqual([{ status: 'cancelled' }, 1]);
});

test('Browser Use v2', async () => {
  await using standIn = await startBrowserUseStandIn();
  const { BrowserUse } = await clientOf('browser-use-sdk');
  const client = new BrowserUse({ apiKey: 'key', baseUrl: `${standIn.url}/api/v2` });
  const task = `${TASK} [[file=https://files.example/a.csv]]`;
  const { id, sessionId } = await client.tasks.create({ task, metadata: { attempt_id: 'attempt_1' } });
  const done = await client.tasks.wait(id, { interval: 10 });
  expect(done).toMatchObject({ status: 'finished', isSuccess: true, output: '4 euros' });
  expect(await client.files.taskOutput(id, done.outputFiles[0].id)).toHaveProperty('downloadUrl');
  await client.tasks.stopTaskAndSession(id);
  await client.sessions.delete(sessionId);
  expect([standIn.tasks[0]?.stops, standIn.deleted]).toEqual([1, [sessionId]]);
});

test('Browserbase agents', async () => {
  const { url } = await served(browserbase);
  const { Browserbase } = await clientOf('@browserbasehq/sdk');
  const client = new Browserbase({ apiKey: 'key', baseURL: url });
  const { runs } = client.agents;
  const created = await runs.create({ task: TASK, pauseWhen: 'a code is needed' });
  await runs.retrieve(created.runId);
  expect(await runs.retrieve(created.runId)).toMatchObject({
    status: 'COMPLETED',
    result: { answer: '4 euros' },
  });
  expect((await runs.listMessages(created.runId, { all: true })).data).toHaveLength(2);
  expect((await runs.listMessages(created.runId)).nextSince).not.toBeNull();
  expect(await client.sessions.debug('session-1')).toHaveProperty('debuggerFullscreenUrl');
});

test('Hyperbrowser', async () => {
  const { url } = await served(hyperbrowser);
  const { Hyperbrowser } = await clientOf('@hyperbrowser/sdk');
  const { browserUse: agent } = new Hyperbrowser({ apiKey: 'key', baseUrl: url }).agents;
  const { jobId } = await agent.start({ task: TASK });
  expect((await agent.getStatus(jobId)).status).toBe('running');
  expect(await agent.get(jobId)).toMatchObject({ status: 'completed', data: { finalResult: '4 euros' } });
  const hanging = await agent.start({ task: 'Wait [[hang]]' });
  await agent.stop(hanging.jobId);
  expect((await agent.get(hanging.jobId)).status).toBe('stopped');
});

test('Firecrawl agent', async () => {
  const { url } = await served(firecrawl);
  const { Firecrawl } = await clientOf('@mendable/firecrawl-js');
  const client = new Firecrawl({ apiKey: 'key', apiUrl: url });
  const { id } = await client.startAgent({ prompt: TASK, maxCredits: 5 });
  await client.getAgentStatus(id);
  expect(await client.getAgentStatus(id)).toMatchObject({ status: 'completed', success: true });
  expect((await client.getAgentTrace(id)).events).toHaveLength(2);
  expect(await client.cancelAgent(id)).toBe(true);
});

test('Anchor', async () => {
  const { url, tasks } = await served(anchor);
  const { default: AnchorBrowser } = await clientOf('anchorbrowser');
  const client = new AnchorBrowser({ apiKey: 'key', baseURL: url });
  const session = await client.sessions.create({ session: { timeout: { max_duration: 180 } } });
  const sessionId = session.data.id;
  const begun = await client.tools.performWebTask({ prompt: `${TASK} [[cost=2]]`, sessionId, async: true });
  const { workflow_id: workflow } = begun.data;
  await client.tools.getPerformWebTaskStatus(workflow);
  const { data } = await client.tools.getPerformWebTaskStatus(workflow);
  expect(data).toMatchObject({ status: 'COMPLETED', result: '4 euros' });
  await client.sessions.delete(sessionId);
  expect((await client.sessions.retrieve(sessionId)).data).toMatchObject({ credits_used: 2 });
  expect((await client.sessions.retrieveDownloads(sessionId)).data.items).toHaveLength(1);
  expect((await client.sessions.recordings.list(sessionId)).data.items).toHaveLength(1);
  expect(tasks[0]?.stops).toBe(1);
});

test('TinyFish', async () => {
  const { url } = await served(tinyfish);
  const { TinyFish } = await clientOf('@tiny-fish/sdk', 'dist/index.js');
  const client = new TinyFish({ apiKey: 'key', baseURL: url });
  const { run_id: id } = await client.agent.queue({ goal: TASK, url: 'https://shop.example/' });
  await client.runs.get(id);
  expect(await client.runs.get(id)).toMatchObject({ status: 'COMPLETED' });
});

test('Notte', async () => {
  const { url, tasks } = await served(notte);
  const { NotteClient } = await clientOf('notte-sdk');
  const client = new NotteClient({ apiKey: 'key', baseUrl: url });
  const session = client.Session();
  await session.start();
  const agent = client.Agent({ session });
  await agent.start({ task: TASK });
  expect(await agent.status()).toMatchObject({ status: 'active' });
  expect(await agent.status()).toMatchObject({ status: 'closed', success: true, answer: '4 euros' });
  await agent.stop();
  await session.stop();
  expect(tasks[0]?.stops).toBe(1);
});

type Closing = () => unknown;
/** Opens a browser: its id, and how it is closed. */
const BROWSERS: Record<string, (url: string) => Promise<[id: string, close: Closing]>> = {
  async browserbase(baseURL) {
    const { Browserbase } = await clientOf('@browserbasehq/sdk');
    const { sessions } = new Browserbase({ apiKey: 'key', baseURL });
    const { id } = await sessions.create({ api_timeout: 900, userMetadata: { attempt: 'attempt_1' } });
    expect(
      await sessions.list({ q: "user_metadata['attempt']:'attempt_1'", status: 'RUNNING' }),
    ).toHaveLength(1);
    return [id, () => sessions.update(id, { status: 'REQUEST_RELEASE' })];
  },
  async steel(baseURL) {
    const { Steel } = await clientOf('steel-sdk');
    const { sessions } = new Steel({ steelAPIKey: 'key', baseURL });
    const { id } = await sessions.create({ sessionId: randomUUID(), timeout: 900_000 });
    return [id, () => sessions.release(id)];
  },
  async hyperbrowser(baseUrl) {
    const { Hyperbrowser } = await clientOf('@hyperbrowser/sdk');
    const { sessions } = new Hyperbrowser({ apiKey: 'key', baseUrl });
    const { id } = await sessions.create({ timeoutMinutes: 15 });
    return [
      id,
      async () => {
        await sessions.stop(id);
        expect(await sessions.get(id)).toMatchObject({ creditsUsed: 7 });
      },
    ];
  },
  async kernel(baseURL) {
    const { Kernel } = await clientOf('@onkernel/sdk');
    const { browsers } = new Kernel({ apiKey: 'key', baseURL });
    const { session_id: id } = await browsers.create({ name: 'switchyard-1', timeout_seconds: 900 });
    return [
      id,
      async () => {
        await browsers.deleteByID(id);
        const seen = await browsers.retrieve(id, { include_deleted: true });
        expect(seen.usage).toMatchObject({ uptime_ms: 36_000 });
      },
    ];
  },
  async anchor(baseURL) {
    const { default: AnchorBrowser } = await clientOf('anchorbrowser');
    const { sessions } = new AnchorBrowser({ apiKey: 'key', baseURL });
    const { id } = (await sessions.create({ session: { timeout: { max_duration: 15 } } })).data;
    return [
      id,
      async () => {
        await sessions.delete(id);
        expect((await sessions.retrieve(id)).data).toMatchObject({ credits_used: 0.02 });
      },
    ];
  },
  async 'browser-use'(url) {
    const { BrowserUse } = await clientOf('browser-use-sdk/v4');
    const { browsers } = new BrowserUse({ apiKey: 'key', baseUrl: `${url}/api/v4` });
    const { id } = await browsers.create({ timeout: 15 });
    return [id, async () => expect(await browsers.stop(id)).toMatchObject({ proxyCost: '0.25' })];
  },
  async airtop(url) {
    const { AirtopClient } = await clientOf('@airtop/sdk/Client');
    const { sessions } = new AirtopClient({ apiKey: 'key', baseUrl: `${url}/api` });
    const { id } = (await sessions.create({ configuration: { timeoutMinutes: 15 } })).data;
    expect((await sessions.getInfo(id)).data).toMatchObject({ status: 'running' });
    return [id, () => sessions.terminate(id)];
  },
  async notte(baseUrl) {
    const { NotteClient } = await clientOf('notte-sdk');
    const session = new NotteClient({ apiKey: 'key', baseUrl }).Session({ max_duration_minutes: 15 });
    await session.start();
    return [session.getId(), () => session.stop()];
  },
  async cloudflare(baseURL) {
    const { browserRendering } = await cloudflareClient(baseURL);
    const { browser } = browserRendering.devtools;
    const { sessionId } = await browser.create({ account_id: 'account', keep_alive: 600_000 });
    return [sessionId, () => browser.delete(sessionId, { account_id: 'account' })];
  },
  async firecrawl(apiUrl) {
    const { Firecrawl } = await clientOf('@mendable/firecrawl-js');
    const client = new Firecrawl({ apiKey: 'key', apiUrl });
    const { id } = await client.browser({ ttl: 900 });
    return [id, () => client.deleteBrowser(id)];
  },
};

/** Their resources without their client, which wants every product of theirs. */
async function cloudflareClient(baseUrl: string): Promise<Client> {
  const place = 'cloudflare/resources/browser-rendering/browser-rendering';
  const { BrowserRendering } = await clientOf(place);
  const call =
    (method: string) =>
    (path: string, { query, body }: Client = {}) => {
      const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
      const url = `${baseUrl}${path}?${new URLSearchParams(query)}`;
      const answer = fetch(url, { method, headers, body: JSON.stringify(body) }).then((one) => one.json());
      return Object.assign(answer, { _thenUnwrap: (read: (json: unknown) => unknown) => answer.then(read) });
    };
  return { browserRendering: new BrowserRendering({ post: call('POST'), delete: call('DELETE') }) };
}

test.each(Object.entries(BROWSERS))('a browser of %s', async (name, open) => {
  const standIn = await startInfraStandIn();
  onTestFinished(() => standIn[Symbol.asyncDispose]());
  const [id, close] = await open(standIn.url);
  expect(standIn.open()).toMatchObject([{ id, provider: name }]);
  await close();
  expect(standIn.open()).toEqual([]);
});

test('the address of a browser of Scrapfly is the one that its client makes', async () => {
  const { BrowserConfig } = await clientOf('scrapfly-sdk');
  const theirs = new URL(new BrowserConfig({ session: 'attempt_1', timeout: 900 }).websocketUrl('key'));
  const { origin, searchParams } = await recordedAddress('infra/scrapfly', 'https://browser.scrapfly.io');
  expect(origin).toBe(theirs.origin);
  expect(Object.fromEntries(theirs.searchParams)).toMatchObject(Object.fromEntries(searchParams));
});

const PAGE = 'https://shop.example/teas';
/** Reads a page. */
const ENGINES: Record<string, (url: string) => Promise<unknown>> = {
  async firecrawl(apiUrl) {
    const { Firecrawl } = await clientOf('@mendable/firecrawl-js');
    return new Firecrawl({ apiKey: 'key', apiUrl }).scrape(PAGE, { formats: ['rawHtml'] });
  },
  async exa(url) {
    const { Exa } = await clientOf('exa-js');
    return new Exa('key', url).getContents([PAGE], { text: true });
  },
  async tavily(apiBaseURL) {
    const { tavily } = await clientOf('@tavily/core');
    return tavily({ apiKey: 'key', apiBaseURL }).extract([PAGE]);
  },
  async linkup(url) {
    const { LinkupClient } = await clientOf('linkup-sdk');
    return new LinkupClient({ apiKey: 'key', baseUrl: `${url}/v1` }).fetch({
      url: PAGE,
      includeRawHtml: true,
    });
  },
  async parallel(baseURL) {
    const { Parallel } = await clientOf('parallel-web');
    return new Parallel({ apiKey: 'key', baseURL }).extract({ urls: [PAGE] });
  },
  async steel(baseURL) {
    const { Steel } = await clientOf('steel-sdk');
    return new Steel({ steelAPIKey: 'key', baseURL }).scrape({ url: PAGE, format: ['html'] });
  },
  async hyperbrowser(baseUrl) {
    const { Hyperbrowser } = await clientOf('@hyperbrowser/sdk');
    const { scrape } = new Hyperbrowser({ apiKey: 'key', baseUrl });
    const { jobId } = await scrape.start({ url: PAGE });
    return scrape.get(jobId);
  },
  async cloudflare(baseURL) {
    const { browserRendering } = await cloudflareClient(baseURL);
    return browserRendering.content.create({ account_id: 'account', url: PAGE });
  },
  async spider(url) {
    const { Spider, setBaseUrl } = await clientOf('@spider-cloud/spider-client');
    setBaseUrl(url);
    return new Spider({ apiKey: 'key' })._apiPost('scrape', { url: PAGE, return_format: 'raw' });
  },
  async scrapfly(host) {
    const { ScrapflyClient, ScrapeConfig } = await clientOf('scrapfly-sdk');
    return new ScrapflyClient({ key: 'key', host }).scrape(new ScrapeConfig({ url: PAGE }));
  },
  async apify(baseUrl) {
    const { ApifyClient } = await clientOf('apify-client');
    const client = new ApifyClient({ token: 'key', baseUrl });
    const { defaultDatasetId } = await client
      .actor('apify/website-content-crawler')
      .start({ startUrls: [{ url: PAGE }] });
    return client.dataset(defaultDatasetId).listItems();
  },
  // The rest have one address.
  async brightdata(url) {
    await redirect(url);
    const { bdclient } = await clientOf('@brightdata/sdk');
    const client = new bdclient({
      apiKey: 'key-of-ten-characters',
      autoCreateZones: false,
      webUnlockerZone: 'zone',
    });
    return client.scrape(PAGE, { format: 'json' });
  },
  async zenrows(url) {
    await redirect(url);
    const { ZenRows } = await clientOf('zenrows');
    return (await new ZenRows('key').get(PAGE)).text();
  },
  async scrapingbee(url) {
    await redirect(url);
    const { ScrapingBeeClient } = await clientOf('scrapingbee');
    return Buffer.from((await new ScrapingBeeClient('key').htmlApi({ url: PAGE })).data).toString();
  },
  async scraperapi(url) {
    await redirect(url);
    const { default: client } = await clientOf('scraperapi-sdk');
    return client('key').get(PAGE);
  },
};

/** Calls of clients that know only their vendor's address go to `origin`. */
async function redirect(origin: string): Promise<void> {
  const there = (url: string) => url.replace(/^https:\/\/[^/?]+/, origin);
  (await clientOf('axios')).defaults.adapter = 'fetch';
  const undici = createRequire(join(folder, 'package.json'))('undici');
  const { request } = undici;
  for (const [library, name, send] of [
    [globalThis, 'fetch', fetch],
    [undici, 'request', (url: string, call: object) => request(url, { ...call, dispatcher: undefined })],
    [https, 'request', http.request],
  ] as [Client, string, Client][]) {
    const usual = library[name];
    onTestFinished(() => {
      library[name] = usual;
    });
    library[name] = (call: string | Request, ...more: unknown[]) =>
      send(typeof call === 'string' ? there(call) : new Request(there(call.url), call), ...more);
  }
}

test.each(Object.entries(ENGINES))('a page by %s', async (name, read) => {
  const { url } = await served(engineWire(ENGINE_WIRES[name] as never));
  expect(JSON.stringify(await read(url))).toContain('Sencha');
});

const TURN = [{ native: [{ type: 'click', x: 1, y: 2, button: 'left' }] }];

test('a turn of OpenAI', async () => {
  await using standIn = await startComputerUseStandIn('openai', TURN);
  const { OpenAI } = await clientOf('openai');
  const client = new OpenAI({ apiKey: 'key', baseURL: standIn.url });
  const { output } = await client.responses.create({
    model: 'm',
    input: 'Click',
    tools: [{ type: 'computer' }],
  });
  expect(output).toMatchObject([{ type: 'computer_call', actions: TURN[0]?.native }]);
});

test('a turn of Anthropic', async () => {
  await using standIn = await startComputerUseStandIn('anthropic', TURN);
  const { Anthropic } = await clientOf('@anthropic-ai/sdk');
  const client = new Anthropic({ apiKey: 'key', baseURL: standIn.url });
  const asked = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Click' }] };
  expect((await client.messages.create(asked)).content).toMatchObject([
    { type: 'tool_use', input: { x: 1 } },
  ]);
});
