import { Cookies } from './cookies.ts';
import type { OnDial } from './dial.ts';
import type { Gate } from './gate.ts';
import { safeFetch } from './safe-fetch.ts';
import type { Refusal } from './url-parts.ts';

/** A 202 stays quick: the run itself reports redirects that take longer. */
const WITHIN_MS = 2_000;

/**
 * Follows a target's redirects before a run is accepted. Only a forbidden destination is refused; a target that is down
 * or slow is for the run to report.
 */
export async function preflight(
  gate: Gate,
  raw: string,
  options: { localAllowed?: boolean; signal?: AbortSignal; onDial?: OnDial },
): Promise<{ ok: true } | Refusal> {
  const within = AbortSignal.timeout(WITHIN_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, within]) : within;
  const walk = (method: 'HEAD' | 'GET') =>
    safeFetch(gate, raw, {
      ...options,
      signal,
      method,
      maxBytes: 0,
      overflow: 'cut',
      timeoutMs: WITHIN_MS,
      cookies: new Cookies(),
    });
  const asked = await walk('HEAD');
  // Some servers know GET only, and redirect nothing else.
  const result = asked.kind === 'response' && asked.status >= 400 ? await walk('GET') : asked;
  if (result.kind === 'unsafe') return { ok: false, reason: result.reason };
  // The end of an endless redirect chain is unknown, so it is refused.
  if (result.kind === 'failed' && result.code === 'too_many_redirects') {
    return { ok: false, reason: `the URL leads to ${result.message}` };
  }
  return { ok: true };
}
