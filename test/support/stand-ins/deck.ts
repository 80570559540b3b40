/**
 * Deck (API v2) as a small real server, answering in its documented shapes (from the vendor's pages on tasks, task runs,
 * interactions, errors and idempotency, not recorded). The words of `provider-script.ts` in its task's prompt script a run; further words are:
 *
 *   [[ask=mfa:123456]] asks for a code and goes on with that one only   [[error=auth:auth_invalid]] fails with it
 *
 * `GET /_seen` lists its contents, for tests in another process. Run it alone: `node <this file> PORT`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerPoll,
  answerStart,
  hasEnded,
  isJson,
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

interface DeckRun extends ScriptedTask {
  schema: Record<string, unknown> | null;
  credentialId: string | null;
  sourceId: string | null;
  /** The caller's answers so far. */
  inputs: Array<Record<string, string>>;
  isAnswered: boolean;
}

interface DeckCredential {
  id: string;
  object: 'credential';
  status: 'unverified' | 'deleted';
  external_id: string | null;
  source_id: string;
  auth_method: string;
  /** Write-only at the real one; gone once deleted. */
  secret: { username: string; password: string } | null;
}

export interface DeckStandIn extends ProviderStandIn {
  tasks: DeckRun[];
  credentials: DeckCredential[];
  /** Every body that came in, except those to the vault. */
  bodies: string[];
  /** Deleting answers this status instead, while it is set. */
  refuseDeletes: { status: number | null };
}

