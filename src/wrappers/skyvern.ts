import { z } from 'zod';
import { type Call, count, creates, ordinal, type RunView } from './wrapper.ts';

/** Skyvern's tasks, of its API version 1. */

const text = z.string({ error: 'must be a string' });

const body = z.object(
  {
    prompt: text,
    url: text.nullish(),
    title: text.nullish(),
    engine: z.unknown().optional(),
    data_extraction_schema: z.unknown().optional(),
    error_code_mapping: z.unknown().optional(),
    totp_identifier: z.unknown().optional(),
    totp_url: z.unknown().optional(),
    browser_session_id: z.null({ error: 'every run starts a new browser. Omit this field.' }).optional(),
    webhook_url: z.null({ error: 'register an endpoint with `POST /v1/webhooks` instead' }).optional(),
  },
  { error: 'must be a JSON object' },
);

const STATUS: Record<RunView['svc']['status'], string> = {
  running: 'running',
  needs_human: 'paused',
  succeeded: 'completed',
  empty: 'completed',
  failed: 'failed',
  blocked: 'terminated',
  cancelled: 'canceled',
};

export const skyvernCalls: Call[] = [
  creates({
    method: 'POST',
    path: '/v1/run/tasks',
    body,
    task: ({ prompt, url, data_extraction_schema: schema, totp_identifier, totp_url }) => ({
      input: prompt,
      url,
      totp_identifier,
      totp_url,
      ...(schema == null ? {} : { output_schema: schema }),
    }),
    names: { input: 'prompt', output_schema: 'data_extraction_schema' },
    show: runOf,
  }),
  listAt('/v1/runs'),
  listAt('/api/v1/runs'),
  { method: 'GET', path: '/v1/runs/:id', does: 'read', show: runOf },
  { method: 'POST', path: '/v1/runs/:id/cancel', does: 'stop', show: runOf },
  {
    method: 'GET',
    path: '/v1/runs/:id/artifacts',
    does: 'read',
    isList: true,
    show: (run) =>
      run.svc.artifacts.map(({ id, kind, url, created_at }) => ({
        artifact_id: id,
        artifact_type: kind,
        uri: url,
        signed_url: url,
        run_id: run.id,
        created_at,
        modified_at: created_at,
      })),
  },
];

/** A bare list, newest first, as its server answers it under both paths. */
function listAt(path: string): Call {
  return {
    method: 'GET',
    path,
    does: 'list',
    page: ({ page, page_size }) => ({ number: ordinal(page), size: count(page_size, 10) }),
    show: (runs) => runs.map(runOf),
  };
}

function runOf(run: RunView) {
  const { svc } = run;
  const filesOf = (kind: string) => svc.artifacts.filter((file) => file.kind === kind && file.url !== null);
  const isTimedOut = svc.error?.code === 'run_timeout';
  return {
    run_id: run.id,
    run_type: 'task_v2',
    status: isTimedOut ? 'timed_out' : STATUS[svc.status],
    output: svc.finished_at === null ? null : (svc.output ?? svc.answer),
    failure_reason: svc.error?.message ?? null,
    errors: svc.error ? [{ error_code: svc.error.code, reasoning: svc.error.message }] : [],
    step_count: svc.steps.length,
    downloaded_files: filesOf('download').map(({ url, name, created_at }) => ({
      url,
      filename: name,
      checksum: null,
      modified_at: created_at,
    })),
    screenshot_urls: filesOf('screenshot').map(({ url }) => url),
    recording_url: svc.replay_url,
    app_url: svc.live_view,
    browser_session_id: null,
    created_at: svc.created_at,
    modified_at: svc.finished_at ?? svc.progress?.updated_at ?? svc.created_at,
    queued_at: svc.created_at,
    started_at: svc.created_at,
    finished_at: svc.finished_at,
    run_request: { prompt: run.task, url: svc.url },
  };
}
