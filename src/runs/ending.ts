import { type RunOutcomeCode, runOutcomes } from '../errors.ts';
import { ranked } from './ranking.ts';
import type { Attempt, AttemptFacts, Normalization, Outcome, Run } from './run.ts';

/** Why a run ends. `attempt` is the one whose result speaks for the run. */
export type Ending =
  | { kind: 'answered'; attempt: Attempt; forbidden?: readonly string[] }
  | { kind: 'failed'; attempt: Attempt | null; message?: string }
  | Stop;

/** An end that no attempt brought about. */
export interface Stop {
  kind: 'stopped';
  code: Extract<
    RunOutcomeCode,
    'run_timeout' | 'budget_exhausted' | 'insufficient_credits' | 'run_cancelled' | 'internal_error'
  >;
  message: string;
  /** Runners that cost more than the spend ceiling left. */
  forbidden?: readonly string[];
  /** The run is deleted: no event tells of its end. */
  isSilent?: boolean;
}

type EndStatus = Extract<Run['status'], 'succeeded' | 'empty' | 'failed' | 'blocked' | 'cancelled'>;

export function statusOf(ending: Ending): EndStatus {
  switch (ending.kind) {
    case 'answered':
      return ending.attempt.verdict === 'empty' ? 'empty' : 'succeeded';
    case 'failed':
      return ending.attempt?.verdict === 'blocked' ? 'blocked' : 'failed';
    case 'stopped':
      return ending.code === 'run_cancelled' ? 'cancelled' : 'failed';
  }
}

/**
 * The attempt that answered, or else explains the end: the best of a stopped sweep, the one that was cut off, the last with a
 * result. Output, runner, session and pictures of the run are those of this attempt.
 */
function speakingIn(run: Run, ending: Ending): Attempt | null {
  const last = run.attempts.at(-1) ?? null;
  if (ending.kind !== 'stopped') return ending.attempt ?? last;
  const best = run.isSweep ? ranked(run.attempts)[0]?.attempt : undefined;
  if (best || last?.status !== 'finished') return best ?? last;
  return run.attempts.findLast(({ result }) => result?.judgement) ?? last;
}

/** The attempt behind the outcome of a run; of a live run the last. */
export function speakingAttempt({ attempts, finishedAt, outcome, runner }: Run): Attempt | undefined {
  if (finishedAt === null) return attempts.at(-1);
  const id = outcome?.attemptId;
  if (id !== undefined) return attempts.find((attempt) => attempt.id === id);
  // Older outcomes do not name it.
  return attempts.findLast((attempt) => attempt.runner === runner) ?? attempts.at(-1);
}

/** The end of a run as its row shows it. */
export function endOf(run: Run, ending: Ending): Pick<Run, 'status' | 'runner' | 'outcome'> {
  const runner = speakingIn(run, ending)?.runner ?? null;
  return { status: statusOf(ending), runner, outcome: outcomeOf(run, ending) };
}

export function outcomeOf(run: Run, ending: Ending): Outcome {
  const attempt = speakingIn(run, ending);
  const speaking = attempt?.result;
  const judgement = speaking?.judgement ?? null;
  const answered = ending.kind === 'answered';
  const error = answered ? null : errorOf(ending, speaking ?? null);
  return {
    attemptId: attempt?.id ?? null,
    output: judgement?.output ?? null,
    answer: answered ? (judgement?.answer ?? null) : null,
    answerPresent: answered && (judgement?.answerPresent ?? false),
    quality: qualityOf(ending, judgement, error),
    blockReason: statusOf(ending) === 'cancelled' ? null : (judgement?.blockReason ?? null),
    deliverables: judgement?.deliverables ?? null,
    ...(judgement?.numbers ? { numbers: judgement.numbers } : {}),
    ...(judgement?.reading ? { reading: judgement.reading } : {}),
    ...(judgement?.normalization ? { normalization: normalizationOf(run, ending) } : {}),
    finalUrl: speaking?.finalUrl ?? null,
    httpStatus: speaking?.httpStatus ?? null,
    title: speaking?.title ?? null,
    ...('forbidden' in ending && ending.forbidden ? { forbidden: ending.forbidden } : {}),
    error,
  };
}

/** Confidence is about an answer. */
function qualityOf(
  ending: Ending,
  judgement: AttemptFacts['judgement'],
  error: Outcome['error'],
): Outcome['quality'] {
  if (!judgement || ending.kind === 'stopped') {
    const reason = error?.message ?? 'No attempt produced a result.';
    return { verdict: 'failed', confidence: null, reason, source: 'deterministic' };
  }
  return ending.kind === 'answered' ? judgement.quality : { ...judgement.quality, confidence: null };
}

/** A normalization counts as not applied when the run failed after all. */
export function normalizationOf(run: Run, ending: Ending): Normalization | undefined {
  const made = speakingIn(run, ending)?.result?.judgement?.normalization;
  if (!made?.applied || ending.kind === 'answered') return made;
  return { applied: false, reason: 'The run did not succeed, so its output was not delivered.' };
}

function errorOf(
  ending: Exclude<Ending, { kind: 'answered' }>,
  speaking: AttemptFacts | null,
): Outcome['error'] {
  if (ending.kind === 'stopped') return { code: ending.code, message: ending.message };
  const message = ending.message ?? ending.attempt?.error?.message ?? 'No runner could do this task.';
  const own = ending.attempt?.error?.code;
  if (own === 'unsafe_url' || own === 'model_required') return { code: own, message };
  const code = speaking?.errorCode ?? (ending.attempt?.verdict === 'blocked' ? 'blocked' : 'run_failed');
  return { code: code in runOutcomes ? code : 'run_failed', message };
}
