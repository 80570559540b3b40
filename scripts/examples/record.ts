import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { API_KEY, Stage } from '../../bench/stage.ts';
import { solve } from '../../src/accounts/signup/solve.fixture.ts';
import { importHistory } from '../../src/long-tasks/import-history.ts';
import { savePlan } from '../../src/workspace/store.ts';
import { startLlmStandIn } from '../../test/support/stand-ins/llm.ts';
import { startStripeStandIn, WEBHOOK_SECRET } from '../../test/support/stand-ins/stripe.ts';
import { WebhookSink } from '../../test/support/webhook-sink.ts';
import { type Call, Recorder } from './recorder.ts';
import { scrub } from './scrub.ts';

/** `node scripts/examples/record.ts`: calls every operation of a real service and keeps request and answer as its example. */
const UNRECORDED = {
  'workspace.disconnectApp': 'A person connects an app in a browser.',
  'longTasks.create': 'Long tasks are switched off: the answer is always 403 `feature_disabled`.',
};
const STARTED_MS = Date.now();
const HISTORY = { task: `lt_${'0'.repeat(31)}1`, run: `resp_${'0'.repeat(31)}2` };

await using resources = new AsyncDisposableStack();
const stage = resources.use(await Stage.open());
const sink = resources.use(await WebhookSink.start());
const stripe = resources.use(await startStripeStandIn());
const model = resources.use(await startLlmStandIn(() => ({ text: 'ok' })));
const recorder = new Recorder();
const app = await stage.service({
  env: {
    SVC_ENV: 'development',
    SVC_DEMO_PORT: '0',
    LLM: 'off',
    STRIPE_SECRET_KEY: 'sk_test_recording',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_BASE_URL: stripe.url,
  },
});
const shop = app.demoOrigin ?? '';
const kettle = `${shop}/products/fernfall-camp-kettle`;
const call = recorder.at(app.url, API_KEY);

await recordWebhook(call);
await recordRuns(call);
await recordScripts(call);
await recordQuestion(call);
await recordConnections(call);
await recordSession(call);
await recordWorkspace(call);
await recordHistory(call);
await recordModel();
await recordAgent();
const hosts = {
  [app.url]: 'https://switchyard.example',
  [app.url.replace('http', 'ws')]: 'wss://switchyard.example',
  [shop]: 'https://shop.example',
  [sink.url]: 'https://hooks.example',
  [new URL(shop).host]: 'shop.example',
  '127.0.0.1': 'shop.example',
};
const kept = scrub(recorder.inOrder(UNRECORDED), hosts, STARTED_MS);
await writeFile(
  fileURLToPath(new URL('../../src/api-examples.json', import.meta.url)),
  `${JSON.stringify(kept, null, 2)}\n`,
);
console.log(`${Object.keys(kept).length} operations kept.`);

async function recordWebhook(call: Call): Promise<void> {
  const { id } = await call('webhooks.create', {
    body: { url: `${sink.url}/switchyard`, events: ['response.completed', 'response.failed'] },
  });
  const path = { id };
  await call('webhooks.list');
  await call('webhooks.get', { path });
  await call('webhooks.update', { path, body: { events: ['response.completed'] } });
  await call('webhooks.test', { path });
  await sink.until(1);
  const { data } = await call('webhooks.deliveries', { path, query: { limit: 1 } });
  const delivery = { ...path, deliveryId: data[0]?.id ?? '' };
  await until(async () => (await call('webhooks.delivery', { path: delivery })).status === 'delivered');
  delete recorder.examples['webhooks.delivery'];
  await call('webhooks.delivery', { path: delivery });
  await call('webhooks.redeliver', { path: delivery });
  await call('webhooks.rotate', { path });
}

