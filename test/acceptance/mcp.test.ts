import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, request as sendOn } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { GetTaskResultV2Schema } from '@modelcontextprotocol/ext-tasks/core/v2';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { startTalkingAgent, type TalkingAgent } from '../support/talking-agent.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// The official MCP clients against the service as a process, over HTTP and over standard input and output.

const KEY = `svc_${'k'.repeat(40)}`;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let database: TestDatabase;
let folder: string;
let service: ServiceProcess;
let agent: TalkingAgent;
let shop: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'switchyard-mcp-'));
  agent = await startTalkingAgent();
  const settings = { GENERIC_HTTP_AGENT_BASE_URL: agent.url };
  service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SVC_API_KEY: KEY,
    ...settings,
  });
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
});
afterAll(async () => {
  await service.end('SIGKILL');
  await agent[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const me = { name: 'test', version: '1.0.0' };
const stateless: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
const stdio = () => ({
  command: process.execPath,
  args: [MAIN, 'mcp'],
  env: {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    SWITCHYARD_BASE_URL: service.url,
    SWITCHYARD_API_KEY: KEY,
  },
});

async function overHttp(options: ClientOptions = {}, key = KEY, query = ''): Promise<Client> {
  const client = new Client(me, { ...stateless, ...options });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp${query}`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function overStdio(options: ClientOptions = {}, args: string[] = []): Promise<Client> {
  const client = new Client(me, { ...stateless, ...options });
  const program = stdio();
  await client.connect(new StdioClientTransport({ ...program, args: [...program.args, ...args] }));
  onTestFinished(() => client.close());
  return client;
}

/** A task for the agent that talks. */
const told = (task: string) => ({ name: 'run_task', arguments: { task, routing: 'generic-http-agent' } });

function wordsOf(result: unknown): string {
  const [first] = (result as CallToolResult).content;
  return first?.type === 'text' ? first.text : '';
}

const idIn = (result: unknown) => /resp_[0-9a-zA-Z]+/.exec(wordsOf(result))?.[0] ?? '';
const tasksGiven = (words: string) => agent.tasks.filter(({ task }) => task.includes(words)).length;

describe('tools', () => {
  test('eleven, listed in at most 2,200 tokens apart from their output schemas', async () => {
    const { tools } = await (await overHttp()).listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'answer_question',
      'cancel_run',
      'estimate',
      'explain_run',
      'feedback',
      'fetch_page',
      'get_run',
      'list_credentials',
      'list_runners',
      'rankings',
      'run_task',
    ]);
    for (const { outputSchema, annotations = {} } of tools) {
      expect(outputSchema?.type).toBe('object');
      expect(Object.keys(annotations)).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'openWorldHint']),
      );
    }
    // Tokenizers make at least one token of 3.3 characters of such JSON.
    const read = tools.map(({ outputSchema: _, ...tool }) => tool);
    expect(JSON.stringify(read).length / 3.3).toBeLessThan(2_200);
  });

  test('a page is read, explained and listed, over HTTP and over stdio alike', async () => {
    const page = { name: 'fetch_page', arguments: { url: `${shop}/products/fernfall-camp-kettle` } };
    for (const client of [await overHttp(), await overStdio()]) {
      const read = await client.callTool(page);
      expect(wordsOf(read)).toMatch(/58[.,]00[\s\S]*succeeded with local-fetch/);
      const why = await client.callTool({ name: 'explain_run', arguments: { id: idIn(read) } });
      expect(wordsOf(why)).toMatch(/local-fetch: succeeded/);
      const runners = await client.callTool({ name: 'list_runners', arguments: { search: 'local-fetch' } });
      expect(wordsOf(runners)).toMatch(/^- local-fetch \(.*\$0\.0005 a task/);
      // The client checks each result against the tool's output schema.
      expect(read.structuredContent).toMatchObject({
        id: idIn(read),
        status: 'succeeded',
        runner: 'local-fetch',
      });
      expect(why.structuredContent).toMatchObject({
        attempts: [{ runner: 'local-fetch', result: 'succeeded' }],
      });
      expect(runners.structuredContent).toMatchObject({
        runners: [{ slug: 'local-fetch', status: 'available' }],
      });
    }
  });

  test('a named runner takes a task although it cannot ask a question', async () => {
    const client = await overHttp();
    const url = `${shop}/products/fernfall-camp-kettle`;
    const read = { task: 'What does the camp kettle cost?', url, routing: 'local-fetch' };
    const result = await client.callTool({ name: 'run_task', arguments: read });
    expect(wordsOf(result)).toMatch(/58[.,]00[\s\S]*succeeded with local-fetch/);
  });

  test('costs, rankings and stored logins are looked up', async () => {
    const client = await overHttp();
    const look = async (name: string, args = {}) =>
      (await client.callTool({ name, arguments: args })) as CallToolResult;
    const url = `${shop}/products/fernfall-camp-kettle`;
    const estimate = await look('estimate', { task: 'What does the camp kettle cost?', url });
    expect(estimate.structuredContent).toMatchObject({ likely_runner: expect.any(String) });
    expect(wordsOf(estimate)).toMatch(/^About \$0\.\d+ with [\w-]+; \$/);
    const ranked = await look('rankings', { task_type: 'extract' });
    expect(wordsOf(ranked)).toMatch(/^1\. [\w-]+: \d+ % of \d+ attempts/);
    expect(wordsOf(await look('list_credentials'))).toBe('No stored login.');
    const login = { domain: 'shop.example', username: 'ada', password: 'pass-word-1', custody: 'any' };
    await fetch(`${service.url}/v1/credentials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(login),
    });
    const stored = await look('list_credentials', { domain: 'Shop.Example' });
    expect(wordsOf(stored)).toMatch(/^- \w+: \S+ at shop\.example/);
    expect(JSON.stringify(stored)).not.toContain('pass-word-1');
  });

  test('that nothing was found is an answer', async () => {
    const result = await (await overHttp()).callTool(told('List the red kettles: none'));
    expect(result.isError).toBeUndefined();
    expect(wordsOf(result)).toMatch(/^No results found\.\n\nRun resp_\w+ empty with generic-http-agent/);
  });

  test('clients of 2025 are served over HTTP and stdio', async () => {
    for (const transport of [overHttp2025(), new Stdio2025(stdio())]) {
      const client = await of2025(transport);
      expect((await client.listTools()).tools).toHaveLength(11);
      const done = await client.callTool(told('What does the kettle cost? 2025'));
      expect(wordsOf(done)).toContain('The kettle costs 58 dollars.');
    }
    expect(tasksGiven('2025')).toBe(2);
  });

  test('a long answer is cut and linked, and the link holds all of it', async () => {
    const client = await overHttp();
    const result = (await client.callTool(told('A long one.'))) as CallToolResult;
    expect(wordsOf(result).length).toBeLessThan(20_600);
    const link = result.content.find(({ type }) => type === 'resource_link') as { uri: string };
    const { contents } = await client.readResource({ uri: link.uri });
    expect((contents[0] as { text: string }).text.length).toBeGreaterThan(43_000);
  });

  test('captured files are links, never data', async () => {
    const client = await overHttp();
    const task = {
      task: 'What does the kettle cost?',
      url: `${shop}/products/fernfall-camp-kettle`,
      routing: 'local-chromium',
    };
    const result = (await client.callTool({ name: 'run_task', arguments: task })) as CallToolResult;
    const links = result.content.filter(({ type }) => type === 'resource_link') as Array<{
      uri: string;
      mimeType: string;
    }>;
    expect(result.content.map(({ type }) => type)).not.toContain('image');
    const picture = links.find(({ mimeType }) => mimeType.startsWith('image/'));
    const { contents } = await client.readResource({ uri: picture?.uri ?? '' });
    expect(contents[0]).toMatchObject({
      mimeType: picture?.mimeType,
      blob: expect.stringMatching(/^[\w+/]{100,}/),
    });
  });
});

