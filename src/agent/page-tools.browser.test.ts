import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS } from '../../test/support/agent-scenarios.ts';
import { ownHands } from '../../test/support/own-hands.ts';
import { runScenario, serveScenarios } from '../../test/support/run-scenario.ts';
import { openPool, serveSite } from '../browser/browser.fixture.ts';
import type { BrowserPool } from '../browser/browser-pool.ts';
import { systemClock } from '../platform/clock.ts';
import { createGate } from '../platform/net/gate.ts';
import { systemResolver } from '../platform/net/resolver.ts';
import { Extractor } from '../reading/index.ts';
import { openPageTools } from './page-tools.ts';

const owned = new AsyncDisposableStack();
let pool: BrowserPool;
let extractor: Extractor;
let origin: string;
let large: string;

const LONG = 'A sentence about kettles, and another one. '.repeat(60).trim();
const PAGES: Record<string, string> = {
  '/sights': `<h1>Buy the blue kettle</h1><p>Read the <a href="/terms?a=1">terms</a> before you <b>agree</b> to <button>the price</button> of it.</p><p>${LONG}</p>
    <div style="height:90px;overflow:auto" id=box><p>First message</p><div style="height:600px"></div><p>Last message</p></div>
    <label>Size <select required><option>Small<option selected>Large${'<option>Other'.repeat(40)}</select></label>
    <input aria-label=Mail aria-invalid=true aria-describedby=why value=x><span id=why>Enter a whole address.</span>
    <div style="overflow:hidden"><button style="width:9px;height:9px"></button></div>
    <dialog id=d aria-label="Cookies"><p>We use cookies</p><button>Accept</button></dialog><script>box.scrollTop = 300; d.showModal();</script>`,
  '/list': `<h1>List</h1>${'<p>Some text of the list</p>'.repeat(30)}<ul id=u><li><button>One</button><li><button id=two onclick="this.remove(); u.insertAdjacentHTML('beforeend', '<li><button>Three</button>')">Two</button></ul>`,
  '/controls': `<h1>Many</h1>${Array.from({ length: 50_000 }, (_, at) => `<button>Button ${at}</button>`).join('')}`,
  '/text': `<h1>Long</h1>${Array.from({ length: 5_000 }, (_, at) => `<p>Paragraph ${at} ${'of some length '.repeat(66)}</p>`).join('')}<button>At the end</button>`,
  '/frames': `<h1>Frames</h1>${'<iframe src="/inner" width=90 height=40></iframe>'.repeat(300)}<button>Below</button>`,
  '/inner': '<button>Inner</button>',
  '/endless': `<h1>Endless</h1><div id=e></div><script>let n = 0; const more = () => { for (let i = 0; i < 30; i += 1) e.insertAdjacentHTML('beforeend', '<p>Entry ' + (n += 1) + '</p>'); }; more(); onscroll = more;</script>`,
  '/nags': `<h1>Nags</h1><button onclick="setInterval(() => alert('again'), 5)">Nag</button>`,
  '/asks': `<h1>Asks</h1><button onclick="for (let i = 0; i < 30; i += 1) confirm('Sure ' + i); document.title = 'Over'">Ask</button>`,
  '/gives': `<h1>Gives</h1><a id=f href="/file.bin" download>File</a><button onclick="setInterval(() => f.click(), 20)">Give</button>`,
};

beforeAll(async () => {
  const site = owned.use(await serveScenarios(SCENARIOS));
  ({ origin } = site);
  const pages = owned.use(await serveSite(PAGES));
  large = pages.origin;
  const localTargets = [...site.ports, pages.port].map((port) => ({ host: '127.0.0.1', port }));
  ({ pool } = owned.use(await openPool({ gate: createGate({ resolver: systemResolver, localTargets }) })));
  extractor = owned.use(new Extractor());
});

afterAll(() => owned.disposeAsync());

