import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import {
  type StandInAnswer,
  type StandInQuestion,
  startLlmStandIn,
} from '../../../test/support/stand-ins/llm.ts';
import { openPool, type Site, serveSite } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import { createLog } from '../../platform/log.ts';
import { createGate } from '../../platform/net/gate.ts';
import { systemResolver } from '../../platform/net/resolver.ts';
import { Extractor } from '../../reading/index.ts';
import { readCatalog } from '../catalog.ts';
import type { DirectRunner, ScriptLine, Step, Task } from '../contract.ts';
import { createLocalChromium } from './local-chromium.ts';
import { createLocalReplay } from './local-replay.ts';

let site: Site;
let thinking: DirectRunner;
let repeating: DirectRunner;
let healing: DirectRunner;
let answer: (question: StandInQuestion) => StandInAnswer;
let asked: StandInQuestion[] = [];
let hasNotice = true;
let submitName = 'Send order';
let fields = ['Name', 'Size', 'Gift wrap'];
const owned = new AsyncDisposableStack();

const FORM = () => `<title>Order</title><h1>Order</h1>
  ${fields.includes('Name') ? '' : '<p>New names for all fields</p>'}
  ${hasNotice ? '<div style="position:fixed;inset:0;background:#fff"><p>We use cookies.</p><button onclick="this.parentNode.remove()">Reject all</button></div>' : ''}
  <form action="/sent"><label>${fields[0]} <input name="name"></label>
  <label>${fields[1]} <select name="size"><option>Small</option><option>Large</option></select></label>
  <label><input type="checkbox" name="gift"> ${fields[2]}</label><button>${submitName}</button></form>`;

const PLAY = `<title>Play</title><h1>Play</h1>
  <nav><span onmouseover="menu.hidden = false">Menu</span> <button id="menu" hidden onclick="log.textContent += ' menu'">Settings</button></nav>
  <div draggable="false" id="knob" style="position:absolute;left:40px;top:300px;width:60px;height:40px;background:#ccc" aria-label="Knob" role="button">Knob</div>
  <div id="bin" style="position:absolute;left:400px;top:280px;width:160px;height:100px;background:#eee">Bin</div>
  <p id="log">Log:</p>
  <script>
    knob.onmousedown = () => { onmousemove = (e) => { knob.style.left = e.pageX - 30 + 'px'; knob.style.top = e.pageY - 20 + 'px' };
      onmouseup = () => { onmousemove = onmouseup = null; if (parseInt(knob.style.left) > 380) log.textContent += ' dropped' } };
  </script>`;

beforeAll(async () => {
  site = owned.use(
    await serveSite((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      if (pathname === '/play') return void response.end(PLAY);
      if (pathname !== '/sent') return void response.end(FORM());
      response.end(
        `<title>Thanks</title><h1>Thank you</h1><p role="status">Order of ${searchParams} received.</p>`,
      );
    }),
  );
  const gate = createGate({
    resolver: systemResolver,
    localTargets: [{ host: '127.0.0.1', port: site.port }],
  });
  const { pool } = owned.use(await openPool({ gate }));
  const extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  const factsOf = (slug: string) => {
    const facts = readCatalog().facts.find((entry) => entry.slug === slug);
    if (!facts) throw new Error(`no ${slug}`);
    return facts;
  };
  const parts = { browsers: pool, gate, extractor, clock: systemClock };
  thinking = createLocalChromium({ facts: factsOf('local-chromium'), ...parts });
  repeating = createLocalReplay({ facts: factsOf('local-replay'), ...parts });
  const model = owned.use(
    await startLlmStandIn((question) => {
      asked.push(question);
      return answer(question);
    }),
  );
  const settings = { baseUrl: model.url, apiKey: null, model: 'stand-in-1', inputUsdPerMillion: 1 };
  const llm = new Llm({ settings, clock: systemClock, log: createLog('silent') });
  healing = createLocalReplay({ facts: factsOf('local-replay'), llm, ...parts });
});
afterAll(() => owned.disposeAsync());

