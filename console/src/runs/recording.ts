import type { Artifact, Timeline } from '@switchyard/sdk';
import { api } from '../api.ts';

export interface Frame {
  /** Since the run was created. */
  atMs: number;
  /** JPEG in base64. */
  jpeg: string;
}

interface Recorded {
  frames: Array<{ ms: number; jpeg: string }>;
  steps: Array<{ ms: number }>;
}

/** The pictures of a run's recordings, on the clock of the run. */
export async function readFrames(
  run: { id: string; created_at: string; artifacts: Artifact[]; routing_attempts: Attempts },
  timeline: Timeline,
  signal: AbortSignal,
): Promise<Frame[]> {
  const files = run.artifacts.filter(isRecording);
  const read = await Promise.all(
    files.map(async (file) => {
      const answer = await api.runs.artifact(run.id, file.id, { signal });
      const recorded = recordedIn(await answer.text());
      return recorded ? placed(recorded, startOf(file, recorded, run, timeline)) : [];
    }),
  );
  return read.flat().sort((a, b) => a.atMs - b.atMs);
}

type Attempts = ReadonlyArray<{ id: string; started_at: string; finished_at: string | null }>;

/** A recording that our player plays; a provider's is a video. */
export function isRecording({ kind, content_type, unavailable_reason }: Artifact): boolean {
  return kind === 'recording' && content_type === 'text/html' && unavailable_reason === null;
}

/** The data inside the file. It is read as text: nothing of the file is shown or executed. */
function recordedIn(html: string): Recorded | null {
  const data = new DOMParser().parseFromString(html, 'text/html').querySelector('#recording')?.textContent;
  return data ? (JSON.parse(data) as Recorded) : null;
}

function placed({ frames }: Recorded, startMs: number): Frame[] {
  return frames.map(({ ms, jpeg }) => ({ atMs: Math.max(0, startMs + ms), jpeg }));
}

/** A recording counts from its own beginning. The same step stands in the run with its time, which gives that beginning. */
function startOf(
  file: Artifact,
  recorded: Recorded,
  run: { created_at: string; routing_attempts: Attempts },
  timeline: Timeline,
): number {
  const created = Date.parse(run.created_at);
  const kept = Date.parse(file.created_at);
  const attempt = run.routing_attempts.findLast(
    ({ finished_at, started_at }) => Date.parse(finished_at ?? started_at) <= kept,
  );
  const first = timeline.attempts.find(({ id }) => id === attempt?.id)?.steps[0];
  const begun = recorded.steps[0];
  if (first && begun) return Date.parse(first.at) - begun.ms - created;
  return Date.parse(attempt?.started_at ?? run.created_at) - created;
}
