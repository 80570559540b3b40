import { z } from 'zod';
import { type Limit, throttle } from '../../accounts/throttle.ts';
import { ApiError } from '../../errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { userMessage } from '../../platform/llm-messages.ts';
import { usd } from '../../platform/money.ts';
import { examineModel } from '../../runners/examine-model.ts';
import type { RunsContext } from '../context.ts';

type ModelsContext = Pick<RunsContext, 'db' | 'llm' | 'modelOrigin' | 'clock'>;

/** The service's own uses of a model. Providers bring models of their own. */
const USES = [
  { use: 'agent', what: 'Runs tasks on pages that need more than reading.' },
  { use: 'grade', what: 'Grades answers that rules alone cannot grade.' },
  { use: 'normalize', what: 'Converts answers to the schema of the run.' },
] as const;

const model = z.strictObject({
  name: z.string().describe('Name.'),
  source: z.enum(['setting', 'key', 'local']).describe('Set, or found by a key or on this machine.'),
  found_by: z.string().describe('The setting or the program.'),
  sees_pictures: z.boolean().describe('Whether the model accepts images.'),
});

const modelUses = z
  .strictObject({
    object: z.literal('svc.model_uses'),
    model: model.nullable().describe('Null: none is set and none was found.'),
    models: z.array(z.string()).describe('Names of all configured models, the default first.'),
    uses: z
      .array(
        z.strictObject({
          use: z.string().describe('Name of the use.'),
          what: z.string().describe('Description of the use.'),
          active: z.boolean().describe('Whether the use is enabled.'),
        }),
      )
      .describe('What the model is used for.'),
    notes: z.array(z.string()).describe('Models that were found and do not answer.'),
    remediation: z.string().nullable().describe('How to connect a model; null if one is connected.'),
  })
  .meta({ id: 'ModelUses' });

const modelTest = z
  .strictObject({
    object: z.literal('svc.model_test'),
    ok: z.boolean().describe('Whether it succeeded.'),
    model: z.string().describe('Model name.'),
    latency_ms: z.int().describe('Duration in milliseconds.'),
    cost_usd: z.number().describe('Cost of this call, which is not billed.'),
    error: z
      .strictObject({
        code: z.string().describe('Stable error code.'),
        message: z.string().describe('Human-readable error message.'),
      })
      .nullable()
      .describe('Error; null without one.'),
  })
  .meta({ id: 'ModelTest' });

const examination = z
  .strictObject({
    object: z.literal('svc.model_examination'),
    model: z.string().describe('Model name.'),
    checks: z
      .array(
        z.strictObject({
          name: z
            .enum(['tools', 'json', 'vision', 'context', 'speed', 'caching'])
            .describe('What was examined.'),
          ok: z.boolean().describe('Whether it succeeded.'),
          detail: z.string().describe('The finding in one sentence.'),
        }),
      )
      .describe('The checks; empty when the model did not answer.'),
    roles: z
      .array(
        z.strictObject({
          role: z.enum(['agent', 'extraction', 'grader']).describe('The role.'),
          fit: z.boolean().describe('Whether the model is fit for it.'),
          reason: z.string().describe('Why.'),
        }),
      )
      .describe('The roles that the model is fit for.'),
    context_tokens: z.int().describe('Context window that this service uses, in tokens.'),
    tokens_per_second: z.int().nullable().describe('Output tokens per second; null when unknown.'),
    ten_step_task_usd: z.number().describe('Price of the tokens of a task with ten steps, in US dollars.'),
    cost_usd: z.number().describe('Cost of the examination, which is not billed.'),
    error: z
      .strictObject({
        code: z.string().describe('Stable error code.'),
        message: z.string().describe('Human-readable error message.'),
      })
      .nullable()
      .describe('Why the model did not answer; null when it did.'),
  })
  .meta({ id: 'ModelExamination' });

const HOW = 'Set LLM_BASE_URL and LLM_MODEL, a key such as OPENAI_API_KEY, or start Ollama on this machine.';

