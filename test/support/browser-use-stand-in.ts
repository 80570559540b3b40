/**
 * Browser Use Cloud (API v2) as a small real server, answering in its documented shapes (written from the public
 * API reference, not recorded). What becomes of a task is scripted by words in its text:
 *
 *   start   [[status=500]] answers that status   [[drop]] begins the task, then resets the connection
 *           [[stall]] begins it and never answers, [[stall=60]] answers after 60 ms   [[garbage=start]] not JSON
 *   running [[after=500]] takes 500 ms   [[hang]] never ends   [[hang=poll]] polls are never answered
 *           [[poll=500]] every poll answers that status   [[flaky=2]] the first two polls answer 503
 *           [[garbage]] polls answer HTML   [[garbage=shape]] polls answer some other JSON
 *   end     [[fail]]   [[unsuccessful]] finished, not achieved   [[stopped]] by the provider   [[empty]] no output
 *           [[output=text or JSON]]   [[narrate]] only tells what it did   [[huge]] 16 MiB, [[huge=N]] N bytes
 *           [[cost=0.25]] USD   [[steps=3]]
 *
 * `GET /_seen` lists starts and tasks, for tests in another process. Run by itself: `node <this file> PORT`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProviderStandIn } from './hosted-adapter-suite.ts';

interface StandInTask {
  id: string;
  sessionId: string;
  attemptId: string | null;
  text: string;
  startUrl: string | null;
  structuredOutput: string | null;
  secrets: Record<string, string> | null;
  allowedDomains: string[] | null;
  metadata: Record<string, string>;
  startedAtMs: number;
  polls: number;
  stops: number;
  /** Stopped while it still ran. */
  isStopped: boolean;
}

interface BrowserUseStandIn extends ProviderStandIn {
  tasks: StandInTask[];
  /** Sessions that were deleted, with all they held. */
  deleted: string[];
}

