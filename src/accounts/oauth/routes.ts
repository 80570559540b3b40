import { z } from 'zod';
import { addressGroup } from '../../platform/http/client-address.ts';
import { listOf } from '../../platform/http/lists.ts';
import { PERMISSIONS, type Route, route } from '../../platform/http/route.ts';
import { usd } from '../../platform/money.ts';
import type { AccountsContext } from '../context.ts';
import { MAX_LIMIT_USD } from '../keys/schema.ts';
import { type Key, listKeys } from '../keys/store.ts';
import { consentPage, problemPage } from '../pages/consent-page.ts';
import { pageAnswer, redirect } from '../pages/layout.ts';
import { throttle } from '../throttle.ts';
import { askingOf, consent, disconnect } from './consent.ts';
import { asPublicClient, type OAuthRequest, SCOPES } from './provider.ts';

const LIMITS = {
  authorize: { action: 'oauth-authorize', times: 60, seconds: 900 },
  register: { action: 'oauth-register', times: 30, seconds: 3_600 },
};

const page = { area: 'page', access: 'public', tag: 'Pages', errors: [] } satisfies Partial<Route>;
const anyAnswer = { 200: z.unknown(), 303: z.unknown(), 400: z.unknown() };
/** As sent, repeated members included: the library refuses those. */
const anyQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const resourceMetadata = (path: string) => (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'GET',
    path: `/.well-known/oauth-protected-resource${path}`,
    summary: 'The protected resource of OAuth: the MCP server',
    responses: { 200: z.unknown() },
    handler: async () => ({
      status: 200,
      headers: READABLE,
      body: {
        resource: ctx.oauth.resource,
        authorization_servers: [ctx.origin()],
        scopes_supported: SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Switchyard',
        resource_documentation: `${ctx.origin()}/docs/guides/mcp`,
      },
    }),
  });

// Clients in web pages read them.
const READABLE = { 'access-control-allow-origin': '*' };

const PUBLISHED = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
];

const serverMetadata = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'The authorization server of OAuth',
    responses: { 200: z.unknown() },
    async handler() {
      const url = '/.well-known/openid-configuration';
      const { bytes = new Uint8Array() } = await ctx.oauth.answer({ method: 'GET', url, headers: {} });
      const all: Record<string, unknown> = JSON.parse(Buffer.from(bytes).toString());
      const published = PUBLISHED.map((name) => [name, all[name]]);
      const body = {
        ...Object.fromEntries(published),
        response_modes_supported: ['query'],
        scopes_supported: SCOPES,
      };
      return { status: 200, headers: READABLE, body };
    },
  });

const getAuthorize = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Ask a person for access',
    query: anyQuery,
    responses: anyAnswer,
    errors: ['rate_limited'],
    async handler({ query, header, ip }) {
      await throttle(
        (one) => ctx.db.query(one),
        LIMITS.authorize,
        addressGroup(ip),
        'Too many requests. Wait.',
      );
      const sent = new URLSearchParams(
        Object.entries(query).flatMap(([name, values]) => [values].flat().map((one) => [name, one])),
      );
      if (!sent.get('scope')) sent.set('scope', SCOPES.join(' '));
      return orProblem(ctx, { method: 'GET', url: `/oauth/authorize?${sent}`, headers: cookieOf(header) });
    },
  });

const getResume = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'GET',
    path: '/oauth/authorize/:uid',
    summary: 'Send the person back to the program',
    params: z.object({ uid: z.string() }),
    responses: anyAnswer,
    handler: ({ endpoint, header }) =>
      orProblem(ctx, { method: 'GET', url: endpoint, headers: cookieOf(header) }),
  });

/** A person sees a page; the library's answer is for programs. */
async function orProblem(ctx: AccountsContext, request: OAuthRequest) {
  const answer = await ctx.oauth.answer(request);
  if (answer.status < 400) return answer;
  const { error_description: why } = JSON.parse(Buffer.from(answer.bytes ?? []).toString());
  const shown = { title: 'Connect', body: problemPage(String(why ?? '')), status: answer.status };
  return pageAnswer(shown, isSecure(ctx));
}

const passedOn = (path: string, summary: string) => (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'POST',
    path,
    summary,
    takes: 'bytes',
    responses: anyAnswer,
    async handler({ header, rawBytes }) {
      const headers = { 'content-type': header('content-type') ?? '', ...authorizationOf(header) };
      return readable(await ctx.oauth.answer({ method: 'POST', url: path, headers, bytes: rawBytes }));
    },
  });

const postToken = passedOn('/oauth/token', 'Get tokens for a code or a refresh token');
const postRevoke = passedOn('/oauth/revoke', 'Revoke a token');

const postRegister = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'POST',
    path: '/oauth/register',
    summary: 'Register a program',
    body: z.unknown(),
    responses: anyAnswer,
    errors: ['rate_limited'],
    async handler({ body, ip }) {
      await throttle(
        (one) => ctx.db.query(one),
        LIMITS.register,
        addressGroup(ip),
        'Too many requests. Wait.',
      );
      const bytes = Buffer.from(JSON.stringify(asPublicClient(body) ?? null));
      const headers = { 'content-type': 'application/json' };
      return readable(await ctx.oauth.answer({ method: 'POST', url: '/oauth/register', headers, bytes }));
    },
  });

const uid = z.object({ uid: z.string().max(100) });

