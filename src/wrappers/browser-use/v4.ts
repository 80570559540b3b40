import { z } from 'zod';
import { type Call, count, creates, type Query, type RunView } from '../wrapper.ts';
import { asked, filesOf, isOver, refuse, stepsOf } from './shared.ts';

const body = z.object(
  {
    task: z.string({ error: 'must be a string' }),
    model: z.unknown().optional(),
    sessionId: z.unknown().optional(),
    maxCostUsd: z.unknown().optional(),
    secretBindings: z.unknown().optional(),
  },
  { error: 'must be a JSON object' },
);

const V4_STATUS: Record<RunView['svc']['status'], string> = {
  running: 'running',
  needs_human: 'running',
  succeeded: 'completed',
  empty: 'completed',
  failed: 'failed',
  blocked: 'failed',
  cancelled: 'cancelled',
};

/** Runs, of API version 4. */
export const v4Calls: Call[] = [
  creates({
    method: 'POST',
    path: '/api/v4/runs',
    body,
    task: ({ task, model, sessionId, secretBindings, maxCostUsd }) => {
      refuse({ sessionId, secretBindings });
      return asked(task, model, maxCostUsd);
    },
    names: { input: 'task', max_cost_usd: 'maxCostUsd' },
    show: (run) => ({ ...v4Run(run), eventsUrl: `/api/wrappers/browser-use/api/v4/runs/${run.id}/events` }),
  }),
  {
    method: 'GET',
    path: '/api/v4/runs',
    does: 'list',
    page: ({ cursor, limit }) => ({ size: count(limit, 20), after: cursor }),
    show: (runs, { hasMore }) => ({
      runs: runs.map(v4Run),
      nextCursor: hasMore ? (runs.at(-1)?.id ?? null) : null,
      hasMore,
    }),
  },
  { method: 'GET', path: '/api/v4/runs/:id', does: 'read', show: v4Run },
  {
    method: 'GET',
    path: '/api/v4/runs/:id/status',
    does: 'read',
    show: ({ svc }) => ({ status: V4_STATUS[svc.status] }),
  },
  { method: 'GET', path: '/api/v4/runs/:id/events', does: 'read', show: v4Events },
  { method: 'POST', path: '/api/v4/runs/:id/cancel', does: 'stop', show: v4Run },
  {
    method: 'GET',
    path: '/api/v4/runs/:id/attachments',
    does: 'read',
    show: (run) => ({
      attachments: filesOf(run).map(({ id, name, content_type, size_bytes, url }) => ({
        id,
        name,
        contentType: content_type,
        sizeBytes: size_bytes,
        status: 'uploaded',
        url,
      })),
    }),
  },
];

function v4Run(run: RunView) {
  const { svc } = run;
  return {
    id: run.id,
    task: run.task,
    title: run.task.slice(0, 80),
    model: run.model,
    contextLimit: 0,
    status: V4_STATUS[svc.status],
    result: run.output_text || null,
    error: svc.error?.message ?? null,
    sessionId: run.id,
    workspaceId: null,
    attachedFileIds: null,
    judgement: svc.quality,
    liveUrl: svc.live_view,
    totalInputTokens: run.usage?.input_tokens ?? 0,
    totalOutputTokens: run.usage?.output_tokens ?? 0,
    totalCostUsd: String(svc.cost.total_usd),
    createdAt: svc.created_at,
    updatedAt: svc.finished_at ?? svc.progress?.updated_at ?? svc.created_at,
  };
}

function v4Events(run: RunView, _params: unknown, { after, limit }: Query) {
  const { svc } = run;
  const all = [
    { ts: svc.created_at, type: 'run.created', data: { task: run.task } },
    { ts: svc.created_at, type: 'browser.ready', data: { live_view_url: svc.live_view } },
    ...stepsOf(run).map((step) => ({ ts: step.at, type: 'run.step', data: { ...step } })),
    ...(isOver(run) ? [{ ts: svc.finished_at, type: `run.${V4_STATUS[svc.status]}`, data: v4Run(run) }] : []),
  ].map((event, index) => ({ runId: run.id, id: index + 1, ...event }));
  // Its number is kept for it until the address is known.
  const known = all.filter(({ type }) => type !== 'browser.ready' || svc.live_view !== null);
  const from = Number.parseInt(after ?? '', 10) || 0;
  const left = known.filter(({ id }) => id > from);
  const events = left.slice(0, count(limit, 100));
  return { events, nextAfter: events.at(-1)?.id ?? null, hasMore: events.length < left.length };
}
