import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addWorkspace } from '../../../test/support/add-workspace.ts';
import { scriptedRunner } from '../../../test/support/scripted-runner.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp({ runners: [scriptedRunner('one'), scriptedRunner('two')] });
});
afterAll(() => service[Symbol.asyncDispose]());

const url = () => `${service.app.demoOrigin}/`;
const ended = async (input: string, more: object = {}) =>
  (await service.client.create({ input, url: url(), routing: 'one', ...more })).json;
const judge = (id: string, body: object) => service.client.post(`/v1/responses/${id}/feedback`, body);

test("the owner's word is kept once per run, shown, changeable, and changes neither status nor bill", async () => {
  const run = await ended('What does the kettle cost?');
  expect(run.svc.feedback).toBeNull();
  const word = { correct: false, answer: '58 USD', note: 'That is the price of the lid.' };
  const { status, json } = await judge(run.id, word);
  expect({ status, feedback: json.svc.feedback }).toMatchObject({ status: 200, feedback: word });
  expect({ ...json.svc, feedback: null }).toEqual(run.svc);
  // The same word again changes nothing, not even its time.
  expect((await judge(run.id, word)).json).toEqual(json);
  expect((await service.client.get(`/v1/responses/${run.id}`)).json).toEqual(json);
  const { json: changed } = await judge(run.id, { correct: true, answer: null });
  expect(changed.svc.feedback).toMatchObject({ correct: true, answer: null, note: null });
  expect((await service.client.get(`/v1/responses/${run.id}`)).json).toEqual(changed);
  const rows = await service.app.context.db.query(sql`select 1 from run_feedback where run_id = ${run.id}`);
  expect(rows).toHaveLength(1);
  await service.client.delete(`/v1/responses/${run.id}`);
  expect(
    await service.app.context.db.query(sql`select 1 from run_feedback where run_id = ${run.id}`),
  ).toEqual([]);
});

test.each([
  [{}, 'correct'],
  [{ correct: 'yes' }, 'correct'],
  [{ correct: true, answer: 5 }, 'answer'],
  [{ correct: true, note: 'x'.repeat(2_001) }, 'note'],
])('%j is refused', async (body, param) => {
  const run = await ended('Say something');
  expect((await judge(run.id, body)).json.error).toMatchObject({ code: 'invalid_request', param });
});

test('only ended runs of the own workspace are judged', async () => {
  const live = await service.client.create({ input: 'Hang [[hang]]', routing: 'one', background: true });
  const early = await judge(live.json.id, { correct: true });
  expect([early.status, early.json.error.code]).toEqual([409, 'run_not_ended']);
  await service.client.post(`/v1/responses/${live.json.id}/cancel`);
  expect((await judge(live.json.id, { correct: false })).status).toBe(200);
  const { client } = await addWorkspace(service);
  const run = await ended('Say something');
  const foreign = await client.post(`/v1/responses/${run.id}/feedback`, { correct: true });
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'response_not_found']);
  // A run that ended before any attempt has nothing for the router.
  const none = await ended('Say something', { max_cost_usd: 0.000001 });
  expect((await judge(none.id, { correct: false })).json.svc.feedback.correct).toBe(false);
});

test('lists filter by the word, and rankings and insights count what people confirmed or corrected', async () => {
  const right = await ended('What does the mug cost?', { routing: 'two' });
  const wrong = await ended('What does the lamp cost?', { routing: 'two' });
  const failed = await ended('Try [[fail=runner:nope:It did not work]]', { routing: 'two' });
  const before = (await service.client.get('/v1/insights/routing')).json.verdict_agreement;
  await judge(right.id, { correct: true });
  await judge(wrong.id, { correct: false });
  await judge(failed.id, { correct: false });
  const idsOf = async (query: string) =>
    (await service.client.get(`/v1/runs?${query}`)).json.data.map(({ id }: { id: string }) => id);
  expect(await idsOf('feedback=correct&runner=two')).toEqual([right.id]);
  expect(await idsOf('feedback=wrong&runner=two')).toEqual([failed.id, wrong.id]);
  expect((await service.client.get('/v1/runs?feedback=maybe')).json.error.code).toBe('invalid_list_filter');
  const { json: rankings } = await service.client.get('/v1/rankings');
  const two = rankings.data.find(({ runner }: { runner: string }) => runner === 'two');
  expect(two.verdict_agreement).toEqual({ confirmed: 2, corrected: 1 });
  const { json: insights } = await service.client.get('/v1/insights/routing');
  expect(insights.verdict_agreement).toEqual({
    confirmed: before.confirmed + 2,
    corrected: before.corrected + 1,
  });
});

test('a wrong answer lowers the rank of its runner on that site', async () => {
  const domain = new URL(url()).hostname;
  const successRate = async () => {
    const { data } = (await service.client.get(`/v1/rankings?domain=${domain}`)).json;
    return data.find(({ runner }: { runner: string }) => runner === 'one').success_rate;
  };
  const run = await ended('What does the stove cost?');
  const before = await successRate();
  await judge(run.id, { correct: false });
  const after = await successRate();
  expect(after).toBeLessThan(before);
  await judge(run.id, { correct: true });
  expect(await successRate()).toBeGreaterThan(after);
});

test('shared statistics count claimed accounts alone, and only so many words of each in a day', async () => {
  const { db } = service.app.context;
  const { client, workspaceId } = await addWorkspace(service);
  const words = async (claimed: boolean, count: number) => {
    await db.query(
      sql`update accounts set claimed = ${claimed} where id = (select account_id from workspaces where id = ${workspaceId})`,
    );
    for (let at = 0; at < count; at += 1) {
      const { json } = await client.create({ input: 'Say something', routing: 'two' });
      await client.post(`/v1/responses/${json.id}/feedback`, { correct: false });
    }
  };
  const shared = async () =>
    (await db.query(sql`select 1 from run_feedback where workspace_id = ${workspaceId} and is_shared`))
      .length;
  await words(false, 2);
  expect(await shared()).toBe(0);
  await words(true, 22);
  expect(await shared()).toBe(20);
});
