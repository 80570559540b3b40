import { readCatalog } from '../../runners/catalog.ts';
import type { Attempt, Run } from '../run.ts';

export function livePath(runId: string, token: string): string {
  return `/api/v1/responses/${runId}/live/${token}`;
}

/** Runners of ours whose work can be watched. */
const VISIBLE = new Set(
  readCatalog()
    .facts.filter(({ family, capabilities }) => family === 'local' && capabilities.live_view)
    .map(({ slug }) => slug),
);

export function isVisible({ runner }: Pick<Attempt, 'runner'>): boolean {
  return VISIBLE.has(runner);
}

/** Where the run can be watched, as soon as one of its runners shows something; the replay is there afterwards. */
export function liveViewOf(run: Run): string | null {
  return run.attempts.some(isVisible) ? livePath(run.id, run.viewToken) : null;
}

export function replayOf(run: Run): string | null {
  const isRecorded = run.artifacts.some(
    ({ kind, storageKey }) => kind === 'recording' && storageKey !== null,
  );
  return isRecorded ? liveViewOf(run) : null;
}
