import type { RunOutcomeCode } from '../../errors.ts';
import { outputText } from '../../judge/canonical-output.ts';
import type { Interaction, Outcome, Run, RunStatus } from '../run.ts';
import { submitBy } from '../submit-by.ts';
import { envelopeOf, exactOutput, renderError, screenshotOf } from './envelope.ts';
import { viewsOf } from './live/path.ts';
import { effective } from './past-states.ts';

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
  const error = renderError(run.outcome, baseUrl);
  const seconds = run.finishedAt ? Math.floor(run.finishedAt.getTime() / 1000) : null;
  return {
    id: run.id,
    object: 'response' as const,
    created_at: Math.floor(run.createdAt.getTime() / 1000),
    completed_at: status === 'completed' ? seconds : null,
    status,
    required_action: run.interaction ? requiredAction(run, run.interaction, baseUrl) : undefined,
    incomplete_details: incompleteDetails(run.outcome),
    error: error && { ...error, type: 'run_error' as const, param: null },
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
    temperature: 1 as const,
    top_p: 1 as const,
    presence_penalty: 0 as const,
    frequency_penalty: 0 as const,
    top_logprobs: 0 as const,
    max_output_tokens: null,
    max_tool_calls: null,
    previous_response_id: run.request.previousResponseId ?? null,
    reasoning: null,
    truncation: 'disabled' as const,
    user: null,
    service_tier: 'default' as const,
    safety_identifier: null,
    prompt_cache_key: null,
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

function textOf(run: Run, outcome: Outcome): string {
  if (outcome.answer === null && run.status !== 'succeeded' && run.status !== 'empty') return '';
  const output = exactOutput(outcome);
  return output !== null && typeof output === 'object'
    ? outputText(output)
    : (outcome.answer ?? outputText(output));
}

const STOPPED_EARLY: RunOutcomeCode[] = ['budget_exhausted', 'insufficient_credits', 'run_timeout'];

function incompleteDetails(outcome: Outcome | null): { reason: string } | null {
  const code = outcome?.error?.code;
  return code && STOPPED_EARLY.includes(code) ? { reason: code } : null;
}

function requiredAction(run: Run, interaction: Interaction, baseUrl: string) {
  const views = viewsOf(run, baseUrl);
  return {
    type: 'submit_input' as const,
    submit_input: {
      kind: interaction.kind,
      prompt: interaction.prompt,
      created_at: Math.floor(interaction.createdAt.getTime() / 1000),
      channel: interaction.channel,
      message: interaction.prompt,
      submit: submitBy(run.id, interaction.kind),
      live_view: views.live,
      screenshot: screenshotOf(run, baseUrl),
      replay_url: views.replay,
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
