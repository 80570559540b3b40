import { createHash, createHmac } from 'node:crypto';

/**
 * The token of the claim link is made from the key: whoever has the key can be told the link again and again, and a dump
 * of the database, which holds the hash of the token only, opens nothing.
 */
export function claimToken(key: string): string {
  return createHmac('sha256', key).update('switchyard claim').digest('base64url');
}

export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
