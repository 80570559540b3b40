import type { RunDetails, Switchyard } from '@switchyard/sdk';
import type { Clock } from '../platform/clock.ts';

export interface Following {
  clock: Clock;
  isClosing(): boolean;
  /** How long at most; null: until the run is over or asks. */
  waitMs: number | null;
  /** The caller of the tool went away or gave up. */
  signal: AbortSignal;
  /** The question that the person has already seen: the call does not return for it. */
  known?: number | undefined;
  /** Called every few seconds. */
  onProgress?: ((run: RunDetails, seconds: number) => void) | undefined;
}

export type Stream = ReturnType<Switchyard['runs']['stream']>;

const TELL_EVERY_MS = 5_000;

export function isOver({ status }: Pick<RunDetails, 'status'>): boolean {
  return status !== 'running' && status !== 'needs_human';
}

/** The run once it is over, asks its owner something new, or the time is up. The run itself goes on regardless. */
export async function follow(
  api: Switchyard,
  open: (signal: AbortSignal) => Stream,
  { clock, isClosing, waitMs, signal, known, onProgress }: Following,
): Promise<RunDetails> {
  const timeUp = new AbortController();
  const started = clock.mono();
  const forget = waitMs === null ? () => {} : clock.after(waitMs, () => timeUp.abort());
  const stream = open(AbortSignal.any([signal, timeUp.signal]));
  const telling =
    onProgress &&
    tellEvery(clock, () => {
      if (stream.run) onProgress(stream.run, Math.round((clock.mono() - started) / 1_000));
    });
  let passed = known;
  try {
    for await (const _event of stream) {
      const { run } = stream;
      if (!run) continue;
      if (isOver(run) || isClosing()) return run;
      if (!isNews(run, passed)) continue;
      // The first events tell the past: the question may have its answer.
      const now = await api.runs.get(run.id, { signal });
      if (isOver(now) || isNews(now, known)) return now;
      passed = run.question?.created_at;
    }
  } catch (error) {
    if (signal.aborted || !timeUp.signal.aborted || stream.run === null) throw error;
  } finally {
    forget();
    telling?.();
  }
  const { run } = stream;
  if (run === null) throw new Error('the stream held no event');
  // The last event can be older than the waited time.
  return isClosing() ? run : api.runs.get(run.id, { signal });
}

function isNews({ question }: RunDetails, known: number | undefined): boolean {
  return question !== null && question.created_at !== known;
}

function tellEvery(clock: Clock, tell: () => void): () => void {
  let cancel = clock.after(TELL_EVERY_MS, again);
  function again(): void {
    tell();
    cancel = clock.after(TELL_EVERY_MS, again);
  }
  return () => cancel();
}
