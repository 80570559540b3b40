import { createHmac } from 'node:crypto';

/** The headers of every attempt, besides the signature. */
export function requestHeaders(eventId: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Svc-Event-Id': eventId,
  };
}

/** `t=<unix seconds>,v1=<hex>` with one signature per secret, the newest first. */
export function signatureHeader(body: string | Uint8Array, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1_000);
  return [`t=${t}`, ...secrets.map((secret) => `v1=${signature(secret, t, body)}`)].join(',');
}

/** The key is the whole secret with its prefix, as UTF-8. */
function signature(secret: string, t: number, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
}
