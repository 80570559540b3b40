import { z } from 'zod';
import { API_VERSION } from '../platform/http/openapi.ts';
import { type Route, route } from '../platform/http/route.ts';
import { usd } from '../platform/money.ts';
import { CATEGORIES, type ProviderFacts, type RegistryEntry } from './catalog.ts';
import type { OwnKeys, Registry } from './registry.ts';

const kind = oneOf(['hosted_agent', 'browser_infra', 'extraction', 'open_source']);
const status = oneOf(['available', 'needs_key', 'unreachable', 'coming_soon']);

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

const runner = z
  .strictObject({
    slug: z.string(),
    name: z.string(),
    kind,
    family: z.string(),
    engine: z.string().nullable(),
    curated: z.boolean(),
    status,
    unavailable_reason: z.string().nullable(),
    capabilities: z.record(z.string(), z.boolean()),
    trusted: z.boolean(),
    secrets: z.strictObject({ channel: z.string(), model_sees: z.boolean() }),
    price: z.strictObject({
      unit: z.string(),
      usd: z.number(),
      typical_task_usd: z.number(),
      estimated: z.boolean().describe('The provider publishes no price that fits; the figures are ours.'),
    }),
    docs_url: z.string().nullable(),
    needs: z.array(z.string()).describe('The providers whose accounts it works under.'),
    wire: z
      .strictObject({
        checked: z.enum(['sdk', 'published', 'unverified']),
        source: z.string().nullable(),
        version: z.string().nullable(),
        date: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Runner' });

const provider = z
  .strictObject({
    family: z.string(),
    name: z.string(),
    docs_url: z.string().nullable(),
    parts: z
      .array(z.strictObject({ name: z.string(), setting: z.string(), optional: z.boolean() }))
      .describe('Parts of an account there: the name in a provider key, and the setting of the operator.'),
    own_key: z.boolean().describe('The workspace has a key of its own there.'),
  })
  .meta({ id: 'Provider' });

const capabilities = z
  .strictObject({
    object: z.literal('svc.capabilities'),
    api_version: z.string(),
    routing_modes: z
      .array(z.string())
      .describe('Values of `routing`, besides a runner and a list of runners.'),
    sla_profiles: z.array(z.string()),
    categories: z.record(z.string(), z.array(z.string())),
    runners: z.array(runner),
    providers: z.array(provider),
    counts: z.strictObject({ runners: z.int(), curated: z.int(), options: z.int(), available: z.int() }),
    limits: z.strictObject({ max_live_runs: z.int(), max_fallbacks: z.int(), body_bytes: z.int() }),
  })
  .meta({ id: 'RunnerCatalog' });

interface RunnersContext {
  registry: Registry;
  providerKeys: { owned(workspaceId: string): Promise<OwnKeys> };
  maxLiveRuns: number;
}

const listOfRunners = (ctx: RunnersContext) =>
  route({
    method: 'GET',
    path: '/v1/capabilities',
    operation: 'runners.list',
    changesRarely: true,
    summary: 'List runners, categories and limits',
    tag: 'Runners',
    query: z.object({
      kind: kind.optional(),
      status: status.optional(),
      curated: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
    }),
    responses: { 200: capabilities },
    errors: [],
    async handler({ query, caller }) {
      const own = await ctx.providerKeys.owned(caller.workspaceId);
      const entries = ctx.registry.entries(own);
      const shown = entries.filter(
        (entry) =>
          (query.kind === undefined || entry.facts.kind === query.kind) &&
          (query.status === undefined || entry.status === query.status) &&
          (query.curated === undefined || entry.facts.curated === (query.curated === 'true')),
      );
      return {
        status: 200,
        body: {
          object: 'svc.capabilities',
          api_version: API_VERSION,
          routing_modes: ['smart', 'learning', 'learning-all', ...CATEGORIES],
          sla_profiles: ['balanced', 'cheapest', 'fastest', 'most_reliable'],
          categories: Object.fromEntries(CATEGORIES.map((name) => [name, [...ctx.registry.pools[name]]])),
          runners: shown.map((entry) => renderRunner(entry, ctx.registry.needs(entry.facts.slug))),
          providers: [...ctx.registry.catalog.providers.values()].map((facts) => renderProvider(facts, own)),
          counts: {
            runners: entries.length,
            curated: entries.filter(({ facts, status }) => facts.curated && status !== 'coming_soon').length,
            options: entries.filter(({ status }) => status !== 'coming_soon').length,
            available: entries.filter((entry) => entry.status === 'available').length,
          },
          limits: { max_live_runs: ctx.maxLiveRuns, max_fallbacks: 12, body_bytes: 1_000_000 },
        },
      };
    },
  });

const listOfModels = () =>
  route({
    method: 'GET',
    path: '/v1/models',
    operation: 'models.list',
    summary: 'List model names, for tools that need the list',
    tag: 'Runners',
    responses: { 200: z.strictObject({ object: z.literal('list'), data: z.array(z.unknown()) }) },
    errors: [],
    handler: async () => ({
      status: 200,
      body: {
        object: 'list',
        data: [{ id: 'svc', object: 'model', created: 1_786_579_200, owned_by: 'switchyard' }],
      },
    }),
  });

export function runnerRoutes(ctx: RunnersContext): Route[] {
  return [listOfRunners(ctx), listOfModels()];
}

function renderProvider({ family, name, docsUrl, secrets }: ProviderFacts, own: OwnKeys) {
  return {
    family,
    name,
    docs_url: docsUrl,
    parts: secrets.map(({ name: part, setting, isOptional }) => ({
      name: part,
      setting,
      optional: isOptional,
    })),
    own_key: own.has(family),
  };
}

function renderRunner({ facts, status, reason }: RegistryEntry, needs: readonly string[]) {
  return {
    slug: facts.slug,
    name: facts.name,
    kind: facts.kind,
    family: facts.family,
    engine: facts.engine,
    curated: facts.curated,
    status,
    unavailable_reason: reason,
    capabilities: facts.capabilities,
    trusted: facts.trusted,
    secrets: { channel: facts.secrets.channel, model_sees: facts.secrets.modelSees },
    price: {
      unit: facts.price.unit,
      usd: usd(facts.price.microUsd),
      typical_task_usd: usd(facts.price.typicalTaskMicroUsd),
      estimated: facts.price.isEstimated ?? false,
    },
    docs_url: facts.docsUrl,
    needs: [...needs],
    wire: facts.wire ?? null,
  };
}
