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

test('a wall is passed, and the page behind it is read', async () => {
  const { result, said } = await attempt('/members', 'Which code do members use this month?');
  expect(result, said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('HEDGEHOG15'),
  });
  expect(said).not.toContain('lantern');
  expect(said).toContain('{{credential.username}}');
  expect(said).toContain('{{credential.password}}');
  expect(said).toContain('{{totp}}');
});

test('a page that sends to the login is come back to', async () => {
  const { result, said } = await attempt('/account', 'How many loyalty points do I have?');
  expect(result, said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('1280'),
  });
});

test('the way to the login is found from any page', async () => {
  const { result, said } = await attempt('/', 'Go to my account and download invoice 2001.');
  expect(result, said).toMatchObject({ ok: true, login: 'signed_in' });
  expect(result.files.map(({ name }) => name)).toContain('invoice-2001.pdf');
});

test('a task that says to log in needs no more words than that', async () => {
  const { result, said } = await attempt('/login', 'Log in and tell me my delivery address.');
  expect(result, said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('Watch House'),
  });
});

test('a code that only the owner has is asked for', async () => {
  const asked: string[] = [];
  const demo = { username: 'demo', password: 'campfire' };
  const { result, said } = await attempt('/account', 'How many loyalty points do I have?', demo, {
    async ask({ prompt }) {
      asked.push(prompt);
      const answer = await fetch(`${shop.origin}/demo/inbox.json`);
      const { mails } = (await answer.json()) as { mails: { code: string }[] };
      return { answered: true, value: mails[0]?.code ?? '' };
    },
  });
  expect(asked).toHaveLength(1);
  expect(result, said).toMatchObject({ ok: true, output: expect.stringContaining('412') });
});

test('a login that the site refuses is told as such', async () => {
  const wrong = { ...ranger, password: 'not-the-password' };
  const { result, said } = await attempt('/account', 'How many loyalty points do I have?', wrong);
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'login_rejected', login: 'rejected' });
  expect(said).not.toContain('not-the-password');
});

test('a question that nobody answers ends signed out', async () => {
  const { result } = await attempt('/account', 'How many points?', ranger, {
    ask: async () => ({ answered: false, reason: 'expired' }),
  });
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'no_answer' });
});

test('a signed-in state spares the next run the login; one that died is replaced', async () => {
  const states: string[] = [];
  const session = (state: string | null): KeptSession => ({
    state: state === null ? null : new Secret(state),
    keep: async (next) => void states.push(next),
    drop: async () => void states.push('dropped'),
  });
  const goal = 'How many loyalty points do I have?';
  const typed = (steps: Step[]) => steps.filter(({ action }) => action === 'type').length;
  const first = await attempt('/account', goal, ranger, {}, session(null));
  expect(typed(first.steps)).toBe(3);
  const second = await attempt('/account', goal, ranger, {}, session(states[0] ?? null));
  expect(second.result, second.said).toMatchObject({
    ok: true,
    login: 'signed_in',
    output: expect.stringContaining('1280'),
  });
  expect(typed(second.steps)).toBe(0);
  const dead = JSON.stringify({ ...JSON.parse(states[0] ?? '{}'), cookies: [] });
  const third = await attempt('/account', goal, ranger, {}, session(dead));
  expect(typed(third.steps)).toBe(3);
  expect(states).toHaveLength(3);
  expect(states.join()).not.toContain('lantern');
});
