import { isObject } from '../../platform/json.ts';
import type { EndCode } from '../codes.ts';

/** The cause named by a provider's own error code or message; it overrides the HTTP status. */
export type VendorMeaning =
  | 'key'
  | 'credit'
  | 'rate'
  | 'busy'
  | 'site_refused'
  | 'site_failed'
  | 'site_timeout'
  | 'site_unreachable'
  | 'blocked'
  | 'missing'
  | 'unreadable'
  | 'forbidden'
  | 'ours'
  | 'theirs';

interface VendorCode {
  /** Only with these statuses; with any one when left out. */
  status?: number | readonly number[];
  /** Matched against each error code and message of the body. Left out: the status alone decides. */
  pattern?: RegExp;
  means: VendorMeaning;
}

/** Code, message, and whether a retry can succeed. */
type Meaning = { code: EndCode; text: string; mayPass: boolean };

export const MEANINGS: Record<VendorMeaning, Meaning> = {
  key: { code: 'provider_auth', text: 'refused the API key', mayPass: false },
  credit: {
    code: 'provider_quota',
    text: 'has no credit left for this account. Top up the account there.',
    mayPass: false,
  },
  rate: { code: 'provider_rate_limited', text: 'limits the request rate. Try again later.', mayPass: true },
  busy: {
    code: 'provider_rate_limited',
    text: 'has reached the concurrency limit of this account. Try again later, or raise the limit there.',
    mayPass: true,
  },
  site_refused: {
    code: 'site_refused',
    text: 'does not support this site, or the site refused it. Try another runner.',
    mayPass: false,
  },
  site_failed: {
    code: 'site_failed',
    text: 'could not load the page: the site failed. Check the address.',
    mayPass: false,
  },
  site_timeout: {
    code: 'site_timeout',
    text: 'gave up on the page: the site took too long. Try again later.',
    mayPass: false,
  },
  site_unreachable: {
    code: 'site_unreachable',
    text: 'could not reach the site. Check the address.',
    mayPass: false,
  },
  blocked: { code: 'blocked', text: 'was blocked by the site. Try another runner.', mayPass: false },
  missing: { code: 'not_found', text: 'found no page there. Check the address.', mayPass: false },
  unreadable: {
    code: 'not_readable',
    text: 'does not read files of this kind. Try another runner.',
    mayPass: false,
  },
  forbidden: {
    code: 'forbidden_domain',
    text: 'is not allowed to open this site. Check its terms.',
    mayPass: false,
  },
  ours: { code: 'provider_rejected', text: 'rejected the request. Try another runner.', mayPass: false },
  theirs: { code: 'provider_5xx', text: 'had an internal error. Try again later.', mayPass: true },
};

/** Codes that many providers use. A provider's own rows come first. */
const COMMON: readonly VendorCode[] = [
  {
    pattern:
      /insufficient[_ -]?(?:funds|credits?|balance)|(?:out of|not enough|no (?:more )?) ?credits?|credits?[_ ](?:exhausted|exceeded)|quota[_ ](?:exceeded|exhausted)|payment[_ ]required|billing[_ ](?:failure|error|limit)|monthly (?:limit|quota)|usage limit (?:reached|exceeded)/i,
    means: 'credit',
  },
  {
    pattern:
      /concurren(?:t|cy)|too[_ ]many[_ ](?:concurrent|active|running|sessions|browsers)|max(?:imum)?[_ ](?:concurrent|sessions)/i,
    means: 'busy',
  },
];

/**
 * One table for each provider: error codes that are more precise than their HTTP status. The first matching row wins.
 * A row needs a source: the vendor's client or its error reference.
 */
