import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, link, text } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

export const states = {
  created: 'running',
  started: 'running',
  paused: 'running',
  finished: 'done',
  failed: 'failed',
  stopped: 'stopped',
} as const satisfies TaskStates;

/** Browser Use Cloud, API v2, which its vendor calls legacy: the version with a start URL, an output schema, metadata and a stop. */
export const provider: HostedProvider = {
  headers: (account) => ({ 'X-Browser-Use-API-Key': secretOf(account) }),

  async start(task, api) {
    const { credential, url, outputSchema, attemptId } = task;
    const body = {
      task: taskText(task, credential && loginNote(credential)),
      ...task.options,
      ...(credential ? secretFields(credential) : {}),
      ...(url === null ? {} : { startUrl: url }),
      ...(outputSchema === null ? {} : { structuredOutput: JSON.stringify(outputSchema) }),
      metadata: { attempt_id: attemptId },
    };
    const undo = async ({ id: reference }: z.infer<typeof Created>) => {
      await stop(reference, api);
      if (credential) await forget(reference, api);
    };
    const made = await api.post('/api/v2/tasks', body, Created, { undo });
    if (made.sessionId) await tellSession(made.sessionId, api);
    return { reference: made.id };
  },

  async poll(reference, api) {
    const view = await api.get(taskPath(reference), TaskView);
    const steps = view.steps.map(({ url, nextGoal, actions }) => ({
      action: actionNames(actions),
      detail: nextGoal,
      url,
    }));
    const state = api.stateOf(states, view.status);
    const files = state !== 'running' ? await filesOf(reference, view.outputFiles, api) : [];
    const facts = { steps, costUsd: view.cost, files };
    // `finished` means ended; check `isSuccess` for the result.
    if (state === 'done')
      return { state, output: view.output, isAchieved: view.isSuccess !== false, ...facts };
    if (state === 'failed') return { state, reason: view.output, ...facts };
    if (state === 'stopped') return { state, ...facts };
    return { state: 'running', said: view.status, steps };
  },

  stop,

  // The record of a task stays with its session until it is deleted.
  forget: async ({ reference }, api) => (reference === null ? 'nothing' : forget(reference, api)),
};

/** Reports the session with its live view. */
async function tellSession(session: string, api: ProviderApi): Promise<void> {
  const seen = await api.maybe(`/api/v2/sessions/${encodeURIComponent(session)}`, SessionView);
  api.session({ id: session, liveViewUrl: seen?.liveUrl });
}

async function filesOf(reference: string, files: { id: string; fileName: string }[], api: ProviderApi) {
  const found = files.slice(0, MAX_FILES).map(async ({ id: file, fileName: name }) => {
    const path = `/api/v2/files/tasks/${encodeURIComponent(reference)}/output-files/${encodeURIComponent(file)}`;
    const link = await api.maybe(path, FileView);
    return link && { kind: 'download' as const, name, url: link.downloadUrl };
  });
  return (await Promise.all(found)).filter((file) => file !== null);
}

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  return api.end('PATCH', taskPath(reference), { action: 'stop_task_and_session' });
}

async function forget(reference: string, api: ProviderApi) {
  const task = await api.find(taskPath(reference), Session);
  if (task === null) return 'deleted';
  const isGone = await api.end('DELETE', `/api/v2/sessions/${encodeURIComponent(task.sessionId)}`);
  return isGone ? 'deleted' : 'failed';
}

/** Their model sees the names only; values go into pages of the allowed domains, and a seed becomes its code there. */
function secretFields(credential: AttemptCredential) {
  const { username, password, totp } = loginValues(credential);
  const { domain } = credential;
  return {
    secrets: { username, password, ...(totp && { bu_2fa_code: totp }) },
    allowedDomains: [domain, `*.${domain.replace(/^www\./, '')}`],
  };
}

function loginNote({ totpSecret }: AttemptCredential): string {
  const code = totpSecret ? ', and `bu_2fa_code` for the one-time code' : '';
  return `Where the site asks to sign in, use the secrets \`username\` and \`password\`${code}. Never write them down or enter them anywhere else.`;
}

export const Created = z.object({ id, sessionId: id.nullish().catch(null) });
export const Session = z.object({ sessionId: id });
export const SessionView = z.object({ liveUrl: link });
export const FileView = z.object({ downloadUrl: z.url() });
const MAX_FILES = 20;
export const TaskView = z.object({
  status: z.string(),
  output: anything,
  isSuccess: z.boolean().nullish().catch(null),
  /** USD, as a decimal string. */
  cost: anything,
  outputFiles: z.array(z.object({ id, fileName: z.string().catch('file') })).catch([]),
  steps: z.array(z.object({ url: text, nextGoal: text, actions: z.array(z.string()).catch([]) })).catch([]),
});

function taskPath(reference: string): string {
  return `/api/v2/tasks/${encodeURIComponent(reference)}`;
}

/** Each action is a JSON string such as `{"click": {"index": 3}}`. Only names: arguments hold typed text. */
function actionNames(actions: string[]): string {
  const names = actions.flatMap((action) => /^\s*\{\s*"(\w+)"/.exec(action)?.[1] ?? []);
  return names.join(', ') || 'step';
}
