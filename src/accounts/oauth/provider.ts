import { generateKeyPairSync, randomBytes } from 'node:crypto';
import inject from 'light-my-request';
import type { Configuration, default as Provider } from 'oidc-provider';
import type { Db } from '../../platform/db.ts';
import type { Answer } from '../../platform/http/route.ts';
import type { Gate } from '../../platform/net/gate.ts';
import { safeFetch } from '../../platform/net/safe-fetch.ts';
import type { Authenticator } from '../authenticate.ts';
import { sharedSecret } from '../store.ts';
import { isUsable, OAuthItems } from './store.ts';

/** The permissions that a program can ask for. */
export const SCOPES = ['runs', 'vault'] as const;

const MINUTE = 60;
const DAY = 86_400;
const TTL = {
  AuthorizationCode: MINUTE,
  AccessToken: 60 * MINUTE,
  // Each use gives a new one.
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: 30 * MINUTE,
  Session: 30 * MINUTE,
};

const DOCUMENT_BYTES = 5_000;
const DOCUMENT_MS = 5_000;

interface OAuthOptions {
  db: Db;
  gate: Gate;
  authenticator: Pick<Authenticator, 'isFrozen'>;
  origin(): string;
}

type Inside<T> = (
  provider: Provider,
  request: Parameters<Provider['interactionDetails']>[0],
  response: Parameters<Provider['interactionDetails']>[1],
) => Promise<T>;

export interface OAuthRequest {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  bytes?: Buffer;
}

/** The authorization server of OAuth 2.1: a library behind our own routes. It starts with its first request. */
export class OAuth {
  readonly #options: OAuthOptions;
  #provider: Promise<Provider> | undefined;

  constructor(options: OAuthOptions) {
    this.#options = options;
  }

  get resource(): string {
    return `${this.#options.origin()}/mcp`;
  }

  async answer(request: OAuthRequest): Promise<Answer> {
    const provider = await this.#started();
    const answer = await inject(provider.callback(), this.#injected(request));
    const cookies = [answer.headers['set-cookie'] ?? []].flat().filter((one) => !isSessionCookie(one));
    const { 'content-length': _, connection: __, 'set-cookie': ___, ...headers } = answer.headers;
    return {
      status: answer.statusCode,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      },
      bytes: answer.rawPayload,
    };
  }

  /** Calls the library about the authorization that the cookies of this request belong to. */
  async within<T>(request: OAuthRequest, call: Inside<T>): Promise<T> {
    const provider = await this.#started();
    let result: Promise<T> | undefined;
    await inject((req, res) => {
      result = call(provider, req, res);
      result.finally(() => res.end()).catch(() => undefined);
    }, this.#injected(request));
    if (!result) throw new Error('the OAuth library was not called');
    return result;
  }

  #injected({ method, url, headers, bytes }: OAuthRequest) {
    const { host, protocol } = new URL(this.#options.origin());
    const cookie = (headers.cookie ?? '').split('; ').filter((one) => !isSessionCookie(one));
    return {
      method,
      url,
      headers: { ...headers, cookie: cookie.join('; '), host, 'x-forwarded-proto': protocol.slice(0, -1) },
      payload: bytes,
    };
  }

  #started(): Promise<Provider> {
    this.#provider ??= startProvider(this.#options, this.resource);
    this.#provider.catch(() => {
      this.#provider = undefined;
    });
    return this.#provider;
  }
}

/** Each consent gets a new session: the library's session would remember the account of the last consent. */
function isSessionCookie(cookie: string): boolean {
  return cookie.startsWith('_session');
}

async function startProvider(options: OAuthOptions, resource: string): Promise<Provider> {
  const { default: Provider, errors, interactionPolicy } = await import('oidc-provider');
  const { db, authenticator } = options;
  const fresh = Buffer.from(JSON.stringify(signingKey()));
  const [cookieKey, key] = await Promise.all([
    sharedSecret(db, 'oauth_cookies', randomBytes(32)),
    sharedSecret(db, 'oauth_signing_key', fresh),
  ]);
  const { Check, Prompt } = interactionPolicy;
  const consented = new Check('consent_required', 'consent is required', ({ oidc }) =>
    oidc.result?.consent?.grantId === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  const provider = new Provider(options.origin(), {
    ...FIXED,
    adapter: (kind) => new OAuthItems(db, kind),
    cookies: {
      keys: [cookieKey.toString('base64url')],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    jwks: { keys: [JSON.parse(key.toString())] },
    async findAccount(_ctx, keyId) {
      const isOpen = await isUsable(db, keyId, authenticator.isFrozen);
      return isOpen ? { accountId: keyId, claims: () => ({ sub: keyId }) } : undefined;
    },
    interactions: {
      policy: [
        new Prompt({ name: 'login', requestable: true }),
        new Prompt({ name: 'consent', requestable: true }, consented),
      ],
      url: (_ctx, { uid }) => `/oauth/consent/${uid}`,
    },
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    async fetch(url) {
      return readDocument(options.gate, String(url));
    },
    features: {
      ...FEATURES,
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        async getResourceServerInfo(_ctx, asked) {
          if (asked !== resource) throw new errors.InvalidTarget(`The resource here is ${resource}.`);
          return {
            scope: SCOPES.join(' '),
            audience: resource,
            accessTokenTTL: TTL.AccessToken,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
  });
  provider.proxy = true;
  return provider;
}

const FEATURES: Configuration['features'] = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
  },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
};

const FIXED: Configuration = {
  routes: {
    authorization: '/oauth/authorize',
    token: '/oauth/token',
    registration: '/oauth/register',
    revocation: '/oauth/revoke',
    jwks: '/oauth/jwks',
  },
  scopes: [],
  claims: {},
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  clientDefaults: {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'ES256',
  },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  pkce: { required: () => true },
  ttl: TTL,
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  renderError(ctx, out) {
    ctx.body = out;
  },
};

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
}

/** The metadata document of a client, by the rules for URLs of strangers. */
async function readDocument(gate: Gate, url: string): Promise<Response> {
  const limits = { maxHops: 0, maxBytes: DOCUMENT_BYTES, timeoutMs: DOCUMENT_MS };
  const answer = await safeFetch(gate, url, { ...limits, headers: { accept: 'application/json' } });
  if (answer.kind !== 'response') throw new Error('The metadata document cannot be read.');
  const text = Buffer.from(answer.body).toString('utf8');
  const body = answer.status === 200 ? JSON.stringify(asPublicClient(JSON.parse(text))) : '';
  const { 'cache-control': cached } = answer.headers;
  return new Response(body, { status: answer.status, headers: cached ? { 'cache-control': cached } : {} });
}

const KEPT = ['client_id', 'client_name', 'client_uri', 'redirect_uris'];

/**
 * The part of a registration that matters here. Every client is public and proves itself by PKCE, so that no secret is stored.
 * A desktop app may use a loopback port or a custom scheme.
 */
export function asPublicClient(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return metadata;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => KEPT.includes(name)));
  const uris = [kept.redirect_uris ?? []].flat();
  const isWeb = uris.every((uri) => String(uri).startsWith('https:'));
  return { ...kept, token_endpoint_auth_method: 'none', application_type: isWeb ? 'web' : 'native' };
}
