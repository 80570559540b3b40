import { type Artifact, isAvailable } from '../artifacts/store.ts';
import { NORMALIZATION_MICRO } from '../billing/postings.ts';
import { type RunOutcomeCode, runOutcomes } from '../errors.ts';
import { share, usd } from '../platform/money.ts';
import { outputText } from '../quality/canonical-output.ts';
import { outcomeOf } from './finish.ts';
import { submitBy } from './interaction/submit-by.ts';
import { browserOwner, isVisible, liveViewOf, replayOf } from './live/path.ts';
import type { Attempt, Interaction, Outcome, Run, RunStatus } from './run.ts';

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
 * A run as the official clients read it. The same object for HTTP, streams and webhooks; pure. Keys that are absent in
 * JSON are undefined here: an object spread together from parts takes several times as long.
 */
export function renderResponse(stored: Run) {
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
    required_action: run.interaction ? requiredAction(run, run.interaction) : undefined,
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
    svc: envelopeOf(run),
  };
}

export type ResponseObject = ReturnType<typeof renderResponse>;

export function renderEnvelope(run: Run) {
  return envelopeOf(effective(run));
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

/** The run as it stood when it was created: what the first events of its stream show. */
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

/** A run past its time contract has failed, even before anybody wrote that down. */
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

function envelopeOf(run: Run) {
  const { outcome, request } = run;
  const isOver = run.finishedAt !== null;
  const speaking = run.attempts.findLast((attempt) => attempt.runner === run.runner);
  const screenshot = run.artifacts.findLast(
    (artifact) => artifact.kind === 'screenshot' && isAvailable(artifact),
  );
  const attempts = run.attempts.map(renderAttempt);
  return {
    schema: 'svc.run/v1' as const,
    id: run.id,
    status: run.status,
    progress: isOver ? undefined : progressOf(run, attempts),
    required_action: run.interaction ? { kind: run.interaction.kind, prompt: run.interaction.prompt } : null,
    model: request.model,
    routing: request.routing,
    routing_note: null,
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
      artifacts: run.artifacts.map((artifact) => artifact.id),
    },
    error: renderError(outcome),
    quality: outcome ? { ...outcome.quality, answer_present: outcome.answerPresent } : null,
    deliverables: outcome?.deliverables ?? null,
    block_reason: outcome?.blockReason ?? null,
    timing_ms: run.finishedAt ? run.finishedAt.getTime() - run.createdAt.getTime() : null,
    cost: costOf(run),
    budget: {
      max_cost_usd: run.maxCostMicro === null ? null : usd(run.maxCostMicro),
      source: request.budgetSource,
      exhausted: outcome?.error?.code === 'budget_exhausted',
    },
    time_budget_ms: request.timeBudgetMs,
    uncapped: request.timeBudgetMs === null,
    normalization: request.normalize ? renderNormalization(run) : undefined,
    custody: request.custody ? renderCustody(request.custody) : undefined,
    session: sessionOf(run),
    live_view: liveViewOf(run),
    replay_url: replayOf(run),
    screenshot: screenshot ? artifactUrl(run, screenshot.id) : null,
    screenshot_unavailable_reason: screenshot || !isOver ? null : noScreenshotReason(run),
    artifacts: run.artifacts.map((artifact) => renderArtifact(run, artifact)),
    steps: stepsOf(run, isOver ? speaking : run.attempts.at(-1)),
    routing_attempts: attempts,
    learning_ranking: null,
    fallback_from: run.attempts
      .filter((attempt) => (isOver ? attempt !== speaking : attempt.finishedAt !== null))
      .map((attempt) => attempt.runner),
    act_script: run.status === 'succeeded' ? (speaking?.result?.actScript ?? []) : [],
    scale_hint: null,
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

const STOPPED_EARLY: RunOutcomeCode[] = ['budget_exhausted', 'run_timeout'];

function incompleteDetails(outcome: Outcome | null): { reason: string } | null {
  const code = outcome?.error?.code;
  return code && STOPPED_EARLY.includes(code) ? { reason: code } : null;
}

function requiredAction(run: Run, interaction: Interaction) {
  return {
    type: 'submit_input' as const,
    submit_input: {
      kind: interaction.kind,
      prompt: interaction.prompt,
      created_at: Math.floor(interaction.createdAt.getTime() / 1000),
      channel: interaction.channel,
      message: interaction.prompt,
      submit: submitBy(run.id, interaction.kind),
      live_view: liveViewOf(run),
    },
  };
}

/** Tokens are approximate, characters over four; billing is in USD. */
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
    batch: null,
    spend_usd: usd(run.spentMicro),
    updated_at: run.progressAt.toISOString(),
  };
}

