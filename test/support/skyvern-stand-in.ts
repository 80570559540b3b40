/**
 * Skyvern (API v1) as a small real server, answering in the shapes of its public server code (not recorded). A run is
 * scripted by the words of `provider-script.ts` in its prompt; a login of a user named `nobody` ends `terminated`.
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

interface SkyvernRun extends ScriptedTask {
  schema: Record<string, unknown> | null;
  session: string | null;
  /** Of a run that only signs in. */
  login: SkyvernCredential | null;
}

interface SkyvernCredential {
  credential_id: string;
  name: string;
  secret: { username: string; password: string; totp?: string };
}

export interface SkyvernStandIn extends ProviderStandIn {
  /** Tasks; runs that sign in are in `logins`. */
  tasks: SkyvernRun[];
  logins: SkyvernRun[];
  credentials: SkyvernCredential[];
  deleted: string[];
  /** Browser sessions by id, with what runs in them. */
  sessions: Map<string, { isOpen: boolean; runnable: string | null }>;
  /** Every body that came in, but for those to the vault. */
  bodies: string[];
}

export async function startSkyvernStandIn(port = 0): Promise<SkyvernStandIn> {
  const starts: SkyvernStandIn['starts'] = [];
  const tasks: SkyvernRun[] = [];
  const logins: SkyvernRun[] = [];
  const credentials: SkyvernCredential[] = [];
  const deleted: string[] = [];
  const sessions: SkyvernStandIn['sessions'] = new Map();
  const bodies: string[] = [];
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${++made}`;

  async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string' || key.startsWith('bad'))
      return reply(response, 403, { detail: 'Invalid credentials' });
    const [, resource = '', id = '', action = ''] =
      /^\/v1\/(\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (request.method === 'GET') return read(request, response, resource, id);
    if (request.method !== 'POST') return reply(response, 405, { detail: 'Method Not Allowed' });
    const body = await readBody(request);
    if (path !== '/v1/credentials') bodies.push(JSON.stringify(body));
    if (path === '/v1/run/tasks') return run(request, response, body);
    if (path === '/v1/run/tasks/login') return login(response, body);
    if (path === '/v1/credentials') return store(response, body);
    if (path === '/v1/browser_sessions') return open(response);
    if (resource === 'credentials' && action === 'delete') return erase(response, id);
    if (resource === 'browser_sessions' && action === 'close') return close(response, id);
    if (resource === 'runs' && action === 'cancel') return cancel(response, id);
    reply(response, 404, { detail: 'Not Found' });
  }

  async function read(
    request: IncomingMessage,
    response: ServerResponse,
    resource: string,
    id: string,
  ): Promise<void> {
    if (resource === 'credentials') {
      const query = new URL(request.url ?? '/', 'http://stand-in').searchParams;
      const size = Number(query.get('page_size') ?? 10);
      const from = (Number(query.get('page') ?? 1) - 1) * size;
      const page = credentials.toReversed().slice(from, from + size);
      return reply(response, 200, page.map(shown));
    }
    if (resource === 'browser_sessions') {
      const session = sessions.get(id);
      if (!session) return reply(response, 404, { detail: 'Browser session not found' });
      return reply(response, 200, { browser_session_id: id, runnable_id: session.runnable });
    }
    const task = [...tasks, ...logins].find((one) => one.id === id);
    if (!task) return reply(response, 404, { detail: 'Run not found' });
    answerPoll(task, response, () => viewOf(task));
  }

  async function run(
    request: IncomingMessage,
    response: ServerResponse,
    body: Record<string, unknown>,
  ): Promise<void> {
    const text = typeof body.prompt === 'string' ? body.prompt : '';
    const attemptId = (body.title as string | undefined) ?? null;
    starts.push({ attemptId, text });
    if (isRefused(text, starts.length, response)) return;
    const session = (body.browser_session_id as string | undefined) ?? null;
    const place = session === null ? null : sessions.get(session);
    if (session !== null && !place?.isOpen)
      return reply(response, 404, { detail: 'Browser session not found' });
    const schema = (body.data_extraction_schema as Record<string, unknown> | undefined) ?? null;
    const task: SkyvernRun = { ...newTask(newId('tsk'), attemptId, text), schema, session, login: null };
    tasks.push(task);
    if (place) place.runnable = task.id;
    await answerStart(task, request, response, { status: 200, body: { run_id: task.id, status: 'queued' } });
  }

  async function login(response: ServerResponse, body: Record<string, unknown>): Promise<void> {
    const known = credentials.find((one) => one.credential_id === body.credential_id);
    const session = String(body.browser_session_id);
    if (!known || body.credential_type !== 'skyvern' || !sessions.get(session)?.isOpen)
      return reply(response, 404, { detail: `Credential ${body.credential_id} not found` });
    const task = { ...newTask(newId('wr'), null, ''), schema: null, session, login: known };
    logins.push(task);
    reply(response, 200, viewOf(task));
  }

  async function store(response: ServerResponse, body: Record<string, unknown>): Promise<void> {
    const secret = body.credential as SkyvernCredential['secret'];
    if (body.credential_type !== 'password' || !secret?.username || !secret.password)
      return reply(response, 422, { detail: [{ loc: ['body', 'credential'], input: body }] });
    const credential = { credential_id: newId('cred'), name: String(body.name), secret };
    credentials.push(credential);
    reply(response, 201, shown(credential));
  }

  async function erase(response: ServerResponse, id: string): Promise<void> {
    const at = credentials.findIndex((one) => one.credential_id === id);
    if (at < 0) return reply(response, 404, { detail: `Credential not found, credential_id=${id}` });
    credentials.splice(at, 1);
    deleted.push(id);
    response.writeHead(204).end();
  }

  async function open(response: ServerResponse): Promise<void> {
    const id = newId('pbs');
    sessions.set(id, { isOpen: true, runnable: null });
    reply(response, 200, { browser_session_id: id, runnable_id: null });
  }

  async function close(response: ServerResponse, id: string): Promise<void> {
    const session = sessions.get(id);
    if (session) session.isOpen = false;
    reply(response, 200, { message: 'Browser session closed' });
  }

  async function cancel(response: ServerResponse, id: string): Promise<void> {
    const task = [...tasks, ...logins].find((one) => one.id === id);
    if (!task) return reply(response, 404, { detail: 'Run not found' });
    if (!hasEnded(task)) task.isStopped = true;
    task.stops += 1;
    reply(response, 200, null);
  }

  const server = await serve(port, answer);
  return { ...server, starts, tasks, logins, credentials, deleted, sessions, bodies };
}

function viewOf(task: SkyvernRun): Record<string, unknown> {
  const status = statusOf(task);
  return {
    run_id: task.id,
    run_type: task.login ? 'workflow_run' : 'task_v1',
    status,
    output: status === 'completed' && !task.login ? answerOf(task) : null,
    failure_reason: status === 'terminated' ? 'The goal cannot be reached.' : null,
    step_count: task.polls,
    downloaded_files: [],
    recording_url: null,
  };
}

/** In the schema it was given, always. */
function answerOf(task: SkyvernRun): unknown {
  const isFree = Object.keys((task.schema?.properties ?? {}) as object).join() === 'answer';
  const text = outputOf(task, isFree ? null : task.schema);
  if (isFree) return text === null ? null : { answer: text };
  return text !== null && isJson(text) ? JSON.parse(text) : text;
}

function statusOf(task: SkyvernRun): string {
  if (task.isStopped) return 'canceled';
  if (task.login) return task.login.secret.username === 'nobody' ? 'terminated' : 'completed';
  if (!hasEnded(task)) return 'running';
  if (word(task.text, 'stopped') !== null) return 'canceled';
  return word(task.text, 'fail') === null && word(task.text, 'unsuccessful') === null
    ? 'completed'
    : 'terminated';
}

function shown({ credential_id, name, secret }: SkyvernCredential): Record<string, unknown> {
  return { credential_id, name, credential_type: 'password', credential: { username: secret.username } };
}
