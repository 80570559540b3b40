import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { totpCode } from '../../demo-site/account/one-time-code.ts';
import { type DemoSite, startDemoSite } from '../../demo-site/start.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope, DirectRunner, KeptSession, Step, Task } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

let shop: DemoSite;
let runner: DirectRunner;
const owned = new AsyncDisposableStack();
const SEED = 'ORUGKIDLMV2HI3DFEBUXGIDPNYQG433X';

beforeAll(async () => {
  shop = owned.use(await startDemoSite({ clock: systemClock, log: createLog('silent') }));
  const { hostname, port } = new URL(shop.origin);
  const gate = createGate({
    resolver: systemResolver,
    localTargets: [{ host: hostname, port: Number(port) }],
  });
  ({ runner } = owned.use(await openLocalChromium(gate)));
});
afterAll(() => owned.disposeAsync());

const ranger = { username: 'ranger', password: 'lantern' };

async function attempt(
  path: string,
  goal: string,
  login = ranger,
  more: Partial<AttemptScope> = {},
  kept: KeptSession | null = null,
) {
  const steps: Step[] = [];
  const task: Task = {
    goal,
    instructions: null,
    url: `${shop.origin}${path}`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const credential = {
    domain: new URL(shop.origin).hostname,
    username: new Secret(login.username),
    password: new Secret(login.password),
    totpSecret: null,
    session: kept,
  };
  const ask: AttemptScope['ask'] = async () => ({
    answered: true,
    value: totpCode(SEED, systemClock.now().getTime()),
  });
  const scope = attemptScope({ onStep: (step) => steps.push(step), credential, ask, ...more });
  const result = await runner.run(task, scope);
  return { result, steps, said: JSON.stringify({ result: { ...result, files: [] }, steps }) };
}

test('the way to the login is found from any page', async () => {
  const { result, said } = await attempt('/', 'Go to my account and download invoice 2001.');
  expect(result, said).toMatchObject({ ok: true, login: 'signed_in' });
  expect(result.files.map(({ name }) => name)).toContain('invoice-2001.pdf');
});

test('a question that nobody answers ends signed out', async () => {
  const { result } = await attempt('/account', 'How many points?', ranger, {
    ask: async () => ({ answered: false, reason: 'expired' }),
  });
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'no_answer' });
});

test('a page that sends to the login is come back to, a wall is passed; the state spares the next run the login, and is replaced when dead', async () => {
  const states: string[] = [];
  const session = (state: string | null): KeptSession => ({
    state: state === null ? null : new Secret(state),
    keep: async (next) => void states.push(next),
    drop: async () => void states.push('dropped'),
  });
  const goal = 'How many loyalty points do I have?';
  const typed = (steps: Step[]) => steps.filter(({ action }) => action === 'type').length;
  const first = await attempt('/account', goal, ranger, {}, session(null));
  const account = { ok: true, login: 'signed_in', output: expect.stringContaining('1280') };
  expect(first.result, first.said).toMatchObject(account);
  expect(typed(first.steps)).toBe(3);
  const second = await attempt('/account', goal, ranger, {}, session(states[0] ?? null));
  expect(second.result, second.said).toMatchObject(account);
  expect(typed(second.steps)).toBe(0);
  const dead = JSON.stringify({ ...JSON.parse(states[0] ?? '{}'), cookies: [] });
  const wall = 'Which code do members use this month?';
  const third = await attempt('/members', wall, ranger, {}, session(dead));
  expect(third.result, third.said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('HEDGEHOG15'),
  });
  expect(typed(third.steps)).toBe(3);
  expect(third.said).not.toContain('lantern');
  for (const word of ['{{credential.username}}', '{{credential.password}}', '{{totp}}'])
    expect(third.said).toContain(word);
  expect(states).toHaveLength(3);
  expect(states.join()).not.toContain('lantern');
});
