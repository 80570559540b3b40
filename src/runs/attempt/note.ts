import type { Artifact } from '../../artifacts/store.ts';
import type { ProviderSession } from '../../runners/contract.ts';
import type { TaskReading } from '../../task/index.ts';
import { coversAddon } from '../ceiling.ts';
import type { Attempt, Interaction, Run } from '../run.ts';

/** An event that changes the run in the memory of its executor; its rows, if any, are written already. */
export type Note =
  | { kind: 'asked'; interaction: Interaction; pictures: readonly Artifact[] }
  /** The question was answered, or expired. */
  | { kind: 'answered' }
  | { kind: 'session'; attemptId: string; session: ProviderSession }
  | { kind: 'progressed'; attempts: ReadonlyArray<Pick<Attempt, 'id' | 'result'>> }
  /** The language model found a deed in the task. */
  | { kind: 'understood'; reading: TaskReading }
  /** Reserves the normalization of an attempt below the spend ceiling, where it fits. */
  | { kind: 'normalizing'; attemptId: string; costMicro: number }
  /** The balance does not cover a further attempt. */
  | { kind: 'refused' }
  /** The row, read again after a commit whose reply was lost. */
  | { kind: 'reread'; run: Run };

/** The run after a note. Pure. */
export function noted(run: Run, note: Note): Run {
  switch (note.kind) {
    case 'asked':
      return {
        ...run,
        status: 'needs_human',
        interaction: note.interaction,
        artifacts: [...run.artifacts, ...note.pictures],
      };
    case 'answered':
      return { ...run, status: 'running', interaction: null };
    case 'session':
      return withAttempt(run, note.attemptId, { session: note.session });
    case 'progressed':
      return note.attempts.reduce((after, { id, result }) => withAttempt(after, id, { result }), run);
    case 'understood':
      return {
        ...run,
        request: { ...run.request, task: { ...run.request.task, reading: note.reading } },
      };
    case 'normalizing': {
      const attempt = run.attempts.find(({ id }) => id === note.attemptId);
      const isCovered = attempt !== undefined && coversAddon(run, attempt, note.costMicro);
      return isCovered ? { ...run, normalizing: [...(run.normalizing ?? []), attempt.id] } : run;
    }
    case 'refused':
      return { ...run, isOutOfCredits: true };
    case 'reread': {
      const { request, normalizing, isOutOfCredits } = run;
      return { ...note.run, request, normalizing, isOutOfCredits };
    }
  }
}

/** Only an attempt under way changes. */
function withAttempt(run: Run, attemptId: string, change: Partial<Attempt>): Run {
  const attempts = run.attempts.map((attempt) =>
    attempt.id === attemptId && attempt.status === 'running' ? { ...attempt, ...change } : attempt,
  );
  return { ...run, attempts };
}
