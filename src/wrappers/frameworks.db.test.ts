import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { addWorkspace } from '../../test/support/add-workspace.ts';
import { clientPackages } from '../../test/support/client-packages.ts';
import { scriptedRunner } from '../../test/support/scripted-runner.ts';
import { startTestApp, TEST_KEY, type TestApp } from '../../test/support/test-app.ts';

// The frameworks that people already use, against the service: every answer, every fault, and the number of runs.

interface Ask {
  url: string;
  key: string;
  prompt: string;
}
type Way = 'text' | 'stream' | 'structured';
type TestedClient = { package: string } & Record<Way, (ask: Ask) => Promise<unknown>>;

const NAMES = [
  'OpenAI, Responses',
  'OpenAI, Chat Completions',
  'Anthropic',
  'Vercel AI SDK, OpenAI',
  'Vercel AI SDK, OpenAI-compatible',
  'Vercel AI SDK, Anthropic',
  'Vercel AI SDK, Open Responses',
  'LangChain',
  'LlamaIndex',
  'Instructor',
  'OpenAI Agents SDK',
] as const;

let service: TestApp;
let folder: string;
let clients: Record<string, TestedClient>;
let poorKey: string;
let limitedKey: string;

beforeAll(async () => {
  folder = await clientPackages('frameworks');
  service = await startTestApp({ runners: [scriptedRunner('agent')] });
  ({ clients } = await import(pathToFileURL(join(folder, 'clients.ts')).href));
  poorKey = (await addWorkspace(service, 0)).key;
  const limited = await service.client.post('/v1/keys', { name: 'Limited', spend_limit_usd: 0.0001 });
  limitedKey = limited.json.key;
}, 240_000);
afterAll(() => service[Symbol.asyncDispose]());

/** The outcome of each try, by client: the rows of the table in the guide. */
const outcomes = new Map<string, Record<string, string>>();
let asked = 0;

async function counted(): Promise<{ runs: number; attempts: number }> {
  const [row] = await service.app.context.db.query<{ runs: number; attempts: number }>(
    sql`select (select count(*)::int from runs) as runs, (select count(*)::int from attempts) as attempts`,
  );
  return row ?? { runs: 0, attempts: 0 };
}

async function ask(name: string, column: string, way: Way, change: Partial<Ask> = {}) {
  asked += 1;
  const before = await counted();
  const prompt = `What is the answer? ${asked} ${change.prompt ?? ''}`;
  const client = clients[name] as TestedClient;
  const outcome = await client[way]({ url: service.app.url, key: TEST_KEY, ...change, prompt }).then(
    (value) => ({ value, error: null }),
    (error: Error) => ({ value: null, error }),
  );
  const after = await counted();
  const [runs, billed] = [after.runs - before.runs, after.attempts - before.attempts];
  const said = outcome.value === '' ? 'empty text' : way === 'structured' ? 'passed' : 'text';
  const cell = outcome.error === null ? said : `\`${outcome.error.constructor.name}\``;
  outcomes.set(name, { ...outcomes.get(name), [column]: cell });
  return { ...outcome, runs, billed };
}

