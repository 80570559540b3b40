import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { Secret } from '../platform/secret.ts';
import type { ProviderAccount, ProviderAccounts } from '../runners/contract.ts';
import type { OwnKeys, Registry } from '../runners/registry.ts';
import {
  deleteKey,
  findKeyId,
  listKeys,
  type ProviderKey,
  saveKey,
  sealContext,
  sealedKeys,
} from './store.ts';

interface Options {
  db: Db;
  registry: Registry;
  secrets: {
    seal(text: string, context: string): Promise<Buffer>;
    open(sealed: Buffer, context: string): Promise<string>;
  };
}

/** The longest time in which another instance does not know of a change. */
const KNOWN_MS = 5_000;

/** The keys at providers that workspaces bring themselves. Values are opened for one attempt and kept nowhere. */
export class ProviderKeys {
  readonly #options: Options;
  readonly #known = new LRUCache<string, Promise<OwnKeys>>({ max: 10_000, ttl: KNOWN_MS });

  constructor(options: Options) {
    this.#options = options;
  }

  /** The parts that a workspace has, by family; enough to know its runners. */
  async owned(workspaceId: string): Promise<OwnKeys> {
    const known = this.#known.get(workspaceId) ?? this.#load(workspaceId);
    this.#known.set(workspaceId, known);
    known.catch(() => this.#known.delete(workspaceId));
    return known;
  }

  list(workspaceId: string): Promise<ProviderKey[]> {
    return listKeys(this.#options.db, workspaceId);
  }

  async put(workspaceId: string, family: string, values: Record<string, string>): Promise<ProviderKey> {
    const { db, secrets } = this.#options;
    for (;;) {
      const id = (await findKeyId(db, workspaceId, family)) ?? newId('pkey');
      const sealed = await secrets.seal(JSON.stringify(values), sealContext(workspaceId, id));
      const saved = await saveKey(db, { id, workspaceId, family, secrets: sealed }, Object.keys(values));
      this.#known.delete(workspaceId);
      // Null when another request put one at the same time: it is replaced under its own id.
      if (saved) return saved;
    }
  }

  async remove(workspaceId: string, family: string): Promise<boolean> {
    this.#known.delete(workspaceId);
    return deleteKey(this.#options.db, workspaceId, family);
  }

  /** The account of a key, for a call that tries it. */
  account(family: string, values: Record<string, string>): ProviderAccount {
    const secrets = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, new Secret(value)]),
    );
    const baseUrl = values.base_url ?? this.#options.registry.baseUrl(family);
    return { family, secrets, baseUrl, isOwn: true };
  }

  /**
   * The accounts under which a workspace uses a runner now: its own keys first; or the operator's, and its own where the operator
   * has none.
   */
  async accountsFor(workspaceId: string, runner: string, isOwnFirst = true): Promise<ProviderAccounts> {
    const { db, registry, secrets } = this.#options;
    const wanted = isOwnFirst ? registry.needs(runner) : registry.lacks(runner);
    const keys = wanted.length === 0 ? [] : await sealedKeys(db, workspaceId);
    const own = new Map<string, ProviderAccount>();
    for (const key of keys.filter(({ family }) => wanted.includes(family))) {
      const values = JSON.parse(await secrets.open(key.secrets, sealContext(key.workspaceId, key.id)));
      own.set(key.family, this.account(key.family, values));
    }
    return registry.accounts(runner, own);
  }

  async #load(workspaceId: string): Promise<OwnKeys> {
    const keys = await this.list(workspaceId);
    const { registry } = this.#options;
    return new Map(
      keys.map(({ family, parts }) => [
        family,
        { baseUrl: registry.baseUrl(family), secrets: Object.fromEntries(parts.map((part) => [part, true])) },
      ]),
    );
  }
}
