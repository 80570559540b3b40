import type { Clock } from '../platform/clock.ts';
import type { ProviderSocket } from '../platform/net/provider-socket.ts';
import { deliverMessage } from '../platform/unhandled-errors.ts';
import { type AcquireOptions, BrowserUnavailable } from './browser-pool.ts';
import type { BrowserRun } from './browser-run.ts';
import { PipeBrowser, type PipeBrowserOptions } from './pipe-browser.ts';
import { openRemoteRun } from './remote/remote-run.ts';

/** A run in a Chromium that no other run shares, so that a further driver may join it. Throws `BrowserUnavailable`. */
export async function openAlone(
  options: PipeBrowserOptions & AcquireOptions & { clock: Clock },
): Promise<BrowserRun> {
  const { signal = new AbortController().signal } = options;
  await using opened = new AsyncDisposableStack();
  const browser = await PipeBrowser.open(options).catch(() => null);
  if (browser) opened.use(browser);
  signal.throwIfAborted();
  if (!browser) throw new BrowserUnavailable('it did not start');
  const socket: ProviderSocket = {
    send: (message) => client.send(JSON.stringify(message)),
    close: () => void browser[Symbol.asyncDispose](),
  };
  const client = await browser.join({
    check: (_, params) => ({ params }),
    onMessage: (text) =>
      void setImmediate(() => deliverMessage(socket.close, () => socket.onmessage?.(JSON.parse(text)))),
    onClose: () => void setImmediate(() => socket.onclose?.()),
  });
  const run = await openRemoteRun({ ...options, socket, signal });
  if (run) opened.use(run);
  signal.throwIfAborted();
  if (!run) throw new BrowserUnavailable('it does not answer');
  // From now on it ends with the run.
  opened.move();
  return run;
}
