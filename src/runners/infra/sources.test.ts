import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { type InfraStandIn, startInfraStandIn } from '../../../test/support/stand-ins/browser-infra.ts';
import { BAD_ANSWERS, changedFields, type Fault, REFUSALS } from '../../../test/support/stand-ins/faults.ts';
import { INFRA_WIRES } from '../../../test/support/stand-ins/infra-wires.ts';
import { systemClock } from '../../platform/clock.ts';
import { Secret } from '../../platform/secret.ts';
import { readCatalog } from '../catalog.ts';
import type { DirectRunner, ProviderScope } from '../contract.ts';
import type { BrowserSource } from './browser-source.ts';

/** Calls and connections to providers of browsers before there is a browser. */

const { rows, providers } = readCatalog();
const owned = new AsyncDisposableStack();
afterAll(() => owned.disposeAsync());

const KEY = 'key-canary-5150';
const ADVICE = /\b(Check|Try|Top up|Ask)\b/;
const clock = { ...systemClock, sleep: async () => undefined };
const noBrowser = () => Promise.reject(new Error('no browser is started here'));
const unpaid = 'HTTP/1.1 402 Payment Required\r\ncontent-length: 0\r\n\r\n';

describe.each(Object.entries(INFRA_WIRES))('%s', (name, wire) => {
  let standIn: InfraStandIn;
  let runner: DirectRunner;
  beforeAll(async () => {
    standIn = owned.use(await startInfraStandIn({ [name]: wire }, noBrowser));
    const built = await builtRunner(slug, owned, { folder: tmpdir(), clock, connectMs: 300 });
    if (built.shape !== 'direct') throw new Error('a browser is driven here');
    runner = built;
  });
  let attempts = 0;
  const { facts } = rows.find(({ adapter }) => adapter === `infra/${name}`) ?? {};
  const { family = name, slug = name } = facts ?? {};

  /** One attempt as the executor does it, and the sessions that are open afterwards. */
  async function attempt(script: InfraStandIn['script'], key = KEY) {
    Object.assign(standIn.script, { create: undefined, change: undefined, close: undefined, ...script });
    standIn.script.handshake = script.close ? undefined : (script.handshake ?? unpaid);
    const names = ['api_key', ...(providers.get(family)?.secrets ?? []).map((one) => one.name)];
    const secrets = Object.fromEntries(names.map((one) => [one, new Secret(key)]));
    const accounts: ProviderScope['accounts'] = {
      [family]: { family, secrets, baseUrl: standIn.url, isOwn: false },
    };
    const left: string[] = [];
    attempts += 1;
    const attemptId = `att_${attempts}`;
    const scope = attemptScope({ attemptId, accounts, onLeft: async (item) => void left.push(item) });
    const task = { goal: 'What is the heading?', url: 'https://1.1.1.1/', instructions: null, steps: [] };
    const result = await runner.run({ ...task, successCriteria: null, outputSchema: null }, scope);
    await runner.forget?.({ attemptId, reference: null, item: left.at(-1) ?? null }, scope);
    const said = JSON.stringify(result);
    expect(result, said).toMatchObject({ ok: false, fault: 'platform', costMicroUsd: 0 });
    expect(said).not.toMatch(/canary-5150|signed-5150/);
    expect(result.ok || result.message).toMatch(ADVICE);
    const open = standIn.open().length;
    // What could not be known is ended by its own time.
    for (const session of standIn.sessions) Object.assign(session, { isOpen: false });
    return { code: result.ok ? '' : result.code, open };
  }

  const calls = wire.create ? [...REFUSALS, ...BAD_ANSWERS] : [];
  test.each(calls)(
    'a call that is answered with $name costs nothing and leaves nothing that can be found',
    async (create: Fault) => {
      const { code, open } = await attempt({ create });
      expect(code).toBe(create.code);
      expect(open).toBe(create.status < 300 && !wire.idOf && !wire.isFound ? 1 : 0);
    },
  );

  test('no field of the answer but the id keeps its browser from being closed', async () => {
    const session = { id: 'one', provider: name, key: KEY, body: {}, isOpen: true, releases: 0 };
    const shown = wire.created?.({ ...session, connections: 0, lose() {} }, 'ws://x/')?.body;
    const paths = [...changedFields(shown)].map(({ path }) => path);
    const kept: string[] = [];
    for (const [index, path] of paths.entries()) {
      const change = (body: object) => [...changedFields(body)][index]?.json;
      const { code, open } = await attempt({ change });
      // The connection is refused unless there is none.
      expect([path, code]).toEqual([path, expect.stringMatching(/^(provider_quota|provider_garbage)$/)]);
      if (open > 0) kept.push(path);
    }
    const isId = new RegExp(`^(data\\b|value\\b|.*\\b${wire.idName ?? 'id'}\\b)`);
    expect(kept.filter((path) => !isId.test(path))).toEqual([]);
  });

  const head = (line: string) => `HTTP/1.1 ${line}\r\ncontent-length: 2\r\ncontent-type: text/html\r\n`;
  test.each([
    [{ handshake: `${head('401 No')}\r\nno` }, 'provider_auth'],
    [{ handshake: `${head('402 No')}\r\nno` }, 'provider_quota'],
    [{ handshake: `${head('403 No')}\r\nno` }, 'provider_auth'],
    [{ handshake: `${head('429 No')}retry-after: 9\r\n\r\nno` }, 'provider_rate_limited'],
    [{ handshake: `${head('500 No')}\r\nno` }, 'provider_5xx'],
    [{ handshake: `${head('302 No')}location: /\r\n\r\n` }, 'provider_garbage'],
    [{ handshake: `${head('200 OK')}\r\nno` }, 'browser_unavailable'],
    [{ handshake: '' }, wire.create ? 'browser_unavailable' : 'provider_timeout'],
    [{ handshake: 'cats' }, wire.create ? 'browser_unavailable' : 'provider_unreachable'],
    [{ close: [4402, ''] as [number, string] }, 'provider_quota'],
    [{ close: [1008, 'Invalid API key'] as [number, string] }, 'provider_auth'],
    [{ close: [1011, 'no machine'] as [number, string] }, 'browser_unavailable'],
  ])('a connection that ends with %j is %s, and its session is closed', async (script, expected) => {
    const { code, open } = await attempt(script);
    expect([code, open]).toEqual([expected, 0]);
  });
});

