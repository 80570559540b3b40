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

export function artifactUrl({ id }: Pick<Run, 'id'>, artifactId: string, baseUrl: string): string {
  return `${baseUrl}/api/v1/responses/${id}/artifacts/${artifactId}`;
}

/** One that our page plays; a provider's is a video. */
export function isOwnRecording({ kind, contentType }: Artifact): boolean {
  return kind === 'recording' && contentType === 'text/html';
}

/** The attempt with something to see: the one that speaks for an ended run, or else the last. */
export function shownAttempt({ attempts, finishedAt, runner }: Run): Attempt | null {
  const shown = attempts.filter((attempt) => isVisible(attempt) || attempt.session !== null);
  const speaking = finishedAt === null ? undefined : shown.findLast((attempt) => attempt.runner === runner);
  return speaking ?? shown.at(-1) ?? null;
}

/** Our own page once one of the run's runners can be watched, the provider's where the browser is the provider's. */
export function viewsOf(run: Run, baseUrl: string): { live: string | null; replay: string | null } {
  const shown = shownAttempt(run);
  const page = run.attempts.some(isVisible) ? `${baseUrl}${livePath(run.viewToken)}` : null;
  const recordings = run.artifacts.filter((file) => file.kind === 'recording' && isAvailable(file));
  const video = recordings.at(-1);
  const play = recordings.some(isOwnRecording) ? page : null;
  const { liveViewUrl = null, replayUrl = null } = shown?.session ?? {};
  const isOurs = shown !== null && isVisible(shown);
  return {
    live: isOurs ? page : (liveViewUrl ?? page),
    replay:
      (isOurs ? (play ?? replayUrl) : (replayUrl ?? play)) ??
      (video ? artifactUrl(run, video.id, baseUrl) : null),
  };
}
