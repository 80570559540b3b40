import type { NewArtifact } from '../../artifacts/store.ts';
import { type Judgement, judge } from '../../judge/judge.ts';
import { roundHalfEven } from '../../platform/money.ts';
import { json } from '../../platform/sql.ts';
import { TYPICAL_SECONDS } from '../../routing/model/parameters.ts';
import { type AttemptResult, stuck } from '../../runners/contract.ts';
import type { Registry } from '../../runners/registry.ts';
import type { SettledAttempt } from '../attempt-store.ts';
import type { Attempt, Normalization, Run, StepRecord } from '../run.ts';

/** The end of an attempt, ready to be written. */
export interface Result {
  settled: SettledAttempt;
  files: NewArtifact[];
}

/** An answer under this is weak: other runners may do better. */
const WEAK = 0.5;

/** The rows of an attempt that came to an end; pure. */
export function settleResult(input: {
  attempt: Attempt;
  result: AttemptResult;
  judgement: Judgement;
  numbers?: readonly string[];
  normalization: Normalization | null;
  steps: StepRecord[];
  /** The provider does not charge for failures. */
  isFailureFree: boolean;
}): SettledAttempt {
  const { attempt, result, judgement, numbers = [], normalization } = input;
  const isAnswer = judgement.verdict === 'succeeded' || judgement.verdict === 'empty';
  const { output, answer, answerPresent, blockReason, deliverables, verdict, confidence, reason, source } =
    judgement;
  return asStored({
    id: attempt.id,
    status: 'finished',
    costMicro: costOf(result, judgement, input),
    verdict,
    blockReason,
    defense: judgement.defense,
    fault: judgement.fault,
    error: isAnswer
      ? null
      : {
          code: result.ok ? (judgement.errorCode ?? 'run_failed') : result.code,
          message: withOwnWords(reason, result),
        },
    result: {
      finalUrl: result.page?.finalUrl ?? null,
      httpStatus: result.page?.httpStatus ?? null,
      title: result.page?.title ?? null,
      steps: input.steps,
      ...(result.actScript ? { actScript: result.actScript } : {}),
      ...(result.script ? { script: result.script } : {}),
      ...(result.login ? { login: result.login } : {}),
      ...(!result.ok && result.isLostSight ? { isLostSight: true as const } : {}),
      errorCode: judgement.errorCode,
      // A graded result is judged.
      ...(isAnswer && confidence < WEAK && source === 'deterministic' ? { isWeak: true } : {}),
      judgement: {
        output,
        answer,
        answerPresent,
        quality: { verdict, confidence, reason, source },
        blockReason,
        deliverables,
        ...(numbers.length > 0 ? { numbers } : {}),
        ...(result.ok && result.reading ? { reading: result.reading } : {}),
        ...(normalization ? { normalization } : {}),
      },
    },
    finishedAt: null,
  });
}

const MAX_WORDS = 300;

/** Our words for a failure, with the runner's beside them. */
function withOwnWords(reason: string, result: AttemptResult): string {
  const said = result.ok ? '' : result.message.trim().slice(0, MAX_WORDS);
  return said === '' || reason.includes(said) ? reason : `${reason} The runner said: ${said}`;
}

/** Faults of the platform are free, and so are failures at providers that do not charge them. */
function costOf(
  result: AttemptResult,
  { fault }: Judgement,
  { attempt, isFailureFree }: { attempt: Attempt; isFailureFree: boolean },
): number {
  if (fault === 'platform') return 0;
  const ofRunner = billedMicro(result.costMicroUsd, isFailureFree && !result.ok ? 0 : attempt.priceMicro);
  return ofRunner + (result.modelMicroUsd ?? 0);
}

/** Runners report any text; values that the database would change are changed now, so that every reader sees the same. */
function asStored(settled: SettledAttempt): SettledAttempt {
  return JSON.parse(json(settled));
}

// No task costs more: a higher report uses another unit.
const MOST_REPORTED_MICRO = 1_000_000_000;

/** The price that the provider reports where it can be believed, else the listed one. */
export function billedMicro(reported: number | null, listed: number): number {
  const isLikely = reported !== null && reported >= 0 && reported <= MOST_REPORTED_MICRO;
  return isLikely ? roundHalfEven(reported) : listed;
}

/** An attempt whose process died with it, or shut down: its work is unknown, so it costs nothing. */
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
    finishedAt: null,
  };
}

/** A result that we cannot work with is our fault and costs nothing. */
export function settleUnusable(run: Run, attempt: Attempt): SettledAttempt {
  const message = `The result of the runner ${attempt.runner} could not be used.`;
  const result = stuck('result_unusable', message);
  const { goal } = run.request.task;
  const judgement = judge({ goal, result, page: null, files: [], schemaProblems: null });
  return settleResult({ attempt, result, judgement, normalization: null, steps: [], isFailureFree: false });
}

/** Cut off in the middle, by a cancel or by a better one: it bills the share of its typical time that it worked. */
export function settleCut(attempt: Attempt, worked: Worked): SettledAttempt {
  return {
    id: attempt.id,
    status: 'cancelled',
    costMicro: shareOf(attempt.priceMicro, worked),
    verdict: null,
    blockReason: null,
    defense: null,
    fault: 'none',
    error: null,
    result: attempt.result,
    finishedAt: null,
  };
}

/** How long an attempt worked, and how long its kind of runner takes for a whole task. */
export interface Worked {
  workedMs: number;
  typicalMs: number;
}

/** The typical time of a whole task for runners of this kind; the price of a cut-off attempt follows from it. */
export function typicalMs(registry: Registry, { runner }: Pick<Attempt, 'runner'>): number {
  const facts = registry.entry(runner)?.facts;
  return facts ? TYPICAL_SECONDS[facts.kind] * 1_000 : 0;
}

function shareOf(priceMicro: number, { workedMs, typicalMs }: Worked): number {
  const share = typicalMs > 0 ? workedMs / typicalMs : 1;
  return roundHalfEven(priceMicro * Math.min(1, Math.max(0, share)));
}

/** Cut off by the clock, which says nothing about the runner. One that never began costs nothing. */
export function settleOverTime(attempt: Attempt, steps: StepRecord[], worked: Worked | null): SettledAttempt {
  const message = worked
    ? 'The time for this run was over before the runner finished.'
    : 'The time for this run was over before the runner began.';
  return {
    ...settleCut(attempt, worked ?? { workedMs: 0, typicalMs: 1 }),
    error: { code: 'timeout', message },
    result: { finalUrl: null, steps, judgement: null, errorCode: null },
  };
}
