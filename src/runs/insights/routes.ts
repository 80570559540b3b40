import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import type { Reads } from '../../platform/reads.ts';
import { routingInsights } from './insights.ts';

const interval = { low: z.number(), high: z.number() };
const attempts = z.int().describe('How many attempts it rests on.');

const insights = z
  .strictObject({
    object: z.literal('svc.routing_insights'),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    heat_map: z
      .array(
        z.strictObject({
          runner: z.string(),
          site: z.string(),
          attempts,
          succeeded: z.int(),
          success_rate: z.number(),
          ...interval,
        }),
      )
      .describe(
        'Runner by site, for the busiest of both; `low` and `high` are the 95 % interval, here and below.',
      ),
    days: z
      .array(
        z.strictObject({
          day: z.iso.date(),
          runs: z.int(),
          succeeded: z.int(),
          first_choice_succeeded: z.int(),
          explored: z.int(),
          cost_usd: z.number(),
          cost_per_success_usd: z.number().nullable(),
        }),
      )
      .describe('Smart runs by day (UTC); days without any are left out.'),
    gains: z
      .array(
        z.strictObject({
          runner: z.string(),
          attempts,
          success_rate: z.number(),
          cost_per_success_usd: z.number().nullable(),
          success_gain: z.number(),
          ...interval,
        }),
      )
      .describe(
        'Gain in success of smart runs over that runner alone on the same sites, the strongest runner first.',
      ),
    calibration: z
      .array(
        z.strictObject({
          from: z.number(),
          to: z.number(),
          predicted: z.number(),
          observed: z.number(),
          ...interval,
          attempts,
        }),
      )
      .describe('Expected against observed success, in tenths.'),
    exploration: z.strictObject({
      decisions: z.int(),
      explored: z.int(),
      share: z.number().nullable(),
    }),
    changes: z
      .array(
        z.strictObject({
          kind: z.enum(['rate_up', 'rate_down', 'new_winner']),
          runner: z.string(),
          site: z.string().nullable(),
          before: z.number(),
          after: z.number(),
          attempts,
          previous_runner: z.string().nullable(),
        }),
      )
      .describe('The last seven days against the previous four weeks; only changes beyond chance.'),
  })
  .meta({ id: 'RoutingInsights' });

const query = z.object({ days: z.coerce.number().int().min(1).max(90).default(28) });

export const insightRoute = (ctx: { reads: Reads; clock: Clock }) =>
  route({
    method: 'GET',
    path: '/v1/insights/routing',
    operation: 'insights.routing',
    summary: 'Read statistics of the last days about runners, sites and smart routing',
    tag: 'Runners',
    query,
    responses: { 200: insights },
    errors: [],
    handler: async ({ caller, query: { days } }) => ({
      status: 200,
      body: await routingInsights(ctx, caller.workspaceId, days),
    }),
  });
