import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Seals secret values for the database; handed in by the composition root. */
export interface SecretBox {
  seal(text: string, context: string): Promise<Buffer>;
  open(sealed: Buffer, context: string): Promise<string>;
}

/** Base64 of 32 random bytes after the prefix: the same secret would also serve the Standard Webhooks scheme. */
export function mintSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function secretContext(workspaceId: string, endpointId: string): string {
  return `${workspaceId}|${endpointId}|webhook_secret`;
}

// A busy endpoint would otherwise ask the key service for every delivery.
const OPENED_FOR_MS = 60_000;

/** Opens signing secrets and caches them for a minute. A rotated secret is sealed anew, so the cache is never stale. */
export class SigningSecrets {
  readonly #box: SecretBox;
  readonly #opened = new LRUCache<string, string>({ max: 1_000, ttl: OPENED_FOR_MS });

  constructor(box: SecretBox) {
    this.#box = box;
  }

  async open(sealed: Buffer, context: string): Promise<string> {
    const key = `${context}|${sealed.toString('base64')}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const secret = await this.#box.open(sealed, context);
    this.#opened.set(key, secret);
    return secret;
  }
}
