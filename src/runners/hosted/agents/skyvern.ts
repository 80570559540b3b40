import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, link, text } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import type {
  Ended,
  FileLink,
  HostedProvider,
  HostedTask,
  ProviderApi,
  TaskStates,
} from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

/** Of the server's enumeration; the client knows all but `paused`. */
export const states = {
  created: 'running',
  queued: 'running',
  running: 'running',
  paused: 'running',
  completed: 'done',
  terminated: 'missed',
  timed_out: 'timed_out',
  failed: 'failed',
  canceled: 'stopped',
} as const satisfies TaskStates;

/**
 * Skyvern Cloud, or a self-hosted server. A task has no field for a login: with one, the login is put into Skyvern's
 * vault under the attempt's id, a run of its own signs in inside a browser session, and the task goes on in there.
 */
export const provider: HostedProvider = {
  headers: (account) => ({ 'x-api-key': secretOf(account) }),
  pollIntervalMs: 3_000,

  async start(task, api) {
    if (!task.credential) return startRun('run/tasks', taskBody(task, null), 'task', null, api);
    const { session, credential } = await prepare(task.credential, task, api);
    const body = {
      credential_type: 'skyvern',
      credential_id: credential,
      browser_session_id: session,
      url: task.url ?? `https://${task.credential.domain}`,
      ...inboxFields(task),
    };
    return startRun('run/tasks/login', body, 'login', session, api);
  },

  async poll(reference, api, task) {
    const position = positionOf(reference);
    const view = await api.get(`/v1/runs/${encodeURIComponent(position.run)}`, RunView);
    const { status, step_count: steps } = view;
    const said = `${position.phase} ${status}${steps == null ? '' : `, step ${steps}`}`;
    if (position.phase === 'login' && status === 'completed')
      return { ...(await goOn(position, task, api)), said };
    // A recording may show typed text, like the pictures.
    const replayUrl = task.credential ? null : view.recording_url;
    api.session({ id: position.session ?? position.run, liveViewUrl: view.app_url, replayUrl });
    const ended = endOf(view, position.phase, api);
    return ended ? { ...ended, files: filesOf(view, task) } : { state: 'running', said };
  },

  async stop(reference, api) {
    const { run, session } = positionOf(reference);
    await stopRun(run, api);
    if (session !== null) await closeSession(session, api);
  },

  async forget({ attemptId, item }, api) {
    const [known, session] = item?.split('.') ?? [];
    if (session) await closeSession(session, api);
    const credential = known ?? (await findCredential(attemptId, api));
    if (credential === null) return 'nothing';
    const isGone = await api.end('POST', `/v1/credentials/${encodeURIComponent(credential)}/delete`);
    return isGone ? 'deleted' : 'failed';
  },
};

const stopRun = (run: string, api: ProviderApi) =>
  api.end('POST', `/v1/runs/${encodeURIComponent(run)}/cancel`);
const closeSession = (session: string, api: ProviderApi) =>
  api.end('POST', `/v1/browser_sessions/${encodeURIComponent(session)}/close`);

async function startRun(
  path: string,
  body: object,
  phase: Position['phase'],
  session: string | null,
  api: ProviderApi,
): Promise<{ reference: string }> {
  const undo = ({ run_id }: { run_id: string }) => stopRun(run_id, api);
  const { run_id: run } = await api.post(`/v1/${path}`, body, Started, { undo });
  return { reference: [phase, run, ...(session === null ? [] : [session])].join('.') };
}

/** A browser for the login and the task after it, and the login in the vault; written down before it is used. */
async function prepare(login: AttemptCredential, { attemptId, onLeft }: HostedTask, api: ProviderApi) {
  const { browser_session_id: session } = await api.post(
    '/v1/browser_sessions',
    { timeout: SESSION_MINUTES },
    Session,
    { undo: (made) => closeSession(made.browser_session_id, api) },
  );
  api.session({ id: session });
  // Wait for the response; without its id the login could not be deleted.
  const stored = await api.post('/v1/credentials', credentialBody(login, attemptId), Stored, {
    isUnbroken: true,
  });
  await onLeft(`${stored.credential_id}.${session}`);
  return { session, credential: stored.credential_id };
}

/** Signed in: the task begins in the same browser, unless a dead process has begun it already. */
async function goOn({ run, session }: Position, task: HostedTask, api: ProviderApi) {
  const busy = await api.maybe(`/v1/browser_sessions/${encodeURIComponent(session ?? '')}`, Busy);
  const begun = busy?.runnable_id ?? null;
  if (begun !== null && begun !== run)
    return { state: 'running' as const, reference: ['task', begun, session].join('.') };
  const started = await startRun('run/tasks', taskBody(task, session), 'task', session, api);
  return { state: 'running' as const, ...started };
}

