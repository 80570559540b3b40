import { z } from 'zod';
import type { AttemptCredential } from '../../contract.ts';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, itemsOf, link, text } from '../../wire/shapes.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import type { ProviderApi, TaskStates } from '../hosted-provider.ts';
import { plainAgent } from '../plain-agent.ts';
import { questionOf } from '../question-of.ts';
import { taskText } from '../task-text.ts';

export const states = {
  PENDING: 'running',
  RUNNING: 'running',
  PAUSED: 'asking',
  COMPLETED: 'done',
  FAILED: 'failed',
  STOPPED: 'stopped',
  TIMED_OUT: 'timed_out',
} as const satisfies TaskStates;

export const View = z.object({
  status: z.string(),
  result: anything,
  cause: z.object({ code: text, message: text }).nullish().catch(null),
  sessionId: text,
});

/** Browserbase's agents: an ad-hoc run. It requires a schema; tasks without one get a default schema. */
export const provider = plainAgent({
  headers: (account) => ({ 'x-bb-api-key': secretOf(account) }),

  create: (task) => ({
    path: '/v1/agents/runs',
    body: {
      task: taskText(task, task.credential && LOGIN_NOTE),
      resultSchema: task.outputSchema ?? FREE_ANSWER,
      pauseWhen: 'The site asks for a one-time code, or for an answer that only its owner can give.',
      ...task.options,
      ...(task.credential && { variables: variables(task.credential) }),
    },
  }),
  created: z.object({ runId: id, sessionId: text }).transform(({ runId, sessionId }) => ({
    reference: runId,
    session: sessionId ? { id: sessionId } : null,
  })),

  view: (reference) => runPath(reference),
  shape: View,
  async read({ status, result, cause, sessionId }, reference, api) {
    const state = api.stateOf(states, status);
    if (sessionId) await tellSession(sessionId, state === 'running', api);
    const calls = await toolCallsOf(reference, api);
    const steps = calls.flatMap(({ toolName }) => (toolName ? [{ action: toolName }] : []));
    const reason = cause?.message ?? cause?.code ?? null;
    switch (state) {
      case 'done':
        return { state, output: freeAnswer(result), steps };
      case 'timed_out':
        return { state: 'failed', code: 'timeout', reason, steps };
      case 'failed':
        // Their machine went away under the agent.
        return { state, reason, steps, ...(/HEARTBEAT|RUNNER_/i.test(cause?.code ?? '') && LOST) };
      case 'stopped':
        return { state, steps };
      case 'asking': {
        const prompt = Asked.safeParse(calls.findLast(({ toolName }) => toolName === 'pause')?.input).data;
        const question = questionOf(prompt?.message ?? 'The agent asks for help.');
        // A code goes as a variable: their model reads its name alone.
        const replied = (value: string) =>
          question.kind === 'otp'
            ? { task: 'The answer is in the variable %answer%.', variables: { answer: { value } } }
            : { task: value };
        const answer = ([value = '']: string[]) =>
          api.post(`${runPath(reference)}/resume`, replied(value), z.unknown());
        return { state: 'running', said: status, steps, asks: { questions: [question], answer } };
      }
      default:
        return { state: 'running', said: status, steps };
    }
  },

  stop: (reference) => ['POST', `${runPath(reference)}/stop`],
});

const LOST = { code: 'provider_failed' as const };

const runPath = (reference: string) => `/v1/agents/runs/${encodeURIComponent(reference)}`;

/** Reports the session, with its live view while it runs. */
async function tellSession(id: string, isRunning: boolean, api: ProviderApi): Promise<void> {
  const seen = isRunning ? await api.maybe(`/v1/sessions/${encodeURIComponent(id)}/debug`, LiveView) : null;
  api.session({ id, ...(seen?.debuggerFullscreenUrl && { liveViewUrl: seen.debuggerFullscreenUrl }) });
}

/** The used tools. Arguments may be typed text: only the words of a pause are read. */
async function toolCallsOf(reference: string, api: ProviderApi): Promise<z.infer<typeof Part>[]> {
  const said = await api.maybe(`${runPath(reference)}/messages`, Messages, { all: 'true' });
  const parts = said?.data.flatMap(({ message }) => message.content) ?? [];
  return parts.filter(({ type }) => type === 'tool-call');
}

export const LiveView = z.object({ debuggerFullscreenUrl: link });
const Part = z.object({ type: z.string(), toolName: text, input: anything });
const Asked = z.object({ message: z.string().min(1) });
export const Messages = z.object({
  data: z.array(
    z.object({ message: z.object({ content: itemsOf(Part).or(z.string().transform(() => [])) }) }),
  ),
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
