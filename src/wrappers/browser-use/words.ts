import { ApiError } from '../../errors.ts';
import { count, ordinal, type Page, type Query, type Told } from '../wrapper.ts';

/** The common part of the three versions of Browser Use's API. One run is one task in a session of its own. */

export interface Step {
  at: string;
  action: string;
  target: string | null;
  detail: string | null;
  url: string | null;
  screenshot: string | null;
}

/** Fields that would be lost silently: a session to continue in, and secrets, which belong in the vault. */
export function refuse(fields: Record<string, unknown>): void {
  const field = Object.keys(fields).find((name) => fields[name] != null);
  if (field === undefined) return;
  const why =
    field === 'sessionId'
      ? 'every run has a browser of its own; a session cannot be gone on in.'
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

export function isOver({ svc }: Told): boolean {
  return svc.finished_at !== null;
}

export function isSuccess({ svc }: Told): boolean | null {
  return svc.finished_at === null ? null : svc.status === 'succeeded' || svc.status === 'empty';
}

export function stepsOf({ svc }: Told): Step[] {
  return svc.steps as Step[];
}

export function filesOf({ svc }: Told) {
  return svc.artifacts.filter(({ kind, url }) => kind === 'download' && url !== null);
}

export function wordsOf({ action, target, detail }: Step): string {
  return [action, target, detail].filter((word) => word).join(' ');
}
