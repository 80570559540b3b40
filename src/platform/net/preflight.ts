import { Cookies } from './cookies.ts';
import type { OnDial } from './dial.ts';
import type { Gate } from './gate.ts';
import { safeFetch } from './safe-fetch.ts';
import type { Refusal } from './url-parts.ts';

/**
 * Walks a target's redirects before a run is accepted. Only somewhere it must not go is a refusal; a target that is
 * down, slow or going in circles is for the run to report.
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
  // What lies behind the last vetted hop of an endless chain is unknown, and unknown is refused.
  if (result.kind === 'failed' && result.code === 'too_many_redirects') {
    return { ok: false, reason: `the URL leads to ${result.message}` };
  }
  return { ok: true };
}