export const VENDOR_CODES: Readonly<Record<string, readonly VendorCode[]>> = {
  // Reference: errors of api/v2 and `browser-use-sdk` 3.11.3.
  'browser-use': [{ status: 429, pattern: /active session/i, means: 'busy' }],
  // Server: a wrong key is 403 `Invalid credentials`, other 403 are the organization's permissions.
  skyvern: [
    { status: 403, pattern: /invalid credentials|token/i, means: 'key' },
    { status: 403, pattern: /blocked|host|\burl\b/i, means: 'site_refused' },
  ],
  // Server, `apps/api/src/lib/error.ts` and `controllers/v2/scrape.ts`, 2026-11: DNS failures come in a 200, timeouts in a 408.
  firecrawl: [
    { pattern: /CONCURRENCY_QUEUE_TIMEOUT/, means: 'busy' },
    { pattern: /SCRAPE_DNS_RESOLUTION_ERROR|DNS resolution failed/i, means: 'site_unreachable' },
    { pattern: /^SCRAPE_(?:TIMEOUT|PDF_INSUFFICIENT_TIME_ERROR)$/, means: 'site_timeout' },
    // Servers before codes.
    { status: 408, pattern: /timed out/i, means: 'site_timeout' },
    { pattern: /^SCRAPE_(?:PDF|DOCUMENT)_(?:ANTIBOT_ERROR|PREFETCH_FAILED)$/, means: 'blocked' },
    { pattern: /^SCRAPE_(?:UNSUPPORTED_FILE_ERROR|PDF_OCR_REQUIRED)$/, means: 'unreadable' },
    {
      pattern:
        /^(?:unsafe_domain_blocked|UNSUPPORTED_SITE|CRAWL_DENIAL|SAFE_MODE_BLOCKED|SCRAPE_(?:MEDIA_ACCESS_DENIED|PROMPT_INJECTION_DETECTED))$/,
      means: 'site_refused',
    },
    {
      pattern: /^(?:AGENT_INDEX_ONLY|THIRD_PARTY_DATA_TERMS_REQUIRED|SCRAPE_ZDR_VIOLATION_ERROR)$/,
      means: 'ours',
    },
    {
      pattern:
        /^SCRAPE_(?:SITE_ERROR|SSL_ERROR|ALL_ENGINES_FAILED|PROXY_SELECTION_ERROR|RETRY_LIMIT|(?:PDF|DOCUMENT)_FETCH_PROXY_ERROR)$/,
      means: 'site_failed',
    },
    { status: 403, pattern: /not (?:currently )?support|blocklist|denied/i, means: 'site_refused' },
  ],
  // `@tiny-fish/sdk` 0.0.9: codes of its errors.
  tinyfish: [
    { pattern: /INSUFFICIENT_CREDITS|BILLING_FAILURE/, means: 'credit' },
    { pattern: /MAX_CONCURRENT|CONCURREN/i, means: 'busy' },
    { pattern: /MISSING_API_KEY|INVALID_API_KEY/, means: 'key' },
  ],
  // Reference of errors of api/v2: the type tells the party.
  deck: [
    { pattern: /^authentication_error$/, means: 'key' },
    { pattern: /^rate_limit_error$/, means: 'rate' },
    { pattern: /^api_error$/, means: 'theirs' },
  ],
  // `@browserbasehq/sdk` 2.21.0: 402 has no separate message, 429 is rate or concurrency.
  browserbase: [{ status: 429, pattern: /session|concurren/i, means: 'busy' }],
  // `@hyperbrowser/sdk` 0.92.6.
  hyperbrowser: [{ status: 429, pattern: /session|concurren/i, means: 'busy' }],
  // `anchorbrowser` 0.16.3: its plan's limits come as 403 and 429.
  anchor: [
    { status: 403, pattern: /limit|plan|credit|balance/i, means: 'credit' },
    { status: 429, pattern: /session|concurren/i, means: 'busy' },
  ],
  // Reference of errors: the usage limit has a separate type.
  apify: [{ pattern: /usage hard limit|not-enough-usage|monthly-usage/i, means: 'credit' }],
  // Reference of errors: in a 200, as numbers.
  diffbot: [
    { pattern: /^401$/, means: 'key' },
    { pattern: /^429$/, means: 'rate' },
    { pattern: /^404$/, means: 'missing' },
  ],
  // `exa-js` 2.23.0 and its reference: tags of errors, also of single pages.
  exa: [
    { pattern: /^(?:NO_MORE_CREDITS|API_KEY_BUDGET_EXCEEDED)$/, means: 'credit' },
    { pattern: /^(?:ROBOTS_FILTER_FAILED|PROHIBITED_CONTENT)$/, means: 'site_refused' },
    { pattern: /^CRAWL_NOT_FOUND$/, means: 'missing' },
    { pattern: /^CRAWL_(?:LIVECRAWL_)?TIMEOUT$/, means: 'site_timeout' },
    { pattern: /^(?:FETCH_DOCUMENT_ERROR|SOURCE_NOT_AVAILABLE|CRAWL_\w+)$/, means: 'site_failed' },
  ],
  // Reference of errors.
  jina: [
    { pattern: /failed to goto/i, means: 'site_unreachable' },
    { status: 451, means: 'site_refused' },
  ],
  // `linkup-sdk` 3.2.7: codes of its errors.
  linkup: [
    { pattern: /^(?:INSUFFICIENT_FUNDS_CREDITS|EXCEED_BUDGET_LIMIT)$/, means: 'credit' },
    { pattern: /^FETCH_(?:UNSUPPORTED_CONTENT_TYPE|URL_IS_FILE|RESPONSE_TOO_LARGE)$/, means: 'unreadable' },
    { pattern: /^FETCH_ERROR$/, means: 'site_failed' },
  ],
  // The vendor's public `olostep-js`: 401 is a domain on its list, and 402 a wrong key or no credit.
  olostep: [
    { status: 401, means: 'site_refused' },
    { status: 402, pattern: /^usage_limit_reached$/, means: 'credit' },
    { status: 402, means: 'key' },
    { status: 403, means: 'ours' },
    { status: 501, pattern: /^max_capacity_reached$/, means: 'rate' },
    { status: 504, means: 'site_timeout' },
  ],
  // Reference of response codes.
  oxylabs: [
    { status: [612, 613], means: 'site_failed' },
    { status: 403, pattern: /traffic|limit reached/i, means: 'credit' },
  ],
  // Reference of response codes.
  scraperapi: [
    { status: 403, means: 'credit' },
    { status: 404, means: 'missing' },
    { status: 500, means: 'site_failed' },
  ],
  // `scrapfly-sdk` 0.11.1 and its reference of errors.
  scrapfly: [
    { pattern: /^ERR::ASP::/, means: 'blocked' },
    { pattern: /^ERR::(?:THROTTLE|SCRAPE::TOO_MANY_CONCURRENT)/, means: 'rate' },
    { pattern: /^ERR::ACCOUNT::|^ERR::\S*QUOTA_LIMIT_REACHED$/, means: 'credit' },
    { pattern: /^ERR::SCRAPE::DNS_/, means: 'site_unreachable' },
    { pattern: /^ERR::SCRAPE::(?:UPSTREAM|OPERATION)_TIMEOUT$/, means: 'site_timeout' },
    { pattern: /^ERR::SCRAPE::DOMAIN_NOT_ALLOWED$/, means: 'site_refused' },
    { pattern: /^ERR::SCRAPE::(?:BAD_UPSTREAM|UPSTREAM|NETWORK)/, means: 'site_failed' },
  ],
  // Help page: no calls left is 401, and a page that failed 500.
  scrapingbee: [
    { status: 401, pattern: /limit|credit/i, means: 'credit' },
    { status: 500, means: 'site_failed' },
  ],
  // The vendor's public `surfsky-js`.
  surfsky: [
    { pattern: /^(?:monthly_session|shared_traffic|premium_traffic)_limit_reached$/, means: 'credit' },
    { status: 422, pattern: /x-cloud-api-token/i, means: 'key' },
  ],
  // `@tavily/core` 0.7.13 and its reference: the limits of the plan, and of paying as one goes.
  tavily: [{ status: [432, 433], means: 'credit' }],
  // Reference of errors.
  zenrows: [
    { pattern: /^AUTH00[45]$/, means: 'credit' },
    { pattern: /^AUTH00[68]$/, means: 'rate' },
    { pattern: /^RESP002$/, means: 'missing' },
    { pattern: /^RESP\d/, means: 'site_failed' },
  ],
  // Reference of errors: a ban has its own status, and is free.
  zyte: [
    { status: 403, pattern: /account-suspended/, means: 'credit' },
    { status: [520, 521], means: 'blocked' },
    { status: 421, means: 'site_unreachable' },
    { status: 451, means: 'forbidden' },
  ],
  // OpenAPI of agp.eu.hcompany.ai.
  h: [{ status: 429, pattern: /concurren|slot|session/i, means: 'busy' }],
};

