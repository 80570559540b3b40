import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Switchyard } from '@switchyard/sdk';
import { API_KEY, Stage } from '../bench/stage.ts';

/** `node scripts/record-examples.ts`: asks a real service and keeps its answers as the examples of `openapi.json`. */
await using stage = await Stage.open();
const app = await stage.service({ env: { SVC_ENV: 'development', SVC_DEMO_PORT: '0', LLM: 'off' } });
const client = new Switchyard({ apiKey: API_KEY, baseUrl: app.url });
const url = `${app.demoOrigin}/products/fernfall-camp-kettle`;
const body = { task: 'What does the camp kettle cost?', url };
const created = await client.call('runs.create', { body: { ...body, routing: 'local-fetch' } });
const path = { id: (await client.runs.create(body)).id };
const examples = {
  'runs.create': created,
  'runs.list': await client.call('runs.list', { query: { limit: 1 } }),
  'runs.explain': await client.call('runs.explain', { path }),
  'estimate.create': await client.call('estimate.create', { body }),
  'rankings.list': await client.call('rankings.list', { query: { limit: 3 } }),
  'runners.list': await client.call('runners.list', { query: { status: 'available' } }),
  'credentials.create': await client.call('credentials.create', {
    body: { domain: 'shop.example', username: 'ada', password: 'correct horse' },
  }),
  'workspace.get': await client.call('workspace.get', {}),
  'account.get': await client.call('account.get', {}),
  'usage.get': await client.call('usage.get', {}),
  'keys.list': await client.call('keys.list', {}),
  'status.get': await client.call('status.get', {}),
};
// The machine that recorded them is nobody's business.
const text = JSON.stringify(examples, null, 2)
  .replaceAll(app.url, 'https://switchyard.example')
  .replaceAll(app.demoOrigin ?? '', 'https://shop.example')
  .replace(/127\.0\.0\.1(?::\d+)?/g, 'shop.example');
await writeFile(fileURLToPath(new URL('../src/api-examples.json', import.meta.url)), `${text}\n`);
console.log(`${Object.keys(examples).length} answers kept.`);
