import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db, Row, Statement } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { microUsd } from '../platform/money.ts';
import { json } from '../platform/sql.ts';
import { bareRequest } from './bare-request.ts';
import type { Outcome, RunStatus } from './run.ts';

/** Sub-runs of a long task, oldest first. */
export interface ChildRun {
  id: string;
  createdAt: Date;
  finishedAt: Date | null;
  status: RunStatus;
  runner: string | null;
  spentMicro: number;
  role: string;
  entityId: string | null;
}

export async function loadChildRuns(db: Db, workspaceId: string, parentId: string): Promise<ChildRun[]> {
  return db.queryFor<ChildRun & Row>(
    workspaceId,
    sql`select id, created_at as "createdAt", finished_at as "finishedAt", status, runner, spent_micro as "spentMicro", role,
               entity_id as "entityId"
        from runs where parent_id = ${parentId} and workspace_id = ${workspaceId} and deleted_at is null order by created_at, id`,
  );
}

/** A finished sub-run from elsewhere. */
export interface ImportedRun {
  id: string;
  parentId: string;
  role: string;
  entityId: string | null;
  status: Extract<RunStatus, 'succeeded' | 'failed' | 'blocked' | 'empty' | 'cancelled'>;
  runner: string;
  url: string | null;
  goal: string;
  answer: string | null;
  output: unknown;
  costUsd: number;
  createdAt: string;
  finishedAt: string;
}

/** The run with the one attempt that made it. It was paid for elsewhere and is not in the ledger. */
export function importRunStatements(workspaceId: string, run: ImportedRun): Statement[] {
  const cost = microUsd(run.costUsd);
  return [
    sql`insert into runs (id, workspace_id, created_at, view_token, status, request, routing_class, plan, expires_at, job_id,
          spent_micro, runner, outcome, finished_at, parent_id, entity_id, role)
        values (${run.id}, ${workspaceId}, ${run.createdAt}, new_view_token(${run.id}), ${run.status}, ${json(bareRequest(run, run.runner))}, 'runner',
          ${json({ order: [run.runner], decision: null, budgetMicro: null })}, ${run.finishedAt}, ${randomUUID()},
          ${cost}, ${run.runner}, ${json(outcomeOf(run))}, ${run.finishedAt}, ${run.parentId}, ${run.entityId}, ${run.role})`,
    sql`insert into attempts (id, run_id, workspace_id, ordinal, runner, phase, status, price_micro, cost_micro, verdict, started_at, finished_at)
        values (${newId('att')}, ${run.id}, ${workspaceId}, 0, ${run.runner}, 'planned', ${run.status === 'cancelled' ? 'cancelled' : 'finished'},
          ${cost}, ${cost}, ${verdictOf(run)}, ${run.createdAt}, ${run.finishedAt})`,
  ];
}

function verdictOf({ status }: ImportedRun): Outcome['quality']['verdict'] {
  return status === 'cancelled' ? 'failed' : status;
}

function outcomeOf(run: ImportedRun): Outcome {
  const isAnswer = run.status === 'succeeded' || run.status === 'empty';
  return {
    output: run.output ?? run.answer,
    answer: isAnswer ? (run.answer ?? '') : null,
    answerPresent: isAnswer,
    quality: {
      verdict: verdictOf(run),
      confidence: isAnswer ? 1 : null,
      reason: 'Imported with the history of its long task.',
      source: 'deterministic',
    },
    blockReason: run.status === 'blocked' ? 'bot_challenge' : null,
    deliverables: null,
    finalUrl: run.url,
    error: isAnswer ? null : { code: outcomeCode(run), message: 'The sub-run did not deliver its entity.' },
  };
}

function outcomeCode({ status }: ImportedRun) {
  if (status === 'cancelled') return 'run_cancelled' as const;
  return status === 'blocked' ? ('blocked' as const) : ('run_failed' as const);
}
