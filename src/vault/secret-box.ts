import { open, seal } from './envelope.ts';
import type { KeyService } from './key-service.ts';

/** Seals and opens secrets for other rooms and keeps the keys out of them. */
export class SecretBox {
  readonly #keys: KeyService;

  constructor(keys: KeyService) {
    this.#keys = keys;
  }

  /** `context` is `owner id|object id|field`: the value opens only with the same one. */
  seal(text: string, context: string): Promise<Buffer> {
    return seal(this.#keys, text, context);
  }

  open(sealed: Buffer, context: string): Promise<string> {
    return open(this.#keys, sealed, context);
  }
}
