import { z } from 'zod';

/** The wire of runs: requests and answers. */

export const idParams = z.object({ id: z.string() });

export const getQuery = z.object({
  stream: z.string().optional().meta({ type: 'boolean', description: '`true` answers as an event stream.' }),
  starting_after: z.string().optional().meta({
    type: 'integer',
    minimum: 0,
    description: 'Only events after this sequence number (with `stream=true`).',
  }),
});

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable();
const isoTime = z.iso.datetime();

const attempt = z
  .strictObject({
    id: z.string(),
    index: z.int(),
    runner: z.string(),
    engine: nullable(z.string()),
    phase: z.enum(['planned', 'fallback', 'race', 'widened', 'probe']),
    batch: nullable(z.int()),
    started_at: isoTime,
    finished_at: nullable(isoTime),
    status: z.enum(['running', 'finished', 'lost', 'cancelled']),
    verdict: nullable(z.enum(['succeeded', 'blocked', 'failed', 'empty'])),
    block_reason: nullable(z.string()),
    error: nullable(z.strictObject({ code: z.string(), message: z.string() })),
    fault: z.enum(['none', 'runner', 'site', 'platform', 'caller']),
    cost_usd: nullable(z.number()),
    timing_ms: nullable(z.int()),
    output: z.unknown().optional(),
  })
  .meta({ id: 'Attempt' });

const readingNote = z
  .strictObject({
    rung: z.enum(['value', 'passages', 'text']),
    passages: z.array(
      z.strictObject({ text: z.string(), under: z.array(z.string()), at: z.int(), url: z.string() }),
    ),
    facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'ReadingNote' });

const runError = z
  .strictObject({ code: z.string(), message: z.string(), remediation: z.string() })
  .meta({ id: 'RunError' });

/** The members `type` and `param` are for clients that insist on OpenAI's form of an error. */
const responseError = runError
  .extend({ type: z.literal('run_error'), param: z.null() })
  .meta({ id: 'ResponseError' });

const runWarning = z
  .strictObject({ code: z.string(), param: nullable(z.string()), message: z.string() })
  .meta({ id: 'RunWarning' });

const artifact = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    content_type: z.string(),
    size_bytes: z.int(),
    url: nullable(z.string()).describe(
      'Where the bytes are, with a key. Of a file that was not captured, where its provider has it.',
    ),
    unavailable_reason: nullable(z.string()).describe('Why the bytes are not here.'),
    created_at: isoTime,
  })
  .meta({ id: 'Artifact' });

export const step = z
  .strictObject({
    index: z.int(),
    at: isoTime,
    action: z.string(),
    target: nullable(z.string()),
    detail: nullable(z.string()),
    url: nullable(z.string()),
    ok: z.boolean(),
    duration_ms: z.int(),
    screenshot: nullable(z.string()),
  })
  .meta({ id: 'Step' });

const scriptLine = z
  .strictObject({
    action: z.string(),
    role: nullable(z.string()),
    name: nullable(z.string()),
    selector: nullable(z.string()),
    value: nullable(z.string()).describe('Secret values are placeholders such as `{{credential.password}}`.'),
    url: nullable(z.string()),
  })
  .meta({ id: 'ScriptLine' });

const deliverables = z
  .strictObject({
    claimed: z.int(),
    delivered: z.int(),
    verdict: z.enum(['delivered', 'partial', 'not_delivered']),
    note: z.string(),
  })
  .meta({ id: 'Deliverables' });

const custody = z
  .strictObject({
    policy: z.string(),
    source: z.enum(['vault', 'request', 'vault+request']),
    credential_id: nullable(z.string()),
    allowed_runners: z.array(z.string()).describe('At most 40; `allowed_runner_count` counts all.'),
    allowed_runner_count: z.int(),
    candidates_before_filter: z.int(),
    enforced: z.literal(true),
  })
  .meta({ id: 'Custody' });

export const inputKind = z.enum(['otp', 'text', 'confirm']);

