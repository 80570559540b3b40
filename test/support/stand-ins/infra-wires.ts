/** The wires of providers of browsers, from the documents that `seen_in` of the provider's file in `catalog/` names. */

/** The name of a source in `src/runners/infra/sources`. */
export type InfraProvider = string;

export interface InfraSession {
  id: string;
  provider: InfraProvider;
  /** The key of its account. */
  key: string;
  /** The body of the request for it. */
  body: Record<string, unknown>;
  isOpen: boolean;
  /** The number of requests for its end. */
  releases: number;
  connections: number;
  /** Breaks the connection off, as a provider does whose machine died. */
  lose(): void;
}

/** The wire of one provider of browsers. */
export interface InfraWire {
  /** The header of the key in calls, and in the connection where it is not in its address. */
  header: string;
  create?: RegExp;
  release?: RegExp;
  again?: RegExp;
  /** For browsers that begin with the connection: its path and query. */
  connect?: RegExp;
  idOf?(body: Record<string, unknown>): string;
  /** The field of the session's id; `id` when left out. */
  idName?: string;
  /** A session can be found by the attempt that asked for it. */
  isFound?: boolean;
  created?(session: InfraSession, address: string): { status: number; body: object };
  /** The report about a closed session: in the answer to closing, or at the path of `look`. */
  spent?: { look?: RegExp; body: object };
  /** The answer to a later look. */
  ready?(session: InfraSession, address: string): object;
}

/** The live view of a session that has one. */
export const LIVE_VIEW = 'https://live.example/1';
/** Part of every URL that the stand-ins return; must never be disclosed. */
export const INFRA_SECRET = 'signed-5150';

const made = (body: object, status = 200) => ({ status, body });

