import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';
import { type DirectRunner, failedResult, type Step } from '../runners/contract.ts';

let service: TestApp;

const step = (action: string, picture?: string | null): Step => ({
  action,
  target: 'Basket',
  detail: null,
  url: 'https://shop.example/',
  ok: true,
  durationMs: 12,
  ...(picture === undefined
    ? {}
    : { picture: Promise.resolve(picture === null ? null : Buffer.from(picture)) }),
});

const acting: DirectRunner = {
  ...scriptedRunner('acting'),
  async run(task, scope) {
    for (const done of [step('goto', 'first'), step('click', 'second'), step('hover', 'second')])
      scope.onStep(done);
    scope.onStep(step('type', null));
    scope.onStep(step('read'));
    if (task.goal.includes('fail')) return failedResult('site', 'down', 'The site is down.');
    return { ok: true, output: 'The basket holds 2 mugs.', page: null, files: [], costMicroUsd: null };
  },
};

beforeAll(async () => {
  service = await startTestApp({ runners: [acting] });
});
afterAll(() => service[Symbol.asyncDispose]());

const read = (path: string) =>
  fetch(`${service.app.url}${path}`, { headers: { authorization: `Bearer ${TEST_KEY}` } });

test.each(['Look into the basket', 'fail at it'])(
  'the steps of %j have times and pictures',
  async (input) => {
    const { json } = await service.client.create({ input });
    const { steps, artifacts, evidence } = json.svc;
    expect(steps[0]).toEqual({
      index: 0,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'goto',
      target: 'Basket',
      detail: null,
      url: 'https://shop.example/',
      ok: true,
      duration_ms: 12,
      screenshot: expect.stringMatching(/^\/api\/v1\/responses\/resp_\w+\/artifacts\/art_\w+$/),
    });
    const pictures = steps.map(({ screenshot }: { screenshot: string | null }) => screenshot);
    expect(pictures[2]).toBe(pictures[1]);
    expect(pictures.slice(3)).toEqual([null, null]);
    const picture = await read(pictures[1]);
    expect([picture.headers.get('content-type'), await picture.text()]).toEqual(['image/jpeg', 'second']);
    // They are the steps' own and take no place among the ten files of a run.
    expect([artifacts, evidence.artifacts]).toEqual([[], []]);
    expect((await service.client.get(`/v1/responses/${json.id}`)).json.svc.steps).toEqual(steps);
    await service.client.request('DELETE', `/v1/responses/${json.id}`);
    expect((await read(pictures[1])).status).toBe(404);
    for await (const keys of service.app.context.files.keys()) expect(keys).toEqual([]);
  },
);
