import type { Posting } from '../../billing/postings.ts';
import { chargeNormalization, combine, release } from '../../billing/postings.ts';
import { balanceChange } from '../../billing/store.ts';
import { runOutcomes } from '../../errors.ts';
import type { Statement } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import { emitStatement } from '../../webhooks/outbox.ts';
import type { AttemptFacts, Normalization, Outcome, Run } from '../run.ts';
import {
  eventSequenceOf,
  finishRunStatement,
  type SettledAttempt,
  settleAttemptStatement,
} from '../store.ts';
import { loginOverStatements } from './login/life.ts';
import { applySettled, chargeOf } from './settle.ts';
import type { Ending } from './standing.ts';

/**
 * The one terminal transition, as one transaction: state, outcome, the attempts that it settles with their charges, the
 * release of what is still held, and the event. The first of `settled` is the attempt that ends the run, where one does;
 * `others` is what the end brings with it elsewhere.
 */
export function finishBatch(run: Run, ending: Ending, settled: SettledAttempt[], others: Statement[]): Batch {
  let after = run;
  const owed: Posting[] = [];
  for (const attempt of settled) {
    owed.push(chargeOf(after, attempt).posting);
    after = applySettled(after, attempt);
  }
  const addon = normalizationOf(after, ending)?.applied ? chargeNormalization(after) : null;
  const left = release(`release:${run.id}`, addon?.heldLeftMicro ?? after.heldMicro);
  const posting = {
    workspaceId: run.workspaceId,
    runId: run.id,
    posting: combine(...owed, ...(addon ? [addon.posting] : []), left),
    mustCover: false,
  };
  const [last = null, ...cut] = settled;
  const statements = [
    finishRunStatement({
      run,
      status: statusOf(ending),
      runner: executedRunner(after, ending),
      outcome: outcomeOf(after, ending),
      spentMicro: after.spentMicro - run.spentMicro,
      settled: last,
      posting,
    }),
    ...cut.map((attempt) => settleAttemptStatement(run.id, attempt)),
    ...(ending.kind === 'stopped' && ending.isSilent ? [] : [announceStatement(run, ending)]),
    ...others,
    ...loginOverStatements(after),
  ];
  return { statements, hot: posting.posting.entries.length > 0 ? balanceChange(posting) : null };
}

function announceStatement(run: Run, ending: Ending): Statement {
  return emitStatement({
    workspaceId: run.workspaceId,
    runId: run.id,
    type: EVENT[statusOf(ending)],
    discriminator: '',
    sequence: eventSequenceOf(run.id),
    eventId: newId('evt'),
    body: null,
  });
}

const EVENT = {
  succeeded: 'response.completed',
  empty: 'response.completed',
  failed: 'response.failed',
  blocked: 'response.failed',
  cancelled: 'response.cancelled',
} as const;

/** The run as those statements leave it, without asking the database again. */
export function finishedRun(run: Run, ending: Ending, finishedAt: Date): Run {
  return {
    ...run,
    status: statusOf(ending),
    runner: executedRunner(run, ending),
    outcome: outcomeOf(run, ending),
    heldMicro: 0,
    isOverdue: false,
    interaction: null,
    finishedAt,
  };
}

function statusOf(ending: Ending): keyof typeof EVENT {
  switch (ending.kind) {
    case 'answered':
      return ending.attempt.verdict === 'empty' ? 'empty' : 'succeeded';
    case 'failed':
      return ending.attempt?.verdict === 'blocked' ? 'blocked' : 'failed';
    case 'stopped':
      return ending.code === 'run_cancelled' ? 'cancelled' : 'failed';
  }
}

function executedRunner(run: Run, ending: Ending): string | null {
  const speaking = ending.kind === 'stopped' ? run.attempts.at(-1) : ending.attempt;
  return speaking?.runner ?? run.attempts.at(-1)?.runner ?? null;
}

export function outcomeOf(run: Run, ending: Ending): Outcome {
  const speaking = ending.kind === 'stopped' ? lastJudged(run) : ending.attempt?.result;
  const judgement = speaking?.judgement ?? null;
  const answered = ending.kind === 'answered';
  const error = answered ? null : errorOf(ending, speaking ?? null);
  return {
    output: judgement?.output ?? null,
    answer: answered ? (judgement?.answer ?? null) : null,
    answerPresent: answered && (judgement?.answerPresent ?? false),
    quality:
      judgement && ending.kind !== 'stopped'
        ? judgement.quality
        : {
            verdict: 'failed',
            confidence: 1,
            reason: error?.message ?? 'No attempt produced a result.',
            source: 'deterministic',
          },
    blockReason: judgement?.blockReason ?? null,
    deliverables: judgement?.deliverables ?? null,
    ...(judgement?.normalization ? { normalization: normalizationOf(run, ending) } : {}),
    finalUrl: speaking?.finalUrl ?? null,
    httpStatus: speaking?.httpStatus ?? null,
    error,
  };
}

/** What was brought into shape for nothing, because the run failed after all, counts as not applied. */
function normalizationOf(run: Run, ending: Ending): Normalization | undefined {
  const speaking = ending.kind === 'stopped' ? lastJudged(run) : ending.attempt?.result;
  const made = speaking?.judgement?.normalization;
  if (!made?.applied || ending.kind === 'answered') return made;
  return { applied: false, reason: 'The run did not succeed, so its output was not delivered.' };
}

function errorOf(
  ending: Exclude<Ending, { kind: 'answered' }>,
  speaking: AttemptFacts | null,
): Outcome['error'] {
  if (ending.kind === 'stopped') return { code: ending.code, message: ending.message };
  const message = ending.message ?? ending.attempt?.error?.message ?? 'No runner could do this task.';
  const code = speaking?.errorCode ?? (ending.attempt?.verdict === 'blocked' ? 'blocked' : 'run_failed');
  return { code: code in runOutcomes ? code : 'run_failed', message };
}

function lastJudged(run: Run): AttemptFacts | null {
  return run.attempts.findLast((attempt) => attempt.result?.judgement)?.result ?? null;
}
