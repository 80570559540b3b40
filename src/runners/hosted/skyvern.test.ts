import { expect, test } from 'vitest';
import { describeHostedAdapter, pollToEnd, run, taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { serve } from '../../../test/support/stand-ins/provider-script.ts';
import { startSkyvernStandIn } from '../../../test/support/stand-ins/skyvern.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope, ProviderSession } from '../contract.ts';
import { provider } from './agents/skyvern.ts';

const setUp = describeHostedAdapter('skyvern', provider, {
  startStandIn: startSkyvernStandIn,
  tells: ['live_view', 'replay'],
});

const credential = {
  domain: 'shop.example',
  username: new Secret('alice@mail.example'),
  password: new Secret('correct horse battery'),
  totpSecret: new Secret('JBSWY3DPEHPK3PXP'),
  session: null,
};

function withLogin(base: AttemptScope, username = credential.username) {
  const stored: string[] = [];
  const onLeft = async (item: string) => void stored.push(item);
  return { scope: { ...base, credential: { ...credential, username }, onLeft }, stored };
}

test('a login goes into the vault alone; a run signs in with it, and the task goes on in the same browser', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope, stored } = withLogin(scopeOf());
  const result = await run(runner, scope, taskOf('Read my orders [[output=Three orders]]'));
  expect(result).toMatchObject({ ok: true, output: 'Three orders' });
  expect(standIn.credentials).toMatchObject([
    {
      name: 'switchyard att_test',
      secret: { username: 'alice@mail.example', password: 'correct horse battery', totp: 'JBSWY3DPEHPK3PXP' },
    },
  ]);
  const [login] = standIn.logins;
  expect(login?.login).toBe(standIn.credentials[0]);
  expect(standIn.tasks.map(({ body }) => body.browser_session_id)).toEqual([login?.session]);
  expect(stored).toEqual([`${login?.login?.credential_id}.${login?.session}`]);
  expect(standIn.bodies.join()).not.toMatch(/alice|horse|JBSW/);
});

test('codes are fetched by the provider itself where the caller named an inbox, for the login and the task', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const codeInbox = { url: 'https://codes.example/next', identifier: '+4930123456' };
  await run(runner, { ...withLogin(scopeOf()).scope, codeInbox }, taskOf('Read [[output=Done]]'));
  const runs = standIn.bodies.map((body) => JSON.parse(body)).filter(({ url }) => url);
  expect(runs).toHaveLength(2);
  for (const body of runs)
    expect(body).toMatchObject({ totp_url: codeInbox.url, totp_identifier: codeInbox.identifier });
});

test('a login that did not work is said to be that, and no task begins', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope } = withLogin(scopeOf(), new Secret('nobody'));
  expect(await run(runner, scope, taskOf('Read'))).toMatchObject({ ok: false, code: 'login_failed' });
  expect(standIn.tasks).toEqual([]);
});

test('the next owner after the login finds a task that was begun already', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope } = withLogin(scopeOf());
  const started = await runner.start(taskOf('Read'), scope);
  if (!('reference' in started)) throw new Error('not started');
  // The first one died before it could write the task down.
  await runner.poll(started.reference, scope, taskOf('Read'));
  expect(await pollToEnd(runner, started.reference, scope, taskOf('Read'))).toMatchObject({ ok: true });
  expect(standIn.tasks).toHaveLength(1);
});

test('the stored login is deleted by its id, by the attempt when the id is unknown, and the browser is closed', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope, stored } = withLogin(scopeOf());
  await runner.start(taskOf('Read'), scope);
  await runner.start(taskOf('Read'), { ...scope, attemptId: 'att_other' });
  const left = { attemptId: 'att_test', reference: null };
  expect(await runner.forget?.({ ...left, item: stored[0] ?? '' }, scopeOf())).toBe('deleted');
  expect(standIn.credentials.map(({ name }) => name)).toEqual(['switchyard att_other']);
  expect([...standIn.sessions.values()].map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(await runner.forget?.({ ...left, attemptId: 'att_other', item: null }, scopeOf())).toBe('deleted');
  expect(standIn.credentials).toEqual([]);
  expect(await runner.forget?.({ ...left, item: null }, scopeOf())).toBe('nothing');
  await standIn[Symbol.asyncDispose]();
  expect(await runner.forget?.({ ...left, item: 'cred_1' }, scopeOf())).toBe('failed');
});

test('a cancelled login ends its run and its browser', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const { scope } = withLogin(scopeOf());
  const started = await runner.start(taskOf('Read'), scope);
  if (!('reference' in started)) throw new Error('not started');
  await runner.cancel(started.reference, scope);
  expect(standIn.logins[0]?.stops).toBe(1);
  expect([...standIn.sessions.values()]).toEqual([{ isOpen: false, runnable: null }]);
});

test('a task that begins elsewhere is not given the login', async () => {
  const { standIn, runner, scopeOf } = await setUp();
  const task = { ...taskOf('Read'), url: 'https://shop.example.evil.example/' };
  expect(await runner.start(task, withLogin(scopeOf()).scope)).toMatchObject({ code: 'credential_off_site' });
  expect([standIn.credentials, standIn.bodies]).toEqual([[], []]);
});

test('its files are fetched, and its picture only without a login', async () => {
  await using disk = await serve(0, async (_, response) => void response.writeHead(200).end('a,b'));
  const { hostname: host, port } = new URL(disk.url);
  const gate = createGate({ resolver: systemResolver, localTargets: [{ host, port: Number(port) }] });
  const { runner, scopeOf } = await setUp({ gate });
  const sessions: ProviderSession[] = [];
  const onSession = (session: ProviderSession) => void sessions.push(session);
  const task = { ...taskOf(`Fetch [[file=${disk.url}/f]]`), url: 'https://shop.example/' };
  const plain = await run(runner, { ...scopeOf(), onSession }, task);
  expect(plain.files.map(({ kind, name }) => [kind, name])).toEqual([
    ['download', 'report.csv'],
    ['screenshot', 'page.png'],
  ]);
  const signedIn = await run(runner, { ...scopeOf(), credential }, task);
  expect(signedIn.files.map(({ kind }) => kind)).toEqual(['download']);
  expect(sessions.at(-1)).toMatchObject({
    liveViewUrl: expect.stringContaining('app.skyvern.com'),
    replayUrl: 'https://app.skyvern.com/recording',
  });
});
