import { existsSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { attemptScope } from '../../../test/support/scope.ts';
import { startLlmStandIn } from '../../../test/support/stand-ins/llm.ts';
import { gateFor, openPool, serveSite } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import { createLog } from '../../platform/log.ts';
import { Extractor } from '../../reading/index.ts';
import { type CatalogRow, readCatalog } from '../catalog.ts';
import type { Step } from '../contract.ts';
import { driverProblem, drivers } from './drivers.ts';

vi.setConfig({ testTimeout: 120_000 });

const PAGE = `<h1>Tables</h1><label>Name <input></label> <button
  onclick="document.querySelector('p').textContent = 'Booked for ' + document.querySelector('input').value">Book</button>
<p>Nothing booked</p>`;

test("the configured model works with the tools of Playwright's MCP server", async () => {
  const owned = new AsyncDisposableStack();
  onTestFinished(() => owned.disposeAsync());
  const site = owned.use(
    await serveSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(PAGE);
    }),
  );
  const gate = gateFor(site);
  const { pool: browsers } = owned.use(await openPool({ gate }));
  const offered: string[][] = [];
  const model = owned.use(
    await startLlmStandIn(({ index, last, tools }) => {
      offered.push(tools);
      const target = (what: string) => new RegExp(`${what}.*\\[ref=(\\w+)\\]`).exec(last)?.[1] ?? 'none';
      if (index === 0)
        return { calls: [{ name: 'browser_type', input: { target: target('textbox'), text: 'Kim' } }] };
      if (index === 1)
        return {
          calls: [
            {
              name: 'browser_click',
              input: { target: target('button'), filename: '/tmp/switchyard-mcp-leak' },
            },
          ],
        };
      if (index === 2) return { calls: [{ name: 'browser_click', input: { target: target('button') } }] };
      const answer = /Booked for \w+/.exec(last)?.[0] ?? 'not seen';
      return { calls: [{ name: 'finish', input: { status: 'done', answer } }] };
    }),
  );
  const clock = systemClock;
  const log = createLog('silent');
  const prices = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const llm = new Llm({ settings: { baseUrl: model.url, apiKey: null, model: 'm', ...prices }, clock, log });
  const { rows, providers } = readCatalog();
  const row = rows.find(({ facts }) => facts.slug === 'playwright-mcp') as CatalogRow;
  const extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  const steps: Step[] = [];
  const result = await drivers['playwright-mcp']?.(
    { row, facts: row.facts, browsers, gate, extractor, clock, log, llm, providers },
    {
      goal: 'Book a table for Kim and tell me what the page says then.',
      instructions: null,
      url: `${site.origin}/`,
      steps: [],
      successCriteria: null,
      outputSchema: null,
    },
    attemptScope({ onStep: (step) => steps.push(step) }),
  );
  expect(result, JSON.stringify(result)).toMatchObject({ ok: true, output: 'Booked for Kim', byModel: true });
  expect(steps.filter(({ ok }) => ok).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['goto', 'type', 'click']),
  );
  // No tool that runs code, or touches files of this machine.
  expect(offered[0]).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/evaluate|run_code|upload|drop/)]),
  );
  expect(existsSync('/tmp/switchyard-mcp-leak') || existsSync('.playwright-mcp')).toBe(false);
  expect(driverProblem('playwright-mcp')).toBeNull();
});
