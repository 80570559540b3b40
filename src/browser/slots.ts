/** A fixed number of places, given out in the order of asking. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with the way to give the place back (calling it twice does no harm); rejects when aborted while waiting. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      const index = this.#waiting.indexOf(resolve);
      if (index >= 0) this.#waiting.splice(index, 1);
      reject(signal?.reason);
    };
    this.#waiting.push(resolve);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }
}