export const INFRA_WIRES: Record<string, InfraWire> = {
  browserbase: {
    header: 'x-bb-api-key',
    create: /^POST \/v1\/sessions$/,
    release: /^POST \/v1\/sessions\/([\w-]+)$/,
    isFound: true,
    created: (session, address) => ({
      status: 201,
      body: {
        ...shownAtBrowserbase(session),
        connectUrl: `${address}?signingKey=${INFRA_SECRET}`,
        seleniumRemoteUrl: '',
        signingKey: INFRA_SECRET,
      },
    }),
  },
  steel: {
    header: 'steel-api-key',
    create: /^POST \/v1\/sessions$/,
    release: /^POST \/v1\/sessions\/([\w-]+)\/release$/,
    spent: { look: /^GET \/v1\/sessions\/([\w-]+)$/, body: { status: 'released', creditsUsed: 0.004 } },
    idOf: ({ sessionId }) => String(sessionId),
    created: ({ id }, address) => ({
      status: 200,
      body: {
        id,
        status: 'live',
        websocketUrl: `${address}?sessionId=${id}`,
        debugUrl: '',
        sessionViewerUrl: '',
      },
    }),
  },
  hyperbrowser: {
    header: 'x-api-key',
    create: /^POST \/api\/session$/,
    release: /^PUT \/api\/session\/([\w-]+)\/stop$/,
    spent: { look: /^GET \/api\/session\/([\w-]+)$/, body: { status: 'closed', creditsUsed: 7 } },
    again: /^GET \/api\/session\/([\w-]+)$/,
    ready: ({ id }, address) => ({
      id,
      status: 'active',
      wsEndpoint: `${address}?token=${INFRA_SECRET}`,
      liveUrl: LIVE_VIEW,
    }),
    created: ({ id }, address) => ({
      status: 200,
      body: {
        id,
        status: 'active',
        wsEndpoint: `${address}?token=${INFRA_SECRET}`,
        liveUrl: null,
        token: INFRA_SECRET,
      },
    }),
  },
  kernel: {
    header: 'authorization',
    create: /^POST \/browsers$/,
    release: /^DELETE \/browsers\/([\w-]+)$/,
    spent: { look: /^GET \/browsers\/([\w-]+)$/, body: { usage: { uptime_ms: 36_000 } } },
    isFound: true,
    idName: 'session_id',
    created: ({ id, body }, address) => ({
      status: 200,
      body: { session_id: id, name: body.name, cdp_ws_url: `${address}?jwt=${INFRA_SECRET}`, headless: true },
    }),
  },

  anchor: {
    header: 'anchor-api-key',
    create: /^POST \/v1\/sessions$/,
    release: /^DELETE \/v1\/sessions\/([\w-]+)$/,
    spent: { look: /^GET \/v1\/sessions\/([\w-]+)$/, body: { data: { credits_used: 0.02 } } },
    created: ({ id }, address) =>
      made({ data: { id, cdp_url: `${address}?apiKey=${INFRA_SECRET}`, live_view_url: null } }),
  },
  'browser-use': {
    header: 'x-browser-use-api-key',
    create: /^POST \/api\/v4\/browsers$/,
    release: /^PATCH \/api\/v4\/browsers\/([\w-]+)$/,
    spent: { body: { browserCost: '0.0015', proxyCost: '0.25' } },
    again: /^GET \/api\/v4\/browsers\/([\w-]+)$/,
    created: ({ id }) => made({ id, status: 'active', cdpUrl: null, liveUrl: null }, 201),
    ready: ({ id }, address) => ({
      id,
      status: 'active',
      cdpUrl: `${address}?k=${INFRA_SECRET}`,
      liveUrl: LIVE_VIEW,
    }),
  },
  airtop: {
    header: 'authorization',
    create: /^POST \/api\/v1\/sessions$/,
    release: /^DELETE \/api\/v1\/sessions\/([\w-]+)$/,
    again: /^GET \/api\/v1\/sessions\/([\w-]+)$/,
    created: ({ id }) => made({ data: { id, status: 'initializing', cdpWsUrl: null }, errors: [] }, 201),
    ready: ({ id }, address) => ({ data: { id, status: 'running', cdpWsUrl: address }, errors: [] }),
  },
  notte: {
    header: 'authorization',
    create: /^POST \/sessions\/start$/,
    release: /^DELETE \/sessions\/([\w-]+)\/stop$/,
    idName: 'session_id',
    created: ({ id }, address) =>
      made({
        session_id: id,
        status: 'active',
        cdp_url: `${address}?token=${INFRA_SECRET}`,
        viewer_url: null,
      }),
  },
  cloudflare: {
    header: 'authorization',
    create: /^POST \/accounts\/[\w-]+\/browser-rendering\/devtools\/browser$/,
    release: /^DELETE \/accounts\/[\w-]+\/browser-rendering\/devtools\/browser\/([\w-]+)$/,
    idName: 'sessionId',
    created: ({ id }, address) => made({ sessionId: id, webSocketDebuggerUrl: address }),
  },
  firecrawl: {
    header: 'authorization',
    create: /^POST \/v2\/browser$/,
    release: /^DELETE \/v2\/browser\/([\w-]+)$/,
    created: ({ id }, address) => made({ success: true, id, cdpUrl: `${address}?token=${INFRA_SECRET}` }),
  },
  tinyfish: {
    header: 'x-api-key',
    create: /^POST \/$/,
    release: /^DELETE \/([\w-]+)$/,
    idName: 'session_id',
    created: ({ id }, address) => made({ session_id: id, cdp_url: `${address}?token=${INFRA_SECRET}` }),
  },
  surfsky: {
    header: 'x-cloud-api-token',
    create: /^POST \/profiles\/one_time$/,
    release: /^POST \/profiles\/([\w-]+)\/stop$/,
    idName: 'internal_uuid',
    created: ({ id }, address) => made({ internal_uuid: id, ws_url: `${address}?token=${INFRA_SECRET}` }),
  },
  'selenium-grid': {
    // It has no key; any header will do.
    header: 'user-agent',
    create: /^POST \/session$/,
    release: /^DELETE \/session\/([\w-]+)$/,
    created: ({ id }) => made({ value: { sessionId: id, capabilities: { 'se:cdp': 'ws://inside/' } } }),
  },
  selenoid: {
    // It has no key; any header will do.
    header: 'user-agent',
    create: /^POST \/wd\/hub\/session$/,
    release: /^DELETE \/wd\/hub\/session\/([\w-]+)$/,
    created: ({ id }) => made({ value: { sessionId: id, capabilities: {} } }),
  },
  zenrows: { header: 'x-none', connect: /^\/\?apikey=/ },
  scrapfly: { header: 'x-none', connect: /^\/\?api_key=/ },
  scrapeless: { header: 'x-none', connect: /^\/api\/v2\/browser\?token=/ },
  lightpanda: { header: 'x-none', connect: /^\/ws\?token=/ },
  evomi: { header: 'x-none', connect: /^\/\?key=/ },
  spider: { header: 'x-none', connect: /^\/v1\/browser\?token=/ },
  rebrowser: { header: 'x-none', connect: /^\/\?apiKey=/ },
  browserless: { header: 'x-none', connect: /^\/chromium\?token=/ },
  brightdata: { header: 'authorization', connect: /^\/$/ },
  oxylabs: { header: 'authorization', connect: /^\/$/ },
};

export function shownAtBrowserbase({ id, isOpen, body }: InfraSession) {
  const at = '2026-11-15T10:00:00.000Z';
  return {
    id,
    createdAt: at,
    updatedAt: at,
    startedAt: at,
    expiresAt: at,
    projectId: String(body.projectId ?? 'project'),
    status: isOpen ? 'RUNNING' : 'COMPLETED',
    proxyBytes: 0,
    keepAlive: false,
    region: 'us-west-2',
    userMetadata: body.userMetadata,
  };
}