function renderAttempt(attempt: Attempt) {
  return {
    id: attempt.id,
    index: attempt.ordinal,
    runner: attempt.runner,
    engine: attempt.engine,
    phase: attempt.phase,
    batch: null,
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
  return {
    runner: run.runner ?? run.plan.order[0] ?? '',
    strategy: decision.strategy,
    reason: decision.reason,
    summary: decision.summary,
    policy_version: isOver ? decision.policyVersion : undefined,
    attempts: isOver
      ? attempts.map(({ id, runner, verdict, fault }) => ({ id, runner, verdict, fault }))
      : undefined,
    explanation: `/api/v1/responses/${run.id}/explanation`,
  };
}

function costOf(run: Run) {
  const charged = run.attempts.filter((attempt) => attempt.costMicro !== null);
  const fee = charged.reduce((sum, attempt) => sum + share(attempt.costMicro ?? 0, run.feeRatePpm), 0);
  const spent = charged.reduce((sum, attempt) => sum + (attempt.costMicro ?? 0), 0);
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
      usd: usd(attempt.costMicro ?? 0),
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

function renderArtifact(run: Run, artifact: Artifact) {
  const isStored = isAvailable(artifact);
  return {
    id: artifact.id,
    kind: artifact.kind,
    name: artifact.name,
    content_type: artifact.contentType,
    size_bytes: artifact.sizeBytes,
    url: isStored ? artifactUrl(run, artifact.id) : null,
    unavailable_reason: isStored ? null : unavailableReason(artifact),
    created_at: artifact.createdAt.toISOString(),
  };
}

/** The browser that the run used last, as far as it was driven by us. */
function sessionOf(run: Run) {
  const live_url = liveViewOf(run);
  const attempt = run.attempts.findLast(isVisible);
  const provider_id = attempt && browserOwner(attempt);
  if (live_url === null || !attempt || !provider_id) return null;
  return {
    id: attempt.id,
    provider_id,
    live_url,
    replay_url: replayOf(run),
    connect_url: null,
    selenium_remote_url: null,
    region: null,
    status: attempt.status === 'running' ? ('running' as const) : ('ended' as const),
  };
}

function noScreenshotReason(run: Run): string {
  const lost = run.artifacts.findLast((artifact) => artifact.kind === 'screenshot');
  return lost ? unavailableReason(lost) : 'The runner took no screenshot.';
}

function unavailableReason(artifact: Artifact): string {
  return artifact.isExpired
    ? 'The file was erased when the retention of the workspace was over.'
    : 'The file was over 30 MB or could not be stored.';
}

function artifactUrl(run: Run, artifactId: string): string {
  return `/api/v1/responses/${run.id}/artifacts/${artifactId}`;
}

function stepsOf(run: Run, attempt: Attempt | undefined) {
  return (attempt?.result?.steps ?? []).map((step, index) => ({
    index,
    at: step.at,
    action: step.action,
    target: step.target,
    detail: step.detail,
    url: step.url,
    ok: step.ok,
    duration_ms: step.durationMs,
    screenshot: step.screenshot ? artifactUrl(run, step.screenshot) : null,
  }));
}
