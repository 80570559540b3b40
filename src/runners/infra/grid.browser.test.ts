/** Rows of the grid: a browser of a provider, and a driver or a model of somebody else. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startInfraStandIn } from '../../../test/support/browser-infra-stand-in.ts';
import { builtRunner } from '../../../test/support/built-runner.ts';
import { startComputerUseStandIn } from '../../../test/support/computer-use-stand-in.ts';
import { startLlmStandIn } from '../../../test/support/llm-stand-in.ts';
import { attemptScope } from '../../../test/support/scope.ts';
import { gateFor, type Site, serveSite } from '../../browser/browser.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { Llm } from '../../platform/llm.ts';
import { createLog } from '../../platform/log.ts';
import { Secret } from '../../platform/secret.ts';

vi.setConfig({ testTimeout: 120_000 });
const owned = new AsyncDisposableStack();
let site: Site;
let folder: string;
let steel: Awaited<ReturnType<typeof startInfraStandIn>>;

beforeAll(async () => {
  site = owned.use(
    await serveSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<button style="position:fixed;left:0;top:0;width:100vw;height:100vh"
        onclick="this.textContent = 'Pressed'">Press</button>`);
    }),
  );
  steel = owned.use(await startInfraStandIn());
  folder = await mkdtemp(join(tmpdir(), 'switchyard-grid-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
});
afterAll(() => owned.disposeAsync());

const account = (family: string, baseUrl: string) => ({
  [family]: { family, secrets: { api_key: new Secret('key-canary-1') }, baseUrl, isOwn: false },
});
const finish = { status: 'done' as const, answer: 'Pressed' };

async function attempt(slug: string, model: string | null, llm: Llm | null) {
  const runner = await builtRunner(slug, owned, { gate: gateFor(site), folder, llm });
  if (runner.shape !== 'direct') throw new Error('a browser is driven here');
  const accounts = { ...account('steel', steel.url), ...(model && account('anthropic', model)) };
  const left: string[] = [];
  const scope = attemptScope({ accounts, onLeft: async (item) => void left.push(item) });
  const goal = 'Press the button.';
  const words = { goal, instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const result = await runner.run({ ...words, url: `${site.origin}/` }, scope);
  const item = left.at(-1) ?? null;
  expect(await runner.forget?.({ attemptId: scope.attemptId, reference: null, item }, scope)).toBe('deleted');
  return result;
}

test("a vendor's computer use in a provider's browser", async () => {
  await using model = await startComputerUseStandIn('anthropic', [
    { native: [{ name: 'left_click', coordinate: [200, 200] }] },
    { tool: 'finish', input: finish },
  ]);
  const result = await attempt('claude-computer@steel', model.url, null);
  expect(result, JSON.stringify(result).slice(0, 800)).toMatchObject({ ok: true, output: 'Pressed' });
  expect(result.page?.whole).toContain('Pressed</button>');
});

test("Playwright's MCP tools in a provider's browser", async () => {
  await using model = await startLlmStandIn(({ index, last }) => {
    const target = /button.*\[ref=(\w+)\]/.exec(last)?.[1] ?? 'none';
    const press = { name: 'browser_click', input: { target } };
    return { calls: [index === 0 ? press : { name: 'finish', input: finish }] };
  });
  const prices = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const settings = { baseUrl: model.url, apiKey: null, model: 'm', ...prices };
  const llm = new Llm({ settings, clock: systemClock, log: createLog('silent') });
  const result = await attempt('playwright-mcp@steel', null, llm);
  expect(result, JSON.stringify(result).slice(0, 800)).toMatchObject({ ok: true, output: 'Pressed' });
  expect(result.page?.whole).toContain('Pressed</button>');
});
