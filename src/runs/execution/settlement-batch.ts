import type { NewArtifact } from '../../artifacts/store.ts';
import { balanceChange, type PostingOf, withPosting } from '../../billing/store.ts';
import type { Statement } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import { emitStatement } from '../../webhooks/outbox.ts';
import { settleAttemptStatement } from '../attempt-store.ts';
import { type Ending, statusOf } from '../ending.ts';
import type { Outcome, Run } from '../run.ts';
import { advanceRunStatement, finishRunStatement } from '../store.ts';
import { loginOverStatements } from './login/life.ts';
import type { Settlement } from './settlement.ts';

/** A settlement as one transaction on the run as it was; the first statement answers when, as `at`. */
export function settlementBatch(run: Run, settlement: Settlement, others: Statement[]): Batch {
  const { rows, posting, spentMicro, reckonedMicro, ending, run: after } = settlement;
  const { workspaceId, keyId } = run;
  const paid: PostingOf = { workspaceId, runId: run.id, keyId, posting, mustCover: false };
  if (ending === null) {
    const moved = { spentMicro, priceMicro: reckonedMicro, heldMicro: posting.heldDelta };
    const settled = rows.map((row) => settleAttemptStatement(run, row));
    return withPosting([advanceRunStatement(run, moved), ...settled, ...others], paid);
  }
  const [last = null, ...cut] = rows;
  const { status, runner } = after;
  const finish = { run, status, runner, outcome: after.outcome as Outcome, spentMicro, settled: last };
  const statements = [
    finishRunStatement({ ...finish, posting: paid }),
    ...cut.map((row) => settleAttemptStatement(run, row)),
    ...(ending.kind === 'stopped' && ending.isSilent ? [] : [announceStatement(run, ending)]),
    ...others,
    ...loginOverStatements(after),
  ];
  return { statements, hot: posting.entries.length > 0 ? balanceChange(paid) : null };
}

/** The run after the transaction, from its present state: without asking the database again. */
export function committedRun(
  present: Run,
  settlement: Settlement,
  at: Date,
  { files, displaced }: { files: NewArtifact[]; displaced: string[] } = { files: [], displaced: [] },
): Run {
  const { run, rows, ending } = settlement;
  const { heldMicro, spentMicro, status, runner, outcome } = run;
  const shown = files.filter(({ kind }) => kind !== 'step');
  return {
    ...present,
    heldMicro,
    spentMicro,
    attempts: present.attempts.map((attempt) => {
      const row = rows.find(({ id }) => id === attempt.id);
      return row ? { ...attempt, ...row, finishedAt: row.finishedAt ?? at } : attempt;
    }),
    artifacts: [
      ...present.artifacts.filter(({ id }) => !displaced.includes(id)),
      ...shown.map((file) => ({ ...file, isExpired: false, createdAt: at })),
    ],
    ...(ending && { status, runner, outcome, isOverdue: false, interaction: null, finishedAt: at }),
  };
}

function announceStatement(run: Run, ending: Ending): Statement {
  return emitStatement({
    workspaceId: run.workspaceId,
    runId: run.id,
    type: EVENT[statusOf(ending)],
    discriminator: '',
    sequence: null,
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