const getConsent = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'GET',
    path: '/oauth/consent/:uid',
    summary: 'Consent to the access of a program',
    params: uid,
    responses: { 200: z.unknown() },
    contentTypes: ['text/html'],
    async handler({ endpoint, header, cookie }) {
      const asking = await askingOf(ctx, { method: 'GET', url: endpoint, headers: cookieOf(header) });
      const title = 'Connect';
      if (!asking) {
        const body = problemPage('This request has expired, or it belongs to another browser.');
        return pageAnswer({ title, body, status: 404 }, isSecure(ctx));
      }
      const session = await ctx.sessions.find({ cookie });
      if (!session) return redirect(`/sign-in?next=${encodeURIComponent(endpoint)}`);
      const body = consentPage({ ...asking, email: session.email, path: endpoint });
      return pageAnswer({ title, body, csrf: session.csrf }, isSecure(ctx));
    },
  });

const consentBody = z.object({
  answer: z.enum(['allow', 'deny']),
  vault: z.literal('on').optional(),
  spend_limit_usd: z.number().min(0.000001).max(MAX_LIMIT_USD).optional(),
});

const postConsent = (ctx: AccountsContext) =>
  route({
    ...page,
    method: 'POST',
    path: '/oauth/consent/:uid',
    access: 'session',
    audit: 'connected_app.consent',
    summary: 'Answer the request of a program',
    params: uid,
    body: consentBody,
    responses: { 200: z.unknown() },
    errors: ['not_found', 'limited_key'],
    async handler({ caller, endpoint, header, body }) {
      const request = { method: 'GET' as const, url: endpoint, headers: cookieOf(header) };
      const url = await consent(ctx, caller, request, {
        isGranted: body.answer === 'allow',
        vault: body.vault !== undefined,
        spendLimitUsd: body.spend_limit_usd ?? null,
      });
      return { status: 200, body: { url } };
    },
  });

const connectedApp = z
  .strictObject({
    object: z.literal('svc.connected_app'),
    id: z.string().describe('ID of the app; its runs carry it as their key.'),
    name: z.string().describe('Name that the app gives itself.'),
    client_id: z.string().describe('OAuth client ID: a URL, or the ID of a registration.'),
    redirect_host: z.string().describe('Host, or scheme, to which the access was given.'),
    permissions: z.array(z.enum(PERMISSIONS)).describe('What the app may do.'),
    spend_limit_usd: z
      .number()
      .nullable()
      .describe('Maximum total cost of the runs of this app in US dollars; null without a limit.'),
    spent_usd: z.number().describe('Cost of the runs of this app, and the holds of its live runs.'),
    last_used_at: z.iso.datetime().nullable().describe('Last use, to the minute.'),
    created_at: z.iso.datetime().describe('Time of the consent.'),
  })
  .meta({ id: 'ConnectedApp' });

const listApps = (ctx: AccountsContext) =>
  route({
    method: 'GET',
    path: '/v1/workspace/connected-apps',
    operation: 'workspace.connectedApps',
    summary: 'List connected apps',
    description:
      'Lists the programs that were connected through OAuth, such as chat clients that use the MCP server.',
    tag: 'Workspace',
    responses: { 200: listOf('ConnectedAppList', connectedApp, { has_more: z.literal(false) }) },
    errors: [],
    async handler({ caller }) {
      const keys = await listKeys(ctx.db, caller.workspaceId);
      return { status: 200, body: { object: 'list', data: keys.flatMap(rendered), has_more: false } };
    },
  });

function rendered({ app, ...key }: Key): z.input<typeof connectedApp>[] {
  if (app === null || !app.isConnected) return [];
  return [
    {
      object: 'svc.connected_app',
      id: key.id,
      name: key.name,
      client_id: app.clientId,
      redirect_host: app.redirectHost,
      permissions: key.permissions ?? [...PERMISSIONS],
      spend_limit_usd: key.limitMicro === null ? null : usd(key.limitMicro),
      spent_usd: usd(key.spentMicro),
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      created_at: key.createdAt.toISOString(),
    },
  ];
}

const deleteApp = (ctx: AccountsContext) =>
  route({
    method: 'DELETE',
    path: '/v1/workspace/connected-apps/:id',
    operation: 'workspace.disconnectApp',
    audit: 'connected_app.revoked',
    summary: 'Revoke a connected app',
    description:
      'Ends the access of a connected app. Its tokens stop working; live runs that it started continue.',
    tag: 'Workspace',
    params: z.object({ id: z.string().describe('ID of the app.') }),
    responses: {
      200: z
        .strictObject({
          object: z.literal('svc.connected_app'),
          id: z.string().describe('ID of the app.'),
          deleted: z.literal(true),
        })
        .meta({ id: 'RevokedApp' }),
    },
    errors: ['not_found', 'limited_key'],
    async handler({ caller, params }) {
      await disconnect(ctx, caller, params.id);
      return { status: 200, body: { object: 'svc.connected_app', id: params.id, deleted: true } };
    },
  });

export function oauthRoutes(ctx: AccountsContext): Route[] {
  return [
    resourceMetadata('')(ctx),
    resourceMetadata('/mcp')(ctx),
    serverMetadata(ctx),
    getAuthorize(ctx),
    getResume(ctx),
    postToken(ctx),
    postRevoke(ctx),
    postRegister(ctx),
    getConsent(ctx),
    postConsent(ctx),
    listApps(ctx),
    deleteApp(ctx),
  ];
}

type Header = (name: string) => string | null;

function cookieOf(header: Header): Record<string, string> {
  return { cookie: header('cookie') ?? '' };
}

function authorizationOf(header: Header): Record<string, string> {
  const authorization = header('authorization');
  return authorization === null ? {} : { authorization };
}

function readable<A extends { headers?: Record<string, string | string[]> }>(answer: A): A {
  return { ...answer, headers: { ...answer.headers, ...READABLE } };
}

function isSecure({ origin }: AccountsContext): boolean {
  return origin().startsWith('https:');
}
