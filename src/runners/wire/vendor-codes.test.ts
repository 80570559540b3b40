import { expect, test } from 'vitest';
import { ENDINGS } from '../codes.ts';
import { MEANINGS, meaningOf, refusalIn, VENDOR_CODES, type VendorMeaning } from './vendor-codes.ts';

const PLATFORM: VendorMeaning[] = ['key', 'credit', 'rate', 'busy', 'ours', 'theirs'];

test.each<[string, number, unknown, VendorMeaning | null]>([
  ['firecrawl', 403, { success: false, error: 'This website is not currently supported.' }, 'site_refused'],
  ['firecrawl', 500, { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'x' }, 'site_unreachable'],
  ['firecrawl', 200, { success: false, code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: 'x' }, 'site_unreachable'],
  ['firecrawl', 408, { success: false, code: 'SCRAPE_TIMEOUT' }, 'site_timeout'],
  ['firecrawl', 408, { success: false, error: 'Request timed out' }, 'site_timeout'],
  [
    'firecrawl',
    408,
    { code: 'CONCURRENCY_QUEUE_TIMEOUT', error: 'The operation timed out while waiting for a slot.' },
    'busy',
  ],
  ['firecrawl', 408, { message: 'slow' }, null],
  ['firecrawl', 403, { code: 'SAFE_MODE_BLOCKED', error: 'x' }, 'site_refused'],
  ['firecrawl', 403, { code: 'AGENT_INDEX_ONLY', error: 'x' }, 'ours'],
  ['firecrawl', 500, { code: 'SCRAPE_PDF_FETCH_PROXY_ERROR', error: 'x' }, 'site_failed'],
  ['firecrawl', 500, { code: 'UNKNOWN_ERROR', error: 'x' }, null],
  ['firecrawl', 401, { success: false, error: 'Unauthorized: Invalid token' }, null],
  ['skyvern', 403, { detail: 'Invalid credentials' }, 'key'],
  ['tinyfish', 403, { error: { code: 'INSUFFICIENT_CREDITS', message: 'x' } }, 'credit'],
  ['linkup', 429, { error: { code: 'INSUFFICIENT_FUNDS_CREDITS', message: 'x' } }, 'credit'],
  ['olostep', 401, {}, 'site_refused'],
  ['olostep', 402, { message: 'invalid key' }, 'key'],
  ['olostep', 402, { usage_limit_reached: true }, 'credit'],
  ['olostep', 501, { max_capacity_reached: true }, 'rate'],
  ['firecrawl', 403, { code: 'unsafe_domain_blocked', error: 'x' }, 'site_refused'],
  ['firecrawl', 500, { code: 'SCRAPE_PDF_ANTIBOT_ERROR', error: 'x' }, 'blocked'],
  ['linkup', 429, { error: { code: 'TOO_MANY_REQUESTS', message: 'x' } }, null],
  ['linkup', 400, { error: { code: 'FETCH_ERROR', message: 'x' } }, 'site_failed'],
  ['surfsky', 429, { code: 'monthly_session_limit_reached' }, 'credit'],
  ['surfsky', 429, { code: 'rate_limited' }, null],
  ['scrapfly', 422, { code: 'ERR::ASP::SHIELD_PROTECTION_FAILED' }, 'blocked'],
  ['zenrows', 402, { code: 'AUTH004' }, 'credit'],
  ['zenrows', 429, { code: 'AUTH006' }, 'rate'],
  ['diffbot', 200, { errorCode: 401, error: 'x' }, 'key'],
  ['exa', 200, { statuses: [{ error: { tag: 'CRAWL_NOT_FOUND' } }] }, null],
  ['unheard-of', 403, { message: 'Monthly limit reached' }, 'credit'],
  ['unheard-of', 429, { message: 'Too many concurrent sessions' }, 'busy'],
  ['unheard-of', 429, { detail: 'slow down' }, null],
  ['unheard-of', 500, { message: 'quota exceeded' }, null],
  ['unheard-of', 422, { detail: [{ msg: 'Required', input: 'Is my quota exceeded?' }] }, null],
  ['unheard-of', 402, '<html>no credits</html>', null],
])('%s, %i, %j means %s', (family, status, body, meaning) => {
  expect(meaningOf(family, status, body)).toBe(meaning);
});

test('a meaning has one fault: of the site where the page is blamed, and else of the platform', () => {
  for (const [meaning, { text }] of Object.entries(MEANINGS)) {
    // A refused key is told with the name of its setting.
    expect(text).toMatch(/\b(?:refused the API key|Check|Try|Top up)\b/);
    const { fault } = ENDINGS[MEANINGS[meaning as VendorMeaning].code];
    expect([meaning, fault === 'platform']).toEqual([meaning, PLATFORM.includes(meaning as VendorMeaning)]);
  }
  expect(Object.keys(VENDOR_CODES)).toEqual([...new Set(Object.keys(VENDOR_CODES))]);
});

test.each([
  [{ success: false }, true],
  [{ error: 'No credits' }, true],
  [{ error: { message: 'No credits' } }, true],
  [{ errors: [{ message: 'x' }] }, true],
  [{ success: true, id: 7, error: null }, false],
  [{ error: '' }, false],
  [[], false],
  [null, false],
])('a good answer %j with a refusal inside: %s', (body, isRefusal) => {
  expect(refusalIn(body)).toBe(isRefusal);
});
