import { type Artifact, isAvailable } from '../../../artifacts/store.ts';
import { readCatalog } from '../../../runners/catalog.ts';
import type { Attempt, Run } from '../../run.ts';

export function livePath(token: string): string {
  return `/live/${token}`;
}

/** Runners whose browser we drive and can show, with the owner of that browser. */
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

/** The live page, once one of the run's runners can be watched; it shows the replay afterwards. */
export function liveViewOf(run: Run, baseUrl: string): string | null {
  return run.attempts.some(isVisible) ? `${baseUrl}${livePath(run.viewToken)}` : null;
}

/** One that our page plays; a provider's is a video. */
export function isOwnRecording({ kind, contentType }: Artifact): boolean {
  return kind === 'recording' && contentType === 'text/html';
}

export function replayOf(run: Run, baseUrl: string): string | null {
  const isRecorded = run.artifacts.some((file) => isOwnRecording(file) && isAvailable(file));
  return isRecorded ? liveViewOf(run, baseUrl) : null;
}
