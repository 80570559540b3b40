import { ApiError } from '../../errors.ts';
import { count, ordinal, type Page, type Query, type RunView } from '../wrapper.ts';

/** Shared by the three versions of Browser Use's API. Each run is one task in a new session. */

export interface Step {
  at: string;
  action: string;
  target: string | null;
  detail: string | null;
  url: string | null;
  screenshot: string | null;
}

/** Rejects unsupported fields instead of ignoring them: a session to continue, and secrets, which belong in the vault. */
export function refuse(fields: Record<string, unknown>): void {
  const field = Object.keys(fields).find((name) => fields[name] != null);
  if (field === undefined) return;
  const why =
    field === 'sessionId'
      ? 'every run starts a new browser. Omit `sessionId`.'
      : 'store the login with `POST /v1/credentials` and send its id as `credential_id`.';
  throw new ApiError('invalid_request', { message: `\`${field}\`: ${why}`, param: field });
}

export function asked(task: unknown, model: unknown, maxCostUsd: unknown): Record<string, unknown> {
  return {
    input: task,
    ...(typeof model === 'string' ? { model } : {}),
    ...(maxCostUsd == null ? {} : { max_cost_usd: Number(maxCostUsd) }),
  };
}

export function numbered(number: string, size: string): (query: Query) => Page {
  return (query) => ({ number: ordinal(query[number]), size: count(query[size], 20) });
}

export function isOver({ svc }: RunView): boolean {
  return svc.finished_at !== null;
}

export function isSuccess({ svc }: RunView): boolean | null {
  return svc.finished_at === null ? null : svc.status === 'succeeded' || svc.status === 'empty';
}

export function stepsOf({ svc }: RunView): Step[] {
  return svc.steps as Step[];
}

export function filesOf({ svc }: RunView) {
  return svc.artifacts.filter(({ kind, url }) => kind === 'download' && url !== null);
}

export function wordsOf({ action, target, detail }: Step): string {
  return [action, target, detail].filter((word) => word).join(' ');
}
