import sql from 'sql-template-tag';
import { type Clock, pause } from '../platform/clock.ts';
import type { Db } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { rewrap } from './envelope.ts';
import { CannotOpen, type KeyService, type KeyVersion, keyName } from './key-service.ts';
import {
  countByKey,
  findRowsOnOtherKeys,
  keysInUse,
  replaceSealed,
  type SealedRow,
  type SealedTable,
} from './sealed-tables.ts';

export interface KeysContext {
  db: Db;
  keys: KeyService;
  /** Every table of the product with sealed columns. */
  tables: SealedTable[];
  clock: Clock;
  log: Log;
}

interface RewrapOptions {
  signal?: AbortSignal;
  /** Rest after each batch, as a share of the time the batch took; keeps the database free for callers. */
  rest: number;
  onBatch?(rewrapped: number): void;
}

const BATCH = 100;
// Longer than any request holds a wrapped key that it has not stored yet.
const RETIRE_AFTER_MS = 60_000;

/** Creates a key version, unless `isDue` is false once the lock is held. `rewrapAll` then re-seals the values. */
export async function rotateKeys(
  ctx: KeysContext,
  isDue: (current: KeyVersion) => boolean = () => true,
): Promise<KeyVersion | null> {
  return underLock(ctx.db, async () => {
    if (!isDue(await ctx.keys.current())) return null;
    const made = await ctx.keys.rotate();
    ctx.log.info({ key: keyName(made) }, 'new vault key version created');
    return made;
  });
}

/**
 * Wraps every data key with the current version. Its state is in the rows: it can be killed and restarted at any point,
 * and two may run at once. Rows that no key opens are skipped and counted.
 */
export async function rewrapAll(
  ctx: KeysContext,
  options: RewrapOptions,
): Promise<{ rewrapped: number; unreadable: number }> {
  const done = { rewrapped: 0, unreadable: 0 };
  const current = keyName(await ctx.keys.current());
  for (const table of ctx.tables) {
    let afterId = '';
    while (!options.signal?.aborted) {
      const startedAt = ctx.clock.mono();
      const rows = await findRowsOnOtherKeys(ctx.db, table, current, afterId, BATCH);
      const last = rows.at(-1);
      if (!last) break;
      afterId = last.id;
      const statements = (await Promise.all(rows.map((row) => rewrapRow(ctx, table.table, row)))).filter(
        (statement) => statement !== null,
      );
      done.unreadable += rows.length - statements.length;
      if (statements.length > 0) {
        const written = await ctx.db.batch(statements);
        done.rewrapped += written.filter((found) => found.length > 0).length;
      }
      options.onBatch?.(done.rewrapped);
      const restMs = (ctx.clock.mono() - startedAt) * options.rest;
      await pause(ctx.clock, restMs, options.signal);
    }
  }
  if (done.rewrapped + done.unreadable > 0)
    ctx.log.info({ key: current, ...done }, 'vault values re-sealed with the current key version');
  return done;
}

/** Destroys an old version once nothing is or can be sealed with it. */
export async function retireKey(ctx: KeysContext, version: number): Promise<{ refusal: string | null }> {
  if (!ctx.keys.retire) return { refusal: 'this key service keeps its old versions itself' };
  return underLock(ctx.db, async () => {
    const versions = await ctx.keys.versions();
    const current = await ctx.keys.current();
    const found = versions.find((one) => one.version === version && one.keyId === current.keyId);
    if (!found) return { refusal: `version ${version} not found` };
    const successor = versions.find((one) => one.keyId === current.keyId && one.version > version);
    if (!successor) return { refusal: `version ${version} is the current one; rotate first` };
    const supersededForMs = ctx.clock.now().getTime() - (successor.createdAt?.getTime() ?? 0);
    if (supersededForMs < RETIRE_AFTER_MS) {
      const seconds = Math.ceil((RETIRE_AFTER_MS - supersededForMs) / 1_000);
      return { refusal: `version ${version} was in use a moment ago; try again in ${seconds} s` };
    }
    const remaining = (await countByKey(ctx.db, ctx.tables)).get(keyName(found)) ?? 0;
    if (remaining > 0) return { refusal: `${remaining} sealed values are still on version ${version}` };
    await ctx.keys.retire?.(version);
    ctx.log.info({ key: keyName(found) }, 'old vault key version retired');
    return { refusal: null };
  });
}

/** Keys named in the database that this service does not have; their values cannot be opened here. */
export async function missingKeys(ctx: KeysContext): Promise<string[]> {
  const held = new Set((await ctx.keys.versions()).map(keyName));
  const used = [...(await keysInUse(ctx.db, ctx.tables))];
  // A service with automatic rotation does not list its older keys, but they still unwrap.
  return used.filter((name) => !held.has(name) && !(name.startsWith('arn:') && ctx.keys.owns(name)));
}

async function rewrapRow(ctx: KeysContext, table: string, row: SealedRow) {
  try {
    const changes = await Promise.all(
      row.values.map(async ({ column, sealed, context }) => ({
        column,
        from: sealed,
        to: await rewrap(ctx.keys, sealed, context),
      })),
    );
    return replaceSealed(table, row.id, changes);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    ctx.log.error({ table, id: row.id }, 'a sealed value cannot be opened: its key is missing');
    return null;
  }
}

/** Ends with its connection, so a killed rotation does not block the next. */
function underLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction(async (run) => {
    await run(sql`select pg_advisory_xact_lock(hashtext('switchyard-vault-keys'))`);
    return work();
  });
}
