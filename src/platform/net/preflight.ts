import { Cookies } from './cookies.ts';
import type { OnDial } from './dial.ts';
import type { Gate } from './gate.ts';
import { safeFetch } from './safe-fetch.ts';
import type { Refusal } from './url-parts.ts';

/**
 * Follows a target's redirects before a run is accepted. Only a forbidden destination is refused; a target that is down
 * or slow is for the run to report.
 */
export async function preflight(
  gate: Gate,
  raw: string,
  options: { localAllowed?: boolean; signal?: AbortSignal; onDial?: OnDial },
): Promise<{ ok: true } | Refusal> {
  const result = await safeFetch(gate, raw, {
    ...options,
    method: 'HEAD',
    maxBytes: 0,
    overflow: 'cut',
    timeoutMs: 3_000,
    cookies: new Cookies(),
  });
  if (result.kind === 'unsafe') return { ok: false, reason: result.reason };
  // The end of an endless redirect chain is unknown, so it is refused.
  if (result.kind === 'failed' && result.code === 'too_many_redirects') {
    return { ok: false, reason: `the URL leads to ${result.message}` };
  }
  return { ok: true };
}
