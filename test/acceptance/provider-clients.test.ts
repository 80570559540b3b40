/** The vendors' own clients: their types against the adapters, and their calls against our stand-ins. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientPackages } from '../support/client-packages.ts';
import { standIn as anchor } from '../support/stand-ins/hosted/anchor.ts';
import { standIn as browserUse } from '../support/stand-ins/hosted/browser-use-v4.ts';
import { standIn as browserbase } from '../support/stand-ins/hosted/browserbase-agents.ts';
import { standIn as firecrawl } from '../support/stand-ins/hosted/firecrawl-agent.ts';
import { standIn as hyperbrowser } from '../support/stand-ins/hosted/hyperbrowser.ts';
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

test('every answer that their types allow is accepted, and every state has a meaning', async () => {
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