export async function startBrowserUseStandIn(port = 0): Promise<BrowserUseStandIn> {
  const starts: BrowserUseStandIn['starts'] = [];
  const tasks: StandInTask[] = [];
  const deleted: string[] = [];

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => reply(response, 500, { detail: String(error) }));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    if (path === '/_seen') return reply(response, 200, { starts, tasks });
    const key = request.headers['x-browser-use-api-key'];
    if (typeof key !== 'string' || key.startsWith('bad')) {
      return reply(response, 401, { detail: `Invalid API key ${key}` });
    }
    if (path === '/api/v2/tasks' && request.method === 'POST') return start(request, response);
    const [, session] = /^\/api\/v2\/sessions\/([^/]+)$/.exec(path) ?? [];
    if (session !== undefined && request.method === 'DELETE') {
      deleted.push(session);
      return void response.writeHead(204).end();
    }
    const [, id, view] = /^\/api\/v2\/tasks\/([^/]+)(\/status)?$/.exec(path) ?? [];
    const task = tasks.find((one) => one.id === id);
    if (!task) return reply(response, 404, { detail: 'Task not found' });
    if (request.method === 'PATCH' && !view) return update(task, request, response);
    if (request.method === 'GET') return poll(task, response);
    reply(response, 405, { detail: 'Method Not Allowed' });
  }

  async function start(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const text = typeof body.task === 'string' ? body.task : '';
    const metadata = (body.metadata ?? {}) as Record<string, string>;
    const attemptId = metadata.attempt_id ?? null;
    starts.push({ attemptId, text });
    // The provider's validation errors repeat the input, which is why ours must not repeat theirs.
    if (text === '') return reply(response, 422, { detail: [{ loc: ['body', 'task'], input: body }] });

    const status = word(text, 'status');
    if (status) return reply(response, Number(status), { detail: `scripted ${status}` });

    const task: StandInTask = {
      id: randomUUID(),
      sessionId: randomUUID(),
      attemptId,
      text,
      startUrl: (body.startUrl as string | undefined) ?? null,
      structuredOutput: (body.structuredOutput as string | undefined) ?? null,
      secrets: (body.secrets as Record<string, string> | undefined) ?? null,
      allowedDomains: (body.allowedDomains as string[] | undefined) ?? null,
      metadata,
      startedAtMs: performance.now(),
      polls: 0,
      stops: 0,
      isStopped: false,
    };
    tasks.push(task);
    if (word(text, 'drop') !== null) return void request.socket.resetAndDestroy();
    const stall = word(text, 'stall');
    if (stall === '') return;
    if (stall) await delay(Number(stall));
    if (word(text, 'garbage') === 'start') return replyHtml(response);
    reply(response, 202, { id: task.id, sessionId: task.sessionId });
  }

  async function update(
    task: StandInTask,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { action } = await readBody(request);
    if (action !== 'stop' && action !== 'stop_task_and_session') {
      return reply(response, 422, { detail: [{ loc: ['body', 'action'], msg: 'not an action' }] });
    }
    if (!hasEnded(task)) task.isStopped = true;
    task.stops += 1;
    reply(response, 200, viewOf(task));
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    starts,
    tasks,
    deleted,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function poll(task: StandInTask, response: ServerResponse): void {
  const { text } = task;
  task.polls += 1;
  const status = task.polls <= Number(word(text, 'flaky') ?? 0) ? '503' : word(text, 'poll');
  const garbage = word(text, 'garbage');
  if (word(text, 'hang') === 'poll') return;
  if (status) reply(response, Number(status), { detail: `scripted ${status}` });
  else if (garbage === '') replyHtml(response);
  else reply(response, 200, garbage === 'shape' ? { hello: 'world' } : viewOf(task));
}

function viewOf(task: StandInTask): Record<string, unknown> {
  const { id, sessionId, text, metadata } = task;
  const hasEndedByItself = hasEnded(task) && !task.isStopped;
  const status = statusOf(task);
  return {
    id,
    sessionId,
    llm: 'browser-use-2.0',
    task: text,
    status,
    metadata,
    steps: stepsOf(task),
    output: hasEndedByItself && status === 'finished' ? outputOf(task) : null,
    outputFiles: [],
    isSuccess: status === 'finished' ? word(text, 'unsuccessful') === null : null,
    cost: hasEnded(task) ? word(text, 'cost') : null,
  };
}

function hasEnded(task: StandInTask): boolean {
  if (task.isStopped) return true;
  const takesMs = word(task.text, 'hang') === null ? Number(word(task.text, 'after') ?? 0) : Infinity;
  return performance.now() - task.startedAtMs >= takesMs;
}

function statusOf(task: StandInTask): string {
  if (!hasEnded(task)) return 'started';
  if (task.isStopped || word(task.text, 'stopped') !== null) return 'stopped';
  return word(task.text, 'fail') === null ? 'finished' : 'failed';
}

function stepsOf({ text, startUrl }: StandInTask): Record<string, unknown>[] {
  return Array.from({ length: Number(word(text, 'steps') ?? 1) }, (_, index) => ({
    number: index + 1,
    memory: '',
    evaluationPreviousGoal: '',
    nextGoal: `goal ${index + 1}`,
    url: startUrl ?? 'about:blank',
    actions: ['{"click": {"index": 3}}', '{"input": {"index": 4, "text": "typed value"}}'],
    screenshotUrl: null,
  }));
}

function outputOf({ text, structuredOutput }: StandInTask): string | null {
  const huge = word(text, 'huge');
  if (huge !== null) return 'x'.repeat(Number(huge || 16 * 1024 * 1024));
  if (word(text, 'empty') !== null) return null;
  if (word(text, 'narrate') !== null) {
    return 'I navigated to the page, clicked the button and completed the task as requested.';
  }
  const output = word(text, 'output');
  if (output !== null) return output;
  if (structuredOutput !== null) return JSON.stringify(sampleOf(JSON.parse(structuredOutput)));
  return 'The answer of the stand-in is forty-two.';
}

/** Some value that fits an ordinary JSON Schema. */
function sampleOf(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return [sampleOf((schema.items ?? {}) as Record<string, unknown>)];
  if (type === 'number' || type === 'integer') return 42;
  if (type === 'boolean') return true;
  if (type !== 'object') return 'forty-two';
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
  return Object.fromEntries(properties.map(([name, property]) => [name, sampleOf(property)]));
}

/** The value of `[[name=value]]`, '' for `[[name]]`, null when the word is not there. JSON may hold `]]` itself. */
function word(text: string, name: string): string | null {
  const [marker] = new RegExp(`\\[\\[${name}(=|(?=\\]\\]))`).exec(text) ?? [];
  if (marker === undefined) return null;
  const from = text.indexOf(marker) + marker.length;
  const first = text.indexOf(']]', from);
  for (let end = first; end !== -1; end = text.indexOf(']]', end + 1)) {
    const value = text.slice(from, end);
    if (!/^[[{]/.test(value) || isJson(value)) return value;
  }
  return text.slice(from, first);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return isJson(text) ? JSON.parse(text) : {};
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function replyHtml(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the internet</html>');
}

if (import.meta.main) {
  const standIn = await startBrowserUseStandIn(Number(process.argv[2] ?? 0));
  console.log(standIn.url);
}
