import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gateFor, type Site, serveSite } from '../../src/browser/browser.fixture.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Llm } from '../../src/platform/llm.ts';
import { createLog } from '../../src/platform/log.ts';
import { Secret } from '../../src/platform/secret.ts';
import type { AttemptResult, Task } from '../../src/runners/contract.ts';
import { builtRunner } from './built-runner.ts';
import { attemptScope } from './scope.ts';
import { startInfraStandIn } from './stand-ins/browser-infra.ts';

/** A model's last answer. */
export const FINISH = { status: 'done' as const, answer: 'Pressed' };

/** A page that is one button, and a provider of browsers to press it in. */
export async function startButton(owned: AsyncDisposableStack) {
  const site: Site = owned.use(
    await serveSite((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<button style="position:fixed;left:0;top:0;width:100vw;height:100vh"
        onclick="this.textContent = 'Pressed'">Press</button>`);
    }),
  );
  const steel = owned.use(await startInfraStandIn());
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-button-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const gate = gateFor(site);
  const words = { instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const task: Task = { goal: 'Press the button.', ...words, url: `${site.origin}/` };

  /** With a row of the grid, such as `stagehand@steel`; the browser is let go again. */
  async function press(
    slug: string,
    llm: Llm | null,
    anthropic: string | null = null,
  ): Promise<AttemptResult> {
    const runner = await builtRunner(slug, owned, { gate, folder, llm });
    if (runner.shape !== 'direct') throw new Error('a browser is driven here');
    const account = (family: string, baseUrl: string) => ({
      [family]: { family, secrets: { api_key: new Secret('key-canary-1') }, baseUrl, isOwn: false },
    });
    const accounts = { ...account('steel', steel.url), ...(anthropic && account('anthropic', anthropic)) };
    const left: string[] = [];
    const scope = attemptScope({ accounts, onLeft: async (item) => void left.push(item) });
    const result = await runner.run(task, scope);
    const leftover = { attemptId: scope.attemptId, reference: null, item: left.at(-1) ?? null };
    expect(await runner.forget?.(leftover, scope)).toBe('deleted');
    return result;
  }

  return { site, gate, folder, task, press };
}

export function llmAt(baseUrl: string, model = 'm'): Llm {
  const prices = { inputUsdPerMillion: 1, outputUsdPerMillion: 1 };
  const settings = { baseUrl, apiKey: null, model, ...prices };
  return new Llm({ settings, clock: systemClock, log: createLog('silent') });
}

export function expectPressed(result: AttemptResult | undefined): void {
  const said = JSON.stringify({ ...result, files: [] }).slice(0, 800);
  expect(result, said).toMatchObject({ ok: true, output: 'Pressed' });
  expect(result?.page).toMatchObject({ httpStatus: 200, whole: expect.stringContaining('Pressed</button>') });
}
