import { expect, test } from 'vitest';
import type { ProviderSocket } from '../../platform/net/provider-socket.ts';
import { shareSocket } from './shared-socket.ts';

test('a driver that joins while the browser goes is told, and waits for nothing', async () => {
  const socket: ProviderSocket = { send: () => undefined, close: () => undefined };
  const { join } = shareSocket(socket);
  const joining = join({
    check: (_, params) => ({ params }),
    onMessage: () => undefined,
    onClose: () => undefined,
  });
  socket.onclose?.('gone');
  await expect(joining).rejects.toThrow('the browser is gone');
});
