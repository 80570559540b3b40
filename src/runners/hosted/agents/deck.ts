import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { bearer, loginValues } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import type { Ended, HostedProvider, HostedTask, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { taskText } from '../task-text.ts';

/** Pages of the vendor write both spellings of a cancelled run. */
export const states = {
  pending: 'running',
  queued: 'running',
  running: 'running',
  canceling: 'running',
  cancelling: 'running',
  interaction_required: 'asking',
  completed: 'done',
  failed: 'failed',
  canceled: 'stopped',
  cancelled: 'stopped',
  review_required: 'stopped',
} as const satisfies TaskStates;

/**
 * Deck, API v2. A login goes into Deck's vault under the attempt's id and is attached to the run by the id it gets
 * there. Every create carries a key of the attempt, so repeating one after a lost answer makes nothing twice.
 */
export const provider: HostedProvider = {
  headers: bearer,
  idempotencyHeader: 'Idempotency-Key',
  pollIntervalMs: 3_000,

  async start(task, api) {
    const { attemptId, credential, onLeft } = task;
    const agent = await api.once('agent', () => findAgent(api));
    const [sourceBody, sourceKey] = sourceOf(task);
    const source = await create('sources', sourceBody, sourceKey, api);
    const login = credential && (await storeLogin(source, credential, attemptId, api));
    if (login) await onLeft(login);
    const body = {
      name: attemptId,
      agent_id: agent,
      prompt: taskText(task),
      // Deck requires a schema, so tasks without one get a default schema.
      output_schema: task.outputSchema ?? FREE_ANSWER,
    };
    const made = await create('tasks', body, `${attemptId}-task`, api);
    const ran = await api.post(
      `/v2/tasks/${encodeURIComponent(made)}/run`,
      login ? { credential_id: login } : { source_id: source },
      Created,
      { idempotencyKey: `${attemptId}-run`, undo: ({ id: run }) => stop(run, api) },
    );
    api.session({ id: ran.id });
    return { reference: ran.id };
  },

  async poll(reference, api) {
    const view = await api.get(runPath(reference), RunView);
    const { status, interaction } = view;
    if (api.stateOf(states, status) !== 'asking') return endOf(view) ?? { state: 'running', said: status };
    const fields = interaction?.fields ?? [{ name: 'code', label: null }];
    const kind = interaction?.type === 'mfa' ? ('otp' as const) : ('text' as const);
    const questions = fields.map(({ label }) => {
      const prompt = [interaction?.message, label].filter(Boolean).join(' ');
      return { kind, prompt: prompt || 'The site asks for a code.' };
    });
    const answer = (values: string[]) => {
      const input = Object.fromEntries(fields.map(({ name }, index) => [name, values[index]]));
      return api.post(`${runPath(reference)}/interaction`, { input }, z.unknown());
    };
    return { state: 'running', said: status, asks: { questions, answer } };
  },

  stop,

  async forget({ attemptId, item }, api) {
    const items = item === null ? await itemsOf(attemptId, api) : [item];
    for (const one of items)
      if (!(await api.end('DELETE', `/v2/credentials/${encodeURIComponent(one)}`))) return 'failed';
    return items.length > 0 ? 'deleted' : 'nothing';
  },
};

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  return api.end('POST', `${runPath(reference)}/cancel`);
}

async function create(
  path: string,
  body: object,
  idempotencyKey: string,
  api: ProviderApi,
  isUnbroken = false,
) {
  return (await api.post(`/v2/${path}`, body, Created, { idempotencyKey, isUnbroken })).id;
}

/** Tasks belong to an agent; ours is the same for all of them, on every instance. */
async function findAgent(api: ProviderApi): Promise<string> {
  const known = await api.get('/v2/agents', Agents, { limit: '100' });
  const ours = known.data.find(({ name }) => name === AGENT.name);
  return ours?.id ?? create('agents', AGENT, 'switchyard-agent', api);
}

/** Waits for the response even after a stop; without its id the login could not be deleted. */
async function storeLogin(source: string, login: AttemptCredential, attemptId: string, api: ProviderApi) {
  const { username, password } = loginValues(login);
  const body = {
    source_id: source,
    auth_method: 'username_password',
    auth_credentials: { username, password },
    external_id: attemptId,
  };
  return create('credentials', body, `${attemptId}-credential`, api, true);
}

async function itemsOf(attemptId: string, api: ProviderApi): Promise<string[]> {
  const found = await api.get('/v2/credentials', Credentials, { external_id: attemptId, limit: '100' });
  // Deleted ones stay in the list.
  return found.data
    .filter(({ external_id, status }) => external_id === attemptId && status !== 'deleted')
    .map((one) => one.id);
}

const AGENT = { name: 'Switchyard', description: 'Does one task on one site and answers with its result.' };

const Created = z.object({ id });
const Agents = z.object({ data: z.array(z.object({ id, name: text })) });
const Credentials = z.object({ data: z.array(z.object({ id, status: z.string(), external_id: text })) });
const Interaction = z.object({
  type: z.string().catch('mfa'),
  message: text,
  fields: z
    .array(z.object({ name: z.string(), label: text }))
    .min(1)
    .catch([{ name: 'code', label: null }]),
});
const RunView = z.object({
  status: z.string(),
  result: text,
  output: anything,
  errors: z
    .array(z.object({ type: z.string().catch(''), code: z.string().catch(''), message: text }))
    .catch([]),
  interaction: Interaction.nullable().catch(null),
});

function runPath(reference: string): string {
  return `/v2/task-runs/${encodeURIComponent(reference)}`;
}

/** The site of the task, and a key that is the same for every caller. */
function sourceOf({ url, credential }: HostedTask): [body: object, key: string] {
  const { origin, host } = new URL(url ?? `https://${credential?.domain}`);
  const body = { type: 'website', website: { url: origin }, name: host };
  return [body, `switchyard-source-${origin}`.slice(0, 255)];
}

function endOf({ status, result, output, errors }: z.infer<typeof RunView>): Ended | null {
  switch (status) {
    case 'completed':
      return { state: 'done', output: freeAnswer(output), isAchieved: result !== 'failure' };
    case 'failed':
      return failureOf(errors[0]);
    case 'canceled':
    case 'cancelled':
      return { state: 'stopped' };
    case 'review_required':
      return {
        state: 'failed',
        code: 'provider_stopped',
        reason: 'it waits for a review there',
      };
    default:
      return null;
  }
}

/** The error type names the responsible party. */
function failureOf(error: z.infer<typeof RunView>['errors'][number] | undefined): Ended {
  const reason = [error?.code, error?.message].filter(Boolean).join(': ');
  if (error?.code === 'blocked') return { state: 'failed', code: 'blocked', reason };
  switch (error?.type) {
    case 'auth':
      return { state: 'failed', code: 'login_rejected', reason, login: 'rejected' };
    case 'interaction':
      return { state: 'failed', code: 'no_answer', reason };
    case 'source':
      return { state: 'failed', code: 'site_failed', reason };
    case 'api':
    case 'session':
    case 'organization':
      return { state: 'failed', code: 'provider_failed', reason };
    default:
      return { state: 'failed', reason };
  }
}