describe.each(NAMES)('%s', (name) => {
  test.each(['text', 'stream'] as const)('%s', async (way) => {
    const { value, runs } = await ask(name, way, way, { prompt: '[[output="The answer is 42."]]' });
    expect({ value, runs }).toEqual({ value: expect.stringContaining('answer is 42'), runs: 1 });
  });

  test('structured output', async () => {
    const { value, error, runs } = await ask(name, 'structured', 'structured', {
      prompt: '[[output={"price":58}]]',
    });
    expect({ value, error, runs }).toEqual({ value: { price: 58 }, error: null, runs: 1 });
  });

  test('a wrong key, and no credits, are errors of the client and start nothing', async () => {
    for (const [column, key] of [
      ['wrong key', 'svc_wrong'],
      ['no credits', poorKey],
      ['ceiling', limitedKey],
    ] as const) {
      const { error, runs } = await ask(name, column, 'text', { key });
      expect({ column, isError: error !== null, runs }).toEqual({ column, isError: true, runs: 0 });
    }
  });

  test.each(['text', 'stream'] as const)('a failed run is one run: %s', async (way) => {
    const { runs, billed } = await ask(name, `failed run, ${way}`, way, {
      prompt: '[[fail=site:down:The site is down]]',
    });
    expect({ runs, billed }).toEqual({ runs: 1, billed: 1 });
  });

  test('a run that asks a question is one run', async () => {
    const { runs } = await ask(name, 'question', 'text', { prompt: '[[ask=text:Which size?]]' });
    expect(runs).toBe(1);
  });

  test('a lost answer is one run', async () => {
    const proxy = await startProxy('lost');
    const { runs, error } = await ask(name, 'lost answer', 'text', {
      url: proxy.url,
      prompt: '[[output="The answer is 42."]]',
    });
    expect({ runs, error }).toEqual({ runs: 1, error: null });
  });

  test('a slow network is slow, no more', async () => {
    const proxy = await startProxy('slow');
    const prompt = '[[output="The answer is 42."]]';
    const { value, runs } = await ask(name, 'slow network', 'stream', { url: proxy.url, prompt });
    expect({ value, runs }).toEqual({ value: expect.stringContaining('answer is 42'), runs: 1 });
  });

  test('garbage of a proxy is an error of the client', async () => {
    const proxy = await startProxy('garbage');
    const { error, runs } = await ask(name, 'garbage', 'text', { url: proxy.url });
    expect({ isError: error !== null, runs }).toEqual({ isError: true, runs: 0 });
  });
});

/** Between client and service: loses the first answer, delays each piece, or answers with a page of its own. */
async function startProxy(fault: 'lost' | 'slow' | 'garbage'): Promise<{ url: string }> {
  let isFirst = true;
  const proxy = createServer(async (request, response) => {
    if (fault === 'garbage') return response.setHeader('content-type', 'text/html').end('<h1>It works!</h1>');
    const target = new URL(request.url ?? '', service.app.url);
    const onward = sendOn(target, {
      method: request.method,
      headers: { ...request.headers, host: target.host },
    });
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (fault === 'lost' && isFirst) {
      isFirst = false;
      await answer.toArray();
      return request.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    for await (const piece of answer) {
      await delay(20);
      response.write(piece);
    }
    return response.end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

const GUIDE = fileURLToPath(new URL('../../docs/guides/clients.md', import.meta.url));
const COLUMNS = [
  'text',
  'stream',
  'structured',
  'wrong key',
  'no credits',
  'ceiling',
  'failed run, text',
  'failed run, stream',
  'question',
  'lost answer',
  'slow network',
  'garbage',
];

/** `npx vitest run --project db src/wrappers/frameworks.db.test.ts -u` writes it. */
test('the guide has the table of these tests', async () => {
  const rows = await Promise.all(
    NAMES.map(async (name) => {
      const own = clients[name]?.package ?? '';
      const manifest = await readFile(join(folder, 'node_modules', own, 'package.json'), 'utf8');
      const cells = COLUMNS.map((column) => outcomes.get(name)?.[column] ?? '');
      return [name, `\`${own}\` ${JSON.parse(manifest).version}`, ...cells];
    }),
  );
  const head = ['client', 'version', ...COLUMNS];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const guide = await readFile(GUIDE, 'utf8');
  const [start, end] = ['<!-- tested -->', '<!-- /tested -->'].map((mark) => guide.indexOf(mark));
  const before = guide.slice(0, (start ?? 0) + '<!-- tested -->\n'.length);
  const after = guide.slice(end);
  await expect(`${before}\n${lines.join('\n')}\n\n${after}`).toMatchFileSnapshot(GUIDE);
});
