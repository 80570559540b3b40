import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { startCluster, untilOver } from '../support/cluster.ts';

const FORM = `<title>Order</title><h1>Order form</h1><form action="/sent">
  <label>Name <input name="name"></label> <label>Card <input name="card" type="password"></label>
  <button>Send order</button></form>`;

/** A shop that opens and takes the order on command, so that there is something to watch. */
async function startShop() {
  const opening = Promise.withResolvers<void>();
  const taking = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.method === 'HEAD') return void response.end();
    await opening.promise;
    if (!request.url?.startsWith('/sent')) return void response.end(FORM);
    await taking.promise;
    response.end('<title>Thanks</title><h1>Thank you, Kim</h1><p>Your order has the number M-123456.</p>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    open: opening.resolve,
    takeOrder: taking.resolve,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a run is watched live in a browser, through the instance that does it or another, and replayed afterwards', async () => {
  await using shop = await startShop();
  await using cluster = await startCluster();
  const env = { SVC_LOCAL_TARGETS: shop.host };
  const instances = await Promise.all([cluster.start(env), cluster.start(env)]);
  const created = await instances[0].create({
    input: 'Enter "Kim" in the Name field, enter "4111-secret" in the Card field and click "Send order".',
    url: `http://${shop.host}/`,
    routing: 'local-chromium',
    background: true,
  });
  const { id, svc } = created.json;

  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup'],
  });
  await using _closing = { [Symbol.asyncDispose]: () => browser.close() };
  const watchers = await Promise.all(instances.map(() => browser.newPage()));
  const complaints: string[] = [];
  for (const [index, page] of watchers.entries()) {
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${instances[index]?.url}${new URL(svc.live_view).pathname}`);
  }
  const shots = process.env.LIVE_VIEW_PICTURES;
  for (const page of watchers) {
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('#picture[src^="data:image/jpeg"]').waitFor();
  }
  shop.open();
  for (const page of watchers) await page.locator('#steps li').first().waitFor();
  if (shots) await watchers[0]?.screenshot({ path: `${shots}/live.png` });
  shop.takeOrder();

  expect(await untilOver(cluster, id, 60_000)).toBe('succeeded');
  // Files lie on the disk of the instance that executed it; the others say that they have none.
  const [own, another] = watchers;
  await own?.getByText('Replay · succeeded').waitFor();
  await another?.getByText('There is no recording of this run.').waitFor();
  await own?.locator('#steps li', { hasText: 'Send order' }).click();
  await own?.locator('#steps li.now', { hasText: 'Send order' }).waitFor();
  if (shots) await own?.screenshot({ path: `${shots}/replay.png` });
  expect(await own?.locator('#steps').textContent()).not.toContain('4111-secret');
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});
