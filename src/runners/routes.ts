import { z } from 'zod';
import { fieldsParam, listLimit, listOf, withFields } from '../platform/http/lists.ts';
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
    slug: z.string().describe('Name of the runner in requests.'),
    name: z.string().describe('Display name.'),
    kind: kind.describe('Kind of runner.'),
    family: z.string().describe('Provider family, such as `browserbase`.'),
    engine: z.string().nullable().describe('Engine or model used by the runner, if any.'),
    curated: z.boolean().describe('False for a variant of another runner.'),
    status: status.describe('Whether the runner can be used in this workspace.'),
    unavailable_reason: z
      .string()
      .nullable()
      .describe('Why the runner is unavailable; null if it is available.'),
    capabilities: z.record(z.string(), z.boolean()).describe('Capabilities by name.'),
    trusted: z.boolean().describe('Whether the custody policy `trusted_runners` includes it.'),
    secrets: z
      .strictObject({
        channel: z.string().describe('How it receives a credential.'),
        model_sees: z.boolean().describe('Whether its language model would see the credential.'),
      })
      .describe('How the runner handles stored credentials.'),
    price: z
      .strictObject({
        unit: z.string().describe('Unit of the price.'),
        usd: z.number().describe('Price of one unit in US dollars.'),
        typical_task_usd: z.number().describe('Price of a typical task in US dollars.'),
        estimated: z.boolean().describe('The provider publishes no price that fits; the figures are ours.'),
      })
      .describe('List price.'),
    docs_url: z.string().nullable().describe("URL of the provider's documentation."),
    needs: z.array(z.string()).describe('The providers whose accounts it works under.'),
    wire: z
      .strictObject({
        checked: z
          .enum(['sdk', 'published', 'unverified'])
          .describe(
            "`sdk`: the provider's own client. `published`: its published API description or server code. `unverified`: its documentation alone.",
          ),
        source: z.string().nullable().describe('Name of the client or document; null for `unverified`.'),
        version: z.string().nullable().describe('Its version; null without one.'),
        date: z.string().nullable().describe('Date of the comparison; null for `unverified`.'),
      })
      .nullable()
      .describe("What the runner's adapter was compared with; null if it calls no provider."),
  })
  .meta({ id: 'Runner' });

const provider = z
  .strictObject({
    family: z.string().describe('Provider family, such as `browserbase`.'),
    name: z.string().describe('Name of the provider.'),
    docs_url: z.string().nullable().describe("URL of the provider's documentation."),
    parts: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the part.'),
          setting: z.string().describe('Setting of the service that configures it.'),
          optional: z.boolean().describe('Whether the provider works without it.'),
        }),
      )
      .describe('Parts of an account there: the name in a provider key, and the setting of the operator.'),
    own_key: z.boolean().describe('Whether the workspace has its own key at this provider.'),
  })
  .meta({ id: 'Provider' });

const capabilities = z
  .strictObject({
    object: z.literal('svc.capabilities'),
    api_version: z.string().describe('API version.'),
    routing_modes: z
      .array(z.string())
      .describe('Values of `routing`, besides a runner and a list of runners.'),
    sla_profiles: z.array(z.string()).describe('Values of `sla_profile`.'),
    categories: z.record(z.string(), z.array(z.string())).describe('Runners of each category.'),
    runners: z.array(runner).describe('Runners.'),
    providers: z.array(provider).describe('Providers and their settings.'),
    counts: z
      .strictObject({
        runners: z.int().describe('Runners in this response.'),
        curated: z.int().describe('Runners without variants.'),
        options: z.int().describe('Runners with all their variants.'),
        available: z.int().describe('Available runners.'),
      })
      .describe('Numbers of runners.'),
    limits: z
      .strictObject({
        max_live_runs: z.int().describe('Maximum number of live runs per instance.'),
        max_fallbacks: z.int().describe('Maximum number of fallbacks per run.'),
        body_bytes: z.int().describe('Maximum size of a request body in bytes.'),
      })
      .describe('Limits of the service.'),
  })
  .meta({ id: 'RunnerCatalog', description: 'Runners, providers and limits of this service.' });

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
    description:
      'Returns the runners, their prices and capabilities, the categories for `routing`, and the limits of this service.',
    tag: 'Runners',
    query: z.object({
      kind: kind.optional().describe('Return only runners of this kind.'),
      status: status.optional().describe('Return only runners with this status.'),
      curated: z
        .enum(['true', 'false'], { error: 'must be true or false' })
        .optional()
        .describe('`true` leaves out variants.'),
      runner: z.string().optional().describe('Return only this runner.'),
      q: z
        .string()
        .max(200)
        .optional()
        .describe('Return only runners whose name, slug or provider has these words.'),
      limit: listLimit,
      fields: fieldsParam(runner),
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
          (query.curated === undefined || entry.facts.curated === (query.curated === 'true')) &&
          (query.runner === undefined || entry.facts.slug === query.runner) &&
          hasWords(entry, query.q),
      );
      const rendered = shown
        .slice(0, query.limit)
        .map((entry) => renderRunner(entry, ctx.registry.needs(entry.facts.slug)));
      return {
        status: 200,
        body: {
          object: 'svc.capabilities',
          api_version: API_VERSION,
          routing_modes: ['smart', 'learning', 'learning-all', ...CATEGORIES],
          sla_profiles: ['balanced', 'cheapest', 'fastest', 'most_reliable'],
          categories: Object.fromEntries(CATEGORIES.map((name) => [name, [...ctx.registry.pools[name]]])),
          runners: withFields(rendered, query.fields),
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

/** Every word is in the name, the slug or the provider. */
function hasWords({ facts }: RegistryEntry, q = ''): boolean {
  const own = `${facts.name} ${facts.slug} ${facts.family}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.includes(word));
}

const modelName = z
  .strictObject({
    id: z.string().describe('Value for `model`.'),
    object: z.literal('model'),
    created: z.int().describe('Unix time.'),
    owned_by: z.string().describe('Always `switchyard`.'),
  })
  .meta({ id: 'ModelName' });

const listOfModels = (ctx: RunnersContext) =>
  route({
    method: 'GET',
    path: '/v1/models',
    operation: 'models.list',
    summary: 'List model names',
    description:
      'Returns the values that `model` accepts, for clients that require a model list. `switchyard/<runner>` selects a runner, unless `routing` is sent.',
    tag: 'Runners',
    responses: { 200: listOf('ModelList', modelName) },
    errors: [],
    async handler({ caller }) {
      const entries = ctx.registry.entries(await ctx.providerKeys.owned(caller.workspaceId));
      const slugs = entries.filter(({ status }) => status === 'available').map(({ facts }) => facts.slug);
      const names = ['svc', 'switchyard', ...['learning', ...slugs].map((name) => `switchyard/${name}`)];
      const model = { object: 'model', created: 1_786_579_200, owned_by: 'switchyard' };
      return { status: 200, body: { object: 'list', data: names.map((id) => ({ id, ...model })) } };
    },
  });

export function runnerRoutes(ctx: RunnersContext): Route[] {
  return [listOfRunners(ctx), listOfModels(ctx)];
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
