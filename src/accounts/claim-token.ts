import { createHash, createHmac } from 'node:crypto';

/**
 * The token of the claim link is made from the key: the owner of the key can ask for the link again, and a dump
 * of the database, which holds the hash of the token only, opens nothing.
 */
export function claimToken(key: string): string {
  return createHmac('sha256', key).update('switchyard claim').digest('base64url');
}

export function claimUrlOf(origin: string, token: string): string {
  return `${origin}/claim/${token}`;
}

/**
 * Hides a claim token behind a secret that is used for nothing else (a cookie, a link), and shows it again: applied twice, it
 * undoes itself.
 */
export function masked(claim: Buffer, secret: string): Buffer {
  const mask = createHmac('sha256', secret).update('switchyard claim mask').digest();
  return Buffer.from(claim.map((byte, at) => byte ^ (mask[at] ?? 0)));
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
