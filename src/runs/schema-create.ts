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
  .describe('base32 seed; questions for a one-time code are answered from it');

const steps = z.array(text, { error: 'must be a list of strings' });

/** The form of `input` that names the parts of the task. */
export const structuredInput = z.object({
  url: optional(text),
  goal: optional(text),
  success_criteria: optional(text),
  steps: optional(steps),
});

export const createBody = z
  .object(
    {
      model: optional(text).describe('the name of the model for clients that must send one; `svc`'),
      input: optional(
        z.union([text, z.array(z.unknown()), object], { error: 'must be a string, an array or an object' }),
      ).describe(
        'the task: words, a list of messages, or `{url, goal, success_criteria, steps}`; this or `url` must be there',
      ),
      previous_response_id: optional(text).describe(
        'Run to continue: without `url` the new run starts at its final page, and a model gets its task and answer.',
      ),
      url: optional(text).describe('the page; it must be public'),
      instructions: optional(text).describe('more about the task, read together with it'),
      goal: optional(text).describe('the task, for structured input'),
      task: optional(text).describe('the task in words; the same as a string in `input`'),
      success_criteria: optional(text).describe('criteria of a good answer; the grader reads them'),
      steps: optional(steps).describe('the steps in their order, for structured input'),
      credential_id: optional(text).describe('a login of the vault'),
      credentials_ref: optional(text).describe('the same as `credential_id`'),
      totp_secret: optional(totpSecret).describe(
        'base32 seed; the service answers questions for a one-time code with codes from it',
      ),
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
      ).describe('priority of smart routing; `balanced` unless told'),
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
      ).describe(
        'the spend ceiling of the run in US dollars: its runners and its normalization, before the platform fee',
      ),
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
