import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Reads } from '../../platform/reads.ts';
import type { RunnerSource } from '../candidates.ts';
import type { Router } from '../port.ts';
import { healthOf } from './health.ts';
import { healthList } from './schema.ts';
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
      'Returns the recent success of each runner in this workspace, and whether a runner is currently set aside.',
    tag: 'Runners',
    responses: { 200: healthList },
    errors: [],
    async handler({ caller: { workspaceId } }) {
      const now = ctx.clock.now();
      const [runners, lessons] = await Promise.all([
        ctx.runnersOf(workspaceId),
        loadLessons(ctx.reads.recent, workspaceId, 7),
      ]);
      const { router } = ctx;
      const probation = router.probation(now.getTime());
      const data = healthOf(runners.entries(), lessons, probation, now, router.differing());
      return { status: 200, body: { object: 'list', data } };
    },
  });

export function healthRoutes(ctx: HealthContext): Route[] {
  return [listHealth(ctx)];
}
