import { sealedTables } from '../assemble.ts';
import { StartupError } from '../errors.ts';
import { systemClock } from '../platform/clock.ts';
import { KeyServiceAway, keyName } from '../vault/key-service.ts';
import { openKeyService } from '../vault/open-key-service.ts';
import { type KeysContext, retireKey, rewrapAll, rotateKeys } from '../vault/rotate.ts';
import { countByKey } from '../vault/sealed-tables.ts';
import { withDatabase } from './with-database.ts';

/** The key versions and the number of sealed values of each. */
export function vaultStatus(): Promise<void> {
  return withKeys(async (ctx) => {
    const counts = await countByKey(ctx.db, ctx.tables);
    const current = keyName(await ctx.keys.current());
    const versions = await ctx.keys.versions();
    for (const one of versions) {
      const name = keyName(one);
      const since = one.createdAt ? `  since ${one.createdAt.toISOString()}` : '';
      const mark = name === current ? '  current' : '';
      console.log(`${name}  ${counts.get(name) ?? 0} sealed values${since}${mark}`);
      counts.delete(name);
    }
    for (const [name, count] of counts) console.log(`${name}  ${count} sealed values  NOT AT HAND`);
  });
}

/** Creates a key version and re-seals everything with it. After a kill, the service or the next call continues. */
export function vaultRotate(options: { rewrapOnly?: boolean }): Promise<void> {
  return withKeys(async (ctx) => {
    if (!options.rewrapOnly) {
      const made = await rotateKeys(ctx);
      if (made) console.log(`The current key version is ${keyName(made)}.`);
    }
    let shown = 0;
    const done = await rewrapAll(ctx, {
      rest: 0,
      onBatch(rewrapped) {
        if (rewrapped < shown + 10_000) return;
        shown = rewrapped;
        console.log(`  ${rewrapped} rows rewrapped`);
      },
    });
    console.log(`${done.rewrapped} rows rewrapped.`);
    if (done.unreadable === 0) return;
    console.error(`${done.unreadable} rows are sealed by a key that is not at hand; they were left alone.`);
    process.exitCode = 1;
  });
}

export function vaultRetire(version: string): Promise<void> {
  return withKeys(async (ctx) => {
    const { refusal } = await retireKey(ctx, Number(version));
    if (refusal === null) return console.log(`Version ${version} is retired; its key is gone.`);
    console.error(`Not retired: ${refusal}.`);
    process.exitCode = 1;
  });
}

function withKeys(work: (ctx: KeysContext) => Promise<void>): Promise<void> {
  return withDatabase(async ({ config, db, log }) => {
    const keys = await openKeyService(config.kms, systemClock);
    try {
      await work({ db, keys, tables: sealedTables, clock: systemClock, log });
    } catch (error) {
      if (error instanceof KeyServiceAway) throw new StartupError(error.message, { cause: error });
      throw error;
    }
  });
}
