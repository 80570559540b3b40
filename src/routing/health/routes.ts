import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { fieldsParam, listLimit, withFields } from '../../platform/http/lists.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Reads } from '../../platform/reads.ts';
import type { RunnerSource } from '../candidates.ts';
import type { Router } from '../port.ts';
import { healthOf } from './health.ts';
import { healthList, runnerHealth } from './schema.ts';
import { loadLessons } from './store.ts';

interface HealthContext {
  reads: Reads;
  clock: Clock;
  router: Pick<Router, 'probation' | 'differing'>;
  /** The runners as a workspace sees them, with its own keys. */
  runnersOf(workspaceId: string): Promise<RunnerSource>;
}

const listHealth = (ctx: HealthContext) =>
  route({
    method: 'GET',
    path: '/v1/runners/health',
    operation: 'runners.health',
    changesRarely: true,
    summary: 'Get runner health',
    description:
      'Returns the recent success of each runner in this workspace, and whether a runner is currently set aside. With `limit`, runners in trouble come first, then the busiest.',
    tag: 'Runners',
    query: z.object({
      state: z
        .enum(['on', 'probation', 'outage', 'off', 'not_off'], {
          error: 'must be one of on, probation, outage, off, not_off',
        })
        .optional()
        .describe('Return only runners in this state; `not_off` returns those that can be used.'),
      runner: z.string().optional().describe('Return only this runner.'),
      limit: listLimit,
      fields: fieldsParam(runnerHealth),
    }),
    responses: { 200: healthList },
    errors: [],
    async handler({ caller: { workspaceId }, query }) {
      const now = ctx.clock.now();
      const [runners, lessons] = await Promise.all([
        ctx.runnersOf(workspaceId),
        loadLessons(ctx.reads.recent, workspaceId, 7),
      ]);
      const { router } = ctx;
      const probation = router.probation(now.getTime());
      const entries = runners
        .entries()
        .filter(({ facts }) => query.runner === undefined || facts.slug === query.runner);
      const all = healthOf(entries, lessons, probation, now, router.differing());
      const fitting = all.filter(({ state }) => query.state === undefined || isIn(state, query.state));
      const first = query.limit ? fitting.toSorted(busiestFirst).slice(0, query.limit) : fitting;
      const data = withFields(first, query.fields);
      return { status: 200, body: { object: 'list', data } };
    },
  });

function isIn(state: string, wanted: string): boolean {
  return wanted === 'not_off' ? state !== 'off' : state === wanted;
}

/** Those in trouble, then those that work the most; the others keep the order of the catalog. */
function busiestFirst(one: Health, other: Health): number {
  const isFine = ({ state }: Health) => Number(state === 'on' || state === 'off');
  return isFine(one) - isFine(other) || other.last_7d.attempts - one.last_7d.attempts;
}

type Health = ReturnType<typeof healthOf>[number];

export function healthRoutes(ctx: HealthContext): Route[] {
  return [listHealth(ctx)];
}
