import { createHmac, createSecretKey, hash as digest, type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Sql } from 'sql-template-tag';
import { ApiError } from '../errors.ts';
import type { Db } from '../platform/db.ts';
import type { KeyProof } from '../platform/http/caller.ts';
import type { Caller } from '../platform/http/route.ts';
import { newId } from '../platform/ids.ts';
import { claimToken, claimUrlOf, hashOfToken } from './claim-token.ts';
import { isRunToken, type RunToken, readRunToken, writeRunToken } from './run-token.ts';
import {
  findAppOwner,
  findKeyOwner,
  findTokenOwner,
  isFrozen,
  type NewKey,
  sharedSecret,
  touchKey,
} from './store.ts';

const PLATFORM_FEE_PPM = 50_000;

/** Nothing on trial credits, five per cent after the first top-up; in parts per million. */
export function feeRatePpm(isToppedUp: boolean): number {
  return isToppedUp ? PLATFORM_FEE_PPM : 0;
}

const NEVER_CREATE = ['GET', 'HEAD', 'DELETE'];

/** A frozen account reads, deletes, cancels and answers its own; it creates nothing. */
export function refuseFrozen(
  proof: Pick<KeyProof, 'method' | 'opensToFrozen'>,
  claimUrl: string | undefined,
): void {
  if (neverCreates(proof)) return;
  throw new ApiError('account_unclaimed', {
    message: 'The welcome credits or the claim window of this account are used up; a human has to claim it.',
    claimUrl,
  });
}

function neverCreates({ method, opensToFrozen }: Pick<KeyProof, 'method' | 'opensToFrozen'>): boolean {
  return opensToFrozen === true || NEVER_CREATE.includes(method);
}

// A revoked key must stop working on every instance within five seconds, a slow look-up included.
const CACHE_MS = 3_000;
// After this time the next use refreshes the key in the background, so a busy key never waits for the database.
const REFRESH_MS = 1_500;

interface Options {
  db: Db;
  /** The public address of the service, once it listens. */
  origin: () => string;
  /** The price of the cheapest runner here. */
  cheapestMicro: () => number;
}

/** Looks keys up by a keyed hash, so that no key is stored or compared byte by byte. */
export class Authenticator {
  readonly #db: Db;
  readonly #pepper: KeyObject;
  readonly #origin: () => string;
  readonly #cheapestMicro: () => number;
  readonly #known = new LRUCache<string, Caller>({ max: 10_000, ttl: CACHE_MS });
  readonly #asked = new Map<string, Promise<Caller>>();

  private constructor({ db, origin, cheapestMicro }: Options, pepper: Buffer) {
    this.#db = db;
    this.#origin = origin;
    this.#cheapestMicro = cheapestMicro;
    this.#pepper = createSecretKey(pepper);
  }

  static async open(options: Options): Promise<Authenticator> {
    return new Authenticator(options, await sharedSecret(options.db, 'api_key_pepper', randomBytes(32)));
  }

  /** Of the account `a` with the workspace `w`: it is unclaimed, and its credits or its time are used up. */
  get isFrozen(): Sql {
    return isFrozen(this.#cheapestMicro());
  }

  /** The page on which a human claims the account of this key. */
  claimUrl(key: string): string {
    return claimUrlOf(this.#origin(), claimToken(key));
  }

  hash(key: string): Buffer {
    return createHmac('sha256', this.#pepper).update(key).digest();
  }

  /** The stored part of a key. */
  newKey(key: string, facts: Pick<NewKey, 'workspaceId' | 'name'> & Partial<NewKey>): NewKey {
    return {
      id: newId('key'),
      hash: this.hash(key),
      claimHash: hashOfToken(claimToken(key)),
      lastFour: key.slice(-4),
      workspaceId: facts.workspaceId,
      name: facts.name,
      limitMicro: facts.limitMicro ?? null,
      permissions: facts.permissions ?? null,
      expiresAt: facts.expiresAt ?? null,
    };
  }

  /** A token for web pages that reads one run. */
  runToken(said: RunToken): string {
    return writeRunToken(said, this.#pepper);
  }

  async authenticate(proof: KeyProof): Promise<Caller> {
    const { header, readsRun } = proof;
    const key = keyIn(header);
    if (isRunToken(key)) return this.#reader(key, readsRun);
    // The cache holds no keys either; it is never stored, so a plain hash is enough.
    const cacheKey = digest('sha256', key, 'base64');
    const known = this.#known.get(cacheKey);
    // An unclaimed account may have spent its last credits a moment ago.
    if (known && (known.claimUrl === undefined || neverCreates(proof))) {
      if (this.#known.getRemainingTTL(cacheKey) < CACHE_MS - REFRESH_MS)
        // After a failed refresh the entry expires, and the next request reports the error.
        this.#lookUp(key, cacheKey).catch(() => undefined);
      return known;
    }
    const caller = await this.#lookUp(key, cacheKey);
    if (caller.isFrozen) refuseFrozen(proof, caller.claimUrl);
    return caller;
  }

  /** Once at a time for each key. */
  #lookUp(key: string, cacheKey: string): Promise<Caller> {
    const asked =
      this.#asked.get(cacheKey) ?? this.#find(key, cacheKey).finally(() => this.#asked.delete(cacheKey));
    this.#asked.set(cacheKey, asked);
    return asked;
  }

  async #find(key: string, cacheKey: string): Promise<Caller> {
    const owner =
      (await findKeyOwner(this.#db, this.hash(key), this.isFrozen)) ??
      (await findAppOwner(this.#db, hashOfToken(key), this.isFrozen));
    if (!owner || owner.isFrozen) this.#known.delete(cacheKey);
    if (!owner) throw new ApiError('invalid_api_key', 'The API key is missing, expired or not valid.');
    const caller: Caller = {
      accountId: owner.accountId,
      workspaceId: owner.workspaceId,
      keyId: owner.keyId,
      feeRatePpm: feeRatePpm(owner.toppedUp),
      isFrozen: owner.isFrozen,
      permissions: owner.permissions ?? undefined,
      ...(owner.isClaimed ? {} : { claimUrl: this.claimUrl(key) }),
    };
    if (!owner.isFrozen) this.#known.set(cacheKey, caller);
    if (owner.isUseNews) await touchKey(this.#db, owner.keyId);
    return caller;
  }

  async #reader(token: string, readsRun: string | undefined): Promise<Caller> {
    const said = readRunToken(token, this.#pepper);
    if (said && said.runId !== readsRun)
      throw new ApiError(
        'invalid_api_key',
        'This token reads one run, its steps and files, and nothing else.',
      );
    const accountId = said && (await findTokenOwner(this.#db, said));
    if (!accountId) throw new ApiError('invalid_api_key', 'The read token is not valid, or not any more.');
    return { accountId, workspaceId: said.workspaceId, keyId: said.keyId, feeRatePpm: 0 };
  }
}

function keyIn(header: KeyProof['header']): string {
  return header('authorization')?.match(/^Bearer\s+(\S+)\s*$/i)?.[1] ?? header('x-api-key') ?? '';
}

export function bringsRunToken({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return isRunToken(keyIn((name) => [headers[name] ?? null].flat()[0] ?? null));
}

/** 192 random bits and a fixed prefix. */
export function mintKey(): string {
  return `svc_${randomBytes(24).toString('base64url')}`;
}