const readUses = (ctx: ModelsContext) =>
  route({
    method: 'GET',
    path: '/v1/models/uses',
    operation: 'models.uses',
    summary: 'Get the language model',
    description:
      'Returns which language model the service uses, what it is used for and which setting configured it.',
    tag: 'Runners',
    responses: { 200: modelUses },
    errors: [],
    async handler() {
      const { llm, modelOrigin: origin } = ctx;
      return {
        status: 200,
        body: {
          object: 'svc.model_uses',
          model: llm &&
            origin.by && {
              name: llm.model,
              source: origin.source,
              found_by: origin.by,
              sees_pictures: llm.canSee,
            },
          models: llm?.list.map((one) => one.model) ?? [],
          uses: USES.map((use) => ({ ...use, active: llm !== null })),
          notes: origin.notes,
          remediation: llm ? null : HOW,
        },
      };
    },
  });

const TESTS: Limit = { action: 'model-test', times: 5, seconds: 60 };
const TEST_LIMIT_MS = 20_000;

const testModel = (ctx: ModelsContext) =>
  route({
    method: 'POST',
    path: '/v1/models/test',
    operation: 'models.test',
    summary: 'Test the language model',
    description: 'Sends one short prompt to the language model and reports the result and its duration.',
    tag: 'Runners',
    responses: { 200: modelTest },
    errors: ['feature_disabled', 'rate_limited'],
    async handler({ caller, untilGone }) {
      const { llm, clock } = ctx;
      if (!llm)
        throw new ApiError('feature_disabled', {
          message: 'No language model is configured.',
          remediation: HOW,
        });
      const tooOften = 'Too many model tests. Try again in a minute.';
      await throttle((statement) => ctx.db.query(statement), TESTS, caller.workspaceId, tooOften);
      const since = clock.mono();
      const reply = await llm.ask({
        system: 'You are tested for being there.',
        messages: [userMessage('Answer with the one word: ready')],
        signal: AbortSignal.any([untilGone(), AbortSignal.timeout(TEST_LIMIT_MS)]),
      });
      const silent = { code: 'model_garbage', message: 'The model answered nothing.' };
      const failure = reply.ok ? (reply.text.trim() === '' ? silent : null) : reply;
      return {
        status: 200,
        body: {
          object: 'svc.model_test',
          ok: failure === null,
          model: llm.model,
          latency_ms: Math.round(clock.mono() - since),
          cost_usd: usd(reply.costMicroUsd),
          error: failure && { code: failure.code, message: failure.message },
        },
      };
    },
  });

const EXAM_LIMIT_MS = 180_000;

const examine = (ctx: ModelsContext) =>
  route({
    method: 'POST',
    path: '/v1/models/examine',
    operation: 'models.examine',
    summary: 'Examine the language model',
    description:
      'Sends seven prompts about a page of the demo shop: tool calls, JSON, pictures, context, speed and caching. Reports the roles that the model is fit for, and the price of a task.',
    tag: 'Runners',
    body: z
      .strictObject({
        model: z.string().max(200).nullish().describe('One of the configured models. Default: the first.'),
      })
      .nullish(),
    responses: { 200: examination },
    errors: ['feature_disabled', 'rate_limited'],
    async handler({ caller, body, untilGone }) {
      const { clock } = ctx;
      const llm = body?.model ? (ctx.llm?.named(body.model) ?? null) : ctx.llm;
      if (!ctx.llm)
        throw new ApiError('feature_disabled', {
          message: 'No language model is configured.',
          remediation: HOW,
        });
      if (!llm)
        throw new ApiError('invalid_request', {
          message: `\`model\`: must be one of the configured models: ${ctx.llm.list.map(({ model }) => model).join(', ')}.`,
          param: 'model',
        });
      const tooOften = 'Too many model tests. Try again in a minute.';
      await throttle((statement) => ctx.db.query(statement), TESTS, caller.workspaceId, tooOften);
      const signal = AbortSignal.any([untilGone(), AbortSignal.timeout(EXAM_LIMIT_MS)]);
      const { failure, ...exam } = await examineModel(llm, clock, signal);
      return {
        status: 200,
        body: {
          object: 'svc.model_examination',
          model: llm.model,
          checks: exam.checks,
          roles: exam.roles,
          context_tokens: exam.contextTokens,
          tokens_per_second: exam.tokensPerSecond,
          ten_step_task_usd: usd(exam.tenStepsMicroUsd),
          cost_usd: usd(exam.costMicroUsd),
          error: failure && { code: failure.code, message: failure.message },
        },
      };
    },
  });

export function modelRoutes(ctx: ModelsContext): Route[] {
  return [readUses(ctx), testModel(ctx), examine(ctx)];
}
