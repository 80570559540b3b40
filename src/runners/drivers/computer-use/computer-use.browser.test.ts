import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { attemptScope } from '../../../../test/support/scope.ts';
import {
  startComputerUseStandIn,
  type Turn,
  type Vendor,
} from '../../../../test/support/stand-ins/computer-use.ts';
import { gateFor, openPool, type Site, serveSite } from '../../../browser/browser.fixture.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { Secret } from '../../../platform/secret.ts';
import { Extractor } from '../../../reading/index.ts';
import { type CatalogRow, readCatalog } from '../../catalog.ts';
import type { AttemptScope, Step, Task } from '../../contract.ts';
import { drivers } from '../drivers.ts';

vi.setConfig({ testTimeout: 120_000 });
const catalog = readCatalog();
const owned = new AsyncDisposableStack();
let site: Site;
let shared: { browsers: Awaited<ReturnType<typeof openPool>>['pool']; extractor: Extractor };

const PAGE = `<!doctype html><h1>Tables</h1>
<input aria-label="Name" style="position:absolute;left:100px;top:100px;width:200px;height:40px">
<button style="position:absolute;left:100px;top:200px;width:200px;height:40px"
  onclick="document.querySelector('p').textContent = 'Booked for ' + document.querySelector('input').value">Book</button>
<p style="position:absolute;left:100px;top:300px">Nothing booked</p>`;

beforeAll(async () => {
  site = owned.use(
    await serveSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(PAGE);
    }),
  );
  const { pool } = owned.use(await openPool({ gate: gateFor(site) }));
  shared = { browsers: pool, extractor: owned.use(new Extractor({ limitMs: 60_000 })) };
});
afterAll(() => owned.disposeAsync());

const KEY = 'key-canary-88';

async function attempt(vendor: Vendor, turns: Turn[], more: Partial<AttemptScope> = {}, key = KEY) {
  await using standIn = await startComputerUseStandIn(vendor, turns);
  const slug = `local-${vendor === 'anthropic' ? 'claude' : vendor}-computer`;
  const row = catalog.rows.find(({ facts }) => facts.slug === slug) as CatalogRow;
  const family = String(row.options.modelFamily);
  const account = { family, secrets: { api_key: new Secret(key) }, baseUrl: standIn.url, isOwn: false };
  const steps: Step[] = [];
  const scope = attemptScope({
    accounts: { [family]: account },
    onStep: (step) => steps.push(step),
    ...more,
  });
  const task: Task = {
    goal: 'Book a table for Kim and tell me what the page says then.',
    instructions: null,
    url: `${site.origin}/`,
    steps: [],
    successCriteria: null,
    outputSchema: null,
  };
  const options = { ...shared, row, facts: row.facts, gate: gateFor(site), clock: systemClock, llm: null };
  const driver = drivers[String(row.options.driver)];
  if (!driver) throw new Error('no driver');
  const log = createLog('silent');
  const result = await driver({ ...options, log, providers: catalog.providers }, task, scope);
  return { result, steps, seen: standIn.seen };
}

const done: Turn = { tool: 'finish', input: { status: 'done', answer: 'Booked for Kim' } };
const TURNS: Record<Vendor, Turn[]> = {
  openai: [
    {
      native: [
        { type: 'click', button: 'left', x: 200, y: 120 },
        { type: 'type', text: 'Kim' },
      ],
    },
    { native: [{ type: 'click', button: 'left', x: 200, y: 220 }] },
    done,
  ],
  anthropic: [
    {
      native: [
        { name: 'left_click', coordinate: [200, 120] },
        { name: 'type', text: 'Kim' },
      ],
    },
    { native: [{ name: 'left_click', coordinate: [200, 220] }] },
    done,
  ],
  gemini: [
    { native: [{ name: 'type_text_at', x: 156, y: 150, text: 'Kim', press_enter: false }] },
    { native: [{ name: 'click_at', x: 156, y: 275 }] },
    done,
  ],
};
const WIRE: Record<Vendor, { path: RegExp; tool: object; picture: RegExp }> = {
  openai: {
    path: /^\/responses$/,
    tool: { type: 'computer' },
    picture: /"computer_screenshot","image_url":"data:image\/jpeg/,
  },
  anthropic: {
    path: /^\/messages$/,
    tool: { type: 'computer_toolset_20260801' },
    picture: /"tool_result".*"media_type":"image\/jpeg"/,
  },
  gemini: {
    path: /^\/models\/gemini-3-flash-preview:generateContent$/,
    tool: { computerUse: { environment: 'ENVIRONMENT_BROWSER' } },
    picture: /"functionResponse".*"response":\{"url".*"inlineData":\{"mimeType":"image\/jpeg"/,
  },
};

describe.each(['openai', 'anthropic', 'gemini'] as const)('%s', (vendor) => {
  test('clicks and types by pictures, and reports the result', async () => {
    const { result, steps, seen } = await attempt(vendor, TURNS[vendor]);
    expect(result, JSON.stringify(result)).toMatchObject({
      ok: true,
      output: 'Booked for Kim',
      byModel: true,
    });
    expect(result.page?.whole).toContain('Booked for Kim');
    expect(result.actScript).toBeUndefined();
    expect(result.costMicroUsd).toBeGreaterThan(3_000);
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(steps.map(({ action }) => action)).toEqual(expect.arrayContaining(['goto', 'click', 'type']));
    const { path, tool, picture } = WIRE[vendor];
    expect(seen).toHaveLength(3);
    for (const call of seen) expect(call.path).toMatch(path);
    expect(seen[0]?.body.tools).toContainEqual(expect.objectContaining(tool));
    expect(JSON.stringify(seen[2]?.body)).toMatch(picture);
    expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain('canary');
  });

  test('a key that is refused is a fault of the platform', async () => {
    const { result } = await attempt(vendor, [], {}, 'bad-canary');
    expect(result).toMatchObject({
      ok: false,
      fault: 'platform',
      code: 'model_auth',
      message: expect.stringContaining(`${vendor.toUpperCase()}_API_KEY`),
    });
    expect(JSON.stringify(result)).not.toContain('canary');
  });
});

const warned = (vendor: 'openai' | 'gemini') => {
  const [first, second] = TURNS[vendor] as [Turn, Turn];
  return [first, { ...second, warning: 'This books a table.' } as Turn, done];
};

test.each(['openai', 'gemini'] as const)('a warning of %s passes when a person agrees', async (vendor) => {
  const asked: string[] = [];
  const ask: AttemptScope['ask'] = async ({ prompt }) => {
    asked.push(prompt);
    return { answered: true, value: 'yes' };
  };
  const { result, seen } = await attempt(vendor, warned(vendor), { ask });
  expect(asked).toEqual([expect.stringContaining('This books a table.')]);
  expect(result).toMatchObject({ ok: true, output: 'Booked for Kim' });
  expect(JSON.stringify(seen[2]?.body)).toMatch(
    /"acknowledged_safety_checks":\[\{"id":"check_1"|"safety_acknowledgement":"true"/,
  );
});

test('an act that a model warns of is not done without consent', async () => {
  const { result } = await attempt('openai', warned('openai'));
  expect(result).toMatchObject({ ok: false, message: expect.stringContaining('This books a table.') });
  expect(result.page?.whole).toContain('Nothing booked');
});