const submitInput = z
  .strictObject({
    kind: inputKind,
    prompt: z.string(),
    created_at: z.int(),
    channel: z.enum(['totp', 'sms', 'email', 'unknown']),
    message: z.string(),
    submit: z.strictObject({
      method: z.literal('POST'),
      path: z.string(),
      body: z.record(z.string(), z.string()),
    }),
    live_view: nullable(z.string()),
    screenshot: nullable(z.string()),
    replay_url: nullable(z.string()),
  })
  .meta({ id: 'SubmitInput' });

const budgetSource = z.enum(['caller', 'learning_default', 'routing_plan']);

const ranked = z
  .strictObject({
    rank: z.int(),
    runner: z.string(),
    verdict: nullable(z.string()),
    cost_usd: nullable(z.number()),
    timing_ms: nullable(z.int()),
    score: nullable(z.number()),
  })
  .meta({ id: 'LearningRank' });

/** The run envelope, `svc`. The same keys for every runner; keys that do not apply are null. */
export const envelope = z
  .strictObject({
    schema: z.literal('svc.run/v1'),
    id: z.string(),
    status: z.enum(['succeeded', 'failed', 'running', 'blocked', 'empty', 'needs_human', 'cancelled']),
    progress: z
      .strictObject({
        attempts: z.array(attempt),
        attempts_started: z.int(),
        attempts_finished: z.int(),
        batch: nullable(z.strictObject({ index: z.int(), total: z.int(), size: z.int(), finished: z.int() })),
        spend_usd: z.number(),
        updated_at: isoTime,
      })
      .optional(),
    required_action: nullable(z.strictObject({ kind: inputKind, prompt: z.string() })),
    model: z.string(),
    routing: z.unknown().describe('Routing of the request: a string or a list of runners.'),
    routing_note: nullable(z.string()),
    ranked_runners: z.array(z.string()),
    parent_id: nullable(z.string()),
    entity_id: nullable(z.string()),
    role: nullable(z.string()),
    routing_summary: z
      .strictObject({
        runner: z.string(),
        strategy: z.string(),
        reason: z.string(),
        summary: z.string(),
        policy_version: z.string().optional(),
        attempts: z
          .array(
            z.strictObject({
              id: z.string(),
              runner: z.string(),
              verdict: nullable(z.string()),
              fault: z.string(),
            }),
          )
          .optional(),
        widening: z
          .strictObject({
            steps: z.array(
              z.strictObject({
                runner: z.string(),
                expected_cost_usd: z.number(),
                headroom_before_usd: z.number(),
              }),
            ),
          })
          .optional(),
        explanation: z.string().describe('The path of the decision card.'),
      })
      .optional(),
    runner: nullable(z.string()),
    engine: nullable(z.string()),
    url: nullable(z.string()),
    output: z.unknown(),
    answer: nullable(z.string()),
    answer_present: z.boolean(),
    evidence: z.strictObject({
      quality_reason: nullable(z.string()),
      final_url: nullable(z.string()),
      http_status: nullable(z.int()).describe('Of that page, where the runner knows it.'),
      artifacts: z.array(z.string()),
      reading: nullable(readingNote).describe(
        'How the answer was read out of a page; null where it was not.',
      ),
    }),
    error: nullable(runError),
    quality: nullable(
      z.strictObject({
        verdict: z.enum(['succeeded', 'blocked', 'failed', 'empty']),
        confidence: z.number(),
        reason: z.string(),
        source: z.enum(['deterministic', 'grader']),
        answer_present: z.boolean(),
      }),
    ),
    deliverables: nullable(deliverables).describe('Null for tasks that ask for no file.'),
    block_reason: nullable(z.string()),
    timing_ms: nullable(z.int()),
    cost: z.strictObject({
      total_usd: z.number(),
      runner_usd: z.number(),
      platform_fee_usd: z.number(),
      platform_fee_rate: z.number(),
      normalization_usd: z.number(),
      attempts: z.array(z.strictObject({ attempt_id: z.string(), runner: z.string(), usd: z.number() })),
    }),
    budget: z.strictObject({
      max_cost_usd: nullable(z.number()),
      source: nullable(budgetSource),
      exhausted: z.boolean(),
    }),
    time_budget_ms: nullable(z.int()),
    uncapped: z.boolean().describe('No time budget and no fixed limit; false for pinned runners and chains.'),
    normalization: z
      .strictObject({
        requested: z.literal(true),
        applied: z.boolean(),
        reason: nullable(z.string()),
        addon_usd: z.number(),
      })
      .optional(),
    custody: custody.optional(),
    session: nullable(
      z.strictObject({
        id: z.string(),
        provider_id: z.string(),
        live_url: nullable(z.string()),
        replay_url: nullable(z.string()),
        connect_url: z.null(),
        selenium_remote_url: z.null(),
        region: z.string().nullable(),
        status: z.enum(['running', 'ended']),
      }),
    ),
    live_view: nullable(z.string()),
    replay_url: nullable(z.string()),
    screenshot: nullable(z.string()),
    screenshot_unavailable_reason: nullable(z.string()),
    artifacts: z.array(artifact),
    steps: z.array(step),
    routing_attempts: z.array(attempt),
    learning_ranking: nullable(z.array(ranked)),
    fallback_from: z.array(z.string()),
    act_script: z.array(scriptLine),
    scale_hint: nullable(z.enum(['multi'])),
    warnings: z.array(runWarning),
    created_at: isoTime,
    finished_at: nullable(isoTime),
  })
  .meta({ id: 'Run' });