export async function startDeckStandIn(port = 0): Promise<DeckStandIn> {
  const starts: DeckStandIn['starts'] = [];
  const tasks: DeckRun[] = [];
  const credentials: DeckCredential[] = [];
  const bodies: string[] = [];
  const refuseDeletes: DeckStandIn['refuseDeletes'] = { status: null };
  const agents: Array<{ id: string; name: string }> = [];
  const definitions = new Map<
    string,
    { prompt: string; schema: Record<string, unknown> | null; name: string }
  >();
  const kept = new Map<string, { request: string; answer: unknown }>();
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}`;

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (path === '/_seen') return reply(response, 200, { starts, tasks, credentials, bodies });
    const key = request.headers.authorization;
    if (!key?.startsWith('Bearer ') || key.startsWith('Bearer bad'))
      return fail(response, 401, 'auth', 'api_key_invalid');
    const [, resource = '', id = '', action = ''] =
      /^\/v2\/([\w-]+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (request.method === 'GET') return read(request, response, resource, id);
    if (request.method === 'DELETE' && resource === 'credentials') return erase(response, id);
    if (request.method !== 'POST') return fail(response, 405, 'request', 'method_not_allowed');
    const body = await readBody(request);
    if (resource !== 'credentials') bodies.push(JSON.stringify(body));
    if (resource === 'tasks' && action === 'run') return run(request, response, id, body);
    if (resource === 'task-runs') return act(response, id, action, body);
    // Only successes are kept under their key, for a repetition with the same body.
    const idempotency = request.headers['idempotency-key'];
    const known = typeof idempotency === 'string' ? kept.get(idempotency) : undefined;
    const asked = JSON.stringify([path, body]);
    if (known && known.request !== asked) return fail(response, 409, 'idempotency', 'idempotency_error');
    const created = known?.answer ?? create(resource, body);
    if (created === null) return fail(response, 400, 'request', 'input_missing');
    if (typeof idempotency === 'string') kept.set(idempotency, { request: asked, answer: created });
    reply(response, 201, created);
  }

  function create(resource: string, body: Record<string, unknown>): unknown {
    if (resource === 'agents') {
      const agent = { id: newId('agt'), name: String(body.name) };
      agents.push(agent);
      return { ...agent, object: 'agent' };
    }
    if (resource === 'sources') {
      const { url } = body.website as { url: string };
      return body.type === 'website' && url ? { id: newId('src'), object: 'source', website: { url } } : null;
    }
    if (resource === 'credentials') return store(body);
    if (resource !== 'tasks' || !agents.some(({ id }) => id === body.agent_id)) return null;
    const id = newId('task');
    const schema = (body.output_schema as Record<string, unknown> | undefined) ?? null;
    definitions.set(id, { prompt: String(body.prompt ?? ''), schema, name: String(body.name) });
    return { id, object: 'task', status: 'learning' };
  }

  function store(body: Record<string, unknown>): unknown {
    const secret = body.auth_credentials as DeckCredential['secret'];
    if (typeof body.source_id !== 'string' || !secret?.username || !secret.password) return null;
    const credential: DeckCredential = {
      id: newId('cred'),
      object: 'credential',
      status: 'unverified',
      external_id: (body.external_id as string | undefined) ?? null,
      source_id: body.source_id,
      auth_method: String(body.auth_method),
      secret,
    };
    credentials.push(credential);
    return shown(credential);
  }

  async function read(
    request: IncomingMessage,
    response: ServerResponse,
    resource: string,
    id: string,
  ): Promise<void> {
    const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
    if (resource === 'agents') return reply(response, 200, { data: agents, has_more: false });
    if (resource === 'credentials') {
      const wanted = query.get('external_id');
      const data = credentials.filter((one) => wanted === null || one.external_id === wanted).map(shown);
      return reply(response, 200, { data, has_more: false, next_cursor: null });
    }
    const task = tasks.find((one) => one.id === id);
    if (resource !== 'task-runs' || !task) return fail(response, 404, 'request', 'not_found');
    answerPoll(task, response, () => viewOf(task));
  }

  async function erase(response: ServerResponse, id: string): Promise<void> {
    if (refuseDeletes.status !== null) return fail(response, refuseDeletes.status, 'api', 'api_error');
    const credential = credentials.find((one) => one.id === id);
    if (!credential) return fail(response, 404, 'request', 'not_found');
    credential.status = 'deleted';
    credential.secret = null;
    reply(response, 200, shown(credential));
  }

  async function run(
    request: IncomingMessage,
    response: ServerResponse,
    taskId: string,
    body: Record<string, unknown>,
  ): Promise<void> {
    const definition = definitions.get(taskId);
    if (!definition) return fail(response, 404, 'request', 'not_found');
    const { prompt, schema, name } = definition;
    starts.push({ attemptId: name, text: prompt });
    if (isRefused(prompt, starts.length, response)) return;
    const credential = credentials.find(
      ({ id, status }) => id === body.credential_id && status !== 'deleted',
    );
    if (body.credential_id !== undefined && !credential)
      return fail(response, 400, 'auth', 'credential_invalid');
    const already = tasks.find((one) => one.attemptId === name);
    const task = already ?? {
      ...newTask(newId('trun'), name, prompt),
      schema,
      credentialId: credential?.id ?? null,
      sourceId: credential?.source_id ?? String(body.source_id),
      inputs: [],
      isAnswered: false,
    };
    if (!already) tasks.push(task);
    await answerStart(task, request, response, {
      status: 201,
      body: { id: task.id, object: 'task_run', status: 'queued' },
    });
  }

  async function act(
    response: ServerResponse,
    id: string,
    action: string,
    body: Record<string, unknown>,
  ): Promise<void> {
    const task = tasks.find((one) => one.id === id);
    if (!task) return fail(response, 404, 'request', 'not_found');
    if (action === 'cancel') {
      if (!hasEnded(task)) task.isStopped = true;
      task.stops += 1;
    } else {
      const input = body.input as Record<string, string>;
      task.inputs.push(input);
      const [, code] = word(task.text, 'ask')?.split(':') ?? [];
      task.isAnswered ||= code === undefined || Object.values(input).includes(code);
    }
    reply(response, 200, viewOf(task));
  }

  return { ...(await serve(port, answer)), starts, tasks, credentials, bodies, refuseDeletes };
}

function viewOf(task: DeckRun): Record<string, unknown> {
  const status = statusOf(task);
  const [kind] = word(task.text, 'ask')?.split(':') ?? [];
  const [type, code] = word(task.text, 'error')?.split(':') ?? ['task', 'task_error'];
  const failure = [{ type, code, message: 'it did not work' }];
  return {
    id: task.id,
    object: 'task_run',
    status,
    result:
      status === 'completed' ? (word(task.text, 'unsuccessful') === null ? 'success' : 'failure') : null,
    credential_id: task.credentialId,
    source_id: task.sourceId,
    output: status === 'completed' ? answerOf(task) : null,
    errors: status === 'failed' ? failure : [],
    interaction:
      status === 'interaction_required'
        ? { type: kind, message: 'Enter the code.', fields: [{ name: 'code', type: 'text', label: 'Code' }] }
        : null,
  };
}

/** In the task's schema, always. */
function answerOf(task: DeckRun): unknown {
  const text = outputOf(task, isFree(task) ? null : task.schema);
  if (isFree(task)) return text === null ? null : { answer: text };
  return text !== null && isJson(text) ? JSON.parse(text) : text;
}

function isFree({ schema }: DeckRun): boolean {
  return Object.keys((schema?.properties ?? {}) as object).join() === 'answer';
}

function statusOf(task: DeckRun): string {
  if (task.isStopped) return 'canceled';
  if (word(task.text, 'ask') !== null && !task.isAnswered) return 'interaction_required';
  if (!hasEnded(task)) return 'running';
  if (word(task.text, 'fail') !== null || word(task.text, 'error') !== null) return 'failed';
  return word(task.text, 'stopped') === null ? 'completed' : 'canceled';
}

function shown({ secret, ...credential }: DeckCredential): Record<string, unknown> {
  return { ...credential, auth_credentials: { username: secret?.username.slice(0, 1) ?? null } };
}

function fail(response: ServerResponse, status: number, type: string, code: string): void {
  reply(response, status, { errors: [{ type, code, message: 'as documented' }], request_id: 'req_1' });
}

if (import.meta.main) {
  const standIn = await startDeckStandIn(Number(process.argv[2] ?? 0));
  console.log(standIn.url);
}
