/** Rows of the grid: a provider's browser with another maker's driver or model. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectPressed, FINISH, llmAt, startButton } from '../../../test/support/press-the-button.ts';
import { startComputerUseStandIn } from '../../../test/support/stand-ins/computer-use.ts';
import { startLlmStandIn } from '../../../test/support/stand-ins/llm.ts';
import { serveSite } from '../../browser/browser.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });
const owned = new AsyncDisposableStack();
let button: Awaited<ReturnType<typeof startButton>>;

beforeAll(async () => {
  button = await startButton(owned);
});
afterAll(() => owned.disposeAsync());

test("a vendor's computer use in a provider's browser", async () => {
  await using model = await startComputerUseStandIn('anthropic', [
    { native: [{ name: 'left_click', coordinate: [200, 200] }] },
    { tool: 'finish', input: FINISH },
  ]);
  expectPressed(await button.press('claude-computer@steel', null, model.url));
});

test("Stagehand in a provider's browser, with our rules around it", async () => {
  const away = owned.use(await serveSite({ '/': 'inside' }));
  let asked = 0;
  await using model = await startLlmStandIn(({ format, tools, whole }) => {
    if (format === 'json_schema') {
      const elementId = /\[(\d+-\d+)\] button/.exec(whole)?.[1] ?? '0-0';
      const action = { elementId, description: 'it', method: 'click', arguments: [] };
      return { text: JSON.stringify({ ...action, action, elements: [action], twoStep: false }) };
    }
    const done = { taskComplete: true, reasoning: '', output: { answer: 'Pressed' } };
    if (tools.length === 1) return { calls: [{ name: 'done', input: done }] };
    asked += 1;
    if (asked === 1) return { calls: [{ name: 'goto', input: { url: `${away.origin}/` } }] };
    if (asked === 2) return { calls: [{ name: 'goto', input: { url: `${button.site.origin}/` } }] };
    if (asked === 3) return { calls: [{ name: 'act', input: { action: 'press the button' } }] };
    return { text: 'I am finished.' };
  });
  expectPressed(await button.press('stagehand@steel', llmAt(model.url)));
  expect(away.requests).toEqual([]);
});

test("Playwright's MCP tools in a provider's browser", async () => {
  await using model = await startLlmStandIn(({ index, last }) => {
    const target = /button.*\[ref=(\w+)\]/.exec(last)?.[1] ?? 'none';
    const press = { name: 'browser_click', input: { target } };
    return { calls: [index === 0 ? press : { name: 'finish', input: FINISH }] };
  });
  expectPressed(await button.press('playwright-mcp@steel', llmAt(model.url)));
});
