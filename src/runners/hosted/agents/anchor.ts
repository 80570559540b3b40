import { z } from 'zod';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id } from '../../wire/shapes.ts';
import type { FileLink, HostedProvider, ProviderApi } from '../hosted-provider.ts';
import { questionOf } from '../question-of.ts';
import { secretsNote, taskText } from '../task-text.ts';

/**
 * Anchor's agent works in a session of ours. Through the session we watch the agent, read its questions and its cost, and stop
 * the task, which has no other stop.
 */
export const provider: HostedProvider = {
  headers: (account) => ({ 'anchor-api-key': secretOf(account) }),
  pollIntervalMs: 3_000,

  async start(task, api) {
    const { credential, outputSchema, url } = task;
    const made = await api.post('/v1/sessions', credential ? UNRECORDED : {}, Session, {
      undo: ({ data }) => stop(`.${data.id}`, api),
    });
    const session = made.data.id;
    api.session({ id: session, liveViewUrl: made.data.live_view_url });
    const login = credential && loginValues(credential);
    const body = {
      prompt: taskText(task, credential && secretsNote(['username', 'password'])),
      async: true,
      human_intervention: true,
      ...task.options,
      ...(url !== null && { url }),
      ...(outputSchema && { output_schema: outputSchema }),
      ...(login && { secret_values: { username: login.username, password: login.password } }),
    };
    const more = { query: { sessionId: session } };
    const begun = await api.post('/v1/tools/perform-web-task', body, Begun, more);
    return { reference: `${begun.data.workflow_id}.${session}` };
  },

  async poll(reference, api, { credential }) {
    const [workflow = '', session = ''] = reference.split('.');
    const path = `/v1/tools/perform-web-task/${encodeURIComponent(workflow)}/status`;
    const { data } = await api.get(path, View);
    const state = data.status.toUpperCase();
    if (state !== 'COMPLETED' && state !== 'FAILED') {
      const asks = await openQuestion(session, api);
      return { state: 'running', said: state, ...(asks && { asks }) };
    }
    const place = `/v1/sessions/${encodeURIComponent(session)}`;
    const used = await api.maybe(place, Used);
    const downloads = await api.maybe(`${place}/downloads`, Files);
    await stop(reference, api);
    // A recording may show typed text.
    const recordings = credential ? null : await api.maybe(`${place}/recordings`, Files);
    const files = [
      ...filesIn(downloads, { kind: 'download', name: 'file' }),
      ...filesIn(recordings, { kind: 'recording', name: 'recording.mp4' }),
    ];
    const facts = { costUnits: used?.data.credits_used, files };
    if (state === 'FAILED') return { state: 'failed', reason: data.error, ...facts };
    return { state: 'done', output: answerIn(data.result), ...facts };
  },

  stop,
};

/** A recording would show the typed login. */
const UNRECORDED = { session: { recording: { active: false } } };

async function stop(reference: string, api: ProviderApi): Promise<boolean> {
  const [, session = ''] = reference.split('.');
  return api.end('DELETE', `/v1/sessions/${encodeURIComponent(session)}`);
}

/** The agent waits for a human. Captchas are left to the provider. */
async function openQuestion(session: string, api: ProviderApi) {
  const agent = `/v1/sessions/${encodeURIComponent(session)}/agent`;
  const asked = await api.maybe(`${agent}/requested-human-intervention`, Requests);
  const request = asked?.data.requests.find((one) => !/captcha/i.test(one.message ?? one.request ?? ''));
  const requestId = request?.requestId ?? request?.id;
  if (!request || !requestId) return null;
  const prompt = request.message ?? request.request ?? 'The agent asks for help.';
  const answer = ([response = '']: string[]) =>
    api.post(`${agent}/respond-to-human-intervention`, { requestId, response }, z.unknown());
  return { questions: [questionOf(prompt)], answer };
}

const text = z.string().nullish().catch(null);
const Session = z.object({ data: z.object({ id, live_view_url: text }) });
const Begun = z.object({ data: z.object({ workflow_id: id }) });
const View = z.object({ data: z.object({ status: z.string(), result: anything, error: text }) });
const Used = z.object({ data: z.object({ credits_used: anything }) });
const Requests = z.object({
  data: z.object({
    requests: z.array(z.object({ id: text, requestId: text, message: text, request: text })),
  }),
});

const Files = z.object({
  data: z.object({
    items: z.array(z.object({ file_link: z.url(), suggested_file_name: text })).catch([]),
  }),
});

function filesIn(listed: z.infer<typeof Files> | null, as: Pick<FileLink, 'kind' | 'name'>): FileLink[] {
  return (listed?.data.items ?? []).map(({ file_link: url, suggested_file_name: name }) => ({
    kind: as.kind,
    name: name ?? as.name,
    url,
    needsKey: true,
  }));
}

/** Their example wraps the answer once more. */
function answerIn(result: unknown): unknown {
  const inner = z.strictObject({ result: anything }).safeParse(result).data;
  return inner?.result ?? result;
}
