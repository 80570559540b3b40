import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { type Route, route } from '../platform/http/route.ts';
import { siteOf } from '../platform/net/site.ts';
import { TASK_TYPES } from '../task/index.ts';
import { candidatesOf, type RunnerSource } from './candidates.ts';
import { utilityOf } from './explanation.ts';
import { PRIOR_LEVELS, type Router } from './port.ts';

const rankings = z
  .strictObject({
    object: z.literal('svc.rankings'),
    scope: z.strictObject({
      domain: z.string().nullable(),
      task_type: z.enum(TASK_TYPES),
      sla_profile: z.string(),
      defense: z.string(),
    }),
    data: z.array(
      z.strictObject({
        rank: z.int(),
        runner: z.string(),
        success_rate: z.number(),
        block_rate: z.number(),
        expected_cost_usd: z.number(),
        expected_latency_ms: z.number(),
        samples: z.number(),
        evidence_level: z.enum(PRIOR_LEVELS),
      }),
    ),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Rankings' });

const query = z.object({
  domain: z.string().min(1).max(253).optional(),
  task_type: z.enum(TASK_TYPES).default('extract'),
  sla_profile: z.enum(['balanced', 'cheapest', 'fastest', 'most_reliable']).default('balanced'),
  limit: z.coerce.number().int().optional(),
});

/** Who does best, by what this workspace and the shared statistics know: the numbers by which a smart run would choose. */
export function rankingRoutes(ctx: { registry: RunnerSource; router: Router; clock: Clock }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/rankings',
      operation: 'rankings.list',
      summary: 'Rank the available runners for a site and a kind of task',
      tag: 'Runners',
      query,
      responses: { 200: rankings },
      errors: [],
      async handler({ caller, query: asked }) {
        const domain = asked.domain === undefined ? null : domainOf(asked.domain);
        const place = { workspaceId: caller.workspaceId, domain, taskType: asked.task_type };
        await ctx.router.prepare(place);
        const now = ctx.clock.now();
        const everyone = {
          routing: { class: 'smart' as const },
          words: { acts: false, file: null },
          hasUrl: true,
          isLocalTarget: false,
          needsInteraction: false,
          needsLogin: false,
          isAllowed: () => true,
          replay: { runner: '', hasScript: false },
        };
        const { kept } = candidatesOf(everyone, ctx.registry, { probation: new Map() });
        const { candidates, weights, siteProfile } = ctx.router.decide({
          ...place,
          runId: 'rankings',
          nowMs: now.getTime(),
          slaProfile: asked.sla_profile,
          maxFallbacks: 0,
          candidates: kept,
          excluded: [],
          isForced: false,
          attempts: [],
          inFlight: [],
          maxCostMicro: null,
          budgetMicro: null,
          spentMicro: 0,
          timeLeftMs: null,
        });
        const limit = Math.min(100, Math.max(1, asked.limit ?? 20));
        const ranked = candidates
          .toSorted((one, other) => utilityOf(other, weights).total - utilityOf(one, weights).total)
          .slice(0, limit);
        return {
          status: 200,
          body: {
            object: 'svc.rankings',
            scope: {
              domain,
              task_type: asked.task_type,
              sla_profile: asked.sla_profile,
              defense: siteProfile.defense,
            },
            data: ranked.map((numbers, at) => ({
              rank: at + 1,
              runner: numbers.runner,
              success_rate: numbers.success,
              block_rate: numbers.block,
              expected_cost_usd: numbers.costUsd,
              expected_latency_ms: numbers.latencyMs,
              samples: numbers.evidence[PRIOR_LEVELS.indexOf(numbers.priorLevel)] ?? 0,
              evidence_level: numbers.priorLevel,
            })),
            updated_at: now.toISOString(),
          },
        };
      },
    }),
  ];
}

/** A host or a URL; both mean the site that runs know it by. */
function domainOf(asked: string): string {
  const url = asked.includes('://') ? asked : `https://${asked}`;
  return URL.canParse(url) ? siteOf(url) : asked.toLowerCase();
}
