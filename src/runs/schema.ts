import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { Secret } from '../platform/secret.ts';
import { readBase32 } from '../vault/base32.ts';
import { count } from './schema-list.ts';

/** The wire of runs: requests and answers. */

/** A null means "not given" for every optional field. */
function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined) as unknown as z.ZodOptional<T>;
}

const text = z.string({ error: 'must be a string' });
const flag = z.boolean({ error: 'must be true or false' });
const object = z.record(z.string(), z.unknown(), { error: 'must be an object' });
const budget = z
  .int({ error: 'must be an integer of at least 30000' })
  .min(30_000, 'must be an integer of at least 30000');

/** Wrapped in `Secret` at once, so that it cannot be printed. */
const totpSecret = text
  .max(128, 'must be at most 128 characters')
  .transform((value, ctx) => {
    const seed = readBase32(value);
    if (seed !== null) return new Secret(seed);
    ctx.addIssue({ code: 'custom', message: 'must be a base32 seed', input: undefined });
    return z.NEVER;
  })
  .describe('base32 seed; questions for a one-time code are answered from it');

export const createBody = z
  .object(
    {
      model: optional(text).describe('the name of the model for clients that must send one; `svc`'),
      input: optional(
        z.union([text, z.array(z.unknown()), object], { error: 'must be a string, an array or an object' }),
      ).describe(
        'the task: words, a list of messages, or `{url, goal, success_criteria, steps}`; this or `url` must be there',
      ),
      url: optional(text).describe('the page; it must be public'),
      instructions: optional(text).describe('more about the task, read together with it'),
      goal: optional(text).describe('the task, for structured input'),
      task: optional(text).describe('the task in words; the same as a string in `input`'),
      success_criteria: optional(text).describe('what a good answer must meet; the grader reads it'),
      steps: optional(z.array(text, { error: 'must be a list of strings' })).describe(
        'the steps in their order, for structured input',
      ),
      credential_id: optional(text).describe('a login of the vault'),
      credentials_ref: optional(text).describe('the same as `credential_id`'),
      totp_secret: optional(totpSecret),
      totp_identifier: optional(text.max(320, 'must be at most 320 characters')).describe(
        'the inbox or phone at the provider that receives one-time codes',
      ),
      totp_url: optional(text.max(2_000, 'must be at most 2000 characters')).describe(
        'where the provider asks for one-time codes',
      ),
      session_reuse: optional(flag).describe(
        'false: neither use nor keep the signed-in state of the credential',
      ),
      custody: optional(text).describe(
        'runners that may see a login: `any`, `trusted_runners`, `deck_only` or `pinned:<runner>[,<runner>...]`; it only narrows the policy of the login',
      ),
      stream: optional(flag).describe('answer with events as they happen; wins over `background`'),
      background: optional(flag).describe('answer 202 at once; ask for the run later'),
      metadata: optional(
        z.record(z.string(), z.string({ error: 'values must be strings' }), {
          error: 'must be an object with string values',
        }),
      ).describe('up to you; comes back with the run, and the list of runs filters by it'),
      allow_interaction: optional(flag).describe(
        'false: never wait for a person; true: only runners that can ask one',
      ),
      interaction_timeout_ms: optional(
        z.int({ error: 'must be a positive integer' }).positive('must be a positive integer'),
      ).describe('how long a question waits for its answer; 240000 unless told'),
      normalize: optional(flag).describe(
        'have a model bring the answer into the schema, for 0.10 USD; wants a schema',
      ),
      output_schema: z
        .unknown()
        .optional()
        .describe('the shape of the answer: a JSON Schema, or a map of properties'),
      text: optional(object).describe(
        'the format as OpenAI clients send it; its JSON Schema counts as `output_schema`',
      ),
      response_format: optional(object).describe('the format as older OpenAI clients send it'),
      idempotency_key: optional(text.max(255, 'must be at most 255 characters')).describe(
        'one run per key within 24 hours; the same as the header',
      ),
      routing: optional(
        z.union([text, z.array(text)], { error: 'must be a string or a list of runner slugs' }),
      ).describe(
        '`smart` (the default), `learning`, `learning-all`, a category, one runner, or a list of runners in their order',
      ),
      sla_profile: optional(
        z.enum(['balanced', 'cheapest', 'fastest', 'most_reliable'], {
          error: 'must be balanced, cheapest, fastest or most_reliable',
        }),
      ).describe('what smart routing weighs most; `balanced` unless told'),
      max_fallbacks: optional(
        z
          .int({ error: 'must be an integer from 0 to 12' })
          .min(0, 'must be an integer from 0 to 12')
          .max(12, 'must be an integer from 0 to 12'),
      ).describe('how many further runners smart routing plans; 5 unless told'),
      max_cost_usd: optional(
        z
          .number({ error: 'must be a positive number' })
          .positive('must be a positive number')
          // `1e999` arrives as the largest number.
          .refine((amount) => amount < Number.MAX_VALUE, 'must be a positive number'),
      ).describe('the ceiling: what the run may cost in all, with fees'),
      time_budget_ms: optional(budget).describe(
        'the most time the run may take; without it the run is uncapped',
      ),
      timeout_ms: optional(budget).describe('the same as `time_budget_ms`; where both stand they must agree'),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'CreateRun' });

