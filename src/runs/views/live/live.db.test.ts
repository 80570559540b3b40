import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEvents } from '../../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../../test/support/scripted-runner.ts';
import { SOON } from '../../../../test/support/soon.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../../../test/support/test-app.ts';
import type { AttemptScope, DirectRunner } from '../../../runners/contract.ts';

let executing: TestApp;
let asked: TestApp;
const watched: boolean[] = [];
let scope: AttemptScope;
let begun = 0;
let finish: () => void;
const cleanup = new AsyncDisposableStack();

/** Shows the pictures of the test, until the test lets it finish. */
const showing: DirectRunner = {
  ...scriptedRunner('local-chromium'),
  async run(_task, given) {
    scope = given;
    begun += 1;
    scope.onCamera({ watch: (isWatched) => watched.push(isWatched) });
    await new Promise<void>((resolve) => {
      finish = resolve;
      scope.signal.addEventListener('abort', () => resolve());
    });
    return { ok: true, output: 'The kettle costs 58.00 USD.', page: null, files: [], costMicroUsd: null };
  },
};

beforeAll(async () => {
  executing = cleanup.use(await startTestApp({ runners: [showing] }));
  const { databaseUrl } = executing;
  asked = cleanup.use(await startTestApp({ runners: [showing], role: 'api', databaseUrl }));
});
afterAll(() => cleanup.disposeAsync());

const step = (action: string) =>
  scope.onStep({
    action,
    target: '</script>',
    detail: null,
    url: 'https://shop.example/',
    ok: true,
    durationMs: 5,
  });

async function begin(): Promise<{ id: string; live: string }> {
  const before = begun;
  const { json } = await executing.client.create({ input: 'What does it cost?', background: true });
  expect(json.svc.live_view).toMatch(new RegExp(`^${executing.app.url}/live/[0-9a-f]{64}$`));
  expect(json.svc).toMatchObject({
    replay_url: null,
    session: { live_url: json.svc.live_view, status: 'running' },
  });
  await vi.waitFor(() => expect(begun).toBeGreaterThan(before), SOON);
  return { id: json.id, live: json.svc.live_view };
}

const eventsAt = (live: string, atMost?: number) =>
  readEvents(asked.client, `${elsewhere(live)}/events`, { atMost, headers: { authorization: '' } });

const firstView = async (live: string) => (await eventsAt(live, 2)).events[1];

/** The same address on the instance that does not execute. */
const elsewhere = (url: string) => `${asked.app.url}${new URL(url).pathname}`;

const open = (url: string) => fetch(elsewhere(url));

test('a run is watched on another instance than the one that executes it, and replayed at the same address', async () => {
  const { id, live } = await begin();
  const page = await open(live);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*script-src 'sha256-/),
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
  expect(await page.text()).not.toContain(TEST_KEY);
  expect((await open(`${live}/recording`)).status).toBe(404);

  const seen = eventsAt(live);
  await vi.waitFor(() => expect(watched).toEqual([false, true]), SOON);
  step('goto');
  scope.onFrame(Buffer.from('first'));
  await vi.waitFor(
    async () => expect(await firstView(live)).toMatchObject({ steps: [{ action: 'goto' }] }),
    SOON,
  );
  step('click');
  scope.onFrame(Buffer.from('last'));
  await vi.waitFor(async () => {
    const { steps, frame } = await firstView(live);
    expect([steps.length, Buffer.from(frame, 'base64').toString()]).toEqual([2, 'last']);
  }, SOON);
  finish();
  const { events } = await seen;
  expect(events[0]).toMatchObject({
    type: 'run',
    status: 'running',
    task: 'What does it cost?',
    question: null,
  });
  expect(events[1]).toMatchObject({ type: 'view', ms: expect.any(Number) });
  expect(events.at(-2)).toMatchObject({
    type: 'run',
    status: 'succeeded',
    answer: 'The kettle costs 58.00 USD.',
    verdict: 'succeeded',
    reason: expect.any(String),
  });
  expect(events.at(-1)).toEqual({ type: 'end', status: 'succeeded' });

  const { svc } = (await asked.client.get(`/v1/responses/${id}`)).json;
  expect(svc).toMatchObject({
    live_view: elsewhere(live),
    replay_url: elsewhere(live),
    session: { status: 'ended' },
  });
  expect(svc.artifacts).toMatchObject([{ kind: 'recording', name: 'recording.html' }]);
});

test('a recording plays by itself and holds the shown pictures', async () => {
  const { id, live } = await begin();
  step('goto');
  scope.onFrame(Buffer.from('one'));
  scope.onFrame(Buffer.from('two'));
  finish();
  const over = await executing.client.untilOver(id);
  const here = (url: string) => fetch(url, { headers: { authorization: `Bearer ${TEST_KEY}` } });
  const kept = await here(`${live}/recording`);
  expect(kept.headers.get('cache-control')).toBe('private, no-cache');
  expect(kept.headers.get('etag')).toMatch(/^"\S+"$/);
  const recording = await kept.json();
  expect(recording).toEqual({
    frames: [
      { ms: expect.any(Number), jpeg: Buffer.from('one').toString('base64') },
      { ms: expect.any(Number), jpeg: Buffer.from('two').toString('base64') },
    ],
    steps: [
      {
        ms: expect.any(Number),
        action: 'goto',
        target: '</script>',
        detail: null,
        url: 'https://shop.example/',
        ok: true,
      },
    ],
  });
  const file = await (await here(over.svc.artifacts[0].url)).text();
  expect(file).toContain(JSON.stringify(recording).replaceAll('<', '\\u003c'));
  await executing.client.request('DELETE', `/v1/responses/${id}`);
  for (const path of [live, `${live}/events`, `${live}/recording`])
    expect((await here(path)).status).toBe(404);
});

test('another token, and the token of another run, open nothing', async () => {
  const [one, other] = [await begin(), await begin()];
  const token = other.live.split('/').at(-1);
  for (const wrong of [token?.replace(/^./, 'x'), '0'.repeat(64), '%00', "' or ''='"]) {
    for (const rest of ['', '/events', '/recording'])
      expect((await fetch(`${asked.app.url}/live/${wrong}${rest}`)).status).toBe(404);
  }
  const gone = await fetch(`${asked.app.url}/live/${'0'.repeat(64)}`);
  expect(gone.headers.get('content-type')).toContain('text/html');
  for (const { id } of [one, other]) await executing.client.post(`/v1/responses/${id}/cancel`);
});

test('a paused run shows its question and where to answer it', async () => {
  const { id, live } = await begin();
  const asking = scope.ask({ kind: 'otp', prompt: 'Enter the code we sent you' });
  await vi.waitFor(async () => {
    const { events } = await eventsAt(live, 1);
    expect(events[0]).toMatchObject({
      status: 'needs_human',
      question: {
        prompt: 'Enter the code we sent you',
        url: `${asked.app.url}/api/v1/responses/${id}/input`,
        body: { code: '<string>' },
      },
    });
  }, SOON);
  await executing.client.post(`/v1/responses/${id}/input`, { code: '123456' });
  expect(await asking).toMatchObject({ answered: true });
  expect((await eventsAt(live, 1)).events[0]).toMatchObject({ status: 'running', question: null });
  finish();
  await executing.client.untilOver(id);
});
