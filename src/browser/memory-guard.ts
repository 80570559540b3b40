import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import type { Log } from '../platform/log.ts';

const LOOK_EVERY_MS = 250;

export interface MemoryLimits {
  /** Memory limit of one process of a browser. */
  each: number;
  /** Memory limit of all of them together. */
  together: number;
}

export interface HeldMemory {
  pid: number;
  bytes: number;
}

export interface MemoryGuardOptions {
  /** The processes of the browser now. */
  processes(): Promise<readonly number[]>;
  platform: NodeJS.Platform;
  log: Log;
  limits?: MemoryLimits;
}

/**
 * Ends a process of a browser that takes more memory than a page may have. The cap of the JavaScript heap is not
 * enough: typed arrays, pictures and canvases lie outside it. Only Linux reports the memory of a process; elsewhere the
 * heap's cap is all there is.
 */
export class MemoryGuard implements Disposable {
  readonly #options: MemoryGuardOptions;
  readonly #limits: MemoryLimits;
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor(options: MemoryGuardOptions) {
    this.#options = options;
    this.#limits = options.limits ?? usualLimits();
  }

  /** Looks at regular intervals until `rest`. */
  watch(): void {
    if (this.#options.platform !== 'linux') return;
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  rest(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  [Symbol.dispose](): void {
    this.rest();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const pids = await this.#options.processes();
      for (const { pid, bytes } of overLimit(await Promise.all(pids.map(heldBy)), this.#limits)) {
        this.#options.log.warn({ bytes }, 'a process of the browser took too much memory and was ended');
        process.kill(pid, 'SIGKILL');
      }
    } catch {
      // The process, or the browser, is gone already.
    } finally {
      this.#isLooking = false;
    }
  }
}

/** The processes over the limit of one, and the largest while all together are over theirs. */
export function overLimit(held: readonly HeldMemory[], { each, together }: MemoryLimits): HeldMemory[] {
  let sum = held.reduce((total, { bytes }) => total + bytes, 0);
  const over: HeldMemory[] = [];
  for (const one of held.toSorted((a, b) => b.bytes - a.bytes)) {
    if (one.bytes <= each && sum <= together) break;
    over.push(one);
    sum -= one.bytes;
  }
  return over;
}

/** A page gets at most 1.5 GB, and all pages at most half of the memory of this machine or container. */
function usualLimits(): MemoryLimits {
  const together = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2;
  return { each: Math.min(1_500_000_000, together), together };
}

/** Its own memory, without the program's files that all processes share. */
async function heldBy(pid: number): Promise<HeldMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return { pid, bytes: [...own].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0) };
}
