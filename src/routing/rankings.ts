import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { route } from '../platform/http/route.ts';
import type { Gate } from '../platform/net/gate.ts';
import { siteOf } from '../platform/net/site.ts';
import { TASK_TYPES, type TaskType } from '../task/index.ts';
import { candidatesOf, questionOf, type RunnerSource } from './candidates.ts';
import { utilityOf } from './explanation.ts';
import { PRIOR_LEVELS, type Router } from './port.ts';

const agreement = z
  .strictObject({
    confirmed: z.int().describe('Verdicts that people confirmed.'),
    corrected: z.int().describe('Verdicts that people corrected.'),
  })
  .meta({ id: 'VerdictAgreement', description: 'How many verdicts people confirmed or corrected.' });

const rankings = z
  .strictObject({
    object: z.literal('svc.rankings'),
    scope: z
      .strictObject({
        domain: z.string().nullable().describe('Domain of the site; null for all sites.'),
        task_type: z.enum(TASK_TYPES).describe('Kind of task.'),
        sla_profile: z.string().describe('Priority of smart routing.'),
        defense: z.string().describe('Bot protection of the site.'),
      })
      .describe('What the ranking covers.'),
    data: z
      .array(
        z.strictObject({
          rank: z.int().describe('Position in the ranking; 1 is best.'),
          runner: z.string().describe('Runner slug.'),
          success_rate: z.number().describe('Fraction of attempts that succeeded, from 0 to 1.'),
          block_rate: z.number().describe('Fraction of attempts that the site blocked, from 0 to 1.'),
          expected_cost_usd: z.number().describe('Expected cost in US dollars.'),
          expected_latency_ms: z.number().describe('Expected duration in milliseconds.'),
          samples: z.number().describe('Weight of the evidence, in attempts.'),
          verdict_agreement: agreement.describe("People's judgements of this runner's answers."),
          evidence_level: z
            .enum(PRIOR_LEVELS)
            .describe('Scope of the evidence behind the estimate, from this site and task to all sites.'),
        }),
      )
      .describe('Runners, best first.'),
    verdict_agreement: agreement.describe("People's judgements of all these runners' answers."),
    updated_at: z.iso.datetime().nullable().describe('The time of the latest evidence; null without any.'),
  })
  .meta({ id: 'Rankings' });

const query = z.object({
  domain: z.string().min(1).max(253).optional().describe('Domain of the site; omit it for all sites.'),
  task_type: z.enum(TASK_TYPES).default('extract').describe('Kind of task.'),
  sla_profile: z
    .enum(['balanced', 'cheapest', 'fastest', 'most_reliable'])
    .default('balanced')
    .describe('Priority that the ranking is made for.'),
  limit: z.coerce.number().int().optional().describe('Maximum number of items on a page.'),
});

type Agreement = z.output<typeof agreement>;

interface RankingsContext {
  /** The judgements of people by runner: the workspace's, and those that count in shared statistics. */
  agreementOf(workspaceId: string): Promise<ReadonlyMap<string, Agreement>>;
  /** The runners as a workspace sees them, with its own keys. */
  runnersOf(workspaceId: string): Promise<RunnerSource>;
  router: Router;
  gate: Pick<Gate, 'isLocalTarget'>;
  clock: Clock;
}

/** The numbers by which a smart run would choose now, from the evidence of this workspace and the shared statistics. */
export const rankingRoute = (ctx: RankingsContext) =>
  route({
    method: 'GET',
    path: '/v1/rankings',
    operation: 'rankings.list',
    summary: 'Rank runners',
    description:
      'Ranks the available runners for a site and a kind of task by their measured success, cost and speed.',
    tag: 'Runners',
    query,
    // It costs the caller nothing.
    atOnce: 8,
    responses: { 200: rankings },
    errors: ['rate_limited'],
    handler: async ({ caller, query: asked }) => ({
      status: 200,
      body: await rank(ctx, caller.workspaceId, asked),
    }),
  });

async function rank(ctx: RankingsContext, workspaceId: string, asked: z.output<typeof query>) {
  const url = asked.domain === undefined ? null : urlOf(asked.domain);
  const domain = asked.domain === undefined ? null : url === null ? asked.domain.toLowerCase() : siteOf(url);
  const { task_type, sla_profile } = asked;
  const scope = { workspaceId, domain, taskType: task_type };
  await ctx.router.prepare(scope);
  const nowMs = ctx.clock.now().getTime();
  const { candidates, weights, siteProfile } = ctx.router.decide({
    ...scope,
    runId: null,
    nowMs,
    slaProfile: sla_profile,
    maxFallbacks: 0,
    candidates: await considered(ctx, workspaceId, task_type, url, nowMs),
    excluded: [],
    tooDear: [],
    isForced: false,
    attempts: [],
    inFlight: [],
    maxCostMicro: null,
    budgetMicro: null,
    spentMicro: 0,
    timeLeftMs: null,
  });
  const agreements = await ctx.agreementOf(workspaceId);
  const limit = Math.min(100, Math.max(1, asked.limit ?? 20));
  const ranked = candidates
    .toSorted((one, other) => utilityOf(other, weights).total - utilityOf(one, weights).total)
    .slice(0, limit);
  const updatedAtMs = ctx.router.evidenceAtMs(
    scope,
    candidates.map(({ runner }) => runner),
  );
  return {
    object: 'svc.rankings',
    scope: { domain, task_type, sla_profile, defense: siteProfile.defense },
    data: ranked.map((numbers, at) => ({
      rank: at + 1,
      runner: numbers.runner,
      success_rate: numbers.success,
      block_rate: numbers.block,
      expected_cost_usd: numbers.costUsd,
      expected_latency_ms: numbers.latencyMs,
      samples: numbers.evidence[PRIOR_LEVELS.indexOf(numbers.priorLevel)] ?? 0,
      evidence_level: numbers.priorLevel,
      verdict_agreement: agreements.get(numbers.runner) ?? { confirmed: 0, corrected: 0 },
    })),
    verdict_agreement: totalOf(ranked.flatMap(({ runner }) => agreements.get(runner) ?? [])),
    updated_at: updatedAtMs === null ? null : new Date(updatedAtMs).toISOString(),
  };
}

function totalOf(all: readonly Agreement[]): Agreement {
  return {
    confirmed: all.reduce((sum, { confirmed }) => sum + confirmed, 0),
    corrected: all.reduce((sum, { corrected }) => sum + corrected, 0),
  };
}

/** The runners that smart routing would consider for such a task without a recorded success. */
async function considered(
  ctx: RankingsContext,
  workspaceId: string,
  task: TaskType,
  url: string | null,
  nowMs: number,
) {
  const question = questionOf({
    routing: { class: 'smart' },
    words: { acts: task === 'form' || task === 'multistep', file: task === 'download' ? 'any' : null },
    isLocalTarget: ctx.gate.isLocalTarget(url),
  });
  return candidatesOf(question, await ctx.runnersOf(workspaceId), { probation: ctx.router.probation(nowMs) })
    .eligible;
}

/** The URL of a host or a URL; null for anything else. */
function urlOf(asked: string): string | null {
  const url = asked.includes('://') ? asked : `http://${asked}`;
  return URL.canParse(url) ? url : null;
}