describe('a browser of the agent', () => {
  test('is opened, viewed, driven and closed, over HTTP and over stdio alike', async () => {
    expect((await (await overHttp()).listTools()).tools.map(({ name }) => name)).not.toContain(
      'browser_open',
    );
    for (const client of [await overHttp({}, KEY, '?tools=browser'), await overStdio({}, ['--browser'])]) {
      const use = async (name: string, args: object) =>
        wordsOf(await client.callTool({ name, arguments: { ...args } }));
      expect((await client.listTools()).tools).toHaveLength(15);
      const opened = await use('browser_open', { url: `${shop}/products/fernfall-camp-kettle` });
      const session = /sess_\w+/.exec(opened)?.[0] ?? '';
      expect(opened).toContain('- click {"n":');
      const press = (name: string) => {
        const n = Number(new RegExp(`\\[(\\d+)\\] button "${name}`, 'i').exec(opened)?.[1]);
        return use('browser_act', { session, action: 'click', input: { n } });
      };
      // The banner about cookies may cover the button.
      await press('Only necessary');
      const added = await press('Add');
      expect(added).toMatch(/^Done: click .*"Add/);
      expect(added).not.toContain('Nothing changed');
      expect(await use('browser_view', { session })).toMatch(/kettle/i);
      const wrong = await use('browser_act', { session, action: 'fly' });
      expect(wrong).toMatch(/fly/);
      expect(await use('browser_close', { session })).toMatch(/is closed\. It cost \$0\.00/);
      const late = (await client.callTool({
        name: 'browser_view',
        arguments: { session },
      })) as CallToolResult;
      expect([late.isError, wordsOf(late)]).toEqual([true, expect.stringContaining('over')]);
    }
  });

  test('sees no page that is not public', async () => {
    const client = await overHttp({}, KEY, '?tools=browser');
    const url = `${service.url}/api/v1/me`;
    const opened = (await client.callTool({ name: 'browser_open', arguments: { url } })) as CallToolResult;
    expect(wordsOf(opened)).toMatch(/could not be opened/);
    expect(wordsOf(opened)).not.toContain('workspace_id');
  });
});

describe('long work', () => {
  test('a client that sent a token hears of the run until its end', async () => {
    const heard: string[] = [];
    const client = await overHttp();
    const onprogress = ({ message = '' }) => void heard.push(message);
    const result = await client.callTool(told('slow 7000 with progress'), { onprogress });
    expect(wordsOf(result)).toContain('58 dollars');
    expect(heard[0]).toMatch(/is running with generic-http-agent/);
  });

  test('others are answered with the id, and get_run brings the end', async () => {
    const client = await overHttp();
    const cut = await client.callTool(told('slow 48000 without progress'), { timeout: 60_000 });
    expect(wordsOf(cut)).toMatch(/^Run resp_\w+ is running[\s\S]*Call get_run with \{"id":"resp_/);
    const end = await client.callTool({ name: 'get_run', arguments: { id: idIn(cut) } });
    expect(wordsOf(end)).toContain('58 dollars');
  });

  test('a run outlives its connection, and the same call joins it', async () => {
    const gone = await overHttp();
    const leaving = gone.callTool(told('slow 4000 and gone'), { timeout: 1_500 });
    await expect(leaving).rejects.toThrow();
    const again = await (await overHttp()).callTool(told('slow 4000 and gone'));
    const third = await (await overHttp()).callTool(told('slow 4000 and gone'));
    expect(wordsOf(again)).toContain('58 dollars');
    expect(idIn(third)).toBe(idIn(again));
    expect(tasksGiven('and gone')).toBe(1);
    const { name, arguments: args } = told('slow 4000 and gone');
    const fresh = await (await overHttp()).callTool({ name, arguments: { ...args, fresh: true } });
    expect(idIn(fresh)).not.toBe(idIn(again));
  });
});

const overHttp2025 = () =>
  new Http2025(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${KEY}` } },
  });

async function of2025(transport: Http2025 | Stdio2025): Promise<Client2025> {
  const client = new Client2025(me);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  onTestFinished(() => client.close());
  return client;
}

describe('the task extension', () => {
  const extensions = { 'io.modelcontextprotocol/tasks': {} };

  test('a call is answered with a handle; the task ends with the result', async () => {
    const created = await rpc('tools/call', told('slow 3000 as a task'), { extensions });
    expect(created).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.stringMatching(/^resp_/),
    });
    const { taskId } = created;
    await expect
      .poll(async () => (await rpc('tasks/get', { taskId }, { extensions })).status)
      .toBe('completed');
    const done = GetTaskResultV2Schema.parse(await rpc('tasks/get', { taskId }, { extensions }));
    expect(wordsOf((done as { result: unknown }).result)).toContain('58 dollars');
  });

  test('a task asks for input, takes it, and can be cancelled', async () => {
    const capabilities = { extensions, elicitation: { form: {}, url: {} } };
    const { taskId } = await rpc('tools/call', told('ask text as a task'), capabilities);
    await expect
      .poll(async () => (await rpc('tasks/get', { taskId }, capabilities)).status)
      .toBe('input_required');
    const { inputRequests } = GetTaskResultV2Schema.parse(
      await rpc('tasks/get', { taskId }, capabilities),
    ) as never;
    const [key = ''] = Object.keys(inputRequests);
    const inputResponses = { [key]: { action: 'accept', content: { answer: 'blue' } } };
    await rpc('tasks/update', { taskId, inputResponses }, capabilities);
    await expect
      .poll(async () => (await rpc('tasks/get', { taskId }, capabilities)).status)
      .toBe('completed');

    const other = await rpc('tools/call', told('slow 60000 to be cancelled'), { extensions });
    await rpc('tasks/cancel', { taskId: other.taskId }, { extensions });
    expect((await rpc('tasks/get', { taskId: other.taskId }, { extensions })).status).toBe('cancelled');
  });
});

describe('questions', () => {
  const elicitation = { form: {}, url: {} };

  test('text is asked as a form, and the answer reaches the run', async () => {
    for (const open of [overHttp, overStdio]) {
      const client = await open({ capabilities: { elicitation } });
      const asked: unknown[] = [];
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        asked.push(params);
        return { action: 'accept', content: { answer: 'blue' } };
      });
      const result = await client.callTool(told(`ask text ${open.name}`));
      expect(wordsOf(result)).toContain('The owner said blue.');
      expect(asked).toEqual([expect.objectContaining({ message: 'The site wants text.' })]);
    }
  });

  test('a confirmation is a form too; no is an answer', async () => {
    const client = await overHttp({ capabilities: { elicitation } });
    client.setRequestHandler('elicitation/create', async () => ({
      action: 'accept',
      content: { confirm: false },
    }));
    expect(wordsOf(await client.callTool(told('ask confirm')))).toContain('The owner said no.');
  });

  test('a code is asked by address only: a page that needs a sign-in', async () => {
    const client = await overHttp({ capabilities: { elicitation } });
    let page = '';
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      page = (params as { url: string }).url;
      expect(params).toMatchObject({ mode: 'url' });
      expect(params).not.toHaveProperty('requestedSchema');
      const id = page.split('/').at(-1) ?? '';
      const strange = await fetch(page, { redirect: 'manual' });
      expect([strange.status, strange.headers.get('location')]).toEqual([
        303,
        `/sign-in?next=%2Fanswer%2F${id}`,
      ]);
      await typeCode(page, '123456');
      return { action: 'accept' };
    });
    expect(wordsOf(await client.callTool(told('ask otp')))).toContain('succeeded');
    expect(agent.tasks.findLast(({ task }) => task.includes('ask otp'))?.answer).toBe('123456');
  });

  test('without elicitation the tool answers, in the revisions of 2025 as well', async () => {
    const client = await overHttp();
    const waits = await client.callTool(told('ask otp by the tool'));
    expect(wordsOf(waits)).toMatch(/waits for its owner[\s\S]*\/answer\/resp_[\s\S]*answer_question/);
    const id = idIn(waits);
    await client.callTool({ name: 'answer_question', arguments: { id, answer: '654321' } });
    expect(wordsOf(await client.callTool({ name: 'get_run', arguments: { id } }))).toContain('succeeded');

    const old = new Client2025(me, { capabilities: { elicitation: {} } });
    old.setRequestHandler(ElicitRequestSchema, async () => ({
      action: 'accept',
      content: { answer: 'green' },
    }));
    await old.connect(new Stdio2025(stdio()));
    expect(wordsOf(await old.callTool(told('ask text of an old client')))).toContain('The owner said green.');
    await old.close();
  });
});

describe('bad input', () => {
  test('one line with the remedy, and no run', async () => {
    const before = agent.tasks.length;
    const client = await overHttp();
    const wrong = async (name: string, args: Record<string, unknown>) => {
      const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
      expect(result.isError).toBe(true);
      expect(wordsOf(result)).not.toMatch(/\n|\bat \S+:\d+/);
      return wordsOf(result);
    };
    expect(await wrong('get_run', { id: 'resp_nothing' })).toMatch(/Response not found\. \w+/);
    expect(await wrong('cancel_run', { id: 'x' })).toMatch(/Response not found\. \w+/);
    expect(await wrong('run_task', {})).toMatch(/task/);
    expect(await wrong('run_task', { task: 'x', max_cost_usd: -1 })).toMatch(/max_cost_usd/);
    expect(await wrong('run_task', { task: 'x', routing: 'no-such-runner' })).toMatch(/no-such-runner/);
    expect(await wrong('fetch_page', { url: 'http://10.0.0.1/' })).toMatch(/public|private/i);
    const done = await client.callTool(told('done already'));
    expect(await wrong('answer_question', { id: idIn(done), answer: 'x' })).toMatch(
      /does not wait for input/,
    );
    expect(agent.tasks.length).toBe(before + 1);
  });

  test('a wrong key is refused before anything happens; stdio says it with each call', async () => {
    await expect(overHttp({}, `svc_${'x'.repeat(40)}`)).rejects.toThrow(/401|nauthorized|key/i);
    const client = new Client(me, stateless);
    const env = { ...stdio().env, SWITCHYARD_API_KEY: `svc_${'x'.repeat(40)}` };
    await client.connect(new StdioClientTransport({ ...stdio(), env }));
    const refused = (await client.callTool(told('with a wrong key'))) as CallToolResult;
    expect(refused.isError).toBe(true);
    expect(wordsOf(refused)).toContain('SWITCHYARD_API_KEY');
    await client.close();
  });

  test('a body that is no JSON is refused in the words of the protocol', async () => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    for (const body of ['{"jsonrpc":', '']) {
      const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: -32700 } });
    }
  });

  test('a page of another site is refused', async () => {
    const headers = {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      origin: 'http://evil.example',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const response = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
    expect(response.status).toBe(421);
  });
});

test('the conformance suite, as far as its scenarios do not want tools of their own', async () => {
  const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];
  const url = await withKey();
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
  for (const scenario of scenarios) {
    const args = [program, 'server', '--url', url, '--scenario', scenario, '--output-dir', folder];
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error);
    expect(stdout, scenario).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  }
});

/** The suite sends no key: this proxy adds one and passes everything else on. */
async function withKey(): Promise<string> {
  const door = createServer((request, response) => {
    const { port } = new URL(service.url);
    const headers = { ...request.headers, authorization: `Bearer ${KEY}` };
    const onward = sendOn({ port, path: '/mcp', method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  onTestFinished(() => {
    door.closeAllConnections();
    door.close();
  });
  return `http://localhost:${(door.address() as AddressInfo).port}/mcp`;
}

/** A request of the stateless revision, as it is on the wire. */
async function rpc(method: string, params: Record<string, unknown>, capabilities: object) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': me,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.name || params.taskId ? { 'mcp-name': String(params.name ?? params.taskId) } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const answer = await response.json();
  if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
  return answer.result;
}

/** A person at that page: signs in by the link of the first start, types, sends. */
async function typeCode(page: string, code: string): Promise<void> {
  const token = /\/link\/(\S+)/.exec(service.output())?.[1] ?? '';
  const json = { 'content-type': 'application/json', origin: service.url };
  const signedIn = await fetch(`${service.url}/api/account/sign-in-link`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token }),
  });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const shown = await (await fetch(page, { headers: { cookie } })).text();
  const csrf = /name="csrf" content="([^"]+)"/.exec(shown)?.[1] ?? '';
  const action = /data-post="([^"]+)"/.exec(shown)?.[1] ?? '';
  const sent = await fetch(`${service.url}${action}`, {
    method: 'POST',
    headers: { ...json, cookie, 'x-csrf-token': csrf },
    body: JSON.stringify({ answer: code }),
  });
  expect(sent.status).toBe(200);
}
