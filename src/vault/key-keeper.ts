import { Routine } from '../platform/routine.ts';
import { KeyServiceAway, keyName } from './key-service.ts';
import { type KeysContext, rewrapAll, rotateKeys } from './rotate.ts';
import { keysInUse } from './sealed-tables.ts';

const LOOK_EVERY_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;

/** Runs on every instance: rotates the key when it is due and re-seals values with the current version. */
export function keepKeysFresh(ctx: KeysContext, rotateDays: number): Routine {
  const { clock, log } = ctx;
  const isExpected = (error: unknown) => error instanceof KeyServiceAway;
  return new Routine(
    { clock, log, everyMs: LOOK_EVERY_MS, failure: 'vault key maintenance failed', isExpected },
    (signal) => keepKeys(ctx, rotateDays, signal),
  );
}

/** One look: rotate if due, rewrap if anything is on another key. */
export async function keepKeys(ctx: KeysContext, rotateDays: number, signal?: AbortSignal): Promise<void> {
  const isDue = (current: { createdAt: Date | null }): boolean =>
    rotateDays > 0 &&
    !ctx.keys.rotatesItself &&
    current.createdAt !== null &&
    ctx.clock.now().getTime() - current.createdAt.getTime() >= rotateDays * DAY_MS;
  let current = await ctx.keys.current();
  if (isDue(current)) current = (await rotateKeys(ctx, isDue)) ?? (await ctx.keys.current());
  const used = await keysInUse(ctx.db, ctx.tables);
  used.delete(keyName(current));
  if (used.size > 0) await rewrapAll(ctx, { signal, rest: 1 });
}
