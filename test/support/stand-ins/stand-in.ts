/**
 * A provider as a small real server, described as data: its routes and their answers. Words in its text script a task
 * (`provider-script.ts`); further words are `[[cost=0.25]]`, `[[steps=3]]`, `[[ask=prompt]]`.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerPoll,
  answerStart,
  hasEnded,
  isRefused,
  meantFor,
  newTask,
  outputOf,
  readBody,
  reply,
  type ScriptedTask,
  serve,
  word,
} from './provider-script.ts';

/** A provider's stand-in, scripted by the words in a task's text (listed in `provider-script.ts`). */
export interface ProviderStandIn extends AsyncDisposable {
  url: string;
  /** Every request to start a task, also those it refused. */
  starts: { attemptId: string | null; text: string }[];
  /** Every task it really began. */
  tasks: { id: string; attemptId: string | null; text: string; polls: number; stops: number }[];
}

/** The live view of a task. */
export const LIVE_VIEW = 'https://live.example/1';
/** The downloaded file of a task. */
export const FILE_TEXT = 'a,b\n1,2\n';

export interface StandInWire {
  /** The header (or query parameter, as `?name`) in which the key comes. Keys that begin with `bad` are refused. */
  key: string;
  /** Files are handed over only with the key. */
  keyedFiles?: boolean;
  /** The status for a refused key; 401 when left out. */
  refusal?: number;
  /** `METHOD /path/:name`. */
  routes: Record<string, (call: StandInCall) => Promise<unknown> | unknown>;
}

export interface SeenTask extends ScriptedTask {
  body: Record<string, unknown>;
  /** The owner's answers. */
  answers: string[];
  state: 'running' | 'done' | 'unsuccessful' | 'failed' | 'stopped' | 'asking';
  /** Of an achieved task, as text. */
  output: string | null;
  cost: string | null;
  steps: string[];
}

export interface StandInCall {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  request: IncomingMessage;
  response: ServerResponse;
  /** All tasks that were begun here. */
  tasks: SeenTask[];
  /** The address of its file. */
  fileUrl: string;
  /** A task begins: the way to read it, and the answer. */
  begin(task: BegunTask, answer: (task: SeenTask) => unknown, status?: number): Promise<void>;
  /** A look at the task that `:id` names. */
  look(answer: (task: SeenTask) => unknown, id?: string): unknown;
  /** The task that `:id` names is stopped. */
  stop(answer?: (task: SeenTask) => unknown, id?: string): unknown;
  /** The owner's answer arrives. */
  answer(value: unknown, answer?: unknown, id?: string): unknown;
  reply(status: number, body: unknown): void;
}

interface BegunTask {
  text: unknown;
  schema?: unknown;
  attemptId?: unknown;
  id?: string;
}

export async function startStandIn(
  wire: StandInWire,
  port = 0,
): Promise<Omit<ProviderStandIn, 'tasks'> & { tasks: SeenTask[] }> {
  const starts: ProviderStandIn['starts'] = [];
  const tasks: SeenTask[] = [];
  const routes = Object.entries(wire.routes).map(([route, answer]) => ({ ...patternOf(route), answer }));

  async function serveRequest(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    const isFile = path === '/_file/report.csv';
    if (isFile && !wire.keyedFiles) return void response.end(FILE_TEXT);
    if (path === '/_seen') return reply(response, 200, { starts, tasks });
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://stand-in').searchParams);
    const key = wire.key.startsWith('?') ? query[wire.key.slice(1)] : request.headers[wire.key];
    const isBad = typeof key !== 'string' || /(^|\s)bad/.test(plain(key));
    if (isBad) return reply(response, wire.refusal ?? 401, { detail: `Invalid API key ${key}` });
    if (isFile) return void response.end(FILE_TEXT);
    const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (!found) return reply(response, 404, { detail: 'Not Found' });
    const params = { ...found.pattern.exec(path)?.groups };
    const body = await readBody(request);
    const known = (id: string | undefined) => tasks.find((task) => task.id === (id ?? params.id));
    const missing = () => reply(response, 404, { detail: 'there is no such task' });
    const call: StandInCall = {
      params,
      query,
      body,
      request,
      response,
      tasks,
      fileUrl: `http://${request.headers.host}/_file/report.csv`,
      reply: (status, said) => reply(response, status, said),
      async begin({ text, schema, attemptId, id }, answer, status = 200) {
        const said = typeof text === 'string' ? text : '';
        starts.push({ attemptId: (attemptId as string) ?? null, text: said });
        const words = meantFor(said, starts.length);
        if (isRefused(words, starts.length, response)) return;
        const task = seenTask(id ?? randomUUID(), (attemptId as string) ?? null, words, body, schema);
        tasks.push(task);
        await answerStart(task, request, response, { status, body: answer(task) });
      },
      look(answer, id) {
        const task = known(id);
        return task ? answerPoll(task, response, () => answer(task)) : missing();
      },
      stop(answer = () => ({}), id) {
        const task = known(id);
        if (!task) return missing();
        if (!hasEnded(task)) task.isStopped = true;
        task.stops += 1;
        reply(response, 200, answer(task));
      },
      answer(value, said = {}, id) {
        known(id)?.answers.push(String(value));
        reply(response, 200, said);
      },
    };
    await found.answer(call);
  }

  return { ...(await serve(port, serveRequest)), starts, tasks };
}

function plain(key: string): string {
  const [, basic] = /^Basic (.+)$/.exec(key) ?? [];
  return basic === undefined ? key : Buffer.from(basic, 'base64').toString();
}

function patternOf(route: string): { method: string; pattern: RegExp } {
  const [method = '', path = ''] = route.split(' ');
  const source = path.replaceAll(/[.+()]/g, '\\$&').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { method, pattern: new RegExp(`^${source}$`) };
}

function seenTask(
  id: string,
  attemptId: string | null,
  text: string,
  body: Record<string, unknown>,
  schema: unknown,
): SeenTask {
  const task = newTask(id, attemptId, text);
  const wanted = (typeof schema === 'string' ? JSON.parse(schema) : (schema ?? null)) as Record<
    string,
    unknown
  > | null;
  const answers: string[] = [];
  return Object.defineProperties(Object.assign(task, { body, answers }), {
    state: { get: () => stateOf(task, answers), enumerable: true },
    output: { get: () => outputOf(task, wanted), enumerable: true },
    cost: { get: () => word(text, 'cost'), enumerable: true },
    steps: {
      get: () => Array.from({ length: Number(word(text, 'steps') ?? 1) }, (_, index) => `goal ${index + 1}`),
      enumerable: true,
    },
  }) as SeenTask;
}

function stateOf(task: ScriptedTask, answers: string[]): SeenTask['state'] {
  const { text } = task;
  if (!task.isStopped && word(text, 'ask') !== null && answers.length === 0) return 'asking';
  if (!hasEnded(task)) return 'running';
  if (task.isStopped || word(text, 'stopped') !== null) return 'stopped';
  if (word(text, 'fail') !== null) return 'failed';
  return word(text, 'unsuccessful') === null ? 'done' : 'unsuccessful';
}

/** For providers that require a schema: an answer without one is in the field `answer`. */
export function inSchema({ body, output }: SeenTask, field: string): unknown {
  const schema = body[field] as { properties?: Record<string, unknown> } | undefined;
  const isFree = Object.keys(schema?.properties ?? {}).join() === 'answer';
  if (output === null) return null;
  if (isFree && !/^\s*\{"answer"/.test(output)) return { answer: output };
  return /^\s*[[{]/.test(output) ? JSON.parse(output) : { answer: output };
}
