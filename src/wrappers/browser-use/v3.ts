import { z } from 'zod';
import { type Call, count, creates, type Query, type RunView, type Shown } from '../wrapper.ts';
import { asked, isOver, isSuccess, numbered, refuse, stepsOf, wordsOf } from './shared.ts';

const body = z.object(
  {
    task: z.string({ error: 'must be a string' }).nullish(),
    model: z.unknown().optional(),
    sessionId: z.unknown().optional(),
    maxCostUsd: z.unknown().optional(),
    outputSchema: z.unknown().optional(),
    sensitiveData: z.unknown().optional(),
  },
  { error: 'must be a JSON object' },
);

const V3_STATUS: Record<RunView['svc']['status'], string> = {
  running: 'running',
  needs_human: 'running',
  succeeded: 'idle',
  empty: 'idle',
  failed: 'error',
  blocked: 'error',
  cancelled: 'stopped',
};

/** Sessions with a task, of API version 3. */
export const v3Calls: Call[] = [
  creates({
    method: 'POST',
    path: '/api/v3/sessions',
    body,
    task: ({ task, model, sessionId, sensitiveData, outputSchema, maxCostUsd }) => {
      refuse({ sessionId, sensitiveData });
      return { ...asked(task, model, maxCostUsd), ...(outputSchema ? { output_schema: outputSchema } : {}) };
    },
    names: { input: 'task', output_schema: 'outputSchema', max_cost_usd: 'maxCostUsd' },
    show: v3Session,
  }),
  {
    method: 'GET',
    path: '/api/v3/sessions',
    does: 'list',
    page: numbered('page', 'page_size'),
    show: v3List,
  },
  { method: 'GET', path: '/api/v3/sessions/:id', does: 'read', show: v3Session },
  { method: 'POST', path: '/api/v3/sessions/:id/stop', does: 'stop', show: v3Session },
  { method: 'GET', path: '/api/v3/sessions/:id/messages', does: 'read', show: v3Messages },
];

function v3Session(run: RunView) {
  const { svc } = run;
  const isTimedOut = svc.error?.code === 'run_timeout';
  const last = stepsOf(run).at(-1);
  return {
    id: run.id,
    status: isTimedOut ? 'timed_out' : V3_STATUS[svc.status],
    model: run.model,
    title: run.task.slice(0, 80),
    output: isOver(run) ? (svc.output ?? svc.answer) : null,
    stepCount: svc.steps.length,
    lastStepSummary: svc.error?.message ?? (last ? wordsOf(last) : null),
    isTaskSuccessful: isSuccess(run),
    liveUrl: svc.live_view,
    recordingUrls: svc.replay_url === null ? [] : [svc.replay_url],
    maxCostUsd: svc.budget.max_cost_usd === null ? null : String(svc.budget.max_cost_usd),
    totalInputTokens: run.usage?.input_tokens ?? 0,
    totalOutputTokens: run.usage?.output_tokens ?? 0,
    proxyUsedMb: '0',
    llmCostUsd: '0',
    proxyCostUsd: '0',
    browserCostUsd: '0',
    totalCostUsd: String(svc.cost.total_usd),
    screenshotUrl: svc.screenshot,
    createdAt: svc.created_at,
    updatedAt: svc.finished_at ?? svc.progress?.updated_at ?? svc.created_at,
  };
}

function v3List(runs: RunView[], page: Shown) {
  return {
    sessions: runs.map(v3Session),
    total: page.total,
    page: page.number,
    pageSize: page.size,
  };
}

/** The task, each step, and in the end the answer; numbered, so that `after` finds its place again. */
function v3Messages(run: RunView, _params: unknown, { after, limit }: Query) {
  const { svc } = run;
  const steps = stepsOf(run).map((step) => ({
    role: 'assistant',
    type: 'step',
    data: JSON.stringify(step),
    summary: wordsOf(step),
    screenshotUrl: step.screenshot,
    createdAt: step.at,
  }));
  const answer = run.output_text || svc.error?.message;
  const all = [
    {
      role: 'user',
      type: 'task',
      data: run.task,
      summary: run.task,
      screenshotUrl: null,
      createdAt: svc.created_at,
    },
    ...steps,
    ...(isOver(run) && answer
      ? [
          {
            role: 'assistant',
            type: 'completion',
            data: answer,
            summary: answer.slice(0, 200),
            screenshotUrl: svc.screenshot,
            createdAt: svc.finished_at,
          },
        ]
      : []),
  ].map((message, index) => ({ id: `${run.id}-${index}`, sessionId: run.id, hidden: false, ...message }));
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const messages = all.slice(from, from + count(limit, 100));
  return { messages, hasMore: from + messages.length < all.length };
}
