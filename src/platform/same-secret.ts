import { createHash, timingSafeEqual } from 'node:crypto';

/** Both sides are hashed, so that neither the length nor the place of a difference shows in the time it takes. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
