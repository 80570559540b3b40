import { type Artifact, isAvailable } from '../../../artifacts/store.ts';
import { readCatalog } from '../../../runners/catalog.ts';
import { speakingAttempt } from '../../ending.ts';
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

/** The attempt with something to see: the one behind an outcome, or of a live run the last. */
export function shownAttempt(run: Run): Attempt | null {
  const isShown = (attempt: Attempt) => isVisible(attempt) || attempt.session !== null;
  if (run.finishedAt === null) return run.attempts.findLast(isShown) ?? null;
  const speaking = speakingAttempt(run);
  return speaking && isShown(speaking) ? speaking : null;
}

/** The files that show the run: of an ended one those of the attempt behind its outcome. */
export function shownFiles(run: Run, kind: Artifact['kind']): Artifact[] {
  const from = run.finishedAt === null ? undefined : speakingAttempt(run)?.id;
  return run.artifacts.filter(
    (file) => file.kind === kind && (from === undefined || file.attemptId == null || file.attemptId === from),
  );
}

/** Our own page once the run's runner can be watched, the provider's where the browser is the provider's. */
export function viewsOf(run: Run, baseUrl: string): { live: string | null; replay: string | null } {
  const shown = shownAttempt(run);
  const watched = run.finishedAt === null ? run.attempts : [shown].filter((one) => one !== null);
  const page = watched.some(isVisible) ? `${baseUrl}${livePath(run.viewToken)}` : null;
  const recordings = shownFiles(run, 'recording').filter(isAvailable);
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
