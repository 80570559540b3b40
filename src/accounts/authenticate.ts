import { createHmac, createSecretKey, hash as digest, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import type { Caller } from '../platform/http/route.ts';
import { findKeyOwner, sharedSecret } from './store.ts';

/** The fee after the first top-up, in parts per million. */
const PLATFORM_FEE_PPM = 50_000;

// A revoked key must stop working on every instance within five seconds, a slow look-up included.
const CACHE_MS = 3_000;

/** Knows keys by their keyed hash only, so that nothing secret is stored or compared byte by byte. */
export class Authenticator {
  readonly #db: Db;
  readonly #pepper: KeyObject;
  readonly #known = new LRUCache<string, Caller>({ max: 10_000, ttl: CACHE_MS });

  private constructor(db: Db, pepper: Buffer) {
    this.#db = db;
    this.#pepper = createSecretKey(pepper);
  }

  static async open(db: Db): Promise<Authenticator> {
    return new Authenticator(db, await sharedSecret(db, 'api_key_pepper', randomBytes(32)));
  }

  hash(key: string): Buffer {
    return createHmac('sha256', this.#pepper).update(key).digest();
  }

  async authenticate(header: (name: string) => string | null): Promise<Caller> {
    const key = header('authorization')?.match(/^Bearer\s+(\S+)\s*$/i)?.[1] ?? header('x-api-key') ?? '';
    // Memory holds no keys either; what is never stored needs no pepper.
    const cacheKey = digest('sha256', key, 'base64');
    const known = this.#known.get(cacheKey);
    if (known) return known;
    const owner = await findKeyOwner(this.#db, this.hash(key));
    if (!owner) throw new ApiError('invalid_api_key', 'The API key is missing or not valid.');
    const caller: Caller = {
      accountId: owner.accountId,
      workspaceId: owner.workspaceId,
      feeRatePpm: owner.toppedUp ? PLATFORM_FEE_PPM : 0,
    };
    this.#known.set(cacheKey, caller);
    return caller;
  }
}

/** 192 random bits and a fixed prefix. */
export function mintKey(): string {
  return `svc_${randomBytes(24).toString('base64url')}`;
}
