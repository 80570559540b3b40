import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Deed, Scenario } from './agent-scenarios.ts';

/** Tools of a browser agent, driven by a fixed script instead of a model. */
export interface Hands {
  observe(): Promise<string>;
  /** Reference of a control by its name in the newest observation; null when it is not there. */
  find(observation: string, name: string): string | null;
  /** `isOk` is what the tool claims. Null if the action is unsupported. */
  act(deed: Deed, ref: string | null, onto: string | null): Promise<{ text: string; isOk: boolean } | null>;
}

export interface Outcome {
  isDone: boolean;
  /** A success was reported and there was none. */
  isFalse: boolean;
  note: string;
}

const NO_TARGET = new Set([
  'press',
  'wait',
  'gone',
  'accept',
  'dismiss',
  'tab',
  'back',
  'open',
  'read',
  'look',
  'point',
]);

/** Runs the deeds of a scenario and compares the page afterwards. */
export async function runScenario({ deeds, proof }: Scenario, page: Page, hands: Hands): Promise<Outcome> {
  for (const deed of deeds) {
    const seen = await hands.observe();
    if (deed.act === 'look') {
      if (!seen.includes(deed.says ?? '')) return missed(`the view lacks "${deed.says}"`);
      continue;
    }
    const needsTarget = deed.on !== undefined && !NO_TARGET.has(deed.act);
    const ref = needsTarget ? hands.find(seen, deed.on ?? '') : (deed.on ?? null);
    if (needsTarget && ref === null) return missed(`no reference for "${deed.on}"`);
    const onto = deed.act === 'drag' ? hands.find(seen, deed.that ?? '') : null;
    if (deed.after) await page.evaluate(deed.after);
    const result = await hands.act(deed, ref, onto);
    if (result === null) return missed(`cannot ${deed.act}`);
    const { text, isOk } = result;
    if (deed.fails && isOk)
      return { isDone: false, isFalse: true, note: `false report: ${text.slice(0, 150)}` };
    if (!deed.fails && !isOk && !deed.says) return missed(text.slice(0, 200));
    if (deed.says && !text.includes(deed.says)) {
      const now = deed.fails ? '' : await hands.observe();
      if (!now.includes(deed.says)) return missed(`says nothing of "${deed.says}": ${text.slice(0, 150)}`);
    }
  }
  if (proof === undefined) return { isDone: true, isFalse: false, note: '' };
  for (let wait = 0; wait < 10; wait += 1) {
    if (await page.evaluate(`Boolean(${proof})`).catch(() => false))
      return { isDone: true, isFalse: false, note: '' };
    await page.waitForTimeout(100);
  }
  // Every act was reported as done.
  return { isDone: false, isFalse: true, note: 'reported as done, and the page is not as it should be' };
}

function missed(note: string): Outcome {
  return { isDone: false, isFalse: false, note };
}

/** Serves each scenario under its number, a second page, a frame of another origin and a PDF. */
export async function serveScenarios(
  scenarios: readonly Scenario[],
): Promise<AsyncDisposable & { origin: string; ports: number[] }> {
  const foreign = await listen(() => [
    'text/html',
    `<button onclick="parent.postMessage('frame paid', '*')">Pay in frame</button>`,
  ]);
  const pdf = await readFile(new URL('agent-paper.pdf', import.meta.url));
  const own = await listen((path) => {
    const scenario = scenarios[Number(path.slice(1))];
    if (scenario && /^\/\d+$/.test(path))
      return [
        'text/html; charset=utf-8',
        `<!doctype html><title>${scenario.name}</title><body>${scenario.page.replaceAll('FOREIGN', foreign.origin)}`,
      ];
    if (path === '/second') return ['text/html', '<title>Second</title><h1>Second page</h1>'];
    return path === '/paper.pdf' ? ['application/pdf', pdf] : null;
  });
  return {
    origin: own.origin,
    ports: [own.port, foreign.port],
    async [Symbol.asyncDispose]() {
      own.close();
      foreign.close();
    },
  };
}

async function listen(answer: (path: string) => [type: string, body: string | Buffer] | null) {
  const server = http.createServer((request, response) => {
    const [type, body] = answer(new URL(request.url ?? '/', 'http://site').pathname) ?? [];
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' });
    response.end(body ?? 'nothing');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, port, close };
}
