import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type ExtractedPage, emptyPage } from './extract.ts';

export interface ExtractionOrder {
  id: number;
  html: string;
  url: string;
}

export interface ExtractionAnswer {
  id: number;
  isFinal: boolean;
  page: ExtractedPage;
}

interface Waiting {
  order: ExtractionOrder;
  best: ExtractedPage;
  finish(page: ExtractedPage): void;
}

interface Thread {
  worker: Worker;
  current: Waiting | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Reads pages in threads of its own: a page made to be slow to read must not hold up the service. A page that takes
 * longer than the limit costs its thread, and the answer is the plain reading if there was one by then.
 */
export class Extractor implements AsyncDisposable {
  readonly #limitMs: number;
  readonly #maxThreads: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  #nextId = 1;
  #isClosed = false;

  constructor({ limitMs = 8_000, maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1)) } = {}) {
    this.#limitMs = limitMs;
    this.#maxThreads = maxThreads;
  }

  /** Never rejects. After an abort the empty page comes back at once. */
  async extract(html: string, url: string, signal?: AbortSignal): Promise<ExtractedPage> {
    if (this.#isClosed || signal?.aborted) return emptyPage(url);
    const { promise, resolve } = Promise.withResolvers<ExtractedPage>();
    const waiting: Waiting = {
      order: { id: this.#nextId++, html, url },
      best: emptyPage(url),
      finish: resolve,
    };
    const onAbort = () => {
      const index = this.#queue.indexOf(waiting);
      if (index >= 0) this.#queue.splice(index, 1);
      resolve(emptyPage(url));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(waiting);
    this.#work();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const waiting of this.#queue.splice(0)) waiting.finish(waiting.best);
    await Promise.all([...this.#threads].map((thread) => this.#discard(thread)));
  }

  #work(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#threads].find((thread) => thread.current === null);
      if (!idle && this.#threads.size >= this.#maxThreads) return;
      const waiting = this.#queue.shift();
      if (waiting) this.#give(idle ?? this.#startThread(), waiting);
    }
  }

  #give(thread: Thread, waiting: Waiting): void {
    thread.current = waiting;
    thread.timer = setTimeout(() => void this.#discard(thread), this.#limitMs);
    thread.worker.ref();
    thread.worker.postMessage(waiting.order);
  }

  #startThread(): Thread {
    const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
      // Libraries print a page's oddities; those are not ours to log.
      stdout: true,
      stderr: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: Thread = { worker, current: null, timer: null };
    this.#threads.add(thread);
    worker.on('message', (answer: ExtractionAnswer) => this.#receive(thread, answer));
    worker.on('error', () => void this.#discard(thread));
    worker.on('exit', () => void this.#discard(thread));
    return thread;
  }

  #receive(thread: Thread, { id, isFinal, page }: ExtractionAnswer): void {
    const { current } = thread;
    if (current?.order.id !== id) return;
    current.best = page;
    if (!isFinal) return;
    if (thread.timer) clearTimeout(thread.timer);
    thread.current = null;
    thread.worker.unref();
    current.finish(page);
    this.#work();
  }

  async #discard(thread: Thread): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    if (thread.timer) clearTimeout(thread.timer);
    thread.current?.finish(thread.current.best);
    thread.current = null;
    if (!this.#isClosed) this.#work();
    await thread.worker.terminate();
  }
}
