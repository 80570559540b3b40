import { type Artifact, isAvailable } from '../../artifacts/store.ts';
import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { runOutcomes } from '../../errors.ts';
import { type Deliverables, readDeliverables } from '../../judge/deliverables.ts';
import { withNumbers } from '../../platform/exact-json.ts';
import { ModelMeter } from '../../platform/model-meter.ts';
import { share, usd } from '../../platform/money.ts';
import type { ModelTokens } from '../../runners/contract.ts';
import { billedCost, budgetOf } from '../ceiling.ts';
import { speakingAttempt } from '../ending.ts';
import { routingNoteOf } from '../forbidden.ts';
import { wavesOf } from '../learning-sweep.ts';
import { ranked } from '../ranking.ts';
import { routingSentence } from '../routing-sentence.ts';
import type { Attempt, Outcome, Run } from '../run.ts';
import { artifactUrl, browserOwner, isVisible, shownAttempt, shownFiles, viewsOf } from './live/path.ts';

export function envelopeOf(run: Run, baseUrl: string) {
  const { outcome, request } = run;
  const isOver = run.finishedAt !== null;
  const speaking = speakingAttempt(run);
  const screenshot = screenshotOf(run, baseUrl);
  const attempts = run.attempts.map(renderAttempt);
  const budget = budgetOf(run);
  const views = viewsOf(run, baseUrl);
  return {
    schema: 'svc.run/v1' as const,
    id: run.id,
    status: run.status,
    progress: isOver ? undefined : progressOf(run, attempts),
    required_action: run.interaction ? { kind: run.interaction.kind, prompt: run.interaction.prompt } : null,
    model: request.model,
    routing: request.routing,
    routing_note: routingNoteOf(run),
    ranked_runners: run.plan.order,
    parent_id: run.parentId,
    entity_id: run.entityId,
    role: run.role,
    routing_summary: run.plan.decision ? routingSummary(run, run.plan.decision, attempts) : undefined,
    runner: run.runner,
    engine: isOver ? (speaking?.engine ?? null) : null,
    url: request.task.url,
    output: outcome ? exactOutput(outcome) : null,
    answer: outcome?.answer ?? null,
    answer_present: outcome?.answerPresent ?? false,
    evidence: {
      quality_reason: outcome?.quality.reason ?? null,
      final_url: outcome?.finalUrl ?? null,
      http_status: outcome?.httpStatus ?? null,
      artifacts: run.artifacts.map((artifact) => artifact.id),
      reading: outcome?.reading ?? null,
    },
    error: renderError(outcome, baseUrl),
    quality: outcome ? { ...outcome.quality, answer_present: outcome.answerPresent } : null,
    deliverables: outcome ? deliverablesOf(run, outcome) : null,
    feedback: run.feedback ? renderFeedback(run.feedback) : null,
    block_reason: outcome?.blockReason ?? null,
    timing_ms: run.finishedAt ? run.finishedAt.getTime() - run.createdAt.getTime() : null,
    cost: costOf(run),
    budget: {
      max_cost_usd: budget.micro === null ? null : usd(budget.micro),
      source: budget.source,
      exhausted: outcome?.error?.code === 'budget_exhausted',
    },
    time_budget_ms: request.timeBudgetMs,
    // Pinned runners and chains have a fixed limit of 20 minutes.
    uncapped: request.timeBudgetMs === null && run.routingClass !== 'runner' && run.routingClass !== 'chain',
    normalization: request.normalize ? renderNormalization(run) : undefined,
    custody: request.custody ? renderCustody(request.custody) : undefined,
    session: sessionOf(run, views),
    live_view: views.live,
    replay_url: views.replay,
    screenshot,
    screenshot_unavailable_reason: screenshot || !isOver ? null : noScreenshotReason(run),
    artifacts: run.artifacts.map((artifact) => renderArtifact(run, artifact, baseUrl)),
    steps: stepsOf(run, speaking, baseUrl),
    models: modelsOf(run),
    routing_attempts: attempts,
    learning_ranking: isOver && run.isSweep ? rankingOf(run) : null,
    fallback_from: fallbackFrom(run, isOver ? speaking : undefined),
    act_script: run.status === 'succeeded' ? (speaking?.result?.actScript ?? []) : [],
    scale_hint: request.isMulti ? ('multi' as const) : null,
    warnings: request.warnings ?? [],
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}

function renderFeedback({ correct, answer, note, createdAt, updatedAt }: NonNullable<Run['feedback']>) {
  return { correct, answer, note, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

function renderNormalization({ outcome }: Run) {
  const made = outcome?.normalization;
  return {
    requested: true as const,
    applied: made?.applied ?? false,
    reason: made ? made.reason : outcome ? 'There was no output to normalize.' : 'The run is not over yet.',
    addon_usd: made?.applied ? usd(NORMALIZATION_MICRO) : 0,
  };
}

/** The output with the digits of numbers that only JSON text can hold. */
export function exactOutput({ output, numbers }: Outcome): unknown {
  return numbers ? withNumbers(output, new Set(numbers)) : output;
}

export function renderError(outcome: Outcome | null, baseUrl: string) {
  if (!outcome?.error) return null;
  const { code, message } = outcome.error;
  const { remediation } = runOutcomes[code];
  return { code, message, remediation, doc_url: `${baseUrl}/docs/errors#${code}` };
}

/** Tasks that ask for files report on them, however the run ended. */
function deliverablesOf({ request, artifacts }: Run, outcome: Outcome): Deliverables | null {
  return outcome.deliverables ?? readDeliverables(request.task.goal, null, artifacts.filter(isAvailable));
}

function progressOf(run: Run, attempts: ReturnType<typeof renderAttempt>[]) {
  return {
    attempts,
    attempts_started: run.attempts.length,
    attempts_finished: run.attempts.filter((attempt) => attempt.status !== 'running').length,
    batch: run.isSweep ? batchOf(run) : null,
    spend_usd: usd(run.spentMicro),
    updated_at: run.progressAt.toISOString(),
  };
}

/** Which wave of a sweep is under way, from 1. */
function batchOf(run: Run) {
  const waves = wavesOf(run);
  const index = Math.max(1, ...run.attempts.map(({ batch }) => batch ?? 1));
  const size = waves[index - 1]?.length ?? 0;
  const finished = run.attempts.filter(({ batch, status }) => batch === index && status !== 'running');
  return { index, total: waves.length, size, finished: finished.length };
}

function rankingOf(run: Run) {
  return ranked(run.attempts).map(({ attempt, timingMs, score }, index) => ({
    rank: index + 1,
    runner: attempt.runner,
    verdict: attempt.verdict,
    cost_usd: usd(attempt.costMicro ?? 0),
    timing_ms: timingMs,
    score: Number(score.toFixed(6)),
  }));
}

/** Runners whose turn ended without an answer. Probes and attempts cut off by a better one are not fallbacks. */
function fallbackFrom(run: Run, speaking: Attempt | undefined): string[] {
  if (run.isSweep) return [];
  return run.attempts
    .filter(
      (attempt) => attempt !== speaking && attempt.finishedAt !== null && attempt.status !== 'cancelled',
    )
    .map((attempt) => attempt.runner);
}

function renderAttempt(attempt: Attempt) {
  return {
    id: attempt.id,
    index: attempt.ordinal,
    runner: attempt.runner,
    engine: attempt.engine,
    phase: attempt.phase,
    batch: attempt.batch,
    started_at: attempt.startedAt.toISOString(),
    finished_at: attempt.finishedAt?.toISOString() ?? null,
    status: attempt.status,
    verdict: attempt.verdict,
    block_reason: attempt.blockReason,
    error: attempt.error,
    fault: attempt.fault,
    cost_usd: attempt.costMicro === null ? null : usd(attempt.costMicro),
    timing_ms: attempt.finishedAt ? attempt.finishedAt.getTime() - attempt.startedAt.getTime() : null,
    output: attempt.result?.output,
  };
}

function routingSummary(
  run: Run,
  decision: NonNullable<Run['plan']['decision']>,
  attempts: ReturnType<typeof renderAttempt>[],
) {
  const isOver = run.finishedAt !== null;
  const widened = run.attempts.flatMap(({ decision: made }) => made?.widening ?? []);
  const last = run.attempts.findLast(({ decision: made }) => made?.widening)?.decision ?? decision;
  return {
    runner: run.runner ?? run.plan.order[0] ?? '',
    strategy: last.strategy,
    reason: last.reason,
    summary: routingSentence(run, decision),
    policy_version: isOver ? decision.policyVersion : undefined,
    attempts: isOver
      ? attempts.map(({ id, runner, verdict, fault }) => ({ id, runner, verdict, fault }))
      : undefined,
    widening: widened.length > 0 ? { steps: widened.map(renderWidening) } : undefined,
    explanation: `/api/v1/responses/${run.id}/explanation`,
  };
}

function renderWidening(step: { runner: string; expectedCostUsd: number; headroomUsd: number }) {
  return {
    runner: step.runner,
    expected_cost_usd: step.expectedCostUsd,
    headroom_before_usd: step.headroomUsd,
  };
}

function costOf(run: Run) {
  const charged = run.attempts.filter((attempt) => attempt.costMicro !== null);
  const fee = charged.reduce((sum, attempt) => sum + share(attempt.costMicro ?? 0, run.feeRatePpm), 0);
  const spent = charged.reduce((sum, attempt) => sum + billedCost(attempt), 0);
  const addon = run.outcome?.normalization?.applied ? NORMALIZATION_MICRO : 0;
  return {
    total_usd: usd(spent + fee + addon),
    runner_usd: usd(spent),
    platform_fee_usd: usd(fee),
    platform_fee_rate: run.feeRatePpm / 1_000_000,
    normalization_usd: usd(addon),
    attempts: charged.map((attempt) => ({
      attempt_id: attempt.id,
      runner: attempt.runner,
      usd: usd(billedCost(attempt)),
    })),
  };
}

function renderCustody(custody: NonNullable<Run['request']['custody']>) {
  return {
    policy: custody.policy,
    source: custody.source,
    credential_id: custody.credentialId,
    allowed_runners: custody.allowedRunners,
    allowed_runner_count: custody.allowedCount,
    candidates_before_filter: custody.candidatesBefore,
    enforced: true as const,
  };
}

function renderArtifact(run: Run, artifact: Artifact, baseUrl: string) {
  const isStored = isAvailable(artifact);
  return {
    id: artifact.id,
    kind: artifact.kind,
    name: artifact.name,
    content_type: artifact.contentType,
    size_bytes: artifact.sizeBytes,
    url: isStored ? artifactUrl(run, artifact.id, baseUrl) : artifact.providerUrl,
    unavailable_reason: isStored ? null : unavailableReason(artifact),
    created_at: artifact.createdAt.toISOString(),
  };
}

function sessionOf(run: Run, views: ReturnType<typeof viewsOf>) {
  const attempt = shownAttempt(run);
  if (!attempt) return null;
  return {
    id: attempt.id,
    provider_id: attempt.session?.id ?? browserOwner(attempt) ?? attempt.runner,
    // Our page may show an earlier attempt.
    live_url: isVisible(attempt) ? views.live : (attempt.session?.liveViewUrl ?? null),
    replay_url: views.replay,
    connect_url: null,
    selenium_remote_url: null,
    region: attempt.session?.region ?? null,
    status: attempt.status === 'running' ? ('running' as const) : ('ended' as const),
  };
}

export function screenshotOf(run: Run, baseUrl: string): string | null {
  const taken = shownFiles(run, 'screenshot').findLast(isAvailable);
  return taken ? artifactUrl(run, taken.id, baseUrl) : null;
}

function noScreenshotReason(run: Run): string {
  const lost = shownFiles(run, 'screenshot').at(-1);
  return lost ? unavailableReason(lost) : 'The runner took no screenshot.';
}

function unavailableReason(artifact: Artifact): string {
  return artifact.isExpired
    ? 'The file was erased when the retention of the workspace was over.'
    : (artifact.unavailableReason ?? 'The file was over 30 MB or could not be stored.');
}

export function stepsOf(run: Pick<Run, 'id'>, attempt: Attempt | undefined, baseUrl: string) {
  return (attempt?.result?.steps ?? []).map((step, index) => ({
    index,
    at: step.at,
    action: step.action,
    target: step.target,
    detail: step.detail,
    url: step.url,
    ok: step.ok,
    duration_ms: Math.round(step.durationMs),
    screenshot: step.screenshot ? artifactUrl(run, step.screenshot, baseUrl) : null,
    thought: step.thought ?? null,
    tokens: step.tokens ? tokensOf(step.tokens) : null,
    cost_usd: step.tokens ? usd(step.tokens.costMicroUsd) : null,
    observation: step.view ? artifactUrl(run, step.view, baseUrl) : null,
  }));
}

function tokensOf({ inputTokens, cachedTokens, outputTokens }: Omit<ModelTokens, 'costMicroUsd'>) {
  return { input: inputTokens, cached: cachedTokens, output: outputTokens };
}

function modelsOf({ attempts }: Run) {
  const meter = new ModelMeter();
  for (const { result } of attempts) for (const use of result?.models ?? []) meter.add(use);
  return meter.uses.map((use) => ({
    model: use.model,
    role: use.role,
    calls: use.calls,
    tokens: tokensOf(use),
    cost_usd: usd(use.costMicroUsd),
  }));
}
