import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import {
  type StandInAnswer,
  type StandInQuestion,
  startLlmStandIn,
} from '../../../test/support/stand-ins/llm.ts';
import { gateFor, openPool, type Site, serveSite } from '../../browser/browser.fixture.ts';
import type { BrowserPool } from '../../browser/browser-pool.ts';
import { pipeBrowserHere } from '../../browser/pipe-browser.fixture.ts';
import { PipeBrowser } from '../../browser/pipe-browser.ts';
import { systemClock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import { createLog } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { AttemptScope, Question, RunnerFacts, Step, Task } from '../contract.ts';
import { createLocalReplay } from '../local/local-replay.ts';
import { isRepeatable } from '../local/repeatable.ts';
import { driverProblem } from './drivers.ts';
import { stagehand } from './stagehand.ts';

const { facts } = readCatalog();

const CODE = `<title>Check</title><h1>Check</h1>
  <form onsubmit="event.preventDefault(); p.textContent = code.value === '428119' ? 'Code 428119 is right. Your balance is 77 USD.' : 'That code is wrong.'; if (code.value === '428119') code.remove(); else code.value = ''">
  <label>Code <input id="code" autocomplete="one-time-code"></label><button>Verify</button></form><p id="p">We sent a code to your phone.</p>`;
const KEY = 'sk-canary-of-the-model-key-0123456789';
let site: Site;
let inside: Site;
let folder: string;
let pool: BrowserPool;
let extractor: Extractor;
const owned = new AsyncDisposableStack();

beforeAll(async () => {
  site = owned.use(
    await serveSite({
      '/code': CODE,
      '/': `<title>Kettles</title><h1>Kettles</h1><button onclick="document.querySelector('p').textContent = 'Price: 58 USD'">Show the price</button><p>Nothing yet</p>`,
    }),
  );
  inside = owned.use(await serveSite({ '/': 'inside' }));
  ({ folder, pool } = owned.use(await openPool({ gate: gateFor(site) })));
  extractor = owned.use(new Extractor());
});

afterAll(() => owned.disposeAsync());

async function attempt(
  url: string,
  goal: string,
  answer: (question: StandInQuestion) => StandInAnswer,
  { task = {}, scope = {} }: { task?: Partial<Task>; scope?: Partial<AttemptScope> } = {},
  ...others: Site[]
) {
  await using standIn = await startLlmStandIn(answer, { key: KEY });
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const settings = {
    baseUrl: standIn.url,
    apiKey: new Secret(KEY),
    model: 'stand-in-1',
    inputUsdPerMillion: 1,
    outputUsdPerMillion: 1,
  };
  const gate = gateFor(site, ...others);
  const here = await pipeBrowserHere(folder);
  const options = {
    facts: facts.find(({ slug }) => slug === 'stagehand-local') as RunnerFacts,
    llm: new Llm({ settings, clock: systemClock, log }),
    clock: systemClock,
    extractor,
    gate,
    browsers: {
      acquire: async () => Promise.reject(new Error('it has a browser of its own')),
      pipe: (asked: { localAllowed: boolean }) => PipeBrowser.open({ ...here, gate, log, ...asked }),
    },
  };
  const steps: Step[] = [];
  const whole = {
    goal,
    instructions: null,
    url,
    steps: [],
    successCriteria: null,
    outputSchema: null,
    ...task,
  };
  const onStep = (step: Step) => steps.push(step);
  const result = await stagehand(options, whole, attemptScope({ onStep, ...scope }));
  return { result, steps, standIn, lines };
}

/** Plays Stagehand's own calls: its agent's tools, and the inner question for the element of an act. */
function player(moves: StandInAnswer[], done: Record<string, unknown>) {
  let next = 0;
  return ({ format, tools, whole }: StandInQuestion): StandInAnswer => {
    if (format === 'json_schema') {
      const wanted = whole.includes('Find the input')
        ? /\[(\d+-\d+)\] textbox/
        : /\[(\d+-\d+)\] button: (?:Show the price|Verify)/;
      const [, element = '0-0'] = wanted.exec(whole) ?? [];
      const action = { elementId: element, description: 'it', method: 'click', arguments: [] };
      return { text: JSON.stringify({ ...action, action, elements: [action], twoStep: false }) };
    }
    if (tools.includes('done') && tools.length === 1) return { calls: [{ name: 'done', input: done }] };
    next += 1;
    return moves[next - 1] ?? { text: 'I am finished.' };
  };
}

function call(name: string, input: Record<string, unknown>): StandInAnswer {
  return { calls: [{ name, input }] };
}

test('Stagehand is installed here', () => {
  expect(driverProblem('stagehand')).toBeNull();
});

test('its agent acts on the page and answers, and our own browser does it again without the model', async () => {
  const goal = 'Click "Show the price". What is the price?';
  const outputSchema = { type: 'object', properties: { price: { type: 'number' } } };
  const { result, steps, standIn, lines } = await attempt(
    `${site.origin}/`,
    goal,
    player([call('ariaTree', {}), call('act', { action: 'click the Show the price button' })], {
      reasoning: 'I clicked.',
      taskComplete: true,
      output: { answer: '58 USD', json: '{"price": 58}' },
    }),
    { task: { outputSchema } },
  );
  expect(result).toMatchObject({
    ok: true,
    output: { price: 58 },
    page: { httpStatus: 200, title: 'Kettles' },
  });
  expect(result.page?.markup).toContain('Price: 58 USD');
  expect(result.actScript).toMatchObject([
    { action: 'goto', url: `${site.origin}/` },
    { action: 'click', role: 'button', name: 'Show the price', url: `${site.origin}/` },
    { action: 'extract' },
  ]);
  expect(result.files.map(({ kind }) => kind)).toEqual(['screenshot']);
  expect(steps.map(({ action }) => action)).toEqual(expect.arrayContaining(['goto', 'ariaTree', 'act']));
  const pictures = await Promise.all(steps.map(({ picture }) => picture));
  expect(pictures.filter((picture) => picture?.[0] === 0xff)).toHaveLength(steps.length);
  expect(result.costMicroUsd).toBe(2_000 + standIn.seen.length * 120);
  const told = JSON.stringify([
    result.page,
    steps.map(({ picture: _, ...step }) => step),
    lines,
    standIn.seen.map(({ body }) => body),
  ]);
  expect(told).not.toContain(KEY);
  const task = {
    goal,
    instructions: null,
    url: `${site.origin}/`,
    steps: [],
    successCriteria: null,
    outputSchema,
  };
  const script = result.actScript ?? [];
  expect(isRepeatable(task, script)).toBe(true);
  const again = createLocalReplay({
    facts: facts.find(({ slug }) => slug === 'local-replay') as RunnerFacts,
    browsers: pool,
    gate: gateFor(site),
    extractor,
    clock: systemClock,
  });
  const repeated = await again.run(task, attemptScope({ script }));
  expect(repeated).toMatchObject({ ok: true, output: { price: 58 } });
});

test('a code that the site wants comes from the owner, once for every time it asks, and shows nowhere', async () => {
  const asked: Question[] = [];
  const frames: Uint8Array[] = [];
  const codes = ['190377', '428119'];
  const fill = call('fill_code', {
    field: 'the code field',
    question: 'We sent a <b>code</b> to your phone.',
  });
  const verify = call('act', { action: 'click the Verify button' });
  const { result, steps, standIn } = await attempt(
    `${site.origin}/code`,
    'What is my balance?',
    player([fill, verify, call('ariaTree', {}), fill, verify, call('ariaTree', {}), call('screenshot', {})], {
      reasoning: 'The code was 428119.',
      taskComplete: true,
      output: { answer: 'With 428119: 77 USD' },
    }),
    {
      scope: {
        onFrame: (jpeg) => frames.push(jpeg),
        ask: async (question) => {
          asked.push(question);
          return { answered: true, value: codes[asked.length - 1] ?? '' };
        },
      },
    },
  );
  const question = { kind: 'otp', prompt: 'We sent a b code /b to your phone.', url: `${site.origin}/code` };
  expect(asked).toMatchObject([question, question]);
  expect(result).toMatchObject({ ok: true, output: 'With {{totp}}: 77 USD' });
  expect(result.page?.markup).toContain('Your balance is 77 USD');
  expect(result.actScript?.map(({ action, value }) => [action, value])).toEqual([
    ['goto', null],
    ['fill', '{{totp}}'],
    ['click', null],
    ['fill', '{{totp}}'],
    ['click', null],
    ['extract', expect.anything()],
  ]);
  expect(result.files).toEqual([]);
  const pictures = await Promise.all(steps.map(({ picture }) => picture));
  const shown = steps.map(({ action }, index) => [action, pictures[index] !== null]);
  expect(shown).toContainEqual(['goto', true]);
  expect(shown).toContainEqual(['fill_code', false]);
  expect(frames.length).toBe(pictures.filter((picture) => picture !== null).length);
  const told = JSON.stringify([result, steps, standIn.seen.map(({ body }) => body)]);
  expect(told).toContain('That code is wrong');
  for (const code of codes) expect(told).not.toContain(code);
  expect(standIn.seen.at(-1)?.body).not.toContain('image');
});

test('without an answer of the owner it ends, and says so', async () => {
  const { result } = await attempt(
    `${site.origin}/code`,
    'What is my balance?',
    player([call('fill_code', { field: 'the code field', question: 'Code?' })], {}),
  );
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'no_answer' });
});

