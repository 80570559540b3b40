import { z } from 'zod';
import { bearer } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import type { HostedProvider, ProviderApi } from '../hosted-provider.ts';
import { questionOf } from '../question-of.ts';
import { schemaNote, taskText } from '../task-text.ts';

/** AGI Inc: a session is opened, then told the task; question and answer are messages of it. */
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
    if (!['finished', 'error', 'waiting_for_input'].includes(status))
      return { state: 'running', said: status };
    const { messages } = await api.get(`${sessionPath(reference)}/messages`, Messages);
    const last = (type: string) => messages.findLast((one) => one.type === type)?.content;
    if (status === 'waiting_for_input') {
      const prompt = String(last('QUESTION') ?? 'The agent asks for something.');
      const answer = ([message = '']: string[]) =>
        api.post(`${sessionPath(reference)}/message`, { message }, z.unknown());
      return { state: 'running', said: status, asks: { questions: [questionOf(prompt)], answer } };
    }
    await api.end('DELETE', sessionPath(reference));
    if (status === 'error') return { state: 'failed', reason: String(last('ERROR') ?? '') };
    return { state: 'done', output: last('DONE') };
  },

  stop,
};

async function stop(reference: string, api: ProviderApi): Promise<void> {
  await api.end('POST', `${sessionPath(reference)}/cancel`);
  await api.end('DELETE', sessionPath(reference));
}

const Created = z.object({ session_id: id, vnc_url: z.string().nullish().catch(null) });
const Status = z.object({ status: z.string() });
const Messages = z.object({ messages: z.array(z.object({ type: z.string(), content: anything })) });

function sessionPath(reference: string): string {
  return `/v1/sessions/${encodeURIComponent(reference)}`;
}
