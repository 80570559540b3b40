/** A tiny driver of a browser on a pipe, for tests: commands with their answers, on one page. */
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import type { Gate } from '../platform/net/gate.ts';
import { chromiumPath } from './browser.fixture.ts';
import { browserIsolation } from './browser-isolation.ts';
import { cdpVerdict } from './cdp-rules.ts';
import { PipeBrowser } from './pipe-browser.ts';

export async function openPipeDriver(gate: Gate) {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-pipe-'));
  await chmod(folder, 0o711);
  const browser = await PipeBrowser.open({ ...(await pipeBrowserHere(folder)), gate, localAllowed: true });
  const waiting = new Map<number, (message: unknown) => void>();
  let lastId = 0;
  const client = await browser.join({
    check: cdpVerdict,
    onMessage: (text) => {
      const message = JSON.parse(text);
      waiting.get(message.id)?.(message);
    },
    onClose: () => undefined,
  });
  const command = async (method: string, params: object = {}, sessionId?: string) => {
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(lastId, resolve);
    void client.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    // biome-ignore lint/suspicious/noExplicitAny: answers of the protocol, read by their documented names
    return (await promise) as any;
  };
  const created = await command('Target.createTarget', { url: 'about:blank' });
  const { targetId } = created.result;
  const { sessionId } = (await command('Target.attachToTarget', { targetId, flatten: true })).result;
  await command('Network.enable', {}, sessionId);
  const evaluate = async (expression: string) => {
    const answer = await command(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      sessionId,
    );
    return answer.result.result.value;
  };
  const visit = async (url: string) => {
    await command('Page.navigate', { url }, sessionId);
    for (let round = 0; round < 50; round += 1) {
      if ((await evaluate('document.readyState + location.href')) === `complete${url}`) return;
      await systemClock.sleep(20);
    }
  };
  return {
    browser,
    command: (method: string, params: object = {}) => command(method, params, sessionId),
    evaluate,
    visit,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

/** This machine's settings for a browser on a pipe. */
export async function pipeBrowserHere(folder: string) {
  return {
    executablePath: await chromiumPath(),
    isolation: await browserIsolation('on'),
    platform: process.platform,
    folder,
    log: createLog('silent'),
  };
}
