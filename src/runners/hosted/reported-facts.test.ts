/** Facts of single providers that the duties of all of them do not reach. */
import { expect, onTestFinished, test } from 'vitest';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { run, taskOf } from '../../../test/support/hosted-adapter-suite.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { standIn as agi } from '../../../test/support/stand-ins/hosted/agi-inc.ts';
import { standIn as anchor } from '../../../test/support/stand-ins/hosted/anchor.ts';
import { standIn as browserbase } from '../../../test/support/stand-ins/hosted/browserbase-agents.ts';
import { standIn as firecrawl } from '../../../test/support/stand-ins/hosted/firecrawl-agent.ts';
import { standIn as hyperbrowser } from '../../../test/support/stand-ins/hosted/hyperbrowser.ts';
import { standIn as predev } from '../../../test/support/stand-ins/hosted/predev.ts';
import { standIn as tinyfish } from '../../../test/support/stand-ins/hosted/tinyfish.ts';
import { type StandInWire, startStandIn } from '../../../test/support/stand-ins/stand-in.ts';
import { Secret } from '../../platform/secret.ts';
import type { AttemptScope, HostedRunner, Question } from '../contract.ts';

async function setUp(slug: string, wire: StandInWire, more: Partial<AttemptScope> = {}) {
  const standIn = await startStandIn(wire);
  onTestFinished(() => standIn[Symbol.asyncDispose]());
  await using resources = new AsyncDisposableStack();
  const runner = (await builtRunner(slug, resources)) as HostedRunner;
  const { family } = runner.facts;
  const account = { family, secrets: { api_key: new Secret('key') }, baseUrl: standIn.url, isOwn: false };
  return { standIn, runner, scope: attemptScope({ accounts: { [family]: account }, ...more }) };
}

test('TinyFish: a 200 without a run ends the attempt with the reason and its kind', async () => {
  const error = { message: 'No credits are left', category: 'BILLING_FAILURE' };
  const routes = {
    ...tinyfish.routes,
    'POST /v1/automation/run-async': ({ reply }: { reply(status: number, body: unknown): void }) =>
      reply(200, { run_id: null, error }),
  };
  const { runner, scope } = await setUp('tinyfish', { ...tinyfish, routes });
  expect(await runner.start(taskOf('Find the price'), scope)).toMatchObject({
    code: 'provider_quota',
    message: expect.stringContaining('No credits are left'),
    costMicroUsd: 0,
  });
});

test('HyperAgent is billed by its steps, and the other agents there are not', async () => {
  const look = 'GET /api/task/:agent/:id';
  const routes = {
    ...hyperbrowser.routes,
    [look]: (call: Parameters<NonNullable<(typeof hyperbrowser.routes)[string]>>[0]) =>
      hyperbrowser.routes[look]?.({
        ...call,
        look: (answer) =>
          call.look((task) => ({ ...(answer(task) as object), metadata: { numTaskStepsCompleted: 3 } })),
      }),
  };
  const costs = ['hyperbrowser-hyperagent', 'hyperbrowser-browser-use'].map(async (slug) => {
    const { runner, scope } = await setUp(slug, { ...hyperbrowser, routes });
    return (await run(runner, scope, taskOf('[[output=4 euros]]'))).costMicroUsd;
  });
  expect(await Promise.all(costs)).toEqual([60_000, null]);
});

test("the run's ceiling reaches Firecrawl's agent in its credits", async () => {
  const { standIn, runner, scope } = await setUp('firecrawl-agent', firecrawl, { spendLeftMicroUsd: 83_000 });
  await runner.start(taskOf('Find the price'), scope);
  expect(standIn.tasks[0]?.body.maxCredits).toBe(100);
});

test('AGI asks in free words: a question for a code is one', async () => {
  const asked: Question[] = [];
  const ask = async (question: Question) => {
    asked.push(question);
    return { answered: true as const, value: '123456' };
  };
  const { runner, scope } = await setUp('agi', agi, { ask });
  await run(runner, scope, taskOf('[[ask=Enter the code]] [[output=in]]'));
  expect(asked).toEqual([{ kind: 'otp', prompt: 'Enter the code' }]);
});

