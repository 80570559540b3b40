import { dropArtifactsStatement, insertArtifactStatement } from '../../artifacts/store.ts';
import { balanceChange } from '../../billing/store.ts';
import type { Statement } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Batch } from '../../platform/shared-commit.ts';
import { emitStatement } from '../../webhooks/outbox.ts';
import { closeInteractionsStatement } from '../attempt/interaction/store.ts';
import { loginOverStatements } from '../attempt/login/life.ts';
import { saveDecisionStatement } from '../attempt-store.ts';
import { type Ending, statusOf } from '../ending.ts';
import type { Run } from '../run.ts';
import { changeRunStatement } from '../store.ts';
import type { Transition } from './transition.ts';

/**
 * A transition as one transaction, always in this order: run, attempts and ledger, questions, outbox, files, jobs and the rest, balance.
 * The first statement answers when, as `at`.
 */
export function batchOf(run: Run, made: Transition, others: Statement[] = []): Batch {
  const { workspaceId, keyId } = run;
  const { settled, started, decision, ending, posting, mustCover, files, displaced } = made;
  // An end moves the fence on.
  const written = ending ? { ...run, fence: run.fence + 1 } : run;
  const isUnanswered = settled.some(({ status }) => status !== 'finished');
  const isAnnounced = ending && !(ending.kind === 'stopped' && ending.isSilent);
  const statements = [
    changeRunStatement(run, made),
    ...(isUnanswered ? [closeInteractionsStatement(written)] : []),
    ...(isAnnounced ? [announceStatement(run, ending)] : []),
    ...(started && decision ? [saveDecisionStatement(run, started.ordinal, decision)] : []),
    ...files.map((file) => insertArtifactStatement({ runId: run.id, workspaceId }, file)),
    ...(displaced.length > 0 ? [dropArtifactsStatement(run, displaced)] : []),
    ...others,
    ...(ending ? loginOverStatements(made.run) : []),
  ];
  const hot = posting.entries.length > 0 ? balanceChange({ workspaceId, keyId, posting, mustCover }) : null;
  return { statements, hot };
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
