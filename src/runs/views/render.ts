import { type Artifact, isAvailable } from '../../artifacts/store.ts';
import { NORMALIZATION_MICRO } from '../../billing/postings.ts';
import { type RunOutcomeCode, runOutcomes } from '../../errors.ts';
import { share, usd } from '../../platform/money.ts';
import { outputText } from '../../quality/canonical-output.ts';
import { type Deliverables, readDeliverables } from '../../quality/deliverables.ts';
import { outcomeOf } from '../ending.ts';
import { isSweep, wavesOf } from '../learning-sweep.ts';
import { billedCost } from '../new-attempt.ts';
import { ranked } from '../ranking.ts';
import { routingSentence } from '../routing-sentence.ts';
import type { Attempt, Interaction, Outcome, Run, RunStatus } from '../run.ts';
import { submitBy } from '../submit-by.ts';
import { browserOwner, isVisible, liveViewOf, replayOf } from './live/path.ts';

const RESPONSE_STATUS = {
  running: 'in_progress',
  needs_human: 'requires_action',
  succeeded: 'completed',
  empty: 'completed',
  failed: 'failed',
  blocked: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<RunStatus, string>;

/**
 * A run as the official clients read it. The same object for HTTP, streams and webhooks; pure. Keys that are absent
 * in JSON are undefined here; building the object from spreads is several times slower.
 */
export function renderResponse(stored: Run, baseUrl: string) {
  const run = effective(stored);
  const status = RESPONSE_STATUS[run.status];
  const text = run.outcome ? textOf(run, run.outcome) : '';
  const seconds = run.finishedAt ? Math.floor(run.finishedAt.getTime() / 1000) : null;
  return {
    id: run.id,
    object: 'response' as const,
    created_at: Math.floor(run.createdAt.getTime() / 1000),
    completed_at: status === 'completed' ? seconds : null,
    status,
    required_action: run.interaction ? requiredAction(run, run.interaction, baseUrl) : undefined,
    incomplete_details: incompleteDetails(run.outcome),
    error: renderError(run.outcome),
    model: run.request.model,
    confidence: run.outcome?.quality.confidence ?? null,
    output: text === '' ? [] : [messageItem(run.id, text)],
    output_text: text,
    usage: run.outcome ? usageOf(run, text) : null,
    metadata: run.request.metadata,
    background: run.request.background,
    instructions: run.request.task.instructions,
    text: run.request.textFormat,
    tools: [],
    tool_choice: 'none' as const,
    parallel_tool_calls: false as const,
    temperature: null,
    top_p: null,
    max_output_tokens: null,
    previous_response_id: null,
    reasoning: null,
    truncation: null,
    user: null,
    service_tier: null,
    store: true as const,
    svc: envelopeOf(run, baseUrl),
  };
}

export type ResponseObject = ReturnType<typeof renderResponse>;

export function renderEnvelope(run: Run, baseUrl: string) {
  return envelopeOf(effective(run), baseUrl);
}

export function messageItem(runId: string, text: string) {
  return {
    id: messageId(runId),
    type: 'message' as const,
    role: 'assistant' as const,
    status: 'completed' as const,
    content: [textPart(text)],
  };
}

export function messageId(runId: string): string {
  return runId.replace(/^resp_/, 'msg_');
}

export function textPart(text: string) {
  return { type: 'output_text' as const, text, annotations: [] as never[], logprobs: [] as never[] };
}

/** The run as it was when it was created, for the first events of a stream. */
export function asCreated(run: Run): Run {
  return {
    ...run,
    status: 'running',
    isOverdue: false,
    outcome: null,
    finishedAt: null,
    runner: null,
    spentMicro: 0,
    interaction: null,
    attempts: [],
    artifacts: [],
    progressAt: run.createdAt,
  };
}

/** The run as it was when it asked, for its event; the answer may have arrived since. */
export function asAsked(run: Run, interaction: Interaction): Run {
  const { createdAt: then } = interaction;
  const attempts = run.attempts
    .filter(({ startedAt }) => startedAt <= then)
    .map((attempt) => (attempt.finishedAt && attempt.finishedAt <= then ? attempt : asStarted(attempt)));
  return {
    ...asCreated(run),
    status: 'needs_human',
    interaction,
    spentMicro: attempts.reduce((sum, attempt) => sum + billedCost(attempt), 0),
    attempts,
    artifacts: run.artifacts.filter(({ createdAt }) => createdAt <= then),
    progressAt: then,
  };
}

function asStarted(attempt: Attempt): Attempt {
  return {
    ...attempt,
    status: 'running',
    costMicro: null,
    verdict: null,
    blockReason: null,
    fault: 'none',
    error: null,
    result: null,
    finishedAt: null,
  };
}

/** A run past its time limit counts as failed, even before it is recorded. */
function effective(run: Run): Run {
  if (!run.isOverdue) return run;
  const ending = {
    kind: 'stopped',
    code: 'run_timeout',
    message: 'The run exceeded its time contract.',
  } as const;
  return {
    ...run,
    isOverdue: false,
    status: 'failed',
    interaction: null,
    finishedAt: run.expiresAt,
    outcome: outcomeOf(run, ending),
  };
}

function envelopeOf(run: Run, baseUrl: string) {
  const { outcome, request } = run;
  const isOver = run.finishedAt !== null;
  const speaking = run.attempts.findLast((attempt) => attempt.runner === run.runner);
  const screenshot = screenshotOf(run, baseUrl);
  const attempts = run.attempts.map(renderAttempt);
  return {
    schema: 'svc.run/v1' as const,
    id: run.id,
    status: run.status,
    progress: isOver ? undefined : progressOf(run, attempts),
    required_action: run.interaction ? { kind: run.interaction.kind, prompt: run.interaction.prompt } : null,
    model: request.model,
    routing: request.routing,
    routing_note: request.routingNote ?? null,
    ranked_runners: run.plan.order,
    parent_id: run.parentId,
    entity_id: run.entityId,
    role: run.role,
    routing_summary: run.plan.decision ? routingSummary(run, run.plan.decision, attempts) : undefined,
    runner: run.runner,
    engine: speaking?.engine ?? null,
    url: request.task.url,
    output: outcome?.output ?? null,
    answer: outcome?.answer ?? null,
    answer_present: outcome?.answerPresent ?? false,
    evidence: {
      quality_reason: outcome?.quality.reason ?? null,
      final_url: outcome?.finalUrl ?? null,
      http_status: outcome?.httpStatus ?? null,
      artifacts: run.artifacts.map((artifact) => artifact.id),
      reading: outcome?.reading ?? null,
    },
    error: renderError(outcome),
    quality: outcome ? { ...outcome.quality, answer_present: outcome.answerPresent } : null,
    deliverables: outcome ? deliverablesOf(run, outcome) : null,
    block_reason: outcome?.blockReason ?? null,
    timing_ms: run.finishedAt ? run.finishedAt.getTime() - run.createdAt.getTime() : null,
    cost: costOf(run),
    budget: {
      max_cost_usd: run.maxCostMicro === null ? null : usd(run.maxCostMicro),
      source: request.budgetSource,
      exhausted: outcome?.error?.code === 'budget_exhausted',
    },
    time_budget_ms: request.timeBudgetMs,
    // Pinned runners and chains have a fixed limit of 20 minutes.
    uncapped: request.timeBudgetMs === null && run.routingClass !== 'runner' && run.routingClass !== 'chain',
    normalization: request.normalize ? renderNormalization(run) : undefined,
    custody: request.custody ? renderCustody(request.custody) : undefined,
    session: sessionOf(run, isOver ? speaking : undefined, baseUrl),
    live_view: liveViewOf(run, baseUrl),
    replay_url: replayOf(run, baseUrl),
    screenshot,
    screenshot_unavailable_reason: screenshot || !isOver ? null : noScreenshotReason(run),
    artifacts: run.artifacts.map((artifact) => renderArtifact(run, artifact, baseUrl)),
    steps: stepsOf(run, isOver ? speaking : run.attempts.at(-1), baseUrl),
    routing_attempts: attempts,
    learning_ranking: isOver && isSweep(run) ? rankingOf(run) : null,
    fallback_from: fallbackFrom(run, isOver ? speaking : undefined),
    act_script: run.status === 'succeeded' ? (speaking?.result?.actScript ?? []) : [],
    scale_hint: request.isMulti ? ('multi' as const) : null,
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
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

function textOf(run: Run, outcome: Outcome): string {
  if (outcome.answer === null && run.status !== 'succeeded' && run.status !== 'empty') return '';
  if (outcome.output !== null && typeof outcome.output === 'object') return outputText(outcome.output);
  return outcome.answer ?? outputText(outcome.output);
}

function renderError(outcome: Outcome | null) {
  if (!outcome?.error) return null;
  const { code, message } = outcome.error;
  return { code, message, remediation: runOutcomes[code].remediation };
}

const STOPPED_EARLY: RunOutcomeCode[] = ['budget_exhausted', 'insufficient_credits', 'run_timeout'];

function incompleteDetails(outcome: Outcome | null): { reason: string } | null {
  const code = outcome?.error?.code;
  return code && STOPPED_EARLY.includes(code) ? { reason: code } : null;
}

/** Tasks that ask for files report on them, however the run ended. */
function deliverablesOf({ request, artifacts }: Run, outcome: Outcome): Deliverables | null {
  return outcome.deliverables ?? readDeliverables(request.task.goal, null, artifacts.filter(isAvailable));
}

function requiredAction(run: Run, interaction: Interaction, baseUrl: string) {
  return {
    type: 'submit_input' as const,
    submit_input: {
      kind: interaction.kind,
      prompt: interaction.prompt,
      created_at: Math.floor(interaction.createdAt.getTime() / 1000),
      channel: interaction.channel,
      message: interaction.prompt,
      submit: submitBy(run.id, interaction.kind),
      live_view: liveViewOf(run, baseUrl),
      screenshot: screenshotOf(run, baseUrl),
      replay_url: replayOf(run, baseUrl),
    },
  };
}

/** Approximate: characters divided by four. Billing is in USD. */
function usageOf(run: Run, text: string) {
  const input = Math.ceil(run.request.inputChars / 4);
  const output = Math.ceil(text.length / 4);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
}

function progressOf(run: Run, attempts: ReturnType<typeof renderAttempt>[]) {
  return {
    attempts,
    attempts_started: run.attempts.length,
    attempts_finished: run.attempts.filter((attempt) => attempt.status !== 'running').length,
    batch: isSweep(run) ? batchOf(run) : null,
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

/** Whose turn is over without an answer. Probes are no fallbacks, and neither is one that a better one cut off. */
function fallbackFrom(run: Run, speaking: Attempt | undefined): string[] {
  if (isSweep(run)) return [];
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

/** The browser or the session of the attempt that speaks for the run, or else the last that is known. */
function sessionOf(run: Run, speaking: Attempt | undefined, baseUrl: string) {
  const isKnown = (one: Attempt) => isVisible(one) || one.session !== null;
  const attempt = speaking && isKnown(speaking) ? speaking : run.attempts.findLast(isKnown);
  if (!attempt) return null;
  // Where we drive the browser it is watched here; otherwise where its provider says.
  const live_url = isVisible(attempt) ? liveViewOf(run, baseUrl) : (attempt.session?.liveViewUrl ?? null);
  const provider_id = attempt.session?.id ?? browserOwner(attempt) ?? attempt.runner;
  return {
    id: attempt.id,
    provider_id,
    live_url,
    replay_url: replayOf(run, baseUrl) ?? attempt.session?.replayUrl ?? null,
    connect_url: null,
    selenium_remote_url: null,
    region: attempt.session?.region ?? null,
    status: attempt.status === 'running' ? ('running' as const) : ('ended' as const),
  };
}

function screenshotOf(run: Run, baseUrl: string): string | null {
  const taken = run.artifacts.findLast((file) => file.kind === 'screenshot' && isAvailable(file));
  return taken ? artifactUrl(run, taken.id, baseUrl) : null;
}

function noScreenshotReason(run: Run): string {
  const lost = run.artifacts.findLast((artifact) => artifact.kind === 'screenshot');
  return lost ? unavailableReason(lost) : 'The runner took no screenshot.';
}

function unavailableReason(artifact: Artifact): string {
  return artifact.isExpired
    ? 'The file was erased when the retention of the workspace was over.'
    : (artifact.unavailableReason ?? 'The file was over 30 MB or could not be stored.');
}

function artifactUrl(run: Pick<Run, 'id'>, artifactId: string, baseUrl: string): string {
  return `${baseUrl}/api/v1/responses/${run.id}/artifacts/${artifactId}`;
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
  }));
}
