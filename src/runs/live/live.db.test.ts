import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEvents } from '../../../test/support/read-events.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { SOON } from '../../../test/support/soon.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../../test/support/test-app.ts';
import type { AttemptScope, DirectRunner } from '../../runners/contract.ts';

let executing: TestApp;
let asked: TestApp;
const watched: boolean[] = [];
let scope: AttemptScope;
let finish: () => void;
const cleanup = new AsyncDisposableStack();

/** Shows what the test tells it to, until the test lets it finish. */
const showing: DirectRunner = {
  ...scriptedRunner('local-chromium'),
  async run(_task, given) {
    scope = given;
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
  const { json } = await executing.client.create({ input: 'What does it cost?', background: true });
  expect(json.svc.live_view).toMatch(new RegExp(`^/api/v1/responses/${json.id}/live/[0-9a-f]{64}$`));
  expect(json.svc).toMatchObject({
    replay_url: null,
    session: { live_url: json.svc.live_view, status: 'running' },
  });
  await vi.waitFor(() => expect(scope).toBeDefined(), SOON);
  return { id: json.id, live: json.svc.live_view };
}

const eventsAt = (live: string, atMost?: number) =>
  readEvents(asked.client, `${live.slice('/api'.length)}/events`, { atMost, headers: { authorization: '' } });

const firstView = async (live: string) => (await eventsAt(live, 1)).events[0];

const open = (path: string) => fetch(`${asked.app.url}${path}`);

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
  expect(events[0]).toMatchObject({ type: 'view', ms: expect.any(Number) });
  expect(events.at(-1)).toEqual({ type: 'end', status: 'succeeded' });

  const { svc } = (await asked.client.get(`/v1/responses/${id}`)).json;
  expect(svc).toMatchObject({ live_view: live, replay_url: live, session: { status: 'ended' } });
  expect(svc.artifacts).toMatchObject([{ kind: 'recording', name: 'recording.html' }]);
});

test('a recording plays by itself and holds what was shown', async () => {
  const { id, live } = await begin();
  step('goto');
  scope.onFrame(Buffer.from('one'));
  scope.onFrame(Buffer.from('two'));
  finish();
  const over = await executing.client.untilOver(id);
  const here = (path: string) =>
    fetch(`${executing.app.url}${path}`, { headers: { authorization: `Bearer ${TEST_KEY}` } });
  const recording = await (await here(`${live}/recording`)).json();
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
  for (const wrong of [token, '0'.repeat(64), '%00', '..', "' or ''='"]) {
    const answer = await open(`/api/v1/responses/${one.id}/live/${wrong}/events`);
    expect(answer.status).toBe(404);
  }
});