export const outputText = z
  .strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.unknown()),
    logprobs: z.array(z.unknown()),
  })
  .meta({ id: 'OutputText' });

export const message = z
  .strictObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    status: z.enum(['in_progress', 'completed', 'incomplete']),
    content: z.array(outputText),
  })
  .meta({ id: 'OutputMessage' });

/** The Responses object of the official clients, with the envelope under `svc`. */
export const responseObject = z
  .strictObject({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    completed_at: nullable(z.int()),
    status: z.enum(['completed', 'failed', 'in_progress', 'requires_action', 'cancelled']),
    required_action: z
      .strictObject({ type: z.literal('submit_input'), submit_input: submitInput })
      .optional(),
    incomplete_details: nullable(z.strictObject({ reason: z.string() })),
    error: nullable(responseError),
    model: z.string(),
    confidence: nullable(z.number()),
    output: z.array(message),
    output_text: z.string(),
    usage: nullable(
      z.strictObject({
        input_tokens: z.int(),
        output_tokens: z.int(),
        total_tokens: z.int(),
        input_tokens_details: z.strictObject({ cached_tokens: z.int(), cache_write_tokens: z.int() }),
        output_tokens_details: z.strictObject({ reasoning_tokens: z.int() }),
      }),
    ),
    metadata: z.record(z.string(), z.string()),
    background: z.boolean(),
    instructions: nullable(z.string()),
    text: z.unknown(),
    tools: z.array(z.unknown()),
    tool_choice: z.literal('none'),
    parallel_tool_calls: z.literal(false),
    temperature: z.null(),
    top_p: z.null(),
    max_output_tokens: z.null(),
    previous_response_id: z.null(),
    reasoning: z.null(),
    truncation: z.null(),
    user: z.null(),
    service_tier: z.null(),
    store: z.literal(true),
    svc: envelope,
  })
  .meta({ id: 'RunResponse' });

export const deletedObject = z.strictObject({
  id: z.string(),
  object: z.literal('response'),
  deleted: z.literal(true),
});

export const estimateObject = z
  .strictObject({
    object: z.literal('svc.estimate'),
    likely_runner: nullable(z.string()),
    cheapest_price_usd: z.number(),
    estimated_cost_usd: z.number(),
    range_usd: z.strictObject({ low: z.number(), high: z.number() }),
    platform_fee_usd: z.number(),
    normalization_usd: z.number(),
    candidates: z.array(
      z.strictObject({
        runner: z.string(),
        expected_cost_usd: z.number(),
        expected_latency_ms: nullable(z.number()),
        success_probability: nullable(z.number()),
      }),
    ),
    budget: z.strictObject({ max_cost_usd: nullable(z.number()), source: nullable(budgetSource) }),
    sufficient_credits: z.boolean(),
  })
  .meta({ id: 'Estimate' });
