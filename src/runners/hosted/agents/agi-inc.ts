import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id, text } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { questionOf } from '../question-of.ts';
import { schemaNote, taskText } from '../task-text.ts';

export const states = {
  ready: 'running',
  running: 'running',
  paused: 'running',
  waiting_for_input: 'asking',
  finished: 'done',
  error: 'failed',
} as const satisfies TaskStates;

/** AGI Inc: the task, questions and answers are messages of a session. */
export const provider: HostedProvider = {
  headers: bearer,

  async start(task, api) {
    const undo = (made: z.infer<typeof Created>) => stop(made.session_id, api);
    const made = await api.post('/v1/sessions', { agent_name: 'agi-0', ...task.options }, Created, { undo });
    api.session({ id: made.session_id, liveViewUrl: made.vnc_url });
    const body = {
      message: taskText(task, schemaNote(task)),
      ...(task.url !== null && { start_url: task.url }),
    };
    await api.post(`${sessionPath(made.session_id)}/message`, body, z.unknown());
    return { reference: made.session_id };
  },

  async poll(reference, api) {
    const { status } = await api.get(`${sessionPath(reference)}/status`, Status);
    const state = api.stateOf(states, status);
    const said = await api.maybe(`${sessionPath(reference)}/messages`, Messages);
    const messages = said?.messages ?? [];
    const last = (type: string) => messages.findLast((one) => one.type === type)?.content;
    const steps = messages
      .filter(({ type }) => type === 'THOUGHT')
      .map(({ content }) => ({ action: 'step', detail: wordsOf(content) }));
    if (state === 'asking') {
      const prompt = wordsOf(last('QUESTION')) ?? 'The agent asks a question.';
      const answer = ([message = '']: string[]) =>
        api.post(`${sessionPath(reference)}/message`, { message }, z.unknown());
      return { state: 'running', said: status, steps, asks: { questions: [questionOf(prompt)], answer } };
    }
    if (state === 'running') return { state, said: status, steps };
    // The answer is in the messages: the next poll may get them.
    if (said === null) return { state: 'running', said: status };
    await api.end('DELETE', sessionPath(reference));
    if (state === 'failed') return { state, reason: last('ERROR'), steps };
    return { state: 'done', output: last('DONE'), steps };
  },

  stop,
};

async function stop(reference: string, api: ProviderApi): Promise<void> {
  await api.end('POST', `${sessionPath(reference)}/cancel`);
  await api.end('DELETE', sessionPath(reference));
}

const Created = z.object({ session_id: id, vnc_url: text });
const Status = z.object({ status: z.string() });
const Messages = z.object({
  messages: z.array(z.object({ type: z.string().catch(''), content: anything })),
});

/** Text, or an object with text in it. */
function wordsOf(content: unknown): string | null {
  if (typeof content === 'string') return content.trim() || null;
  const found = z.object({ question: text, text, message: text, content: text }).safeParse(content).data;
  return found?.question ?? found?.text ?? found?.message ?? found?.content ?? null;
}

function sessionPath(reference: string): string {
  return `/v1/sessions/${encodeURIComponent(reference)}`;
}
