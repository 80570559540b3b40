import { expect, test } from 'vitest';
import type { ProviderSocket } from '../../platform/net/provider-socket.ts';
import { SocketBrowser } from './socket-browser.ts';

test('a driver that joins while the browser goes is told, and waits for nothing', async () => {
  const socket: ProviderSocket = { send: () => undefined, close: () => undefined };
  const browser = new SocketBrowser(socket);
  const joining = () =>
    browser.join({
      check: (_, params) => ({ params }),
      onMessage: () => undefined,
      onClose: () => undefined,
    });
  const first = joining();
  socket.onclose?.('gone');
  await expect(first).rejects.toThrow('the browser is gone');
  await expect(joining()).rejects.toThrow('the browser is gone');
});
