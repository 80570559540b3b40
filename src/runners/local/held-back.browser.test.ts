import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import type { DirectRunner } from '../contract.ts';
import { openLocalChromium } from './local-chromium.fixture.ts';

// Content that a page shows outside its document, or only on request.

let site: Site;
let runner: DirectRunner;
const owned = new AsyncDisposableStack();

const PAGES = {
  '/parts': `<title>Visit</title><h1>Visit the mill</h1><x-hours><b slot="day">Saturday</b></x-hours>
    <iframe src="/contact" width="400" height="200"></iframe><iframe src="/hidden" hidden></iframe>
    <script>customElements.define('x-hours', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<dl><dt><slot name="day"></slot></dt><dd>from 10 to 14</dd></dl>' }
    })</script>`,
  '/contact': `<p>Telephone: <b>+44 20 5550 199</b></p><iframe src="/deeper" width="300" height="100"></iframe>`,
  '/deeper': '<p>Fax: <b>+44 20 5550 200</b></p>',
  '/hidden': '<p>Mobile: <b>+44 20 5550 666</b></p>',
  '/scrolled': growing(
    'addEventListener("scroll", () => { if (innerHeight + scrollY > document.body.scrollHeight - 100) add() })',
  ),
  '/asked': growing(
    'const more = document.createElement("button"); more.textContent = "Show more entries"; more.onclick = add; document.body.append(more)',
  ),
};

/** Sixty entries, twenty at a time. */
function growing(script: string): string {
  return `<title>Log</title><h1>Log</h1><ul id="list"></ul><script>
    let count = 0
    const add = () => setTimeout(() => {
      for (let end = Math.min(count + 20, 60); count < end; count += 1)
        list.insertAdjacentHTML('beforeend', '<li style="height: 60px">Entry of day ' + (count + 1) + ': ' + (count === 52 ? 'a pump failure in hall B' : 'all well') + '</li>')
    }, 100)
    add()
    ${script}
  </script>`;
}

beforeAll(async () => {
  site = owned.use(await serveSite(PAGES));
  ({ runner } = owned.use(await openLocalChromium(gateFor(site), { settleTimeoutMs: 3_000 })));
});
afterAll(() => owned.disposeAsync());

async function ask(path: string, goal: string) {
  const url = `${site.origin}${path}`;
  const task = { goal, instructions: null, url, steps: [], successCriteria: null, outputSchema: null };
  return runner.run(task, attemptScope());
}

test('shadow trees and frames are read with the page they stand in, and what is not shown is not', async () => {
  const shown = await ask('/parts', 'Read the text of this page.');
  const output = String(shown.ok && shown.output);
  for (const part of ['Saturday', 'from 10 to 14', '+44 20 5550 199', '+44 20 5550 200'])
    expect(output).toContain(part);
  expect(output).not.toContain('666');
  const fax = await ask('/parts', 'What is the fax number?');
  expect(fax).toMatchObject({ ok: true, output: expect.stringContaining('+44 20 5550 200') });
});

test.each(['/scrolled', '/asked'])('%s: a list that grows is read to its end', async (path) => {
  const failure = await ask(path, 'On which day was the pump failure?');
  expect(failure).toMatchObject({ ok: true, output: expect.stringContaining('53') });
});
