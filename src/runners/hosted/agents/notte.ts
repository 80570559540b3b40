import { z } from 'zod';
import { bearer, loginValues } from '../../wire/account-of.ts';
import { anything, id, itemsOf, text } from '../../wire/shapes.ts';
import type { HostedProvider, HostedTask, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { schemaNote, taskText } from '../task-text.ts';

export const states = { active: 'running', closed: 'done' } as const satisfies TaskStates;

/** Notte: an agent in a session. A login goes into a vault made for the attempt, which is deleted with all it holds. */
export const provider: HostedProvider = {
  headers: bearer,
  pollIntervalMs: 3_000,

  async start(task, api) {
    const made = await api.post('/sessions/start', SESSION, Session, {
      undo: ({ session_id }) => closeSession(session_id, api),
    });
    api.session({ id: made.session_id, liveViewUrl: made.viewer_url });
    const vault = await storeLogin(task, api);
    const body = {
      task: taskText(task, schemaNote(task)),
      session_id: made.session_id,
      ...task.options,
      ...(task.url !== null && { url: task.url }),
      ...(task.outputSchema && { response_format: task.outputSchema }),
      ...(vault && { vault_id: vault }),
    };
    const undo = ({ agent_id }: { agent_id: string }) => stop(`${agent_id}.${made.session_id}`, api);
    const begun = await api.post('/agents/start', body, Begun, { undo });
    return { reference: `${begun.agent_id}.${made.session_id}` };
  },

  async poll(reference, api, { credential }) {
    const [agent = '', session = ''] = reference.split('.');
    const view = await api.get(`/agents/${encodeURIComponent(agent)}`, View);
    if (api.stateOf(states, view.status) !== 'done')
      return { state: 'running', said: `${view.status}, step ${view.steps.length}` };
    await closeSession(session, api);
    // A replay may show typed text.
    const replay = credential
      ? null
      : await api.maybe(`/sessions/${encodeURIComponent(session)}/replay`, Replay);
    const files = replay ? [{ kind: 'recording' as const, name: 'recording.mp4', url: replay.mp4_url }] : [];
    // `closed` means ended; check `success` for the result.
    if (view.success == null && !view.answer) return { state: 'stopped', files };
    return { state: 'done', output: view.answer, isAchieved: view.success === true, files };
  },

  stop,

  async forget({ item }, api) {
    if (item === null) return 'nothing';
    return (await api.end('DELETE', `/vaults/${encodeURIComponent(item)}`)) ? 'deleted' : 'failed';
  },
};

async function stop(reference: string, api: ProviderApi): Promise<void> {
  const [agent = '', session = ''] = reference.split('.');
  const path = `/agents/${encodeURIComponent(agent)}/stop?session_id=${encodeURIComponent(session)}`;
  await api.end('DELETE', path);
  await closeSession(session, api);
}

async function storeLogin(
  { credential, attemptId, onLeft }: HostedTask,
  api: ProviderApi,
): Promise<string | null> {
  if (!credential) return null;
  const { vault_id: vault } = await api.post('/vaults/create', { name: attemptId }, Vault, {
    isUnbroken: true,
  });
  await onLeft(vault);
  const { username, password, totp } = loginValues(credential);
  const name = username.includes('@') ? { email: username } : { username };
  const credentials = { ...name, password, ...(totp && { mfa_secret: totp }) };
  const url = `https://${credential.domain}`;
  await api.post(`/vaults/${encodeURIComponent(vault)}/credentials`, { url, credentials }, z.unknown());
  return vault;
}

const closeSession = (session: string, api: ProviderApi) =>
  api.end('DELETE', `/sessions/${encodeURIComponent(session)}/stop`);

// In case our process dies before it closes the session.
const SESSION = { max_duration_minutes: 60, idle_timeout_minutes: 10 };

export const Session = z.object({ session_id: id, viewer_url: text });
/** Good for a while only. */
export const Replay = z.object({ mp4_url: z.url() });
const Vault = z.object({ vault_id: id });
export const Begun = z.object({ agent_id: id });
export const View = z.object({
  status: z.string(),
  success: z.boolean().nullish().catch(null),
  answer: anything,
  steps: itemsOf(z.unknown()),
});