async function recordRuns(call: Call): Promise<void> {
  const question = { task: 'What does the camp kettle cost?', url: kettle };
  const { id } = await call('runs.create', { body: { ...question, metadata: { order: '4711' } } });
  const path = { id };
  await call('runs.get', { path });
  await call('responses.list', { query: { limit: 1 } });
  await call('runs.list', { query: { limit: 1, status: 'succeeded' } });
  await call('runs.rows', { query: { limit: 1 } });
  await call('runs.groups', { query: { by: 'site' } });
  await call('runs.inputItems', { path });
  await call('runs.explain', { path });
  await call('runs.timeline', { path });
  const word = { correct: false, answer: '58.00 USD', note: 'The answer is the price of the lid.' };
  await call('runs.feedback', { path, body: word });
  await call('runs.createToken', { path, body: { expires_in_s: 600 } });
  await call('estimate.create', { body: question });
  await call('rankings.list', { query: { domain: 'shop.example', limit: 3 } });
  await call('overview.get', { query: { hours: 24 } });
  await call('insights.routing', { query: { days: 7 } });
  const seen = await call('runs.create', {
    body: { task: 'Add the kettle to the basket.', url: kettle, routing: 'local-chromium' },
  });
  const artifactId = seen.svc.artifacts[0]?.id ?? '';
  await call('runs.artifact', { path: { id: seen.id, artifactId } });
  await call('webhooks.events', { query: { starting_after: new Date(STARTED_MS).toISOString() } });
  await call('runs.many', { body: { action: 'delete', ids: [seen.id] } });
  const gone = await call('runs.create', { body: { ...question, routing: 'local-fetch' } });
  await call('runs.delete', { path: { id: gone.id } });
}

/** A shop that mails a code: one run is answered, one is cancelled while it waits. */
async function recordScripts(call: Call): Promise<void> {
  const body = { task: 'Add the camp kettle to the basket.', url: kettle, routing: 'local-chromium' };
  await call('runs.create', { body });
  const { data } = await call('scripts.list');
  const path = { id: String(data[0]?.id) };
  await call('scripts.get', { path });
  await call('scripts.update', { path, body: { pinned: true } });
  await call('scripts.delete', { path });
}

async function recordQuestion(call: Call): Promise<void> {
  const login = { domain: new URL(shop).host, username: 'demo', password: 'campfire' };
  const credential = await call('credentials.create', { body: login });
  const path = { id: credential.id };
  const waiting = async () => {
    const body = {
      task: 'How many loyalty points do I have?',
      url: `${shop}/account`,
      credential_id: path.id,
    };
    const { id } = await call('runs.create', { body: { ...body, background: true } });
    await until(async () => (await call('runs.get', { path: { id } })).status === 'requires_action');
    return { id };
  };
  const asked = await waiting();
  await call('runs.question', { path: asked });
  await call('runs.extendQuestion', { path: asked, body: { seconds: 300 } });
  const inbox = (await (await fetch(`${shop}/demo/inbox.json`)).json()) as { mails: Array<{ code: string }> };
  await call('runs.answer', { path: asked, body: { code: inbox.mails[0]?.code } });
  await call('runs.cancel', { path: await waiting() });
  await call('credentials.list');
  await call('credentials.get', { path });
  await call('credentials.update', { path, body: { password: 'a better one' } });
  await call('credentials.delete', { path });
}

async function recordConnections(call: Call): Promise<void> {
  const path = { family: 'browserbase' };
  await call('providerKeys.set', { path, body: { api_key: 'bb_live_your_key', project_id: 'your-project' } });
  await call('providerKeys.get', { path });
  await call('providerKeys.list');
  await call('providerKeys.delete', { path });
  await call('runners.list', { query: { status: 'available' } });
  await call('runners.health');
  await call('runners.test', { path: { slug: 'local-fetch' }, body: { confirm: true, url: kettle } });
  await call('models.list');
}

