import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import { difference } from '../../routing/health/schema.ts';
import type { Runner } from '../../runners/contract.ts';
import { loadLeftover } from '../attempt/leftovers/store.ts';
import type { RunsContext } from '../context.ts';
import type { Executor } from '../lifecycle/executor.ts';
import { createRun } from '../request/create.ts';
import { CREATE_ERRORS } from '../routes.ts';
import type { Run } from '../run.ts';
import { createBody } from '../schema-create.ts';
import { waitUntilOver } from '../views/answer.ts';
import { checksOf } from './checks.ts';

const PAGE = 'https://example.com/';
const QUESTION = 'What is the title of this page?';
/** A test ends at so many times its typical price, and at no less than this. */
const CEILING_TIMES = 3;
const LEAST_CEILING_MICRO = 20_000;

const runnerTest = z
  .strictObject({
    object: z.literal('svc.runner_test'),
    runner: z.string().describe('Runner slug.'),
    ok: z.boolean().describe('Whether every check passed.'),
    price_usd: z.number().describe('Typical price of the test in US dollars.'),
    cost_usd: z.number().describe('What the attempt cost, whoever pays the provider.'),
    run_id: z.string().describe('ID of the run.'),
    checks: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the check.'),
          ok: z.boolean().describe('Whether it passed.'),
          detail: z.string().describe('What was seen.'),
        }),
      )
      .describe('The stages of the task, in their order.'),
    differences: z
      .array(difference)
      .describe("Where the provider's answers differ from what the runner knows."),
    exchange: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe('The calls to the provider with keys, texts and ids replaced; only with `bundle: true`.'),
  })
  .meta({ id: 'RunnerTest', description: 'Result of one small task at a provider.' });

const params = z.object({ slug: z.string().max(200).describe('Runner slug.') });
const body = z.object({
  confirm: z.boolean().optional().describe('`true` runs the test; without it the answer is its price.'),
  url: z.string().max(8_000).optional().describe('Another public page than `https://example.com/`.'),
  bundle: z.boolean().optional().describe('Return the calls to the provider, for a bug report.'),
});

/** One small task at a runner, to see whether its provider still speaks the wire that its adapter knows. */
export function runnerTestRoute(ctx: RunsContext, executor: Executor | null): Route {
  return route({
    method: 'POST',
    path: '/v1/runners/:slug/test',
    operation: 'runners.test',
    summary: 'Test a runner',
    description:
      'Runs one small task (the title of a public page) at a runner to its end and reports each stage, and where the answers of its provider differ from what the runner knows. The test is billed like any run: without `confirm: true` the response is 409 `confirmation_required` with `price_usd`.',
    tag: 'Runners',
    params,
    body,
    responses: { 200: runnerTest },
    errors: ['not_found', 'confirmation_required', ...CREATE_ERRORS],
    async handler({ caller, params: { slug }, body: { confirm, url, bundle }, untilGone }) {
      const { runner, priceMicro } = await testable(ctx, caller, slug);
      if (confirm !== true)
        throw new ApiError('confirmation_required', {
          message: `The test of ${slug} costs about ${usd(priceMicro)} USD.`,
          priceUsd: usd(priceMicro),
        });
      const created = await createRun(ctx, executor, caller, {
        body: createBody.parse({
          input: QUESTION,
          url: url ?? PAGE,
          routing: slug,
          max_fallbacks: 0,
          max_cost_usd: usd(Math.max(LEAST_CEILING_MICRO, priceMicro * CEILING_TIMES)),
        }),
        sent: {},
        endpoint: '',
        headerValues: () => [],
        isTest: true,
      });
      const run = await waitUntilOver(ctx, created.run, untilGone());
      return { status: 200, body: await reportOf(ctx, run, runner, { priceMicro, bundle }) };
    },
  });
}

async function testable({ registry, providerKeys }: RunsContext, { workspaceId }: Caller, slug: string) {
  const entry = registry.entry(slug, await providerKeys.owned(workspaceId));
  const runner = registry.runner(slug);
  if (!entry)
    throw new ApiError('not_found', {
      message: 'Runner not found.',
      remediation: 'GET /v1/capabilities lists the runners.',
    });
  if (entry.status !== 'available' || !runner)
    throw new ApiError('runner_unavailable', `The runner ${slug} is not available: ${entry.reason}.`);
  return { runner, priceMicro: entry.facts.price.typicalTaskMicroUsd };
}

async function reportOf(
  ctx: RunsContext,
  run: Run,
  runner: Runner,
  { priceMicro, bundle = false }: { priceMicro: number; bundle?: boolean | undefined },
) {
  const attempt = run.attempts.at(-1);
  const isForgotten = attempt ? (await loadLeftover(ctx.db, attempt.id)) === null : true;
  const checks = attempt ? checksOf({ run, attempt, runner, isForgotten }) : [];
  return {
    object: 'svc.runner_test' as const,
    runner: runner.facts.slug,
    ok: attempt !== undefined && checks.every(({ ok }) => ok),
    price_usd: usd(priceMicro),
    cost_usd: usd(attempt?.costMicro ?? 0),
    run_id: run.id,
    checks,
    differences: attempt?.result?.differences ?? [],
    ...(bundle && { exchange: attempt?.result?.exchange?.calls ?? [] }),
  };
}
