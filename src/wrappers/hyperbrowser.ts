import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { askedOf, documentOf, isDone, readOf } from './pages.ts';
import { type Call, creates, type Params, type RunView } from './wrapper.ts';

/** Hyperbrowser's agents, scrapes, extractions and fetches. */

const text = z.string({ error: 'must be a string' });
const objectError = { error: 'must be a JSON object' };
const noSession = z.null({ error: 'every run starts a new browser. Omit this field.' }).optional();
const noSecrets = z
  .null({ error: 'store the login with `POST /v1/credentials` and send its id as `credential_id`' })
  .optional();

const STATUS: Record<RunView['svc']['status'], string> = {
  running: 'running',
  needs_human: 'running',
  succeeded: 'completed',
  empty: 'completed',
  failed: 'failed',
  blocked: 'failed',
  cancelled: 'stopped',
};

type Step = Record<'action' | 'target' | 'detail' | 'url' | 'screenshot', string | null> & {
  ok: boolean;
  index: number;
};

/** The shape of a step for each of its agents. */
const AGENTS: Record<string, (step: Step) => unknown> = {
  'browser-use': ({ index, action, target, detail, url, ok, screenshot }) => ({
    model_output: {
      evaluation_previous_goal: '',
      memory: '',
      next_goal: detail ?? '',
      action: [{ [action ?? 'act']: { target } }],
    },
    result: [{ is_done: false, success: ok, extracted_content: detail }],
    state: { url: url ?? '', title: '', tabs: [], interacted_element: [], screenshot },
    metadata: { step_number: index + 1 },
  }),
  'hyper-agent': ({ index, action, target, detail, ok }) => ({
    idx: index,
    agentOutput: { thoughts: '', memory: '', action: { type: action, target } },
    actionOutput: { success: ok, message: detail ?? '' },
  }),
  'claude-computer-use': plainStep,
  cua: plainStep,
  'gemini-computer-use': plainStep,
  'grok-computer-use': plainStep,
  'meta-computer-use': plainStep,
};

function plainStep(step: Step): unknown {
  return { ...step };
}

export const hyperbrowserCalls: Call[] = [
  creates({
    method: 'POST',
    path: '/api/task/:agent',
    body: z.object(
      {
        task: text,
        llm: text.nullish(),
        outputModelSchema: z.unknown().optional(),
        messageContext: text.nullish(),
        sessionId: noSession,
        sensitiveData: noSecrets,
      },
      objectError,
    ),
    task: ({ task, llm, outputModelSchema, messageContext }, params) => {
      stepFormat(params);
      return {
        input: task,
        model: llm,
        instructions: messageContext,
        ...(outputModelSchema == null ? {} : { output_schema: outputModelSchema }),
      };
    },
    names: {
      input: 'task',
      model: 'llm',
      instructions: 'messageContext',
      output_schema: 'outputModelSchema',
    },
    show: ({ id, svc }) => ({ jobId: id, liveUrl: svc.live_view }),
  }),
  { method: 'GET', path: '/api/task/:agent/:id', does: 'read', show: agentTask },
  { method: 'GET', path: '/api/task/:agent/:id/status', does: 'read', show: agentTask },
  { method: 'PUT', path: '/api/task/:agent/:id/stop', does: 'stop', show: agentTask },
  creates({
    method: 'POST',
    path: '/api/scrape',
    body: z.object({ url: text, scrapeOptions: z.looseObject({}).nullish() }, objectError),
    task: ({ url, scrapeOptions }) => readOf(url, scrapeOptions?.formats),
    names: { input: 'scrapeOptions', output_schema: 'scrapeOptions' },
    show: jobOf,
  }),
  { method: 'GET', path: '/api/scrape/:id', does: 'read', show: pageOf },
  { method: 'GET', path: '/api/scrape/:id/status', does: 'read', show: jobOf },
  creates({
    method: 'POST',
    path: '/api/web/fetch',
    body: z.object({ url: text, outputs: z.looseObject({}).nullish() }, objectError),
    task: ({ url, outputs }) => readOf(url, outputs?.formats),
    names: { input: 'outputs', output_schema: 'outputs' },
    show: pageOf,
    isWaitedFor: true,
  }),
  creates({
    method: 'POST',
    path: '/api/extract',
    body: z.object(
      {
        urls: z.array(text, { error: 'must be a list of URLs' }),
        prompt: text.nullish(),
        schema: z.unknown().optional(),
        systemPrompt: text.nullish(),
      },
      objectError,
    ),
    task: ({ urls, prompt, schema, systemPrompt }) => ({
      ...askedOf(urls, prompt, schema),
      instructions: systemPrompt,
    }),
    names: { input: 'prompt', url: 'urls', output_schema: 'schema', instructions: 'systemPrompt' },
    show: jobOf,
  }),
  {
    method: 'GET',
    path: '/api/extract/:id',
    does: 'read',
    show: (run) => ({ ...jobOf(run), data: isDone(run) ? dataOf(run) : undefined }),
  },
  { method: 'GET', path: '/api/extract/:id/status', does: 'read', show: jobOf },
];

function stepFormat({ agent = '' }: Params): (step: Step) => unknown {
  const format = Object.hasOwn(AGENTS, agent) ? AGENTS[agent] : undefined;
  if (!format) throw new ApiError('not_found', 'Route not found.');
  return format;
}

function agentTask(run: RunView, params: Params) {
  const format = stepFormat(params);
  const { svc, usage, output_text } = run;
  return {
    ...jobOf(run),
    status: STATUS[run.svc.status],
    liveUrl: svc.live_view,
    metadata: {
      inputTokens: usage?.input_tokens ?? null,
      outputTokens: usage?.output_tokens ?? null,
      numTaskStepsCompleted: svc.steps.length,
    },
    data: { steps: (svc.steps as Step[]).map(format), finalResult: output_text || null },
  };
}

/** Of the jobs only an agent's can be `stopped`: their client looks for ever at another job in that state. */
function jobOf(run: RunView) {
  const { error, usage } = run;
  const status = STATUS[run.svc.status];
  return {
    jobId: run.id,
    status: status === 'stopped' ? 'failed' : status,
    ...(error ? { error: error.message } : {}),
    metadata: {
      inputTokens: usage?.input_tokens ?? null,
      outputTokens: usage?.output_tokens ?? null,
      numPagesScraped: 1,
    },
  };
}

function pageOf(run: RunView) {
  return { ...jobOf(run), data: isDone(run) ? documentOf(run) : undefined };
}

/** An extraction's data is always an object. */
function dataOf({ svc }: RunView): unknown {
  const isStructured = svc.output !== null && typeof svc.output === 'object';
  return isStructured ? svc.output : { answer: svc.answer };
}
