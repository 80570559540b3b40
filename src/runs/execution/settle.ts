import type { NewArtifact } from '../../artifacts/store.ts';
import { charge, type Posting } from '../../billing/postings.ts';
import { roundHalfEven } from '../../platform/money.ts';
import { json } from '../../platform/sql.ts';
import { type Judgement, judge } from '../../quality/judge.ts';
import { type AttemptResult, stuck } from '../../runners/contract.ts';
import { billedCost } from '../new-attempt.ts';
import type { Attempt, Normalization, Run, StepRecord } from '../run.ts';
import type { SettledAttempt } from '../store.ts';

/** What is written down of an attempt that came to an end; pure. */
export function settleResult(input: {
  attempt: Attempt;
  result: AttemptResult;
  judgement: Judgement;
  normalization: Normalization | null;
  steps: StepRecord[];
}): SettledAttempt {
  const { attempt, result, judgement, normalization } = input;
  const isAnswer = judgement.verdict === 'succeeded' || judgement.verdict === 'empty';
  const { output, answer, answerPresent, blockReason, deliverables, verdict, confidence, reason, source } =
    judgement;
  return asStored({
    id: attempt.id,
    status: 'finished',
    // What came and was lost by us costs nothing.
    costMicro:
      result.ok && judgement.fault === 'platform' ? 0 : billedMicro(result.costMicroUsd, attempt.priceMicro),
    verdict,
    blockReason,
    defense: judgement.defense,
    fault: judgement.fault,
    error: isAnswer
      ? null
      : { code: result.ok ? (judgement.errorCode ?? 'run_failed') : result.code, message: reason },
    result: {
      finalUrl: result.page?.finalUrl ?? null,
      httpStatus: result.page?.httpStatus ?? null,
      steps: input.steps,
      ...(result.actScript ? { actScript: result.actScript } : {}),
      ...(result.login ? { login: result.login } : {}),
      errorCode: judgement.errorCode,
      // What a grader has looked at is judged.
      ...(result.ok && result.isStopgap && source === 'deterministic' ? { isStopgap: true } : {}),
      judgement: {
        output,
        answer,
        answerPresent,
        quality: { verdict, confidence, reason, source },
        blockReason,
        deliverables,
        ...(normalization ? { normalization } : {}),
      },
    },
  });
}

/** Runners report what they like; what the database would change is changed now, so that every reader sees the same. */
function asStored(settled: SettledAttempt): SettledAttempt {
  return JSON.parse(json(settled));
}

export function billedMicro(reported: number | null, listed: number): number {
  return reported !== null && Number.isFinite(reported) && reported >= 0 ? roundHalfEven(reported) : listed;
}

/** An attempt whose process died with it, or was told to leave: nobody knows what it did, so it costs nothing. */
export function settleLost(
  attempt: Attempt,
  cause: 'executor_lost' | 'executor_left' = 'executor_lost',
): SettledAttempt {
  const wasHandedOver = attempt.reference !== null;
  return {
    id: attempt.id,
    status: 'lost',
    costMicro: 0,
    verdict: null,
    blockReason: null,
    defense: null,
    fault: 'platform',
    error: {
      code: wasHandedOver ? 'provider_lost' : cause,
      message: 'The process that executed this attempt went away.',
    },
    result: null,
  };
}

/** A result that we cannot work with is our fault and costs nothing. */
export function settleUnusable(run: Run, attempt: Attempt): SettledAttempt {
  const message = `The result of the runner ${attempt.runner} could not be used.`;
  const result = stuck('result_unusable', message);
  const { goal } = run.request.task;
  const judgement = judge({ goal, result, page: null, files: [], schemaProblems: null });
  return settleResult({ attempt, result, judgement, normalization: null, steps: [] });
}

/** Cut off in the middle, by a cancel or by a better one: it was executed, so it bills at its listed price. */
export function settleCut(attempt: Attempt): SettledAttempt {
  return {
    id: attempt.id,
    status: 'cancelled',
    costMicro: attempt.priceMicro,
    verdict: null,
    blockReason: null,
    defense: null,
    fault: 'none',
    error: null,
    result: attempt.result,
  };
}

/** Cut off by the clock, which says nothing about the runner. One that never began costs nothing. */
export function settleOverTime(attempt: Attempt, steps: StepRecord[], hasBegun: boolean): SettledAttempt {
  const message = hasBegun
    ? 'The time for this run was over before the runner finished.'
    : 'The time for this run was over before the runner began.';
  return {
    ...settleCut(attempt),
    costMicro: hasBegun ? attempt.priceMicro : 0,
    error: { code: 'timeout', message },
    result: { finalUrl: null, steps, judgement: null, errorCode: null },
  };
}

/** Whether the workspace paid the provider of a settled attempt itself. */
export function isOwnKey({ attempts }: Pick<Run, 'attempts'>, { id }: Pick<SettledAttempt, 'id'>): boolean {
  return attempts.find((attempt) => attempt.id === id)?.isOwnKey ?? false;
}

/** What a settled attempt takes from what its run holds. */
export function chargeOf(run: Run, settled: SettledAttempt): { posting: Posting; heldLeftMicro: number } {
  const { feeRatePpm, heldMicro } = run;
  const { id: attemptId, costMicro: feeBasisMicro } = settled;
  const costMicro = billedCost({ ...settled, isOwnKey: isOwnKey(run, settled) });
  return charge({ attemptId, costMicro, feeBasisMicro, feeRatePpm, heldMicro });
}

/** The run as it stands once an attempt is settled; `committed` is when, and with which files. */
export function applySettled(
  run: Run,
  settled: SettledAttempt,
  committed: { at: Date; files: NewArtifact[] } | null = null,
): Run {
  const files = committed?.files.filter(({ kind }) => kind !== 'step') ?? [];
  const at = committed && { finishedAt: committed.at };
  return {
    ...run,
    heldMicro: chargeOf(run, settled).heldLeftMicro,
    spentMicro: run.spentMicro + billedCost({ ...settled, isOwnKey: isOwnKey(run, settled) }),
    attempts: run.attempts.map((attempt) =>
      attempt.id === settled.id ? { ...attempt, ...settled, ...at } : attempt,
    ),
    artifacts: [
      ...run.artifacts,
      ...files.map((file) => ({ ...file, isExpired: false, createdAt: committed?.at as Date })),
    ],
  };
}
