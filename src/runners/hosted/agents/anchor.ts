import { z } from 'zod';
import { loginValues, secretOf } from '../../wire/account-of.ts';
import { anything, id, itemsOf, link, text } from '../../wire/shapes.ts';
import type { FileLink, HostedProvider, ProviderApi, TaskStates } from '../hosted-provider.ts';
import { questionOf } from '../question-of.ts';
import { secretsNote, taskText } from '../task-text.ts';

export const states = {
  running: 'running',
  pending: 'running',
  completed: 'done',
  failed: 'failed',
} as const satisfies TaskStates;

/**
 * Anchor's agent works in a session of ours. Through the session we watch the agent, read its questions and its cost, and stop
 * the task, which has no other stop.
 */
export const provider: HostedProvider = {
  headers: (account) => ({ 'anchor-api-key': secretOf(account) }),
  pollIntervalMs: 3_000,

  async start(task, api) {
    const { credential, outputSchema, url } = task;
    const made = await api.post('/v1/sessions', sessionBody(credential !== null), Session, {
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
    const state = api.stateOf(states, data.status);
    const sessionPath = `/v1/sessions/${encodeURIComponent(session)}`;
    if (state === 'running') {
      const asks = await openQuestion(session, api);
      const steps = (await api.maybe(sessionPath, Seen))?.data?.steps.map(stepOf);
      return { state, said: data.status, ...(asks && { asks }), ...(steps?.length && { steps }) };
    }
    // Closed first: the last files, the recording and the cost are there afterwards.
    await stop(reference, api);
    const downloads = await api.maybe(`${sessionPath}/downloads`, Files);
    // A recording may show typed text.
    const recordings = credential ? null : await api.maybe(`${sessionPath}/recordings`, Files);
    const seen = await api.maybe(sessionPath, Seen);
    const files = [
      ...filesIn(downloads, { kind: 'download', name: 'file' }),
      ...filesIn(recordings, { kind: 'recording', name: 'recording.mp4' }),
    ];
    const facts = { costUnits: seen?.data?.credits_used, files, steps: seen?.data?.steps.map(stepOf) };
    if (state === 'failed') return { state, reason: data.error, ...facts };
    const answer = answerIn(data.result);
    return { state: 'done', output: answer.result, isAchieved: !answer.isMissed, ...facts };
  },

  stop,
};

/** Longer than a question waits for its owner; minutes. A recording would show a typed login. */
function sessionBody(isSecret: boolean) {
  const timeout = { max_duration: 180, idle_timeout: 60 };
  return { session: { timeout, recording: { active: !isSecret } } };
}

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

export const Session = z.object({ data: z.object({ id, live_view_url: text }) });
const Begun = z.object({ data: z.object({ workflow_id: id }) });
export const View = z.object({ data: z.object({ status: z.string(), result: anything, error: text }) });
export const Seen = z.object({
  data: z
    .object({ credits_used: anything, steps: itemsOf(z.unknown()) })
    .nullish()
    .catch(null),
});
const Requests = z.object({
  data: z.object({
    requests: itemsOf(z.object({ id: text, requestId: text, message: text, request: text })),
  }),
});
const Item = z.object({ file_link: link, suggested_file_name: text });
export const Files = z.object({
  data: z
    .object({ items: itemsOf(Item) })
    .nullish()
    .catch(null),
});

function filesIn(listed: z.infer<typeof Files> | null, as: Pick<FileLink, 'kind' | 'name'>): FileLink[] {
  return (listed?.data?.items ?? []).flatMap(({ file_link: url, suggested_file_name: name }) =>
    url ? [{ kind: as.kind, name: name ?? as.name, url, needsKey: true }] : [],
  );
}

/** Their types leave the shape of a step open: its name or goal, and never its arguments. */
function stepOf(step: unknown) {
  const read = StepFields.safeParse(step).data;
  const detail =
    typeof step === 'string' ? step : (read?.next_goal ?? read?.goal ?? read?.description ?? null);
  return { action: read?.action ?? read?.name ?? 'step', detail };
}
const StepFields = z.object({ action: text, name: text, next_goal: text, goal: text, description: text });

/** Their example wraps the answer once more; beside it may be a word for an agent that gave up. */
function answerIn(result: unknown): { result: unknown; isMissed: boolean } {
  const inner = Wrapped.safeParse(result).data;
  if (!inner) return { result, isMissed: false };
  const isMissed =
    inner.success === false || /^(?:fail|error|incomplete|not[ _]achieved)/i.test(inner.status ?? '');
  return { result: inner.result ?? result, isMissed };
}
const Wrapped = z.strictObject({
  result: anything,
  status: text,
  success: z.boolean().nullish().catch(null),
  error: text,
  message: text,
});