export type CreateBody = z.output<typeof createBody>;

/** Fields with a code of their own. */
export const createCodes: Record<string, ErrorCode> = {
  url: 'unsafe_url',
  output_schema: 'invalid_output_schema',
  idempotency_key: 'invalid_idempotency_key',
  routing: 'invalid_routing',
  max_fallbacks: 'invalid_max_fallbacks',
  max_cost_usd: 'invalid_max_cost_usd',
  time_budget_ms: 'invalid_time_budget_ms',
  timeout_ms: 'invalid_time_budget_ms',
  custody: 'invalid_custody',
  totp_secret: 'invalid_credential',
};

export const createHeaders = {
  'Idempotency-Key':
    'One run per key within 24 hours: the same request again returns the run it made. Same as `idempotency_key`.',
  Prefer: '`respond-async` is the same as `background: true`.',
};

export const createAnswerHeaders = {
  'Idempotency-Key': 'The key of the request, when it had one; percent-encoded when it is not plain ASCII.',
  'Idempotent-Replayed': '`true` when this is the run of an earlier request with the same key.',
};

export const idParams = z.object({ id: z.string() });

export const getQuery = z.object({
  stream: z.string().optional().meta({ type: 'boolean', description: '`true` answers as an event stream.' }),
  starting_after: z.string().optional().meta({
    type: 'integer',
    minimum: 0,
    description: 'Only events after this sequence number (with `stream=true`).',
  }),
});

export const responsesQuery = z.object({
  limit: count(20),
  after: z.string().optional().describe('id of the last row of the page before'),
});

export const inputItemsQuery = z.object({
  limit: count(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional().describe('id of the last item of the page before'),
});

export type InputItemsQuery = z.output<typeof inputItemsQuery>;

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

/** The run envelope, `svc`. The same keys for every runner; what does not apply is null. */
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
    routing: z.unknown().describe('What the caller asked for: a string or a list of runners.'),
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
    error: nullable(runError),
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

const page = {
  object: z.literal('list'),
  has_more: z.boolean(),
  first_id: nullable(z.string()),
  last_id: nullable(z.string()),
};

export const responseList = z.strictObject({ ...page, data: z.array(responseObject) });

const inputItem = z
  .strictObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.enum(['system', 'user']),
    status: z.literal('completed'),
    content: z.array(
      z.union([
        z.strictObject({ type: z.literal('input_text'), text: z.string() }),
        z.strictObject({ type: z.literal('input_file'), filename: z.string() }),
      ]),
    ),
  })
  .meta({ id: 'InputItem' });

export const inputItemList = z.strictObject({ ...page, data: z.array(inputItem) });

export const runList = z.strictObject({
  ...page,
  data: z.array(envelope),
  next_starting_after: nullable(z.string()),
});

export const deletedObject = z.strictObject({
  id: z.string(),
  object: z.literal('response'),
  deleted: z.literal(true),
});

export const estimateObject = z
  .strictObject({
    object: z.literal('svc.estimate'),
    likely_runner: z.string(),
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
