import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { listOf } from '../platform/http/lists.ts';
import { type Caller, type Route, route } from '../platform/http/route.ts';
import { siteOf } from '../platform/net/site.ts';
import type { ProviderFacts } from '../runners/catalog.ts';
import type { Registry } from '../runners/registry.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderKey } from './store.ts';

const tag = 'Provider keys';
// An impossible name of a provider does not reach the database.
const params = z.object({
  family: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .catch('')
    .describe('Family of the provider, such as `browserbase`.'),
});

const providerKey = z
  .strictObject({
    object: z.literal('svc.provider_key'),
    family: z.string().describe('Provider family, such as `browserbase`.'),
    parts: z.array(z.string()).describe('Which parts are stored; their values are never shown.'),
    check: z
      .enum(['accepted', 'unknown'])
      .nullable()
      .describe('Answer of the provider, where the key was tried.'),
    created_at: z.string().describe('Creation time.'),
    updated_at: z.string().describe('Time of the last change.'),
  })
  .meta({ id: 'ProviderKey', description: 'An API key of this workspace at a provider.' });

const body = z
  .object({ test: z.boolean().default(false).describe('Try the key with a cheap call before it is stored.') })
  .catchall(z.string().min(1).max(4_096))
  .describe('`api_key`, and further parts of the account (`project_id`, `account_id`, ...).');

interface ProviderKeysContext {
  registry: Registry;
  providerKeys: ProviderKeys;
  /** Refuses a key with a spend limit: the runs of everybody in the workspace would go to an account of its choice. */
  mayManage(caller: Caller): Promise<void>;
}

const setKey = (ctx: ProviderKeysContext) =>
  route({
    method: 'PUT',
    path: '/v1/provider-keys/:family',
    operation: 'providerKeys.set',
    summary: 'Store a provider key',
    description:
      "Stores this workspace's own key at a provider. Runs of that provider's runners then use it. The values cannot be read back.",
    tag,
    params,
    body,
    responses: { 200: providerKey },
    errors: ['not_found', 'invalid_request', 'limited_key'],
    async handler({ caller, params: { family }, body: { test, ...values } }) {
      await ctx.mayManage(caller);
      const provider = providerOf(ctx.registry, family);
      checkParts(provider, values as Record<string, string>);
      const parts = values as Record<string, string>;
      const check = test ? await ctx.registry.check(ctx.providerKeys.account(family, parts)) : null;
      if (check === 'refused')
        throw new ApiError('invalid_request', {
          message: `${provider.name} rejected the key.`,
          param: 'api_key',
        });
      const saved = await ctx.providerKeys.put(caller.workspaceId, family, parts);
      return { status: 200, body: render(saved, check) };
    },
  });

const listOfKeys = (ctx: ProviderKeysContext) =>
  route({
    method: 'GET',
    path: '/v1/provider-keys',
    operation: 'providerKeys.list',
    summary: 'List provider keys',
    description: 'Lists the providers for which this workspace has a key. Values are never returned.',
    tag,
    responses: {
      200: listOf('ProviderKeyList', providerKey),
    },
    errors: [],
    async handler({ caller }) {
      const keys = await ctx.providerKeys.list(caller.workspaceId);
      return { status: 200, body: { object: 'list', data: keys.map((key) => render(key, null)) } };
    },
  });

const readKey = (ctx: ProviderKeysContext) =>
  route({
    method: 'GET',
    path: '/v1/provider-keys/:family',
    operation: 'providerKeys.get',
    summary: 'Get a provider key',
    description: 'Returns one provider key without its values.',
    tag,
    params,
    responses: { 200: providerKey },
    errors: ['not_found'],
    async handler({ caller, params: { family } }) {
      const keys = await ctx.providerKeys.list(caller.workspaceId);
      const key = keys.find((one) => one.family === family);
      if (!key) throw noSuchKey();
      return { status: 200, body: render(key, null) };
    },
  });

const deleteKey = (ctx: ProviderKeysContext) =>
  route({
    method: 'DELETE',
    path: '/v1/provider-keys/:family',
    operation: 'providerKeys.delete',
    summary: 'Delete a provider key',
    description: 'Deletes the key. Later runs use the key of the service, if it has one.',
    tag,
    params,
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.provider_key.deleted'),
          family: z.string().describe('Family of the provider, such as `browserbase`.'),
          deleted: z.literal(true),
        })
        .meta({ id: 'DeletedProviderKey' }),
    },
    errors: ['not_found', 'limited_key'],
    async handler({ caller, params: { family } }) {
      await ctx.mayManage(caller);
      if (!(await ctx.providerKeys.remove(caller.workspaceId, family))) throw noSuchKey();
      return { status: 200, body: { object: 'svc.provider_key.deleted', family, deleted: true } };
    },
  });

export function providerKeyRoutes(ctx: ProviderKeysContext): Route[] {
  return [setKey(ctx), listOfKeys(ctx), readKey(ctx), deleteKey(ctx)];
}

function noSuchKey(): ApiError {
  return new ApiError('not_found', {
    message: 'The workspace has no key for this provider.',
    remediation: 'GET /api/v1/provider-keys lists the keys that it has.',
  });
}

function providerOf({ catalog }: Registry, family: string): ProviderFacts {
  const provider = catalog.providers.get(family);
  if (provider && provider.secrets.length > 0) return provider;
  throw new ApiError('not_found', {
    message: 'Unknown provider, or one that takes no key.',
    remediation: 'Use the `family` of a runner in GET /api/v1/capabilities.',
  });
}

function checkParts({ name, secrets, baseUrl }: ProviderFacts, values: Record<string, string>): void {
  const names = secrets.map((secret) => secret.name);
  const unknown = Object.keys(values).find((part) => !names.includes(part));
  const missing = secrets.find((secret) => !secret.isOptional && values[secret.name] === undefined)?.name;
  const param = unknown ?? missing ?? (Object.keys(values).length === 0 ? names[0] : undefined);
  if (param === undefined) {
    checkAddress(name, baseUrl, values.base_url);
    return;
  }
  const message = `\`${param}\`: ${name} takes ${names.map((one) => `\`${one}\``).join(', ')}.`;
  throw new ApiError('invalid_request', { message, param });
}

/** The account's own address at its provider: the service calls it, so it has to be on the provider's site. */
function checkAddress(name: string, providerUrl: string | null, given: string | undefined): void {
  if (given === undefined || providerUrl === null) return;
  const address = URL.parse(given);
  if (address?.protocol === 'https:' && siteOf(address.href) === siteOf(providerUrl)) return;
  const message = `\`base_url\` must be an https address of ${name}, on ${siteOf(providerUrl)}.`;
  throw new ApiError('invalid_request', { message, param: 'base_url' });
}

function render({ family, parts, createdAt, updatedAt }: ProviderKey, check: 'accepted' | 'unknown' | null) {
  return {
    object: 'svc.provider_key' as const,
    family,
    parts,
    check,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
