import { DatabaseAway } from '../platform/db.ts';
import { KeyServiceAway, keyName } from './key-service.ts';
import { type KeysContext, rewrapAll, rotateKeys } from './rotate.ts';
import { keysInUse } from './sealed-tables.ts';

const LOOK_EVERY_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;

/** Runs on every instance: rotates the key when it is due and re-seals values with the current version. */
export class KeyKeeper {
  readonly #ctx: KeysContext;
  readonly #rotateDays: number;
  readonly #stop = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(ctx: KeysContext, rotateDays: number) {
    this.#ctx = ctx;
    this.#rotateDays = rotateDays;
  }

  start(): void {
    this.#loop = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await keepKeys(this.#ctx, this.#rotateDays, signal).catch((error) => {
        if (error instanceof DatabaseAway || error instanceof KeyServiceAway) return;
        this.#ctx.log.error({ cause: String(error), stack: error?.stack }, 'vault key maintenance failed');
      });
      await this.#ctx.clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
    }
  }
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
