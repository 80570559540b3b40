import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import type { ProviderApi } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { taskText } from '../task-text.ts';

/** Browserbase's agents: an ad-hoc run. It answers in a schema; a free answer gets one of its own. */
export const provider = plainAgent({
  headers: (account) => ({ 'x-bb-api-key': secretOf(account) }),

  create: (task) => ({
    path: '/v1/agents/runs',
    body: {
      task: taskText(task, task.credential && LOGIN_NOTE),
      resultSchema: task.outputSchema ?? FREE_ANSWER,
      ...task.options,
      ...(task.credential && { variables: variables(task.credential) }),
    },
  }),
  created: z.object({ runId: id, sessionId: z.string().nullish() }).transform(({ runId, sessionId }) => ({
    reference: runId,
    session: sessionId ? { id: sessionId } : null,
  })),

  view: (reference) => `/v1/agents/runs/${encodeURIComponent(reference)}`,
  shape: z.object({
    status: z.string(),
    result: anything,
    cause: z.object({ code: z.string(), message: z.string().nullish() }).nullish().catch(null),
    sessionId: z.string().nullish(),
  }),
  async read({ status, result, cause, sessionId }, reference, api) {
    if (sessionId) await tellSession(sessionId, status === 'RUNNING', api);
    const steps = await stepsOf(reference, api);
    const reason = cause?.message ?? cause?.code ?? null;
    switch (status) {
      case 'COMPLETED':
        return { state: 'done', output: freeAnswer(result), steps };
      case 'TIMED_OUT':
        return { state: 'failed', code: 'timeout', reason, steps };
      case 'FAILED':
        return { state: 'failed', reason, steps };
      case 'STOPPED':
        return { state: 'stopped', steps };
      default:
        return { state: 'running', said: status, steps };
    }
  },

  stop: (reference) => ['POST', `/v1/agents/runs/${encodeURIComponent(reference)}/stop`],
});

/** Reports the session, with its live view while it runs. */
async function tellSession(id: string, isRunning: boolean, api: ProviderApi): Promise<void> {
  const seen = isRunning ? await api.maybe(`/v1/sessions/${encodeURIComponent(id)}/debug`, LiveView) : null;
  api.session({ id, ...(seen && { liveViewUrl: seen.debuggerFullscreenUrl }) });
}

/** The used tools, by name only: their arguments may be typed text. */
async function stepsOf(reference: string, api: ProviderApi) {
  const said = await api.maybe(`/v1/agents/runs/${encodeURIComponent(reference)}/messages`, Messages);
  return said?.data.flatMap(({ message: { content } }) =>
    content.flatMap(({ toolName, type }) => (toolName && type === 'tool-call' ? [{ action: toolName }] : [])),
  );
}

const LiveView = z.object({ debuggerFullscreenUrl: z.url() });
const Part = z.object({ type: z.string(), toolName: z.string().nullish() });
const Messages = z.object({
  data: z.array(z.object({ message: z.object({ content: z.array(Part).catch([]) }) })),
});

const LOGIN_NOTE = 'Where the site asks to sign in, use the variables %username% and %password%.';

/** Their values take the place of the names outside the model, and are not kept. */
function variables(credential: AttemptCredential) {
  const { username, password } = loginValues(credential);
  return {
    username: { value: username, description: 'The user name for the site' },
    password: { value: password, description: 'The password for the site' },
  };
}
