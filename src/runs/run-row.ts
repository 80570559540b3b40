import sql from 'sql-template-tag';
import { type ArtifactRow, artifactsOf, toArtifact } from '../artifacts/store.ts';
import type { Row } from '../platform/db.ts';
import { bareRequest } from './bare-request.ts';
import { toFeedback } from './feedback/store.ts';
import { interactionOf, toInteraction } from './interaction-row.ts';
import { isSweep } from './learning-sweep.ts';
import type { Attempt, AttemptFacts, Outcome, Run, RunRequest, RunStatus } from './run.ts';

/** A run as `toRun` reads it, from the row `r`. */
export const RUN = sql`
  r.id, r.workspace_id, r.key_id, r.created_at, r.view_token, r.status, r.request, r.routing_class, r.domain, r.task_type, r.plan, r.fee_rate_ppm, r.max_cost_micro,
  r.expires_at, r.finished_at is null and r.expires_at < db_now() as is_overdue,
  extract(epoch from r.window_ends_at - db_now()) * 1000 as window_left_ms,
  r.fence, r.job_id, r.progress_at, r.spent_micro, r.held_micro, r.progress_events, r.runner, r.outcome,
  r.finished_at, r.parent_id, r.entity_id, r.role,
  (select json_agg(a order by a.ordinal) from attempts a where a.run_id = r.id and a.workspace_id = r.workspace_id) as attempts,
  ${artifactsOf(sql`r`)} as artifacts,
  ${interactionOf(sql`r`)} as interaction,
  case when r.finished_at is not null then (select row_to_json(f) from run_feedback f where f.run_id = r.id) end as feedback`;

export interface RunRow extends Row {
  id: string;
  workspace_id: string;
  key_id: string | null;
  created_at: Date;
  view_token: string;
  status: RunStatus;
  request: RunRequest;
  routing_class: Run['routingClass'];
  domain: string | null;
  task_type: Run['taskType'] | null;
  plan: Run['plan'];
  fee_rate_ppm: number;
  max_cost_micro: number | null;
  expires_at: Date;
  is_overdue: boolean;
  window_left_ms: string | null;
  fence: number;
  job_id: string;
  progress_at: Date;
  spent_micro: number;
  held_micro: number;
  progress_events: number;
  runner: string | null;
  outcome: Outcome | null;
  finished_at: Date | null;
  parent_id: string | null;
  entity_id: string | null;
  role: string | null;
  attempts: AttemptRow[] | null;
  artifacts: ArtifactRow[] | null;
  interaction: Parameters<typeof toInteraction>[0] | null;
  feedback: Parameters<typeof toFeedback>[0] | null;
}

export function toRun(row: RunRow | Row): Run {
  const known = row as RunRow;
  const request = { ...BLANK, ...known.request, task: { ...BLANK.task, ...known.request.task } };
  return {
    id: known.id,
    workspaceId: known.workspace_id,
    keyId: known.key_id,
    createdAt: known.created_at,
    viewToken: known.view_token,
    status: known.status,
    request,
    isUnreadable:
      lacks(known.request, BLANK) || lacks(known.request.task, BLANK.task) || lacks(known.plan, NO_PLAN),
    routingClass: known.routing_class,
    isSweep: isSweep({ routingClass: known.routing_class }),
    domain: known.domain,
    taskType: known.task_type ?? 'extract',
    plan: { ...NO_PLAN, ...known.plan },
    feeRatePpm: known.fee_rate_ppm,
    maxCostMicro: known.max_cost_micro,
    expiresAt: known.expires_at,
    isOverdue: known.is_overdue,
    windowLeftMs: known.window_left_ms === null ? null : Number(known.window_left_ms),
    fence: known.fence,
    jobId: known.job_id,
    progressAt: known.progress_at,
    spentMicro: known.spent_micro,
    heldMicro: known.held_micro,
    progressEvents: known.progress_events,
    runner: known.runner,
    outcome: known.outcome,
    finishedAt: known.finished_at,
    parentId: known.parent_id,
    entityId: known.entity_id,
    role: known.role,
    interaction: known.interaction && toInteraction(known.interaction),
    feedback: known.feedback && toFeedback(known.feedback),
    attempts: (known.attempts ?? []).map(toAttempt),
    artifacts: (known.artifacts ?? []).map(toArtifact),
  };
}

/** The members of every stored request and plan. Erased runs have none. */
const BLANK = bareRequest({ goal: '', url: null }, '');
const NO_PLAN: Run['plan'] = { order: [], decision: null, budgetMicro: null };

function lacks(stored: object | undefined, members: object): boolean {
  return stored === undefined || Object.keys(members).some((name) => !(name in stored));
}

interface AttemptRow {
  id: string;
  ordinal: number;
  runner: string;
  engine: string | null;
  phase: Attempt['phase'];
  batch: number | null;
  decision: Attempt['decision'];
  status: Attempt['status'];
  reference: string | null;
  price_micro: number;
  own_key: boolean;
  session: Attempt['session'];
  cost_micro: number | null;
  verdict: Attempt['verdict'];
  block_reason: string | null;
  defense: string | null;
  fault: Attempt['fault'];
  error: Attempt['error'];
  result: AttemptFacts | null;
  started_at: string | Date;
  finished_at: string | Date | null;
}

function toAttempt(row: AttemptRow | Row): Attempt {
  const known = row as AttemptRow;
  return {
    id: known.id,
    ordinal: known.ordinal,
    runner: known.runner,
    engine: known.engine,
    phase: known.phase,
    batch: known.batch,
    decision: known.decision,
    status: known.status,
    reference: known.reference,
    priceMicro: known.price_micro,
    costMicro: known.cost_micro,
    isOwnKey: known.own_key,
    session: known.session,
    verdict: known.verdict,
    blockReason: known.block_reason,
    defense: known.defense,
    fault: known.fault,
    error: known.error,
    result: known.result,
    startedAt: new Date(known.started_at),
    finishedAt: known.finished_at === null ? null : new Date(known.finished_at),
  };
}
