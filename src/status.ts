import { z } from 'zod';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { type Route, route } from './platform/http/route.ts';
import { runSuccessRatio } from './runs/views/store.ts';
import { deliverySuccessRatio } from './webhooks/store.ts';

const status = z
  .strictObject({
    status: z.enum(['ok', 'degraded']),
    started_at: z.iso.datetime(),
    checked_at: z.iso.datetime(),
    database: z.enum(['ok', 'down']),
    run_success_ratio_24h: z.number().nullable(),
    live_run_ratio: z.number(),
    learning_capacity_ratio: z.number(),
    webhook_success_ratio_24h: z.number().nullable(),
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
    summary: 'Read the public health of the service',
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
