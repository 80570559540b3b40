import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { Secret } from '../platform/secret.ts';
import { readBase32 } from '../vault/base32.ts';

/** The wire of creating a run. */

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
  .describe('Base32 seed. One-time codes that a site asks for are generated from it.');

const steps = z.array(text, { error: 'must be a list of strings' });

/** The form of `input` that names the parts of the task. */
export const structuredInput = z.object({
  url: optional(text),
  goal: optional(text),
  success_criteria: optional(text),
  steps: optional(steps),
});

const steps1to = 'must be an integer from 1 to 200';

/** Settings of the agent loop. */
export const agentInput = z
  .object(
    {
      vision: optional(z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' })).describe(
        'Whether the model gets pictures of the page. `auto` sends them where the text of the page is not enough. Default: `auto`.',
      ),
      max_steps: optional(z.int({ error: steps1to }).min(1, steps1to).max(200, steps1to)).describe(
        'Maximum number of calls to the model. Default: 40.',
      ),
      model: optional(text.max(200, 'must be at most 200 characters')).describe(
        'Language model that drives the browser: one of the configured models of the instance.',
      ),
      extraction_model: optional(text.max(200, 'must be at most 200 characters')).describe(
        'Language model that reads structured answers out of pages. Default: the same model.',
      ),
      effort: optional(z.enum(['low', 'medium', 'high'], { error: 'must be low, medium or high' })).describe(
        'Reasoning effort, for models that have one.',
      ),
    },
    { error: 'must be an object' },
  )
  .meta({ id: 'AgentSettings' });

export const createBody = z
  .object(
    {
      model: optional(text).describe(
        'Model name, for clients that must send one. `switchyard/<runner>` selects a runner, unless `routing` is sent.',
      ),
      input: optional(
        z.union([text, z.array(z.unknown()), object], { error: 'must be a string, an array or an object' }),
      ).describe(
        'The task: text, a list of messages, or `{url, goal, success_criteria, steps}`. Either `input` or `url` is required.',
      ),
      previous_response_id: optional(text).describe(
        'Run to continue: without `url` the new run starts at its final page, and a model gets its task and answer.',
      ),
      url: optional(text).describe('URL of the page. It must be public.'),
      instructions: optional(text).describe('Further instructions for the task.'),
      goal: optional(text).describe('The task, in structured input.'),
      task: optional(text).describe('The task as text; same as a string in `input`.'),
      success_criteria: optional(text).describe('Criteria for a good answer, used by the grader.'),
      steps: optional(steps).describe('Steps to take, in order, in structured input.'),
      credential_id: optional(text).describe('ID of a stored credential.'),
      credentials_ref: optional(text).describe('Same as `credential_id`.'),
      totp_secret: optional(totpSecret).describe(
        'Base32 seed. One-time codes that a site asks for are generated from it.',
      ),
      totp_identifier: optional(text.max(320, 'must be at most 320 characters')).describe(
        'Inbox or phone number at the provider that receives one-time codes.',
      ),
      totp_url: optional(text.max(2_000, 'must be at most 2000 characters')).describe(
        'URL from which the provider fetches one-time codes.',
      ),
      session_reuse: optional(flag).describe(
        '`false` neither uses nor stores the signed-in state of the credential.',
      ),
      custody: optional(text).describe(
        "Runners that may use the credential: `any`, `trusted_runners`, `deck_only` or `pinned:<runner>[,<runner>...]`. It can only narrow the credential's own policy.",
      ),
      stream: optional(flag).describe('Send events as they happen. Takes precedence over `background`.'),
      background: optional(flag).describe('Answer 202 immediately; get the result later.'),
      agent: optional(agentInput).describe(
        'Settings for runners that this service drives with a language model. Other runners ignore them.',
      ),
      metadata: optional(
        z.record(z.string(), z.string({ error: 'values must be strings' }), {
          error: 'must be an object with string values',
        }),
      ).describe('Your own key-value pairs, returned with the run and usable as a filter.'),
      allow_interaction: optional(flag).describe(
        '`false` never waits for a person; `true` uses only runners that can ask one.',
      ),
      interaction_timeout_ms: optional(
        z.int({ error: 'must be a positive integer' }).positive('must be a positive integer'),
      ).describe('Time in milliseconds that a question waits for its answer. Default: 240000.'),
      normalize: optional(flag).describe(
        'Convert the answer to the schema with a language model, for 0.10 US dollars. Requires a schema.',
      ),
      output_schema: z
        .unknown()
        .optional()
        .describe('Schema of the answer: a JSON Schema, or a map of properties.'),
      text: optional(object).describe(
        'Answer format in the style of the OpenAI Responses API; a JSON Schema in it works as `output_schema`.',
      ),
      response_format: optional(object).describe('Answer format in the style of OpenAI Chat Completions.'),
      idempotency_key: optional(text.max(255, 'must be at most 255 characters')).describe(
        'At most one run is created per key within 24 hours. Same as the `Idempotency-Key` header.',
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
      ).describe('Priority of smart routing. Default: `balanced`.'),
      max_fallbacks: optional(
        z
          .int({ error: 'must be an integer from 0 to 12' })
          .min(0, 'must be an integer from 0 to 12')
          .max(12, 'must be an integer from 0 to 12'),
      ).describe('Maximum number of fallback runners that smart routing plans. Default: 5.'),
      max_cost_usd: optional(
        z
          .number({ error: 'must be a positive number' })
          .positive('must be a positive number')
          // `1e999` arrives as the largest number.
          .refine((amount) => amount < Number.MAX_VALUE, 'must be a positive number'),
      ).describe(
        'Spending limit of the run in US dollars. Covers runners and normalization, before the platform fee.',
      ),
      time_budget_ms: optional(budget).describe(
        'Maximum duration of the run in milliseconds; unlimited by default.',
      ),
      timeout_ms: optional(budget).describe(
        'Same as `time_budget_ms`. If both are sent, they must be equal.',
      ),
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
  'Idempotency-Key': {
    description:
      'Creates at most one run per key within 24 hours: repeating the request returns the same run. Same as `idempotency_key`.',
    maxLength: 255,
  },
  Prefer: '`respond-async` is the same as `background: true`.',
};

export const createAnswerHeaders = {
  'Idempotency-Key': 'The key of the request, when it had one; percent-encoded when it is not plain ASCII.',
  'Idempotent-Replayed': '`true` when this is the run of an earlier request with the same key.',
};
