import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { totpCode } from '../../../demo-site/account/one-time-code.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createGate } from '../../../platform/net/gate.ts';
import { Redactor } from '../../../platform/redactor.ts';
import { Secret } from '../../../platform/secret.ts';
import { codeAnswers } from './answer-code.ts';
import type { OpenLogin } from './open-login.ts';

const SEED = 'JBSWY3DPEHPK3PXP';
const ASKED = { kind: 'otp', prompt: 'Code?', url: 'https://shop.example/code' } as const;

/** A clock that moves only during a sleep. */
function fakeClock(startMs: number): Clock & { atMs: number } {
  const clock = {
    atMs: startMs,
    now: () => new Date(clock.atMs),
    mono: () => clock.atMs,
    async sleep(ms: number) {
      clock.atMs += ms;
    },
    after: () => () => undefined,
  };
  return clock;
}

function answers(login: Partial<OpenLogin>, port = 1, clock = fakeClock(1_794_700_012_000)) {
  const gate = createGate({ resolver: async () => [], localTargets: [{ host: '127.0.0.1', port }] });
  const whole = {
    credential: null,
    totpSecret: null,
    codeInbox: null,
    redactor: new Redactor(),
  };
  const signal = new AbortController().signal;
  const isOwnPage = (url: string) => url.startsWith('https://shop.example/');
  const options = { runId: 'resp_1', isOwnPage, localAllowed: true, waitMs: 20_000, signal };
  return { clock, answer: codeAnswers({ clock, gate }, { ...whole, ...login }, options) };
}

test('a seed gives the code of the moment, and never the same one twice', async () => {
  const { clock, answer } = answers({ totpSecret: new Secret(SEED) });
  const startedAt = clock.atMs;
  expect(await answer(ASKED)).toEqual({ answered: true, value: totpCode(SEED, startedAt) });
  expect(clock.atMs).toBe(startedAt);
  expect(await answer(ASKED)).toEqual({ answered: true, value: totpCode(SEED, startedAt + 30_000) });
  expect(clock.atMs % 30_000).toBe(0);
});

test('only questions for a code, from pages of the own site, are answered', async () => {
  const { answer } = answers({ totpSecret: new Secret(SEED) });
  expect(await answer({ ...ASKED, kind: 'text' })).toBeNull();
  expect(await answer({ ...ASKED, url: 'https://shop.example.evil.example/code' })).toBeNull();
  expect(await answers({}).answer(ASKED)).toBeNull();
});

test('an address is asked until it has a code that is new', async () => {
  const replies: Array<[number, string]> = [
    [404, ''],
    [503, ''],
    [200, '{"verification_code": null}'],
    [200, '{"verification_code": "123 456"}'],
    [200, '{"code": "123456"}'],
    [200, '007007'],
    [403, ''],
  ];
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    bodies.push(JSON.parse(body));
    const [status, text] = replies.shift() ?? [404, ''];
    response.writeHead(status).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = { codeInbox: { url: `http://127.0.0.1:${port}/codes`, identifier: 'me@mail.example' } };
  const { answer } = answers(login, port);
  expect(await answer(ASKED)).toEqual({ answered: true, value: '123456' });
  expect(bodies[0]).toEqual({ task_id: 'resp_1', totp_identifier: 'me@mail.example' });
  expect(await answer(ASKED)).toEqual({ answered: true, value: '007007' });
  expect(await answer(ASKED)).toBeNull();
  expect(await answer(ASKED)).toEqual({ answered: false, reason: 'expired' });
  server.close();
  server.closeAllConnections();
});
