import { execFile } from 'node:child_process';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { startLlmStandIn } from '../support/stand-ins/llm.ts';

// The way of a newcomer: start it with no settings at all and paste the first call it prints.

const run = promisify(execFile);
let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'switchyard-acceptance-'));
  service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await removeFolder(dataDir);
});

function printed(): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  return service.output().replace(/\x1b\[\d+m/g, '');
}

/** The text that a newcomer pastes; `body` replaces the task of the printed call. */
async function paste(body?: object) {
  const calls = printed().match(/^ *curl [\s\S]*?'\s*$/gm) ?? [];
  expect(calls).toHaveLength(1);
  const call = (calls[0] ?? '').trim();
  const { stdout } = await run('sh', [
    '-c',
    body ? call.replace(/-d '.*'/, `-d '${JSON.stringify(body)}'`) : call,
  ]);
  const response = JSON.parse(stdout);
  expect(response).toMatchObject({ object: 'response', status: 'completed', svc: { status: 'succeeded' } });
  return response;
}

const onKettle = (task: object) => {
  const shop = /Demo site +(\S+)/.exec(printed())?.[1];
  return { ...task, url: `${shop}/products/fernfall-camp-kettle` };
};

test('the start-up text has at most 15 lines: address, key, console, runners, one call', () => {
  const lines = printed().trim().split('\n');
  expect(lines.length).toBeLessThanOrEqual(15);
  for (const name of ['is up at', 'Docs', 'Key', 'Console', 'Runners', 'curl'])
    expect(lines.filter((line) => line.includes(name)).length).toBeGreaterThan(0);
});

test('the log prints nothing above the start-up text', () => {
  expect(
    printed()
      .split('\n')
      .find((line) => line.startsWith('{')),
  ).toBeUndefined();
});

test('the printed question is answered from the demo site, without the internet', async () => {
  const response = await paste();
  expect(response.output_text).toMatch(/^\D{0,20}58(?:\.00)?\D{0,20}$/);
  expect(response.svc.cost.total_usd).toBeGreaterThan(0);
});

test('a schema is filled', async () => {
  const { output_text } = await paste(
    onKettle({
      input: 'Get the product.',
      output_schema: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name', 'price'],
      },
    }),
  );
  expect(JSON.parse(output_text)).toMatchObject({ name: 'Fernfall Camp Kettle', price: 58 });
});

test('an action is done, and its answer contains the proof', async () => {
  const { output_text } = await paste(onKettle({ input: 'Add the kettle to the basket.' }));
  expect(output_text).toBe('The basket shows 1 x Fernfall Camp Kettle, $58.00.');
});

test('an action beyond the rules asks for a model, is not billed, and opens nothing', async () => {
  const key = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
  const [, url = ''] = /"url": *"([^"]+)"/.exec(printed()) ?? [];
  const answer = await fetch(`${service.url}/v1/responses`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Sort the products by price, cheapest first.', url }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: 'failed',
    error: { code: 'model_required', message: expect.stringContaining('LLM_BASE_URL') },
    svc: { cost: { total_usd: 0 } },
  });
});

test('the minted key is kept for its owner alone and works in both headers', async () => {
  const file = join(dataDir, 'api-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, 'utf8')).trim();
  expect(service.output()).toContain(key);
  for (const [name, value] of [
    ['authorization', `Bearer ${key}`],
    ['x-api-key', key],
  ] as const) {
    const response = await fetch(`${service.url}/v1/me`, { headers: { [name]: value } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ object: 'svc.account', on_trial: true });
  }
});

test('a model that is found is named with how to turn it off, and helps', async () => {
  await using vendor = await startLlmStandIn(() => ({ text: 'ready' }));
  const found = join(dataDir, 'found');
  const settings = { DATA_DIR: found, LLM: 'auto', OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: vendor.url };
  await using another = await startService(settings);
  expect(another.output()).toMatch(/Model +gpt-\S+, found by OPENAI_API_KEY.*LLM=off/);
  const key = (await readFile(join(found, 'api-key'), 'utf8')).trim();
  const answer = await fetch(`${another.url}/v1/capabilities`, { headers: { 'x-api-key': key } });
  const { runners } = (await answer.json()) as { runners: { slug: string; status: string }[] };
  expect(runners).toContainEqual(expect.objectContaining({ slug: 'local-agent', status: 'available' }));
  await another.end('SIGTERM');
});

test('runners with a language model are off and name the settings', async () => {
  const key = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/v1/capabilities?status=needs_key`, { headers });
  const { runners } = (await response.json()) as { runners: { slug: string; unavailable_reason: string }[] };
  for (const slug of ['local-agent', 'stagehand-local']) {
    const reason = expect.stringContaining('LLM_BASE_URL');
    expect(runners).toContainEqual(expect.objectContaining({ slug, unavailable_reason: reason }));
    const body = JSON.stringify({ input: 'Say hello', routing: slug });
    const refused = await fetch(`${service.url}/v1/responses`, { method: 'POST', headers, body });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: { code: 'runner_unavailable', message: expect.stringContaining('LLM_BASE_URL') },
    });
  }
});

test('a start on a taken port ends with one line', async () => {
  const other = await mkdtemp(join(tmpdir(), 'switchyard-acceptance-'));
  try {
    const { port } = new URL(service.url);
    await expect(startService({ DATA_DIR: other, PORT: port })).rejects.toThrow(`Port ${port} is taken`);
  } finally {
    await removeFolder(other);
  }
});

test('a second start on the same data finds the run and the key again', async () => {
  const key = (await readFile(join(dataDir, 'api-key'), 'utf8')).trim();
  await service.end('SIGTERM');
  service = await startService({ DATA_DIR: dataDir });
  const response = await fetch(`${service.url}/v1/responses`, { headers: { 'x-api-key': key } });
  const list = (await response.json()) as { data: Array<{ status: string }> };
  expect(list.data.map(({ status }) => status)).toEqual(['failed', 'completed', 'completed', 'completed']);
});

test('without a browser the start-up text says why', async () => {
  await service.end('SIGTERM');
  service = await startService({ DATA_DIR: dataDir, CHROMIUM_PATH: '/nonexistent' });
  expect(printed()).toMatch(/Browser +off: CHROMIUM_PATH is set to "\/nonexistent", which is not a program/);
});
