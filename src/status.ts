import { z } from 'zod';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { type Route, route } from './platform/http/route.ts';
import { runSuccessRatio } from './runs/views/store.ts';
import { deliverySuccessRatio } from './webhooks/store.ts';

const status = z
  .strictObject({
    status: z.enum(['ok', 'degraded']).describe('Status of the service.'),
    started_at: z.iso.datetime().describe('Start time.'),
    checked_at: z.iso.datetime().describe('Time of the check.'),
    database: z.enum(['ok', 'down']).describe('Status of the database.'),
    run_success_ratio_24h: z
      .number()
      .nullable()
      .describe("Fraction of the last 24 hours' runs that succeeded; null without runs."),
    live_run_ratio: z.number().describe('Live runs as a fraction of the limit.'),
    learning_capacity_ratio: z
      .number()
      .describe('Live probes of learning sweeps as a fraction of the limit.'),
    webhook_success_ratio_24h: z
      .number()
      .nullable()
      .describe("Fraction of the last 24 hours' webhook deliveries that succeeded; null without deliveries."),
  })
  .meta({ id: 'ServiceStatus' });

/** Public health: ratios and timestamps only, no counts and no names. It also answers while the database is away. */
export function statusRoute(ctx: {
  db: Db;
  clock: Clock;
  liveRatio(): number;
  learningRatio(): number;
  isDraining(): boolean;
}): Route {
  const startedAt = ctx.clock.now().toISOString();
  return route({
    method: 'GET',
    path: '/status',
    operation: 'status.get',
    summary: 'Get the service status',
    description: 'Returns the public health of the service. No key is needed.',
    tag: 'Status',
    access: 'public',
    responses: { 200: status },
    errors: [],
    async handler() {
      const ratios = await ratiosOf(ctx.db);
      return {
        status: 200,
        body: {
          status: ratios === null || ctx.isDraining() ? 'degraded' : 'ok',
          started_at: startedAt,
          checked_at: ctx.clock.now().toISOString(),
          database: ratios === null ? 'down' : 'ok',
          run_success_ratio_24h: ratios?.runs ?? null,
          live_run_ratio: ctx.liveRatio(),
          learning_capacity_ratio: ctx.learningRatio(),
          webhook_success_ratio_24h: ratios?.webhooks ?? null,
        },
      };
    },
  });
}

/** Null when the database is away. */
async function ratiosOf(db: Db): Promise<{ runs: number | null; webhooks: number | null } | null> {
  try {
    const [runs, webhooks] = await Promise.all([runSuccessRatio(db), deliverySuccessRatio(db)]);
    return { runs, webhooks };
  } catch {
    return null;
  }
}