async function recordSession(call: Call): Promise<void> {
  const context = await call('contexts.create', { body: {} });
  await call('contexts.get', { path: { id: context.id } });
  const { id } = await call('sessions.create', {
    body: { timeout: 300, keepAlive: true, browserSettings: { context: { id: context.id, persist: true } } },
  });
  const path = { id };
  await call('sessions.get', { path });
  await call('sessions.list', { query: { status: 'RUNNING' } });
  await call('sessions.debug', { path });
  await call('sessions.upload', { path, file: { name: 'notes.txt', text: 'A kettle and two mugs.' } });
  await call('sessions.act', { path, body: { name: 'go', input: { url: kettle } } });
  await call('sessions.view', { path });
  await call('sessions.logs', { path });
  await call('sessions.recording', { path });
  await call('sessions.downloads', { path });
  await call('sessions.deleteDownloads', { path });
  await call('sessions.release', { path, body: { status: 'REQUEST_RELEASE' } });
  await call('contexts.delete', { path: { id: context.id } });
}

async function recordWorkspace(call: Call): Promise<void> {
  const { workspace_id } = await call('account.get');
  await savePlan(app.context.db, workspace_id, 'enterprise', null);
  await call('workspace.get');
  await call('workspace.members');
  await call('workspace.connectedApps');
  await call('workspace.export');
  await call('workspace.update', { body: { retention: '7d' } });
  await call('usage.get', { query: { group_by: 'runner' } });
  const { id } = await call('keys.create', { body: { name: 'Nightly report', spend_limit_usd: 5 } });
  await call('keys.list');
  await call('keys.delete', { path: { id } });
  await call('account.createSignInLink');
  await call('audit.list', { query: { limit: 2 } });
  await call('billing.checkout', { body: { credits_usd: 25 } });
  await call('billing.portal');
  const hooks = await call('webhooks.list');
  await call('webhooks.delete', { path: { id: hooks.data[0]?.id ?? '' } });
  await call('status.get');
}

/** Long tasks are history: they come in from a file. */
async function recordHistory(call: Call): Promise<void> {
  const times = { created_at: '2026-08-01T10:00:00Z', finished_at: '2026-08-01T10:00:09Z' };
  const task = {
    id: HISTORY.task,
    status: 'partial',
    input: 'Fetch the invoices of two shops.',
    entities: [{ entity_id: 'shop-1', status: 'delivered', run_id: HISTORY.run, attempts: 1 }],
    counts: { delivered: 1 },
    gaps: [],
    budget: { spent_usd: 0.1 },
    events: [],
    manifest: null,
    ...times,
  };
  const run = {
    id: HISTORY.run,
    parent_id: HISTORY.task,
    runner: 'deck',
    role: 'entity_fetch',
    entity_id: 'shop-1',
    entity_label: 'Shop one',
    status: 'succeeded',
    answer: 'Invoice 7',
    cost_usd: 0.1,
    ...times,
  };
  const { workspace_id } = await call('account.get');
  const file = JSON.stringify({ tasks: [task], runs: [run], deliveries: [] });
  await importHistory(app.context.db, workspace_id, file);
  await call('longTasks.list');
  const path = { id: HISTORY.task };
  await call('longTasks.get', { path });
  await call('longTasks.cancel', { path });
  await call('longTasks.runs', { path });
}

/** A second service, with a model, so that the first answers without one. */
async function recordModel(): Promise<void> {
  const other = await stage.service({
    databaseUrl: await stage.createDatabase('with_model'),
    env: { LLM_BASE_URL: model.url, LLM_MODEL: 'your-model' },
  });
  const call = recorder.at(other.url, API_KEY);
  await call('models.uses');
  await call('models.test');
  await call('models.examine');
}

/** An agent signs itself up, and deletes its account again. */
async function recordAgent(): Promise<void> {
  const { challenge_id, instruction, puzzle } = await call('signup.challenge');
  const body = { challenge_id, challenge_answer: solve(instruction, puzzle), client: 'claude-code' };
  const { api_key } = await call('signup.create', { body });
  const own = recorder.at(app.url, api_key);
  await own('workspace.purge');
  await own('account.delete', { body: { confirm: 'delete everything' } });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(200);
}
