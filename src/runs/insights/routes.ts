import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import type { Reads } from '../../platform/reads.ts';
import { routingInsights } from './insights.ts';

const interval = {
  low: z.number().describe('Lower bound of the 95% confidence interval.'),
  high: z.number().describe('Upper bound of the 95% confidence interval.'),
};
const attempts = z.int().describe('How many attempts it rests on.');

const side = z.strictObject({
  success_rate: z.number().describe('Success rate from 0 to 1.'),
  ...interval,
  cost_per_run_usd: z.number().describe('Cost per run in US dollars.'),
});

const insights = z
  .strictObject({
    object: z.literal('svc.routing_insights'),
    from: z.iso.datetime().describe('Start of the period.'),
    to: z.iso.datetime().describe('End of the period.'),
    heat_map: z
      .array(
        z.strictObject({
          runner: z.string().describe('Runner slug.'),
          site: z.string().describe('Host name of the site.'),
          attempts,
          succeeded: z.int().describe('Number of successes.'),
          success_rate: z.number().describe('Fraction of attempts that succeeded, from 0 to 1.'),
          ...interval,
        }),
      )
      .describe(
        'Runner by site, for the busiest of both; `low` and `high` are the 95 % interval, here and below.',
      ),
    verdict_agreement: z
      .strictObject({
        confirmed: z.int().describe('Verdicts that people confirmed.'),
        corrected: z.int().describe('Verdicts that people corrected.'),
      })
      .describe("People's judgements of answers in this workspace."),
    days: z
      .array(
        z.strictObject({
          day: z.iso.date().describe('Day in UTC.'),
          runs: z.int().describe('Number of runs.'),
          succeeded: z.int().describe('Number of successes.'),
          first_choice_succeeded: z.int().describe('Number of runs whose first runner succeeded.'),
          explored: z.int().describe('Number of runs that explored a less-known runner.'),
          cost_usd: z.number().describe('Cost of the day in US dollars.'),
          cost_per_success_usd: z
            .number()
            .nullable()
            .describe('Cost per success in US dollars; null without a success.'),
        }),
      )
      .describe('Smart runs by day (UTC); days without any are left out.'),
    gains: z
      .array(
        z.strictObject({
          runner: z.string().describe('Runner slug.'),
          attempts,
          success_rate: z.number().describe('Fraction of attempts that succeeded, from 0 to 1.'),
          cost_per_success_usd: z
            .number()
            .nullable()
            .describe('Cost per success in US dollars; null without a success.'),
          success_gain: z.number().describe('Improvement in the success rate over this runner alone.'),
          ...interval,
        }),
      )
      .describe(
        'Gain in success of smart runs over that runner alone on the same sites, the strongest runner first.',
      ),
    summary: z
      .strictObject({
        sentence: z.string().describe('The comparison in one sentence.'),
        runs: z.int().describe('Smart runs of these days.'),
        needed_runs: z.int().describe('Fewer runs give no comparison.'),
        smart: side.nullable().describe('Smart routing; null without enough runs.'),
        single: side
          .extend({ runner: z.string().describe('Runner slug.'), attempts })
          .nullable()
          .describe('The strongest single runner on the same mix of sites; null without one.'),
      })
      .describe('Smart routing against always using the strongest single runner.'),
    calibration: z
      .array(
        z.strictObject({
          from: z.number().describe('Lower end of the predicted range.'),
          to: z.number().describe('Upper end of the predicted range.'),
          predicted: z.number().describe('Mean predicted probability.'),
          observed: z.number().describe('Observed success rate.'),
          ...interval,
          attempts,
        }),
      )
      .describe('Expected against observed success, in tenths.'),
    exploration: z
      .strictObject({
        decisions: z.int().describe('Number of decisions.'),
        explored: z.int().describe('Number of decisions that explored.'),
        share: z.number().nullable().describe('Fraction of decisions that explored; null without decisions.'),
      })
      .describe('Exploration of less-known runners.'),
    changes: z
      .array(
        z.strictObject({
          kind: z.enum(['rate_up', 'rate_down', 'new_winner']).describe('Kind of change.'),
          runner: z.string().describe('Runner slug.'),
          site: z.string().nullable().describe('Host name of the site.'),
          before: z.number().describe('Success rate before the change.'),
          after: z.number().describe('Success rate after the change.'),
          attempts,
          previous_runner: z.string().nullable().describe('Previous winner; null for a change of rate.'),
        }),
      )
      .describe('The last seven days against the previous four weeks; only changes beyond chance.'),
  })
  .meta({ id: 'RoutingInsights' });

const query = z.object({
  days: z.coerce.number().int().min(1).max(90).default(28).describe('Number of days.'),
});

export const insightRoute = (ctx: { reads: Reads; clock: Clock }) =>
  route({
    method: 'GET',
    path: '/v1/insights/routing',
    operation: 'insights.routing',
    summary: 'Get routing statistics',
    description: 'Returns statistics of the last days about runners, sites, calibration and exploration.',
    tag: 'Runners',
    query,
    responses: { 200: insights },
    errors: [],
    handler: async ({ caller, query: { days } }) => ({
      status: 200,
      body: await routingInsights(ctx, caller.workspaceId, days),
    }),
  });
