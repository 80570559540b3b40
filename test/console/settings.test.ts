import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentAccount } from '../support/agent-account.ts';
import { checkAxe, type OpenConsole, openConsole, shot, stickingOut } from '../support/console.ts';
import { WebhookSink } from '../support/webhook-sink.ts';

let it: OpenConsole;
let sink: WebhookSink;
beforeAll(async () => {
  sink = await WebhookSink.start();
  it = await openConsole({ SVC_LOCAL_TARGETS: new URL(sink.url).host });
});
afterAll(async () => {
  await it[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
});

test('a key is shown once, has its limit, and can be revoked', async () => {
  const { page } = it;
  await it.go('/keys');
  await checkAxe(page);
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('Name').fill('<b>Night</b> batch');
  await page.getByLabel('Spend limit').fill('zero');
  expect(await page.getByRole('dialog').getByRole('button', { name: 'New key' }).isDisabled()).toBe(true);
  await page.getByLabel('Spend limit').fill('2.50');
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new key' });
  const key = (await shown.getByText(/^svc_/).textContent()) ?? '';
  await checkAxe(page);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByText('<b>Night</b> batch').waitFor();
  expect(await page.content()).not.toContain(key);
  await shot(page, 'keys');

  await page.getByRole('button', { name: 'Revoke <b>Night</b> batch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The key is revoked.').waitFor();
  const { data } = await it.api.keys.list();
  expect(data.map(({ name }) => name)).not.toContain('<b>Night</b> batch');
});

test('a form begins in its first field, and closing it gives the focus back', async () => {
  const { page } = it;
  await it.go('/keys');
  const opener = page.getByRole('button', { name: 'New key' }).first();
  await opener.press('Enter');
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.waitFor();
  await page.keyboard.type('Nightly');
  expect(await name.inputValue()).toBe('Nightly');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForFunction((element) => element === document.activeElement, await opener.elementHandle());
});

test('a key with a limit sees its keys and no button to change them', async () => {
  const { key } = await it.api.keys.create({
    name: 'limited',
    spend_limit_usd: 1,
    permissions: ['runs', 'workspace'],
  });
  const context = await it.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${it.service.url}/sign-in?next=/console/keys`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: /key/i }).click();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  await page.getByText('This session').waitFor();
  expect(await page.getByRole('button', { name: /New key|Revoke/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.getByRole('heading', { name: 'Retention' }).waitFor();
  expect(await page.getByRole('button', { name: /Delete/ }).count()).toBe(0);
  await context.close();
});

test('a person claims the account of an agent, and is in its console', async () => {
  const { claim_url, account_id } = await agentAccount(it.service.url);
  const context = await it.browser.newContext();
  const page = await context.newPage();
  await page.goto(claim_url);
  await checkAxe(page);
  await page.getByLabel('E-mail').fill('ada@example.org');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Claim the account' }).click();
  await page.getByRole('heading', { name: 'Run your first task' }).waitFor();
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(account_id) }).waitFor();
  await page.goto(claim_url);
  await page.getByText('This link does not work').waitFor();
  await context.close();
});

test('a login is stored and never shown again', async () => {
  const { page } = it;
  await it.go('/vault');
  await page.getByRole('button', { name: 'New login' }).first().click();
  await page.getByLabel('Site').fill('https://shop.example/login');
  await page.getByLabel('Username').fill('ada@example.org');
  await page.getByLabel('Password').fill('camp-fire-7');
  await checkAxe(page);
  await page.getByRole('button', { name: 'Save login' }).click();
  await page.getByText('Login saved').waitFor();
  await page.getByText('a***@e***').waitFor();
  expect(await page.content()).not.toContain('camp-fire-7');
  await checkAxe(page);
  await shot(page, 'vault');

  await page.getByRole('button', { name: 'Edit shop.example' }).click();
  await page.getByLabel('Allowed runners').selectOption('pinned');
  await page.getByLabel('Runner names, separated').fill('local-chromium, deck');
  await page.getByRole('button', { name: 'Save login' }).click();
  await page.getByText('Login updated').waitFor();
  const { data } = await it.api.credentials.list();
  expect(data).toMatchObject([{ custody: 'pinned:local-chromium,deck' }]);
});

test('an endpoint is made, fails, and a delivery is sent again by hand', async () => {
  const { page } = it;
  sink.behave((_, count) => (count === 1 ? 400 : 200));
  await it.go('/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).first().click();
  await page.getByLabel('Address').fill(`${sink.url}/hook`);
  await page.getByRole('dialog').getByRole('button', { name: 'New endpoint' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('heading', { level: 1, name: sink.url }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await sink.until(1);
  await page.getByRole('button', { name: 'response.completed' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delivery' });
  await sheet.getByText('"svc.event"').waitFor();
  await checkAxe(page);
  await shot(page, 'delivery');
  await sheet.getByRole('button', { name: 'Deliver again' }).click();
  await sink.until(2);
  expect(sink.received[1]?.bodyHash).toBe(sink.received[0]?.bodyHash);
  await sheet.getByText('delivered', { exact: true }).waitFor();
  expect(it.troubles).toEqual([]);
});

test('a session is started, taken over by hand, and ended', async () => {
  const { page } = it;
  await it.go('/sessions');
  await page.getByRole('button', { name: 'New session' }).first().click();
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('button', { name: 'Take control' }).click();
  await page.getByLabel('Address').fill(`${it.demo}/contact`);
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  const screen = page.getByRole('application', { name: 'Live' });
  await screen.waitFor();
  await expect.poll(() => page.getByLabel('Address').inputValue()).toContain('/contact');
  await checkAxe(page);
  await shot(page, 'session');
  // A new picture leaves the focus in the address.
  const picture = () => screen.locator('img').getAttribute('src');
  const before = await picture();
  await page.getByLabel('Address').fill(it.demo);
  await page.getByLabel('Address').press('Enter');
  await expect.poll(picture).not.toBe(before);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('http://10.1.2.3/');
  await page.keyboard.press('Enter');
  await page.getByText('Could not open the page: this address may not be opened: 10.1.2.3').waitFor();
  await page.getByRole('button', { name: 'End session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await page.getByText('Session ended').waitFor();
  await page.getByRole('img', { name: /The browser, 1 of/ }).waitFor();
});

test('a watched session that ends is shown as over', async () => {
  const { page } = it;
  const { id } = await it.api.sessions.create({});
  await it.go(`/sessions/${id}`);
  await page.getByRole('application', { name: 'Live' }).waitFor();
  await it.api.sessions.release(id);
  await page.getByText('Ended', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Take control' }).count()).toBe(0);
});

test.for(['usage', 'workspace', 'status', 'sessions', 'webhooks'])(
  '%s stands at every width, in both themes, without findings',
  async (path) => {
    const { page } = it;
    await it.go(`/${path}`);
    for (const [width, scheme] of [
      [1440, 'light'],
      [360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
      expect(await stickingOut(page)).toEqual([]);
      await checkAxe(page);
      await shot(page, `${path}-${width}-${scheme}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);
