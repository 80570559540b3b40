import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startLlmStandIn } from '../../test/support/stand-ins/llm.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { readCatalog } from './catalog.ts';
import { findModel } from './find-model.ts';
import { readAccounts } from './settings.ts';

const catalog = readCatalog();

function search(env: Record<string, string>, ports: number[] = [], listLimitMs = 10_000) {
  const operator = readAccounts(catalog, (name) => env[name] ?? null);
  const servers = ports.map((port) => ({ name: 'Ollama', port }));
  return findModel({ catalog, operator, clock: systemClock, log: createLog('silent'), servers, listLimitMs });
}

const ready = () => startLlmStandIn(() => ({ text: 'ready' }), { models: ['nomic-embed-text', 'qwen3:8b'] });

function portOf(url: string): number {
  return Number(new URL(url).port);
}

test('a key in its usual name is used once its model has answered, and the line says how to turn it off', async () => {
  await using vendor = await ready();
  const { llm, lines } = await search({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: vendor.url });
  expect(llm?.model).toMatch(/^gpt-/);
  expect(lines).toEqual([expect.stringMatching(/^gpt-.*found by OPENAI_API_KEY.*LLM=off/)]);
  expect(vendor.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-1']);
});

test('a key that is refused is not used; the next one is', async () => {
  await using closed = await startLlmStandIn(() => ({ text: 'ready' }), { key: 'another' });
  await using vendor = await ready();
  const { llm, lines } = await search({
    OPENAI_API_KEY: 'sk-1',
    OPENAI_BASE_URL: closed.url,
    ANTHROPIC_API_KEY: 'sk-2',
    ANTHROPIC_BASE_URL: vendor.url,
  });
  expect(llm?.model).toMatch(/^claude-/);
  expect(lines).toEqual([
    expect.stringContaining('found by ANTHROPIC_API_KEY'),
    expect.stringMatching(/OPENAI_API_KEY, did not answer a test call and is not used$/),
  ]);
});

test('a server on this machine is asked for its models, and one that gives words is used free of charge', async () => {
  await using server = await ready();
  const { llm, lines } = await search({}, [portOf(server.url)]);
  expect(llm?.model).toBe('qwen3:8b');
  expect(lines[0]).toContain('Ollama');
  const reply = await llm?.ask({
    system: '',
    messages: [{ role: 'user', content: 'Hello' }],
    signal: AbortSignal.timeout(5_000),
  });
  expect(reply).toMatchObject({ ok: true, costMicroUsd: 0 });
});

test('a model that does not answer is named and not used', async () => {
  await using server = await startLlmStandIn(() => ({ fault: 500 }), { models: ['qwen3'] });
  const { llm, lines } = await search({}, [portOf(server.url)]);
  expect(llm).toBeNull();
  expect(lines).toEqual([expect.stringContaining('is not used')]);
});

test('another program on the port, one that never answers, and none at all are no models', async () => {
  const other = createServer((_request, response) => response.end('<h1>It works</h1>'));
  const mute = createServer(() => {});
  for (const server of [other, mute]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const ports = [other, mute].map((server) => (server.address() as AddressInfo).port);
  expect(await search({}, [...ports, 1], 300)).toMatchObject({ llm: null, origin: { by: null }, lines: [] });
  for (const server of [other, mute]) server.close().closeAllConnections();
});
