import { z } from 'zod';
import { loginValues, secretOf } from '../../account-of.ts';
import type { AttemptCredential } from '../../contract.ts';
import { FREE_ANSWER, freeAnswer } from '../free-answer.ts';
import { plainAgent } from '../plain-agent.ts';
import { anything, id, taskText } from '../task-text.ts';

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
    status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'STOPPED', 'TIMED_OUT', 'PAUSED']),
    result: anything,
    cause: z.object({ code: z.string(), message: z.string().nullish() }).nullish().catch(null),
    sessionId: z.string().nullish(),
  }),
  read({ status, result, cause, sessionId }, _reference, api) {
    if (sessionId) api.session({ id: sessionId });
    const reason = cause?.message ?? cause?.code ?? null;
    switch (status) {
      case 'COMPLETED':
        return { state: 'done', output: freeAnswer(result) };
      case 'TIMED_OUT':
        return { state: 'failed', code: 'timeout', reason };
      case 'FAILED':
        return { state: 'failed', reason };
      case 'STOPPED':
        return { state: 'stopped' };
      default:
        return { state: 'running', said: status };
    }
  },

  stop: (reference) => ['POST', `/v1/agents/runs/${encodeURIComponent(reference)}/stop`],
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