async function open(path: string, at = origin) {
  const run = await pool.acquire({ localAllowed: true });
  await run.goto(`${at}${path}`, 20_000);
  const signal = AbortSignal.timeout(100_000);
  const tools = openPageTools({ run, clock: systemClock, signal, extractor });
  return { run, tools, [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
}

test.each(SCENARIOS.map(({ name }, index) => [name, index] as const))('%s', async (_, index) => {
  const scenario = SCENARIOS[index];
  if (!scenario) throw new Error('no scenario');
  await using opened = await open(`/${index}`);
  const outcome = await runScenario(scenario, opened.run.page, ownHands(opened.tools));
  expect(outcome).toEqual({ isDone: true, isFalse: false, note: '' });
});

test('text in reading order, long paragraphs whole, scrollers, states and the dialog in front', async () => {
  await using opened = await open('/sights', large);
  const seen = await opened.tools.observe();
  expect(seen).toContain('# Buy the blue kettle');
  expect(seen).toMatch(
    /Read the \[\d+\] link "terms" -> \/terms\?a=1 covered before you agree to \[\d+\] button "the price" covered of it\./,
  );
  expect(seen).toContain(LONG);
  expect(seen).toMatch(/scroller .*\(300 px above, \d+ px below\)/);
  expect(seen).toMatch(/First message[\s\S]*Last message/);
  expect(seen).toMatch(
    /combobox "Size" options=\(Small \| \*Large .* and 12 more: read the element\) required/,
  );
  expect(seen).toContain('invalid="Enter a whole address."');
  expect(seen).toMatch(/\[\d+\] button ""/);
  expect(seen).toContain('dialog "Cookies" (modal: the rest of the page is covered):');
});

test('callers without a run get no tool that needs an owner, a stored login or an answer', async () => {
  await using opened = await open('/list', large);
  const names = opened.tools.list.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['click', 'type', 'read', 'extract']));
  for (const name of ['sign_in', 'ask_owner', 'finish']) {
    expect(names).not.toContain(name);
    expect(await opened.tools.act({ name, input: {} })).toContain(`there is no tool ${name}`);
  }
});

test('a number stays with its element and is given to no other', async () => {
  await using opened = await open('/list', large);
  const before = await opened.tools.observe();
  const one = /\[(\d+)\] button "One"/.exec(before)?.[1];
  const two = Number(/\[(\d+)\] button "Two"/.exec(before)?.[1]);
  const result = await opened.tools.act({ name: 'click', input: { n: two } });
  expect(result).toMatch(/The element is gone\.[\s\S]*New on the page:\n\[3\] button "Three"/);
  const after = await opened.tools.observe();
  expect(after).toContain(`[${one}] button "One"`);
  expect(after).not.toContain(`[${two}] `);
  expect(await opened.tools.act({ name: 'click', input: { n: two } })).toContain('no longer on the page');
});

test.each([
  ['/controls', 'Button 49999', 'button "Button 0"'],
  ['/text', 'Paragraph 4999', 'button "At the end"'],
  ['/frames', 'Below', 'button "Below"'],
  ['/endless', 'Entry 30', 'Entry 1'],
])('%s is seen in bounded time and within the budget', async (path, words, shown) => {
  await using opened = await open(path, large);
  const startedAt = performance.now();
  const seen = await opened.tools.observe();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  expect(seen.length).toBeLessThan(41_000);
  expect(seen).toContain(shown);
  expect(await opened.tools.act({ name: 'find', input: { text: words } })).toContain(words);
});

test('a page that alerts without end holds no action up', async () => {
  await using opened = await open('/nags', large);
  await opened.tools.observe();
  const result = await opened.tools.act({ name: 'click', input: { n: 1 } });
  expect(result).toContain('A message box said: "again"');
});

test.each(['/asks', '/gives'])('%s: an action ends, and the page can still be left', async (path) => {
  await using opened = await open(path, large);
  const number = /\[(\d+)\] button/.exec(await opened.tools.observe())?.[1];
  await opened.tools.act({ name: 'click', input: { n: number } });
  for (let asked = 0; asked < 25 && opened.run.dialog; asked += 1)
    await opened.tools.act({ name: 'dialog', input: { accept: false } });
  await opened.tools.act({ name: 'go', input: { url: `${large}/inner` } });
  expect(await opened.tools.observe()).toContain('button "Inner"');
});
