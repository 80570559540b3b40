import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { builtRunner } from '../../test/support/built-runner.ts';
import { plainFacts, scriptedRunner } from '../../test/support/scripted-runner.ts';
import { SOON } from '../../test/support/soon.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';

let service: TestApp;
/** Also where it is drawn for learning: a success would make it the recent winner. */
const CHEAP_FAILS = '[[cheap|fail=runner:nope:It did not work]]';
const priced = (microUsd: number) => ({
  price: { unit: 'task' as const, microUsd, typicalTaskMicroUsd: microUsd },
});

beforeAll(async () => {
  service = await startTestApp({
    runners: [
      scriptedRunner('cheap', { ...priced(18_000) }),
      scriptedRunner('solid', { ...priced(20_000) }),
      scriptedRunner('spare', { ...priced(30_000) }),
    ],
  });
  await ordinaryRuns(8, `What does the kettle cost? ${CHEAP_FAILS}`);
});
afterAll(() => service[Symbol.asyncDispose]());

/** So many in a row that were not drawn for learning, as one in a hundred is; the answer to the last. */
async function ordinaryRuns(count: number, input: string) {
  const url = `${service.app.demoOrigin}/`;
  for (let inARow = 0; ; ) {
    const { json } = await service.client.create({ input, url });
    inARow = json.svc.routing_summary.reason === 'explore_floor' ? 0 : inARow + 1;
    if (inARow === count) return json;
  }
}

const domain = () => new URL(service.app.demoOrigin ?? '').hostname;

test('runs teach: a failed runner is not tried first again', async () => {
  // A look from outside delays no run.
  const defense = async () =>
    (await service.client.get(`/v1/rankings?domain=${domain()}`)).json.scope.defense;
  await expect.poll(defense, SOON).toBe('none');
  const json = await ordinaryRuns(3, `What does the lamp cost? ${CHEAP_FAILS}`);
  expect(json.svc.routing_attempts).toMatchObject([{ runner: 'solid', verdict: 'succeeded' }]);
  expect(json.svc.routing_summary).toMatchObject({
    reason: 'exploit_recent_winner',
    summary: expect.stringMatching(
      /^solid has worked on .+ of late: \d+% likely to succeed at about \$0\.02/,
    ),
  });
  const { json: card } = await service.client.get(`/v1/responses/${json.id}/explanation`);
  expect(card).toMatchObject({
    chosen: { runner: 'solid', strategy: 'exploit' },
    domain: domain(),
    taskType: 'extract',
    plan: expect.arrayContaining(['solid']),
    siteProfile: { defense: 'none', source: 'probe' },
    appliedHints: ['recent_winner'],
    attempts: [{ runner: 'solid', outcome: 'succeeded', fault: 'none', scored: true, position: 0 }],
  });
  expect(card.evidenceDepth.domainVisits).toBeGreaterThanOrEqual(8);
  const solid = card.candidates.find(({ runner }: { runner: string }) => runner === 'solid');
  expect(solid).toMatchObject({ priorLevel: 'domain_task', plannedPosition: 0, excludedBecause: null });
  const { value, cost, latency, block, total } = solid.utility;
  expect(value + cost + latency + block).toBeCloseTo(total, 5);
  expect(card.attempts[0].predictedSuccess).toBeCloseTo(solid.successProbability, 5);
});

test('rankings show the same numbers, and other workspaces see only the shared evidence', async () => {
  const { json } = await service.client.get(`/v1/rankings?domain=${domain()}&task_type=extract&limit=2`);
  expect(json).toMatchObject({
    object: 'svc.rankings',
    scope: { domain: domain(), task_type: 'extract' },
    data: [{ rank: 1, runner: 'solid', evidence_level: 'domain_task' }, { rank: 2 }],
  });
  expect(json.data[0].success_rate).toBeGreaterThan(0.75);
  const stranger = await addWorkspace(service);
  const { json: theirs } = await stranger.client.get(`/v1/rankings?domain=${domain()}`);
  expect(theirs.scope.defense).toBe('unknown');
  for (const { evidence_level } of theirs.data) expect(evidence_level).not.toMatch(/domain/);
  expect(theirs.data[0].runner).toBe('solid');
});

test('`updated_at` is the time of the evidence, and null without any', async () => {
  const path = `/v1/rankings?domain=${domain()}`;
  const { svc } = await ordinaryRuns(1, 'What does the lamp cost?');
  const { json } = await service.client.get(path);
  expect(Math.abs(Date.parse(json.updated_at) - Date.parse(svc.finished_at))).toBeLessThan(60_000);
  expect((await service.client.get(path)).json.updated_at).toBe(json.updated_at);
  await using fresh = await startTestApp({ runners: [scriptedRunner('only')] });
  expect((await fresh.client.get(path)).json.updated_at).toBeNull();
});

test('rankings list the candidates of smart routing, and no other runner', async () => {
  await using resources = new AsyncDisposableStack();
  const readsOnly = { kind: 'extraction' as const };
  const own = resources.use(
    await startTestApp({
      runners: [
        scriptedRunner('local-replay', { family: 'local' }),
        scriptedRunner('acting'),
        scriptedRunner('reading', {
          ...readsOnly,
          capabilities: { ...plainFacts('').capabilities, javascript: false },
        }),
        await builtRunner('browser-use', resources),
      ],
    }),
  );
  const listed = async (query = '') =>
    (await own.client.get(`/v1/rankings${query}`)).json.data
      .map(({ runner }: { runner: string }) => runner)
      .toSorted();
  expect(await listed()).toEqual(['acting', 'reading']);
  expect(await listed('?task_type=form')).toEqual(['acting']);
  await own.client.put('/v1/provider-keys/browser-use', { api_key: 'own-key' });
  expect(await listed()).toEqual(['acting', 'browser-use', 'reading']);
  const down = { input: 'Read [[acting|fail=platform:provider_down:It is down]]', url: 'https://1.1.1.1/' };
  for (let tries = 0; tries < 3; tries += 1) await own.client.create({ ...down, routing: 'acting' });
  expect(await listed()).toEqual(['browser-use', 'reading']);
});

test('a ranking asked for in wrong words is refused', async () => {
  const { status, json } = await service.client.get('/v1/rankings?task_type=nonsense');
  expect([status, json.error.code]).toEqual([400, 'invalid_request']);
});

test('an estimate shows the cost of attempts, and none is drawn for learning', async () => {
  const url = `${service.app.demoOrigin}/`;
  const ask = () => service.client.post('/v1/estimate', { input: 'What does the lamp cost?', url });
  const { json } = await ask();
  const again: Awaited<ReturnType<typeof ask>>[] = [];
  // A key may have eight such requests under way.
  for (let round = 0; round < 25; round += 1)
    again.push(...(await Promise.all(Array.from({ length: 8 }, ask))));
  expect(new Set(again.map((answer) => answer.json.likely_runner))).toEqual(new Set([json.likely_runner]));
  expect(json).toMatchObject({ likely_runner: 'solid', budget: { source: 'routing_plan' } });
  expect(json.estimated_cost_usd).toBeCloseTo(0.02, 2);
});