/** Newest first, and the login is minutes old: a few pages are enough. */
async function findCredential(attemptId: string, api: ProviderApi): Promise<string | null> {
  for (let page = 1; page <= 20; page += 1) {
    const list = await api.get('/v1/credentials', StoredList, { page: String(page), page_size: '100' });
    const ours = list.find(({ name }) => name === nameOf(attemptId));
    if (ours || list.length < 100) return ours?.credential_id ?? null;
  }
  return null;
}

// Longer than any attempt; a leftover one expires.
const SESSION_MINUTES = 240;

const Started = z.object({ run_id: id });
const Session = z.object({ browser_session_id: id });
const Busy = z.object({ runnable_id: z.string().regex(/^tsk/).nullable().catch(null) });
const Stored = z.object({ credential_id: id });
const StoredList = z.array(z.object({ credential_id: id, name: z.string() }));
const RunView = z.object({
  status: z.string(),
  output: anything,
  failure_reason: text,
  step_count: z.number().nullish().catch(null),
  app_url: link,
  recording_url: link,
  screenshot_urls: z.array(z.url()).nullish().catch(null),
  downloaded_files: z
    .array(z.object({ url: z.url(), filename: z.string().nullish() }))
    .nullish()
    .catch(null),
});
type RunView = z.infer<typeof RunView>;

/** Pictures of a run that signed in may show typed text: they stay there. */
function filesOf(view: RunView, { credential }: HostedTask): FileLink[] {
  const [picture] = view.screenshot_urls ?? [];
  const isShown = !credential && picture !== undefined;
  return [
    ...(view.downloaded_files ?? []).map(({ url, filename }) => ({
      kind: 'download' as const,
      name: filename ?? 'file',
      url,
    })),
    ...(isShown ? [{ kind: 'screenshot' as const, name: 'page.png', url: picture }] : []),
  ];
}

/** The stage of an attempt: signing in, or the task itself. */
interface Position {
  phase: 'login' | 'task';
  run: string;
  session: string | null;
}

function positionOf(reference: string): Position {
  const [phase, run = '', session = null] = reference.split('.');
  return { phase: phase === 'login' ? 'login' : 'task', run, session };
}

function nameOf(attemptId: string): string {
  return `switchyard ${attemptId}`;
}

function credentialBody(credential: AttemptCredential, attemptId: string): object {
  const { username, password, totp } = loginValues(credential);
  const seed = totp && { totp, totp_type: 'authenticator' };
  return {
    name: nameOf(attemptId),
    credential_type: 'password',
    credential: { username, password, ...seed },
  };
}

function taskBody(task: HostedTask, session: string | null): object {
  return {
    prompt: taskText(task),
    title: task.attemptId,
    data_extraction_schema: task.outputSchema ?? FREE_ANSWER,
    ...task.options,
    ...(task.url === null ? {} : { url: task.url }),
    ...(session === null ? {} : { browser_session_id: session }),
    ...inboxFields(task),
  };
}

/** Skyvern fetches codes from the address itself, or receives them under the name; the field names are also ours. */
function inboxFields({ codeInbox }: HostedTask): object {
  return {
    ...(codeInbox?.url && { totp_url: codeInbox.url }),
    ...(codeInbox?.identifier && { totp_identifier: codeInbox.identifier }),
  };
}

/** `failed` is a fault of the provider; `terminated` means that the agent gave up. */
function endOf(view: RunView, phase: Position['phase'], api: ProviderApi): Ended | null {
  const { status, output, failure_reason: reason } = view;
  const isLogin = phase === 'login';
  const state = api.stateOf(states, status);
  switch (state) {
    case 'done':
      return { state, output: freeAnswer(output) };
    case 'missed':
      return isLogin
        ? { state: 'failed', code: 'login_failed', reason: `could not sign in. ${reason ?? ''}` }
        : { state: 'done', output: null, isAchieved: false, reason };
    case 'timed_out':
      return {
        state: 'failed',
        code: isLogin ? 'login_failed' : 'timeout',
        reason: 'its step or time limit was reached',
      };
    case 'failed':
      return { state, code: 'provider_failed', reason };
    case 'stopped':
      return { state };
    default:
      return null;
  }
}