test('it reaches no private place and no file, for any wish of the model', async () => {
  const before = inside.requests.length;
  const { result, standIn } = await attempt(
    `${site.origin}/`,
    'Look around',
    player(
      [
        call('goto', { url: `${inside.origin}/` }),
        call('goto', { url: 'file:///etc/passwd' }),
        call('ariaTree', {}),
      ],
      {
        reasoning: 'Not possible.',
        taskComplete: false,
        output: { answer: '' },
      },
    ),
  );
  expect(result).toMatchObject({ ok: false, fault: 'site', code: 'unsafe_redirect' });
  expect(inside.requests).toHaveLength(before);
  expect(standIn.seen.map(({ body }) => body).join('')).not.toMatch(/root:x:0/);
});

test('the spend ceiling of the run bounds it', async () => {
  const { result } = await attempt(
    `${site.origin}/`,
    'Scroll',
    () => ({ ...call('ariaTree', {}), tokens: [10_000, 0] }),
    { scope: { spendLeftMicroUsd: 2_000 + 25_000 } },
  );
  expect(result).toMatchObject({ ok: false, code: 'spend_ceiling', costMicroUsd: 2_000 + 20_000 });
});

test('a model that fails is the fault of the platform, a dead page that of the site', async () => {
  const gone = await serveSite({});
  await gone[Symbol.asyncDispose]();
  const dead = await attempt(`${gone.origin}/`, 'Price?', () => ({ fault: 500 }), {}, gone);
  expect(dead.result).toMatchObject({ ok: false, fault: 'site', code: 'site_error' });
  expect(dead.standIn.seen).toHaveLength(0);
  const failed = await attempt(`${site.origin}/`, 'Price?', () => ({ fault: 403 }));
  expect(failed.result).toMatchObject({ ok: false, fault: 'platform', code: 'model_auth', costMicroUsd: 0 });
});

test('a model that says nothing of use is told as such', async () => {
  const { result } = await attempt(`${site.origin}/`, 'Price?', () => ({ text: '' }));
  expect(result).toMatchObject({
    ok: false,
    code: 'not_done',
    message: 'The task could not be done: the model ended without an answer and gave no reason.',
  });
});

test('a cancelled attempt ends at once', async () => {
  const stop = new AbortController();
  const { result } = await attempt(
    `${site.origin}/`,
    'Price?',
    () => {
      stop.abort();
      return { fault: 'hang' };
    },
    { scope: { signal: stop.signal } },
  );
  expect(result).toMatchObject({ ok: false, code: 'cancelled' });
});