async function attempt(
  runner: DirectRunner,
  path: string,
  goal: string,
  script: readonly ScriptLine[] | null = null,
) {
  const steps: Step[] = [];
  const task: Task = {
    goal,
    instructions: null,
    url: `${site.origin}${path}`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const result = await runner.run(task, attemptScope({ script, onStep: (step) => steps.push(step) }));
  return { result, steps, script: (result.ok && result.actScript) || [] };
}

const ORDER =
  'Enter "Kim" in the Name field, choose "Large" as the Size, tick "Gift wrap" and click "Send order".';

/** Made once, and repeated by several tests. */
let recorded: ReturnType<typeof attempt> | null = null;
const record = () => (recorded ??= attempt(thinking, '/', ORDER));

test('a recorded order is placed again without thinking, with or without its cookie notice', async () => {
  const first = await record();
  expect(first.result).toMatchObject({ ok: true, output: expect.stringContaining('name=Kim') });
  const again = await attempt(repeating, '/', ORDER, first.script);
  expect(again.result).toMatchObject({ ok: true, output: first.result.ok && first.result.output });
  expect(again.script).toEqual(first.script);
  expect(again.result).toMatchObject({ likely: first.result.ok && first.result.likely });
  hasNotice = false;
  const without = await attempt(repeating, '/', ORDER, first.script);
  hasNotice = true;
  expect(without.result).toMatchObject({ ok: true, output: first.result.ok && first.result.output });
});

test('what is not where it was ends the replay, and nothing else is tried', async () => {
  const { script } = await record();
  submitName = 'Delete account';
  const missed = await attempt(repeating, '/', ORDER, script);
  submitName = 'Send order';
  expect(missed.result).toMatchObject({ ok: false, fault: 'runner', code: 'step_failed' });
  expect(!missed.result.ok && missed.result.message).toContain('"Send order" is not where it was');
  expect(missed.steps.map(({ target }) => target)).not.toContain('Delete account');
});

test('hovering and dragging are repeated', async () => {
  const line = { role: null, name: null, selector: null, value: null, url: `${site.origin}/play` };
  const again = await attempt(repeating, '/play', 'Hover over "Menu", click "Settings" and drag "Knob".', [
    { ...line, action: 'goto' },
    { ...line, action: 'hover', role: 'span', name: 'Menu', selector: 'nav > span' },
    { ...line, action: 'click', role: 'button', name: 'Settings', selector: '#menu' },
    { ...line, action: 'drag', role: 'button', name: 'Knob', selector: '#knob', value: '30,20 410,10' },
    { ...line, action: 'extract' },
  ]);
  expect(again.result).toMatchObject({ ok: true, output: expect.stringContaining('menu dropped') });
});

test('without a script there is nothing to repeat', async () => {
  const { result } = await attempt(repeating, '/', ORDER);
  expect(result).toMatchObject({ ok: false, fault: 'caller', code: 'no_script' });
});

/** The number of a thing in the newest view. */
function n({ whole }: StandInQuestion, what: string): number {
  return Number([...whole.matchAll(new RegExp(`\\[(\\d+)\\] ${what}`, 'g'))].at(-1)?.[1]);
}

const call = (name: string, input: object): StandInAnswer => {
  return { calls: [{ name, input: { thought: 'As before.', memory: '', ...input } }] };
};

test('one missing step is healed alone, and the script has its new element', async () => {
  const { script } = await record();
  submitName = 'Submit order';
  asked = [];
  answer = (question) => call('click', { n: n(question, 'button "Submit order"') });
  const healed = await attempt(healing, '/', ORDER, script);
  expect(healed.result).toMatchObject({ ok: true, output: expect.stringContaining('name=Kim') });
  expect(healed.result.modelMicroUsd).toBeGreaterThan(0);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.whole).toContain('click button "Send order"');
  const changed = healed.script.filter((line) => line.healed);
  expect(changed).toMatchObject([{ action: 'click', name: 'Submit order' }]);
  const again = await attempt(repeating, '/', ORDER, healed.script);
  submitName = 'Send order';
  expect(again.result).toMatchObject({ ok: true });
});

test('after three healings the agent goes on from there, and the result is proven as ever', async () => {
  const { script } = await record();
  [submitName, fields] = ['Submit order', ['Full name', 'How large', 'As a present']];
  asked = [];
  answer = (question) => {
    if (/click button "Send order"/.test(question.whole) && !question.tools.includes('finish'))
      throw new Error('a fourth step is not healed alone');
    if (question.whole.includes('Go on from here'))
      return question.whole.includes('Thank you')
        ? call('finish', { status: 'done', answer: 'Ordered.' })
        : call('click', { n: n(question, 'button "Submit order"') });
    if (question.whole.includes('fill textbox'))
      return call('type', { n: n(question, 'textbox "Full name"'), text: 'Kim' });
    if (question.whole.includes('select combobox'))
      return call('select', { n: n(question, 'combobox "How large"'), options: ['Large'] });
    return call('check', { n: n(question, 'checkbox "As a present"'), on: true });
  };
  const { result } = await attempt(healing, '/', ORDER, script);
  [submitName, fields] = ['Send order', ['Name', 'Size', 'Gift wrap']];
  expect(result).toMatchObject({ ok: true, output: expect.stringContaining('name=Kim') });
  expect(asked.filter(({ tools }) => !tools.includes('finish'))).toHaveLength(3);
});

test('a model that cannot heal a step leaves the replay as it was: failed', async () => {
  const { script } = await record();
  submitName = 'Delete account';
  answer = () => call('finish', { status: 'impossible', answer: 'There is no such button.' });
  const { result, steps } = await attempt(healing, '/', ORDER, script);
  submitName = 'Send order';
  expect(result).toMatchObject({ ok: false, code: 'step_failed' });
  expect(steps.map(({ target }) => target)).not.toContain('Delete account');
});