test.each([
  [
    'anchor',
    anchor,
    'POST /v1/sessions',
    { session: { timeout: { max_duration: 180, idle_timeout: 60 }, recording: { active: false } } },
  ],
  [
    'hyperbrowser-browser-use',
    hyperbrowser,
    'POST /api/task/:agent',
    { sessionOptions: { enableWebRecording: false, enableVideoWebRecording: false } },
  ],
] as const)('%s records no session in which a login is typed', async (slug, wire, route, wanted) => {
  const bodies: unknown[] = [];
  const routes: StandInWire['routes'] = {
    ...wire.routes,
    [route]: (call) => {
      bodies.push(call.body);
      return wire.routes[route]?.(call);
    },
  };
  const names = { username: new Secret('ann'), password: new Secret('horse battery') };
  const credential = { ...names, domain: 'shop.example', totpSecret: null, session: null };
  const { runner, scope } = await setUp(slug, { ...wire, routes }, { credential });
  await runner.start(taskOf('Read my orders'), scope);
  expect(bodies).toEqual([expect.objectContaining(wanted)]);
});

test.each([
  [
    'a code',
    'Enter the code',
    { task: 'The answer is in the variable %answer%.', variables: { answer: { value: '77' } } },
  ],
  ['words', 'Which size?', { task: '77' }],
])('Browserbase pauses for %s, and goes on with the reply', async (_, question, sent) => {
  const bodies: unknown[] = [];
  const resume = 'POST /v1/agents/runs/:id/resume';
  const routes: StandInWire['routes'] = {
    ...browserbase.routes,
    [resume]: (call) => {
      bodies.push(call.body);
      return browserbase.routes[resume]?.(call);
    },
  };
  const asked: Question[] = [];
  const ask = async (one: Question) => {
    asked.push(one);
    return { answered: true as const, value: '77' };
  };
  const { runner, scope } = await setUp('browserbase-agents', { ...browserbase, routes }, { ask });
  const result = await run(runner, scope, taskOf(`[[ask=${question}]] [[output=in]]`));
  expect([result.ok, asked.map(({ prompt }) => prompt), bodies]).toEqual([true, [question], [sent]]);
});

test.each([
  [{ success: false, error: 'Insufficient credits' }, 'provider_quota'],
  [{ success: false, error: 'Too many concurrent jobs' }, 'provider_rate_limited'],
  [{ success: false, error: 'The prompt is too long' }, 'provider_rejected'],
  [{ hello: 'world' }, 'provider_garbage'],
])('a 200 with %j inside is told as what it is, and costs nothing', async (answer, code) => {
  const routes: StandInWire['routes'] = {
    ...firecrawl.routes,
    'POST /v2/agent': ({ reply }) => reply(200, answer),
  };
  const { runner, scope } = await setUp('firecrawl-agent', { ...firecrawl, routes });
  const message = expect.stringContaining('error' in answer ? answer.error : 'unknown shape');
  expect(await runner.start(taskOf('Find'), scope)).toMatchObject({ code, message, costMicroUsd: 0 });
});

test('the step that ended a task at Hyperbrowser says whether it was done; the live view comes late', async () => {
  const sessions: (string | null | undefined)[] = [];
  const { runner, scope } = await setUp('hyperbrowser-browser-use', hyperbrowser, {
    onSession: ({ liveViewUrl }) => sessions.push(liveViewUrl),
  });
  const result = await run(runner, scope, taskOf('[[looks=1]] [[unsuccessful]] [[output=I gave up]]'));
  expect(result).toMatchObject({ ok: false, code: 'not_achieved' });
  expect(sessions).toEqual([null, expect.stringMatching(/^https:/)]);
});

test('pre.dev: the older path is used where the newer one is not known', async () => {
  const routes = Object.fromEntries(
    Object.entries(predev.routes).map(([route, answer]) => [
      route.replace('/browser-agent', '/browser-agents'),
      answer,
    ]),
  );
  const { standIn, runner, scope } = await setUp('predev', { ...predev, routes });
  expect(await run(runner, scope, taskOf('[[output=4 euros]]'))).toMatchObject({
    ok: true,
    output: '4 euros',
  });
  expect(standIn.tasks).toHaveLength(1);
});
