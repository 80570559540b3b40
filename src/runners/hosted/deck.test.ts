import { expect, test } from 'vitest';
import { describeHostedAdapter, run, taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { startDeckStandIn } from '../../../test/support/stand-ins/deck.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope, Question } from '../contract.ts';
import { provider } from './agents/deck.ts';

const setUp = describeHostedAdapter('deck', provider, {
  startStandIn: startDeckStandIn,
});

const credential = {
  domain: 'shop.example',
  username: new Secret('alice@mail.example'),
  password: new Secret('correct horse battery'),
  totpSecret: new Secret('JBSWY3DPEHPK3PXP'),
  session: null,
};

function withLogin(base: AttemptScope, overrides: Partial<AttemptScope> = {}) {
  const stored: string[] = [];
  const scope = { ...base, credential, onLeft: async (item: string) => void stored.push(item) };
  return { scope: { ...scope, ...overrides }, stored };
}

test('a login goes into the vault alone, under the attempt, and its id is told before it is used', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  let runsThen = -1;
  const { scope, stored } = withLogin(scopeOf());
  const onLeft = async (item: string) => {
    runsThen = standIn.starts.length;
    await scope.onLeft(item);
  };
  await runner.start(taskOf('Read my orders'), { ...scope, onLeft });
  const [kept] = standIn.credentials;
  expect(kept).toMatchObject({ external_id: 'att_test', auth_method: 'username_password' });
  expect(kept?.secret).toEqual({ username: 'alice@mail.example', password: 'correct horse battery' });
  expect([stored, runsThen]).toEqual([[kept?.id], 0]);
  expect(standIn.tasks[0]?.credentialId).toBe(kept?.id);
  expect(standIn.bodies.join()).not.toMatch(/alice|horse|JBSW/);
});

test('a task that begins elsewhere is not given the login', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const task = { ...taskOf('Read'), url: 'https://shop.example.evil.example/' };
  expect(await runner.start(task, withLogin(scopeOf()).scope)).toMatchObject({
    fault: 'caller',
    code: 'credential_off_site',
  });
  expect([standIn.credentials, standIn.bodies]).toEqual([[], []]);
});

test('the stored login is deleted by its id, by the attempt when the id is unknown, and once', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope, stored } = withLogin(scopeOf());
  await runner.start(taskOf('Read'), scope);
  await runner.start(taskOf('Read'), { ...scope, attemptId: 'att_other' });
  const left = { attemptId: 'att_test', reference: null };
  expect(await runner.forget?.({ ...left, item: stored[0] ?? '' }, scopeOf())).toBe('deleted');
  expect(standIn.credentials.map(({ secret }) => secret === null)).toEqual([true, false]);
  expect(await runner.forget?.({ ...left, attemptId: 'att_other', item: null }, scopeOf())).toBe('deleted');
  expect(standIn.credentials.map(({ secret }) => secret === null)).toEqual([true, true]);
  expect(await runner.forget?.({ ...left, item: null }, scopeOf())).toBe('nothing');
  standIn.refuseDeletes.status = 503;
  expect(await runner.forget?.({ ...left, item: 'cred_1' }, scopeOf())).toBe('failed');
});

test('a start that is repeated after a lost answer stores the login once and begins one task', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope } = withLogin(scopeOf());
  await runner.start(taskOf('[[drop]]'), scope);
  await runner.start(taskOf('[[drop]]'), scope);
  expect([standIn.credentials.length, standIn.tasks.length]).toEqual([1, 1]);
});

test('a code that the site asks for is asked of us, again when it was wrong, and sent under its field', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const asked: Question[] = [];
  const answers = ['000000', '123456'];
  const ask: AttemptScope['ask'] = async (question) => {
    asked.push(question);
    return { answered: true, value: answers.shift() ?? '' };
  };
  const { scope } = withLogin(scopeOf(), { ask });
  expect(await run(runner, scope, taskOf('[[ask=mfa:123456]] [[output=Three orders]]'))).toMatchObject({
    ok: true,
    output: 'Three orders',
  });
  expect(asked).toEqual([
    { kind: 'otp', prompt: 'Enter the code. Code' },
    { kind: 'otp', prompt: 'Enter the code. Code' },
  ]);
  expect(standIn.tasks[0]?.inputs).toEqual([{ code: '000000' }, { code: '123456' }]);
});

test('a question without an answer ends the attempt and the run at the provider', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  expect(await run(runner, scopeOf(), taskOf('[[ask=mfa:1]]'))).toMatchObject({
    fault: 'caller',
    code: 'no_answer',
    message: 'The site asked its owner and no answer arrived.',
  });
  expect(standIn.tasks[0]?.stops).toBe(1);
});

test.each([
  ['auth:auth_invalid', { fault: 'caller', code: 'login_rejected', login: 'rejected' }],
  ['session:blocked', { fault: 'site', code: 'blocked' }],
  ['source:source_not_available', { fault: 'site', code: 'site_failed' }],
  ['interaction:interaction_timeout', { fault: 'caller', code: 'no_answer' }],
  ['api:api_error', { fault: 'platform', code: 'provider_failed' }],
  ['task:timeout', { fault: 'runner', code: 'runner_failed' }],
])('a run that fails with %s is blamed on who it was', async (error, expected) => {
  const { runner, scopeOf } = await setUp();
  const result = await run(runner, scopeOf(), taskOf(`[[error=${error}]]`));
  const message = expect.stringContaining(`${error.split(':')[1]}: it did not work`);
  expect(result).toMatchObject({ ok: false, message, ...expected });
});

test('their own spelling of the base URL, with its version, is understood', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { deck } = scopeOf().accounts;
  if (!deck) throw new Error('no account');
  const scope = { ...scopeOf(), accounts: { deck: { ...deck, baseUrl: `${standIn.url}/v2` } } };
  expect(await run(runner, scope, taskOf('x'))).toMatchObject({ ok: true });
});