/** Fields of error codes in providers' answers, and of error messages. */
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

/** The meaning of the provider's own error code or message; null where only the status is known. */
export function meaningOf(family: string, status: number, body: unknown): VendorMeaning | null {
  const messages = texts(body);
  const own = VENDOR_CODES[family] ?? [];
  const rows =
    status >= 400 || messages.length > 0 ? [...own, ...(status >= 500 || status === 422 ? [] : COMMON)] : [];
  const found = rows.find(
    ({ status: only, pattern }) =>
      (only === undefined || [only].flat().includes(status)) &&
      (pattern === undefined || messages.some((text) => pattern.test(text))),
  );
  return found?.means ?? null;
}

/** A good status with a refusal inside: `success: false`, or an error and nothing else of use. */
export function refusalIn(body: unknown): boolean {
  if (!isObject(body)) return false;
  const { success, ok, error, errors } = body;
  const isGiven = (value: unknown) =>
    (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null);
  return success === false || ok === false || isGiven(error) || (Array.isArray(errors) && errors.length > 0);
}

/** The machine code of a refusal; null without one. */
export function codeIn(body: unknown, depth = 0): string | null {
  if (typeof body === 'string') return depth > 0 && /^[A-Za-z][\w.:-]{0,59}$/.test(body) ? body : null;
  if (body === null || typeof body !== 'object' || depth > 3) return null;
  const inner: unknown[] = Array.isArray(body)
    ? body.slice(0, 3)
    : CODE_KEYS.map((key) => Reflect.get(body, key));
  return inner.map((one) => codeIn(one, depth + 1)).find((code) => code !== null) ?? null;
}

/** The short texts of an answer that may be a code or an explanation. Our own input beside them is not read. */
function texts(body: unknown, depth = 0): string[] {
  if (typeof body === 'number') return [String(body)];
  if (typeof body === 'string') return depth === 0 && /^\s*</.test(body) ? [] : [body.slice(0, 2_000)];
  if (depth > 3) return [];
  if (Array.isArray(body)) return body.slice(0, 5).flatMap((one) => texts(one, depth + 1));
  if (!isObject(body)) return [];
  const fields = body;
  const flags = Object.keys(fields).filter((key) => fields[key] === true);
  return [
    ...flags,
    ...[...new Set([...CODE_KEYS, ...WORD_KEYS])].flatMap((key) => texts(fields[key], depth + 1)),
  ];
}
