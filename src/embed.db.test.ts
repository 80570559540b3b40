import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { removeFolder } from '../test/support/remove-folder.ts';
import { createTestDatabase } from '../test/support/test-database.ts';
import { createSwitchyard } from './embed.ts';

const PROCESS = fileURLToPath(new URL('../test/support/embed-process.ts', import.meta.url));

async function embedded(resources: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-embed-'));
  resources.defer(() => removeFolder(dataDir));
  const { url: databaseUrl } = resources.use(await createTestDatabase());
  const switchyard = await createSwitchyard({
    dataDir,
    databaseUrl,
    llm: 'off',
    logLevel: 'silent',
    chromiumPath: '/bin/true',
    maxLiveRuns: 3,
    localTargets: ['127.0.0.1:9099'],
    syncWaitMs: 20_000,
  });
  resources.defer(() => switchyard.close());
  return switchyard;
}

test('two services live in one process, each with its own key, and mount on another server', async () => {
  await using resources = new AsyncDisposableStack();
  const first = await embedded(resources);
  const second = await embedded(resources);
  const me = (url: string, key: string | null) =>
    fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  expect((await me(first.url, first.apiKey)).status).toBe(200);
  expect((await me(second.url, first.apiKey)).status).toBe(401);

  const host = Fastify();
  resources.defer(() => host.close());
  host.get('/own', () => ({ mine: true }));
  await host.register(second.plugin, { prefix: '/agents' });
  const origin = await host.listen({ host: '127.0.0.1', port: 0 });
  expect(await (await fetch(`${origin}/own`)).json()).toEqual({ mine: true });
  expect((await me(`${origin}/agents`, second.apiKey)).status).toBe(200);
  const estimate = await fetch(`${origin}/agents/v1/estimate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${second.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Read the page', url: 'http://127.0.0.1:9099/', routing: 'local-fetch' }),
  });
  expect(await estimate.json()).toMatchObject({ likely_runner: 'local-fetch' });

  await first.close();
  await first.close();
  await expect(me(first.url, first.apiKey)).rejects.toThrow();
  expect((await me(second.url, second.apiKey)).status).toBe(200);
});

test('an unknown option is a TypeError with its name, and a bad value names the setting', async () => {
  await expect(createSwitchyard({ dataDri: '/tmp' })).rejects.toThrow(
    new TypeError('Unknown option: dataDri.'),
  );
  await expect(createSwitchyard({ maxLiveRuns: 0 })).rejects.toThrow(/MAX_LIVE_RUNS/);
});

test('the process ends by itself after close', async () => {
  await using resources = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-embed-'));
  resources.defer(() => removeFolder(dataDir));
  const { url } = resources.use(await createTestDatabase());
  const child = spawn(process.execPath, [PROCESS, url, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(printed.trim()).toBe('200');
});
