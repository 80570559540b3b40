import { isAvailable } from '../../artifacts/store.ts';
import { readCatalog } from '../../runners/catalog.ts';
import type { Attempt, Run } from '../run.ts';

export function livePath(runId: string, token: string): string {
  return `/api/v1/responses/${runId}/live/${token}`;
}

/** Runners whose browser we drive, so that their work can be watched here, and whose browser it is. */
const VISIBLE = new Map(
  readCatalog()
    .facts.filter(({ family, kind }) => family === 'local' || kind === 'browser_infra')
    .filter(({ capabilities }) => capabilities.live_view)
    .map(({ slug, family }) => [slug, family]),
);

export function isVisible({ runner }: Pick<Attempt, 'runner'>): boolean {
  return VISIBLE.has(runner);
}

export function browserOwner({ runner }: Pick<Attempt, 'runner'>): string | null {
  return VISIBLE.get(runner) ?? null;
}

/** Where the run can be watched, as soon as one of its runners shows something; the replay is there afterwards. */
export function liveViewOf(run: Run): string | null {
  return run.attempts.some(isVisible) ? livePath(run.id, run.viewToken) : null;
}

export function replayOf(run: Run): string | null {
  const isRecorded = run.artifacts.some((file) => file.kind === 'recording' && isAvailable(file));
  return isRecorded ? liveViewOf(run) : null;
}
