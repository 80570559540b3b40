import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { gateFor, openPool, serveSite } from '../browser.fixture.ts';
import type { AgentEnd } from './agent-end.ts';
import { createJournal } from './journal.ts';
import { runAgent } from './run-agent.ts';

const HEAD =
  '<!doctype html><meta charset="utf-8"><title>Small</title><body><script>window.done = [];</script>';

test('presses of every kind do what the task says, and a dead button is no success', async () => {
  await using site = await serveSite((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(HEAD + (PAGES[new URL(request.url ?? '/', 'http://site').pathname] ?? ''));
  });
  await using browsers = await openPool({ gate: gateFor(site) });
  const tell = async (path: string, goal: string): Promise<{ end: AgentEnd; done: unknown }> => {
    await using run = await browsers.pool.acquire({ localAllowed: true });
    await run.goto(`${site.origin}${path}`, 30_000);
    const end = await runAgent(
      { goal, steps: [] },
      {
        run,
        clock: systemClock,
        signal: new AbortController().signal,
        journal: createJournal(() => {}),
        ask: async () => ({ answered: false, value: '' }),
        timeLimitMs: 120_000,
      },
    );
    return { end, done: await run.page.evaluate('window.done') };
  };

  const menu = await tell('/menu', 'Right-click "plan.doc" and choose Copy.');
  expect(menu.done).toEqual(['plan.doc Copy']);
  const folder = await tell('/folder', 'Open the folder "Music".');
  expect(folder.done).toEqual(['opened']);
  const no = await tell('/confirm', 'Click "Delete all" and cancel the dialog that opens.');
  expect(no.done).toEqual([false]);
  const yes = await tell('/confirm', 'Click "Delete all" and confirm the dialog that opens.');
  expect(yes.done).toEqual([true]);
  const asked = await tell('/prompt', 'Click "Rename" and enter "Blue" in the prompt that appears.');
  expect(asked.done).toEqual(['Blue']);
  const branch = await tell('/tree', 'Select the category Rakes');
  expect(branch.done).toEqual(['Rakes']);
  const called = await tell('/called', 'Show the audit letter');
  expect(called.done).toEqual(['audit letter']);
  const dead = await tell('/dead', 'Click the "Book" button.');
  expect(dead.end.status).toBe('stuck');
}, 240_000);

const PAGES: Readonly<Record<string, string>> = {
  '/menu': `<p class="f">budget.xls</p><p class="f">plan.doc</p>
<div id="m" hidden><div class="i">Open</div><div class="i">Copy</div></div><script>
let of = '';
for (const f of document.querySelectorAll('.f')) f.addEventListener('contextmenu', (e) => { e.preventDefault(); of = f.textContent; document.querySelector('#m').hidden = false; });
for (const i of document.querySelectorAll('.i')) i.addEventListener('click', () => { done.push(of + ' ' + i.textContent); });
</script>`,
  '/folder': `<div class="d"><b>Photos</b></div><div class="d" id="m"><b>Music</b></div><script>
for (const d of document.querySelectorAll('.d')) d.addEventListener('click', () => { d.className = 'd on'; });
document.querySelector('#m').addEventListener('dblclick', () => { done.push('opened'); document.body.append('two songs'); });
</script>`,
  '/confirm': `<button onclick="done.push(confirm('Sure?'))">Delete all</button>`,
  '/prompt': `<button onclick="done.push(prompt('New name?'))">Rename</button>`,
  '/tree': `<ul role="tree">${['Home: Kettles', 'Garden: Spades, Rakes']
    .map((branch) => branch.split(': '))
    .map(
      ([name, leaves = '']) =>
        `<li role="treeitem" aria-expanded="false"><span class="b">${name}</span><ul role="group" hidden>${leaves
          .split(', ')
          .map((leaf) => `<li role="treeitem"><span onclick="done.push('${leaf}')">${leaf}</span></li>`)
          .join('')}</ul></li>`,
    )
    .join('')}</ul><script>
for (const b of document.querySelectorAll('.b')) b.addEventListener('click', () => {
  const below = b.nextElementSibling; below.hidden = !below.hidden;
  b.parentElement.setAttribute('aria-expanded', String(!below.hidden)); });
</script>`,
  '/called': ['annual report', 'audit letter']
    .map((name) => `<a href="#${name}" onclick="done.push('${name}')">Show the ${name}</a> `)
    .join(''),
  '/dead': `<button disabled>Book</button>`,
};
