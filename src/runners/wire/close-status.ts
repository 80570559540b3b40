import type { Closed } from '../../platform/net/provider-socket.ts';

const WORDS: [RegExp, number][] = [
  [/payment|credit|quota|balance|billing|insufficient|upgrade your/i, 402],
  [/too many|rate.?limit|concurren|limit (reached|exceeded)/i, 429],
  [/unauthori[sz]ed|forbidden|api.?key|token|authenticat|credentials/i, 401],
];

/**
 * The HTTP status equivalent to a close frame: many providers accept the handshake and then close with 4401, or with a few
 * words. Null when it names no reason.
 */
export function statusOfClose({ code, reason }: Closed): number | null {
  if (code >= 4400 && code < 4600) return code - 4000;
  const [, status = null] = WORDS.find(([words]) => words.test(reason)) ?? [];
  if (status !== null) return status;
  return code === 1013 || code === 1012 ? 503 : null;
}
