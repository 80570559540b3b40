import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { forwardUpgrade, handOn } from './forward-upgrade.ts';

const owned = new AsyncDisposableStack();
afterAll(() => owned.disposeAsync());

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  owned.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An instance that stands still: it takes connections and says nothing. */
const frozen = () => listening(createServer().on('upgrade', () => undefined));

test('an instance that takes the connection and says nothing is given up', async () => {
  const elsewhere = await frozen();
  const failures: unknown[] = [];
  const front = createServer((asked, answer) => {
    handOn(asked, elsewhere, 200).catch((error) => {
      failures.push(error);
      answer.writeHead(503).end();
    });
  });
  front.on('upgrade', (asked, socket, head) => {
    forwardUpgrade(asked, socket, head, elsewhere, 200).catch((error) => {
      failures.push(error);
      socket.destroy();
    });
  });
  const url = await listening(front);
  expect((await fetch(url, { method: 'POST', body: 'words' })).status).toBe(503);
  const upgrading = request(url, { headers: { connection: 'upgrade', upgrade: 'websocket' } });
  upgrading.end();
  await once(upgrading, 'error');
  expect(failures).toEqual([new Error('no answer in time'), new Error('no answer in time')]);
});

test('an answer that pauses longer is passed on whole', async () => {
  const elsewhere = await listening(
    createServer((_, answer) => {
      answer.write('first');
      setTimeout(() => answer.end(', last'), 500);
    }),
  );
  const front = createServer(async (asked, answer) => {
    (await handOn(asked, elsewhere, 200)).pipe(answer);
  });
  expect(await (await fetch(await listening(front))).text()).toBe('first, last');
});
