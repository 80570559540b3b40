/** Shared by the stand-ins of providers: a server, and tasks that their own text scripts. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Words in its text script a task:
 *
 *   start   [[status=500]] answers that status   [[drop]] begins the task, then resets the connection
 *           [[times=1]] only the first time, [[says=words]] with these words
 *           [[stall]] begins it and never answers, [[stall=60]] answers after 60 ms   [[garbage=start]] not JSON
 *   running [[after=500]] takes 500 ms   [[looks=1]] runs at the first look   [[hang]] never ends   [[hang=poll]] polls are never answered
 *           [[poll=500]] every poll answers that status   [[flaky=2]] the first two polls answer 503
 *           [[garbage]] polls answer HTML   [[garbage=shape]] polls answer some other JSON
 *   end     [[fail]]   [[unsuccessful]] finished, not achieved   [[stopped]] by the provider   [[empty]] no output
 *           [[output=text or JSON]]   [[narrate]] only narrates   [[huge]] 16 MiB, [[huge=N]] N bytes
 */
export interface ScriptedTask {
  id: string;
  attemptId: string | null;
  text: string;
  startedAtMs: number;
  polls: number;
  stops: number;
  /** Stopped while it still ran. */
  isStopped: boolean;
}

export function newTask(id: string, attemptId: string | null, text: string): ScriptedTask {
  return { id, attemptId, text, startedAtMs: performance.now(), polls: 0, stops: 0, isStopped: false };
}

interface StandInServer extends AsyncDisposable {
  url: string;
}

export async function serve(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>,
): Promise<StandInServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    answer(request, response, path).catch((error) => reply(response, 500, { detail: String(error) }));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Refuses a start where the words want it: `[[status=429]]`, and `[[retry=0]]` for one that is put off for so many seconds
 * and works when it comes again.
 */
export function isRefused(text: string, starts: number, response: ServerResponse): boolean {
  const status = word(text, 'status');
  const retry = word(text, 'retry');
  if (!status || (retry !== null && starts > 1)) return false;
  const headers = { 'content-type': 'application/json', ...(retry !== null && { 'retry-after': retry }) };
  response
    .writeHead(Number(status), headers)
    .end(JSON.stringify({ detail: word(text, 'says') ?? `scripted ${status}` }));
  return true;
}

/** The words that are meant for this start: a failure with `[[times=1]]` succeeds from the second on. */
export function meantFor(text: string, starts: number): string {
  const times = word(text, 'times');
  return times !== null && starts > Number(times)
    ? text.replaceAll(/\[\[(?:status|drop)\b.*?\]\]/g, '')
    : text;
}

/** Answers a start as the words want it. */
export async function answerStart(
  { text }: ScriptedTask,
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; body: unknown },
): Promise<void> {
  if (word(text, 'drop') !== null) return void request.socket.resetAndDestroy();
  const stall = word(text, 'stall');
  if (stall === '') return;
  if (stall) await delay(Number(stall));
  if (word(text, 'garbage') === 'start') return replyHtml(response);
  reply(response, answer.status, answer.body);
}

export function answerPoll(task: ScriptedTask, response: ServerResponse, viewOf: () => unknown): void {
  const { text } = task;
  task.polls += 1;
  const status = task.polls <= Number(word(text, 'flaky') ?? 0) ? '503' : word(text, 'poll');
  const garbage = word(text, 'garbage');
  if (word(text, 'hang') === 'poll') return;
  if (status) reply(response, Number(status), { detail: `scripted ${status}` });
  else if (garbage === '') replyHtml(response);
  else reply(response, 200, garbage === 'shape' ? { hello: 'world' } : viewOf());
}

export function hasEnded(task: ScriptedTask): boolean {
  if (task.isStopped) return true;
  if (task.polls <= Number(word(task.text, 'looks') ?? -1)) return false;
  const takesMs = word(task.text, 'hang') === null ? Number(word(task.text, 'after') ?? 0) : Infinity;
  return performance.now() - task.startedAtMs >= takesMs;
}

/** `schema` is the one the task came with. */
export function outputOf({ text }: ScriptedTask, schema: Record<string, unknown> | null): string | null {
  const huge = word(text, 'huge');
  if (huge !== null) return 'x'.repeat(Number(huge || 16 * 1024 * 1024));
  if (word(text, 'empty') !== null) return null;
  if (word(text, 'narrate') !== null) {
    return 'I navigated to the page, clicked the button and completed the task as requested.';
  }
  const output = word(text, 'output');
  if (output !== null) return output;
  if (schema !== null) return JSON.stringify(sampleOf(schema));
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
export function word(text: string, name: string): string | null {
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

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return isJson(text) ? JSON.parse(text) : {};
}

export function reply(response: ServerResponse, status: number, body: unknown): void {
  if (status === 204) return void response.writeHead(204).end();
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
}

function replyHtml(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the internet</html>');
}
