import type { EndCode } from '../codes.ts';

/** The party that a provider's own code or words blame, whatever the HTTP status says. */
export type VendorMeaning =
  | 'key'
  | 'credit'
  | 'rate'
  | 'busy'
  | 'site_refused'
  | 'site_failed'
  | 'site_timeout'
  | 'ours'
  | 'theirs';

interface VendorCode {
  /** Only with this status; with any one when left out. */
  status?: number;
  /** Tried on each machine code of the body, and on its words. Left out: the status alone tells. */
  says?: RegExp;
  means: VendorMeaning;
}

/** Code, words for people, and whether the trouble may pass by itself. */
type Meaning = { code: EndCode; text: string; mayPass: boolean };

export const MEANINGS: Record<VendorMeaning, Meaning> = {
  key: { code: 'provider_auth', text: 'refused the API key', mayPass: false },
  credit: {
    code: 'provider_quota',
    text: 'has no credit left for this account. Top up the account there.',
    mayPass: false,
  },
  rate: { code: 'provider_rate_limited', text: 'limits our calls. Try again later.', mayPass: true },
  busy: {
    code: 'provider_rate_limited',
    text: 'runs as many tasks as this account may have at once. Try again later, or raise the limit there.',
    mayPass: true,
  },
  site_refused: {
    code: 'site_refused',
    text: 'does not open this site, or the site refused it. Try another runner.',
    mayPass: false,
  },
  site_failed: {
    code: 'site_failed',
    text: 'could not load the page: the site did not work. Check the address.',
    mayPass: false,
  },
  site_timeout: {
    code: 'site_timeout',
    text: 'gave up on the page: the site took too long. Try again later.',
    mayPass: false,
  },
  ours: { code: 'provider_rejected', text: 'rejected the request. Try another runner.', mayPass: false },
  theirs: { code: 'provider_5xx', text: 'failed by itself. Try again later.', mayPass: true },
};

/** Usual codes of many providers. A provider's own rows come first. */
const COMMON: readonly VendorCode[] = [
  {
    says: /insufficient[_ -]?(?:funds|credits?|balance)|(?:out of|not enough|no (?:more )?) ?credits?|credits?[_ ](?:exhausted|exceeded)|quota[_ ](?:exceeded|exhausted)|payment[_ ]required|billing[_ ](?:failure|error|limit)|monthly (?:limit|quota)|usage limit (?:reached|exceeded)/i,
    means: 'credit',
  },
  {
    says: /concurren(?:t|cy)|too[_ ]many[_ ](?:concurrent|active|running|sessions|browsers)|max(?:imum)?[_ ](?:concurrent|sessions)/i,
    means: 'busy',
  },
];

/**
 * One table for each provider: the codes that say more than the status they come with. The first row that fits counts.
 * A row needs a source: the vendor's client or its reference of errors.
 */
export const VENDOR_CODES: Readonly<Record<string, readonly VendorCode[]>> = {
  // Reference: errors of api/v2 and `browser-use-sdk` 3.11.3.
  'browser-use': [{ status: 429, says: /active session/i, means: 'busy' }],
  // Server: a wrong key is 403 `Invalid credentials`, other 403 are the organization's permissions.
  skyvern: [
    { status: 403, says: /invalid credentials|token/i, means: 'key' },
    { status: 403, says: /blocked|not allowed.*(?:url|host)|host/i, means: 'site_refused' },
  ],
  // `@mendable/firecrawl-js` 4.42.0 and its reference: statuses of the page travel as codes of the call.
  firecrawl: [
    { says: /SCRAPE_DNS_RESOLUTION_ERROR|DNS resolution failed/i, means: 'site_failed' },
    { says: /SCRAPE_SITE_ERROR|SCRAPE_SSL_ERROR/i, means: 'site_failed' },
    { says: /SCRAPE_TIMEOUT/i, means: 'site_timeout' },
    { says: /SCRAPE_ALL_ENGINES_FAILED|SCRAPE_PROXY_SELECTION_ERROR/i, means: 'site_failed' },
    {
      status: 403,
      says: /not (?:currently )?support|blocklist|UNSUPPORTED_SITE|denied/i,
      means: 'site_refused',
    },
  ],
  // `@tiny-fish/sdk` 0.0.9: codes of its errors.
  tinyfish: [
    { says: /INSUFFICIENT_CREDITS|BILLING_FAILURE/, means: 'credit' },
    { says: /MAX_CONCURRENT|CONCURREN/i, means: 'busy' },
    { says: /MISSING_API_KEY|INVALID_API_KEY/, means: 'key' },
  ],
  // Reference of errors of api/v2: the type tells the party.
  deck: [
    { says: /^authentication_error$/, means: 'key' },
    { says: /^rate_limit_error$/, means: 'rate' },
    { says: /^api_error$/, means: 'theirs' },
  ],
  // `@browserbasehq/sdk` 2.21.0: 402 has no words of its own, 429 is rate or concurrency.
  browserbase: [{ status: 429, says: /session|concurren/i, means: 'busy' }],
  // `@hyperbrowser/sdk` 0.92.6.
  hyperbrowser: [{ status: 429, says: /session|concurren/i, means: 'busy' }],
  // `anchorbrowser` 0.16.3: its plan's limits come as 403 and 429.
  anchor: [
    { status: 403, says: /limit|plan|credit|balance/i, means: 'credit' },
    { status: 429, says: /session|concurren/i, means: 'busy' },
  ],
  // OpenAPI of agp.eu.hcompany.ai.
  h: [{ status: 429, says: /concurren|slot|session/i, means: 'busy' }],
};

/** The places of machine codes in the answers of providers, and of their words. */
const CODE_KEYS = ['code', 'error_code', 'errorCode', 'category', 'type', 'name', 'tag', 'error'];
const WORD_KEYS = [
  'message',
  'msg',
  'detail',
  'details',
  'error',
  'errors',
  'reason',
  'title',
  'description',
];

/** What the provider's own code or words mean; null where they say no more than the status. */
export function meaningOf(family: string, status: number, body: unknown): VendorMeaning | null {
  const said = texts(body);
  const own = VENDOR_CODES[family] ?? [];
  const rows =
    status >= 400 || said.length > 0 ? [...own, ...(status >= 500 || status === 422 ? [] : COMMON)] : [];
  const found = rows.find(
    ({ status: only, says }) =>
      (only === undefined || only === status) && (says === undefined || said.some((text) => says.test(text))),
  );
  return found?.means ?? null;
}

/** A good status with a refusal inside: `success: false`, or an error and nothing else of use. */
export function refusalIn(body: unknown): boolean {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return false;
  const { success, ok, error, errors } = body as Record<string, unknown>;
  const isTold = (value: unknown) =>
    (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);
  return success === false || ok === false || isTold(error) || (Array.isArray(errors) && errors.length > 0);
}

/** The short texts of an answer that may be a code or an explanation. Our own input beside them is not read. */
function texts(body: unknown, depth = 0): string[] {
  if (typeof body === 'string') return depth === 0 && /^\s*</.test(body) ? [] : [body.slice(0, 2_000)];
  if (body === null || typeof body !== 'object' || depth > 3) return [];
  if (Array.isArray(body)) return body.slice(0, 5).flatMap((one) => texts(one, depth + 1));
  return [...new Set([...CODE_KEYS, ...WORD_KEYS])].flatMap((key) =>
    texts((body as Record<string, unknown>)[key], depth + 1),
  );
}