test.each(rows.filter(({ adapter, comingSoon }) => adapter.startsWith('infra/') && comingSoon === null))(
  '$facts.slug: the catalog lists what its source reads',
  async ({ adapter, reads, facts }) => {
    const name = adapter.slice(6);
    const { source }: { source: BrowserSource } = await import(`./sources/${name}.ts`);
    const session = {
      id: 'one',
      provider: name,
      key: KEY,
      body: {},
      isOpen: true,
      releases: 0,
      connections: 0,
    };
    const shown = INFRA_WIRES[name]?.created?.({ ...session, lose() {} }, 'ws://x/')?.body;
    const account = { family: '', secrets: {}, baseUrl: null, isOwn: false };
    const asked = { attemptId: 'one', seconds: 1, account, baseUrl: 'https://x/', options: {} };
    const opened = shown && source.opened?.(shown, asked);
    const isOwnServer = providers.get(facts.family)?.baseUrl === null;
    expect(reads).toEqual([
      ...(opened && 'liveViewUrl' in opened ? ['live view'] : []),
      ...(source.spent && !isOwnServer ? ['cost'] : []),
    ]);
  },
);

test('every source has a row, and a wire to stand in for it', async () => {
  const files = (await readdir(new URL('./sources/', import.meta.url))).map((file) =>
    file.replace(/\.ts$/, ''),
  );
  const named = rows.flatMap(({ adapter, comingSoon }) =>
    comingSoon === null && adapter.startsWith('infra/') ? adapter.slice(6) : [],
  );
  expect([...new Set(named)].sort()).toEqual(files.sort());
  const bare = ['generic-cdp', 'playwright-server'];
  expect(files.filter((name) => INFRA_WIRES[name] === undefined)).toEqual(bare);
});
