import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromiumPath } from './browser/browser.fixture.ts';
import { RUN_APP } from './mcp/app/run-app.ts';

/** A host of the MCP Apps protocol: answers the app, tells it of a run, and records its requests. */
const HOST = `
const asked = [];
const facts = { id: 'resp_1', status: 'needs_human', runner: 'local-chromium', url: null, spend_usd: 0.25, max_cost_usd: 1,
  steps: [{ action: 'click', target: '<img src=x onerror=alert(1)>', ok: true }], live_view: 'http://h/live/t', reason: null,
  question: { kind: 'text', prompt: 'Which colour?', page: 'http://h/answer/resp_1' } };
const told = (more) => ({ content: [], _meta: { 'switchyard/run': { ...facts, ...more } } });
addEventListener('message', ({ data, source }) => {
  asked.push(data);
  const send = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const answers = {
    'ui/initialize': () => ({ protocolVersion: '2026-01-26', hostInfo: { name: 'h', version: '1' },
      hostCapabilities: { serverTools: {}, serverResources: {} }, hostContext: {} }),
    'tools/call': () => told({ status: 'running', question: null }),
    'resources/read': () => ({ contents: [{ mimeType: 'image/png', blob:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' }] }),
  };
  if (data.id !== undefined) send({ id: data.id, result: answers[data.method]?.() ?? {} });
  if (data.method === 'ui/notifications/initialized') send({ method: 'ui/notifications/tool-result', params: told({}) });
});`;

test('the app shows a run in a sandbox, takes an answer, and loads nothing', async () => {
  const browser = await chromium.launch({ executablePath: await chromiumPath() });
  try {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(`<script>${HOST}</script><iframe sandbox="allow-scripts"></iframe>`);
    await page.locator('iframe').evaluate((frame, app) => frame.setAttribute('srcdoc', app), RUN_APP);
    const app = page.frameLocator('iframe');
    await app.getByText('Which colour?').waitFor();
    expect(await app.locator('#spend').textContent()).toBe('$0.2500 of $1');
    expect(await app.locator('#steps').textContent()).toBe('click <img src=x onerror=alert(1)>');
    await app.locator('#answer').fill('blue');
    await app.locator('#answer').press('Enter');
    await app.locator('#picture').waitFor();
    expect(await app.locator('#question').isHidden()).toBe(true);
    const calls = await page.evaluate(
      'asked.filter(({ method }) => method === "tools/call").map(({ params }) => params)',
    );
    expect(calls).toContainEqual({ name: 'answer_question', arguments: { id: 'resp_1', answer: 'blue' } });
    expect(requests.filter((url) => !/^(about|data):/.test(url))).toEqual([]);
  } finally {
    await browser.close();
  }
});
