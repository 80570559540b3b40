/**
 * Browser Use Cloud (API v2) as a small real server, answering in its documented shapes (written from the public
 * API reference, not recorded). What becomes of a task is scripted by the words of `provider-script.ts`, and of its
 * own [[cost=0.25]] USD and [[steps=3]].
 *
 * `GET /_seen` lists starts and tasks, for tests in another process. Run by itself: `node <this file> PORT`.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerPoll,
  answerStart,
  hasEnded,
  isRefused,
  newTask,
  outputOf,
  readBody,
  reply,
  type ScriptedTask,
  serve,
  word,
} from './provider-script.ts';
import type { ProviderStandIn } from './stand-in.ts';

interface StandInTask extends ScriptedTask {
  sessionId: string;
  startUrl: string | null;
  structuredOutput: string | null;
  secrets: Record<string, string> | null;
  allowedDomains: string[] | null;
  metadata: Record<string, string>;
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

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
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
    if (request.method === 'GET') return answerPoll(task, response, () => viewOf(task));
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

    if (isRefused(text, starts.length, response)) return;

    const task: StandInTask = {
      ...newTask(randomUUID(), attemptId, text),
      sessionId: randomUUID(),
      startUrl: (body.startUrl as string | undefined) ?? null,
      structuredOutput: (body.structuredOutput as string | undefined) ?? null,
      secrets: (body.secrets as Record<string, string> | undefined) ?? null,
      allowedDomains: (body.allowedDomains as string[] | undefined) ?? null,
      metadata,
    };
    tasks.push(task);
    const answered = { status: 202, body: { id: task.id, sessionId: task.sessionId } };
    await answerStart(task, request, response, answered);
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

  return { ...(await serve(port, answer)), starts, tasks, deleted };
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
    output: hasEndedByItself && status === 'finished' ? outputOf(task, schemaOf(task)) : null,
    outputFiles: [],
    isSuccess: status === 'finished' ? word(text, 'unsuccessful') === null : null,
    cost: hasEnded(task) ? word(text, 'cost') : null,
  };
}

function schemaOf({ structuredOutput }: StandInTask): Record<string, unknown> | null {
  return structuredOutput === null ? null : JSON.parse(structuredOutput);
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

if (import.meta.main) {
  const standIn = await startBrowserUseStandIn(Number(process.argv[2] ?? 0));
  console.log(standIn.url);
}
