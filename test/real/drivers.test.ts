/** Optional drivers from their own packages: agent-browser and Midscene. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAlone } from '../../src/browser/open-alone.ts';
import { pipeBrowserHere } from '../../src/browser/pipe-browser.fixture.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { Extractor } from '../../src/reading/index.ts';
import { type CatalogRow, readCatalog } from '../../src/runners/catalog.ts';
import type { Step } from '../../src/runners/contract.ts';
import { driverProblem, drivers } from '../../src/runners/drivers/drivers.ts';
import { expectPressed, FINISH, llmAt, startButton } from '../support/press-the-button.ts';
import { attemptScope } from '../support/scope.ts';
import { startLlmStandIn } from '../support/stand-ins/llm.ts';

const owned = new AsyncDisposableStack();
let button: Awaited<ReturnType<typeof startButton>>;

beforeAll(async () => {
  button = await startButton(owned);
});
afterAll(() => owned.disposeAsync());

const withAgentBrowser = () =>
  startLlmStandIn(({ index, last }) => {
    const target = /button.*ref=(\w+)/.exec(last)?.[1] ?? 'none';
    if (index === 0) return { calls: [{ name: 'open', input: { url: '--allow-file-access' } }] };
    if (index === 1) return { calls: [{ name: 'open', input: { url: 'http://127.0.0.1:1/' } }] };
    if (index === 2) return { calls: [{ name: 'open', input: { url: `${button.site.origin}/` } }] };
    return {
      calls: [index === 3 ? { name: 'click', input: { target } } : { name: 'finish', input: FINISH }],
    };
  });

test("the tools of agent-browser in a provider's browser", async () => {
  expect(driverProblem('agent-browser')).toBeNull();
  await using model = await withAgentBrowser();
  expectPressed(await button.press('agent-browser@steel', llmAt(model.url)));
});

test('the tools of agent-browser in a browser of our own', async () => {
  await using model = await withAgentBrowser();
  const { rows, providers } = readCatalog();
  const row = rows.find(({ facts }) => facts.slug === 'agent-browser') as CatalogRow;
  const here = await pipeBrowserHere(button.folder);
  const { gate, task } = button;
  const log = createLog('silent');
  const alone = (asked: { localAllowed: boolean }) =>
    openAlone({ ...here, gate, log, clock: systemClock, ...asked });
  const extractor = owned.use(new Extractor({ limitMs: 60_000 }));
  const steps: Step[] = [];
  const result = await drivers['agent-browser']?.(
    {
      row,
      facts: row.facts,
      browsers: { acquire: alone, alone },
      gate,
      extractor,
      clock: systemClock,
      log,
      llm: llmAt(model.url),
      providers,
    },
    task,
    attemptScope({ onStep: (step) => steps.push(step) }),
  );
  expectPressed(result);
  expect(steps.map(({ action, ok }) => [action, ok])).toContainEqual(['click', true]);
});

test("Midscene in a provider's browser", async () => {
  expect(driverProblem('midscene', 'gpt-5')).toBeNull();
  expect(driverProblem('midscene', 'some-text-model')).toContain('LLM_MODEL');
  await using model = await startLlmStandIn(({ index }) => {
    const place = '{"locate":{"prompt":"the button","bbox":[200,200,260,240]}}';
    const tap = `<action-type>Tap</action-type><action-param-json>${place}</action-param-json>`;
    const done = '<complete success="true">Pressed</complete>';
    return { text: `<planning>x</planning><log>x</log>${index === 0 ? tap : done}` };
  });
  expectPressed(await button.press('midscene@steel', llmAt(model.url, 'gpt-5')));
  expect(model.seen[0]?.body).toContain('image');
  expect(existsSync('midscene_run')).toBe(false);
});

test('a task that Midscene gives up is told with its words', async () => {
  await using model = await startLlmStandIn(() => ({
    text: '<planning>x</planning><log>x</log><complete success="false">There is no such button</complete>',
  }));
  const result = await button.press('midscene@steel', llmAt(model.url, 'gpt-5'));
  expect(result).toMatchObject({ ok: false, fault: 'runner', code: 'not_done' });
  expect(JSON.stringify(result)).toContain('There is no such button');
});
