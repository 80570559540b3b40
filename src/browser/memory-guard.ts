import { readFile } from 'node:fs/promises';
import { availableMemory } from '../platform/available-memory.ts';
import { ifUnreadable } from '../platform/failure.ts';
import type { Log } from '../platform/log.ts';
import { signalProcess } from '../platform/signal-process.ts';

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

interface WatchedBrowser {
  /** Its processes now. */
  processes(): Promise<readonly number[]>;
  log: Log;
}

/**
 * The memory that the processes of all browsers of this machine may take. A process that takes more than a page may have is
 * ended. The cap of the JavaScript heap is not enough: typed arrays, pictures and canvases lie outside it. Only Linux reports
 * the memory of a process; elsewhere the heap's cap is all there is.
 */
export class MemoryBudget {
  readonly #limits: MemoryLimits;
  /** Each browser with its last known processes: one that hangs does not keep us from looking at the others. */
  readonly #browsers = new Map<WatchedBrowser, readonly number[]>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  constructor(limits: MemoryLimits = usualLimits()) {
    this.#limits = limits;
  }

  /** Looks at a browser at regular intervals, until the answer is called. */
  watch(browser: WatchedBrowser): () => void {
    this.#browsers.set(browser, []);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      this.#browsers.delete(browser);
      if (this.#browsers.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (const browser of this.#browsers.keys()) void this.#ask(browser);
    const owners = new Map([...this.#browsers].flatMap(([{ log }, pids]) => pids.map((pid) => [pid, log])));
    const held = await Promise.all([...owners.keys()].map(heldBy));
    for (const { pid, bytes } of overLimit(held, this.#limits)) {
      owners.get(pid)?.warn({ bytes }, 'a process of the browser took too much memory and was ended');
      end(pid);
    }
    this.#isLooking = false;
  }

  async #ask(browser: WatchedBrowser): Promise<void> {
    const pids = await browser.processes().catch(() => []);
    if (this.#browsers.has(browser)) this.#browsers.set(browser, pids);
  }
}

/** One budget for all browsers of this process. */
const machine = new MemoryBudget();

/** Holds one browser to the budget while it works. */
export class MemoryGuard implements Disposable {
  readonly #browser: WatchedBrowser;
  readonly #budget: MemoryBudget | null;
  #stop: (() => void) | null = null;

  constructor({
    platform,
    budget = machine,
    ...browser
  }: WatchedBrowser & { platform: NodeJS.Platform; budget?: MemoryBudget | undefined }) {
    this.#browser = browser;
    this.#budget = platform === 'linux' ? budget : null;
  }

  watch(): void {
    this.#stop ??= this.#budget?.watch(this.#browser) ?? null;
  }

  rest(): void {
    this.#stop?.();
    this.#stop = null;
  }

  [Symbol.dispose](): void {
    this.rest();
  }
}

function end(pid: number): void {
  signalProcess(pid, 'SIGKILL');
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
  const together = availableMemory() / 2;
  return { each: Math.min(1_500_000_000, together), together };
}

/** Its own memory, without the program's files that all processes share. */
async function heldBy(pid: number): Promise<HeldMemory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(ifUnreadable(''));
  const own = status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return { pid, bytes: [...own].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0) };
}
