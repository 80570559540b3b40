import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { gateFor } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { readCatalog } from '../catalog.ts';
import { type FleetEntry, parseFleet, remoteSource } from './fleet-sources.ts';

test('sources with their slots, and with the keys that stand in their addresses', () => {
  const text =
    'local, grid=http://me:p%40ss@grid:4444/wd#20 , browserless=wss://host:3000?token=abc#10,cdp=http://a:9222';
  expect(parseFleet(text)).toEqual({
    ok: true,
    entries: [
      { slots: 8, remote: null },
      {
        slots: 20,
        remote: { kind: 'grid', url: 'http://grid:4444/wd', secrets: { username: 'me', password: 'p@ss' } },
      },
      {
        slots: 10,
        remote: { kind: 'browserless', url: 'wss://host:3000/', secrets: { api_key: 'abc' } },
      },
      { slots: 4, remote: { kind: 'cdp', url: 'http://a:9222/', secrets: {} } },
    ],
  });
});

test('none is a machine without browsers', () => {
  expect(parseFleet('none')).toEqual({ ok: true, entries: [] });
});

test.each([
  ['', 'entry 1 must be'],
  ['local,', 'entry 2 must be'],
  ['http://grid:4444', 'entry 1 must be'],
  ['chrome=http://a:9222', 'entry 1 must be'],
  ['cdp=host:9222', 'entry 1 must have an http'],
  ['cdp=ftp://secret@host', 'entry 1 must have an http'],
  ['local#0', 'entry 1 needs at least one slot after #'],
  ['local#many', 'entry 1 must be'],
])('%s is refused without repeating it', (text, reason) => {
  const parsed = parseFleet(text);
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  expect(JSON.stringify(parsed)).not.toContain('secret');
});

/** A server that answers these paths, and the list of its requests. */
async function serve(answers: Record<string, unknown>): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    const found = answers[new URL(request.url ?? '/', 'http://x').pathname];
    response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, asked };
}

function freeOf(text: string): Promise<number | null> | undefined {
  const parsed = parseFleet(text);
  const facts = readCatalog().facts.find(({ slug }) => slug === 'local-chromium');
  if (!parsed.ok || !facts) throw new Error('not readable');
  const tools = { facts, gate: gateFor(), clock: systemClock, log: createLog('silent'), folder: '/tmp' };
  return remoteSource(parsed.entries[0] as FleetEntry, tools)?.free(AbortSignal.timeout(5_000));
}

test("a Grid counts the free slots of its nodes that are up, also those of others' sessions", async () => {
  const slots = [{ session: null }, { session: { sessionId: 'x' } }, { session: null }];
  const nodes = [
    { availability: 'UP', slots },
    { availability: 'DRAINING', slots },
  ];
  const grid = await serve({ '/status': { value: { ready: true, nodes } } });
  expect(await freeOf(`grid=http://me:word@${grid.url}`)).toBe(2);
  expect(grid.asked).toEqual([`/status Basic ${Buffer.from('me:word').toString('base64')}`]);
  const full = [{ availability: 'UP', slots: [{ session: { sessionId: 'x' } }] }];
  const taken = await serve({ '/status': { value: { ready: false, nodes: full } } });
  expect(await freeOf(`grid=http://${taken.url}`)).toBe(0);
  const starting = await serve({ '/status': { value: { ready: false, nodes: [] } } });
  expect(await freeOf(`grid=http://${starting.url}`)).toBeNull();
  expect(await freeOf('grid=http://127.0.0.1:9')).toBeNull();
});

test('a Browserless says how much it still takes', async () => {
  const pressure = { isAvailable: true, running: 3, maxConcurrent: 10 };
  const server = await serve({ '/pressure': { pressure } });
  expect(await freeOf(`browserless=ws://${server.url}?token=abc`)).toBe(7);
  expect(server.asked).toEqual(['/pressure?token=abc']);
  const full = await serve({ '/pressure': { pressure: { ...pressure, isAvailable: false } } });
  expect(await freeOf(`browserless=http://${full.url}`)).toBe(0);
  const other = await serve({ '/pressure': { hello: 'there' } });
  expect(await freeOf(`browserless=http://${other.url}`)).toBeNull();
});
