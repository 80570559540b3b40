import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { threadEnvironment, threadFile } from '../platform/thread-environment.ts';
import type { Answer } from './answer.ts';
import { type Asked, cappedAsked } from './asked.ts';
import { type ExtractedPage, emptyPage } from './page/page.ts';
import type { Reading, Source } from './read-document.ts';

export interface ReadingOrder {
  id: number;
  /** A page that has been read already is only asked. */
  source: Source | ExtractedPage;
  asked: Asked | null;
}

export interface ReadingAnswer {
  id: number;
  isFinal: boolean;
  reading: Reading;
}

/** A thread's first word: it has loaded its code. */
export const READY = 'ready';

interface Waiting {
  order: ReadingOrder;
  best: Reading;
  finish(reading: Reading): void;
}

interface Thread {
  worker: Worker;
  current: Waiting | null;
  timer: NodeJS.Timeout | null;
  isReady: boolean;
}

/** Something of everything that a page may have. */
const SAMPLE = `<!doctype html><html lang="en"><head><title>Tea</title></head><body><nav><a href="/">Home</a></nav><article><h1>Tea</h1>
${'<p class="text">The shop sells <b>tea</b> and <a href="/pots">pots</a>, and it is open from nine to five on every day of the week.</p>'.repeat(8)}
${`<section class="part"><h2>Prices</h2><table><tr><th>Name</th><th>Price</th></tr><tr><td>Tea</td><td>€4.50</td></tr><tr><td>Pot</td><td>€20</td></tr></table>
<ul><li>Green</li><li>Black</li></ul><dl><dt>Phone</dt><dd>555 0100</dd></dl></section>`.repeat(
  4,
)}<aside class="related"><a href="/more">More</a></aside></article><footer>© Tea</footer></body></html>`;

/** For loading its code, which is not the page's fault. */
const START_LIMIT_MS = 20_000;

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

  /** Loads the code of a first thread and runs it until it is compiled, so that the first page need not wait for that. */
  async warm(): Promise<void> {
    const source = { body: SAMPLE, url: 'https://warm.invalid/', contentType: 'text/html' };
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    for (const outputSchema of [schema, null])
      await this.read(source, { goal: 'What does the Tea cost?', instructions: null, outputSchema });
  }

  /** The markup of a page, read. Never rejects. After an abort the empty page comes back at once. */
  async extract(html: string, url: string, signal?: AbortSignal): Promise<ExtractedPage> {
    return (await this.read({ body: html, url, contentType: null }, null, signal)).page;
  }

  /** The answer to what is asked of a page that has been read; null when finding it took too long. Never rejects. */
  async answer(page: ExtractedPage, asked: Asked, signal?: AbortSignal): Promise<Answer | null> {
    return (await this.#order(page, asked, signal)).answer;
  }

  /** Anything that was fetched, read, and the answer to what is asked of it. Never rejects. */
  async read(source: Source, asked: Asked | null, signal?: AbortSignal): Promise<Reading> {
    return this.#order(source, asked, signal);
  }

  async #order(
    source: ReadingOrder['source'],
    asked: Asked | null,
    signal: AbortSignal | undefined,
  ): Promise<Reading> {
    const nothing: Reading = { kind: 'html', page: emptyPage(source.url), markup: null, answer: null };
    if (this.#isClosed || signal?.aborted) return nothing;
    const { promise, resolve } = Promise.withResolvers<Reading>();
    const waiting: Waiting = {
      order: { id: this.#nextId++, source, asked: asked && cappedAsked(asked) },
      best: nothing,
      finish: resolve,
    };
    const onAbort = () => {
      const index = this.#queue.indexOf(waiting);
      if (index >= 0) this.#queue.splice(index, 1);
      resolve(nothing);
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
    this.#startTimer(thread);
    thread.worker.ref();
    thread.worker.postMessage(waiting.order);
  }

  #startTimer(thread: Thread): void {
    if (thread.timer) clearTimeout(thread.timer);
    thread.timer = setTimeout(
      () => void this.#discard(thread),
      thread.isReady ? this.#limitMs : START_LIMIT_MS,
    );
  }

  #startThread(): Thread {
    const worker = new Worker(threadFile('extract-worker', import.meta.url), {
      // Libraries print a page's oddities; those are not ours to log.
      stdout: true,
      stderr: true,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    const thread: Thread = { worker, current: null, timer: null, isReady: false };
    this.#threads.add(thread);
    worker.on('message', (answer: ReadingAnswer | typeof READY) => {
      if (answer !== READY) {
        this.#receive(thread, answer);
        return;
      }
      thread.isReady = true;
      if (thread.current) this.#startTimer(thread);
    });
    worker.on('error', () => void this.#discard(thread));
    worker.on('exit', () => void this.#discard(thread));
    return thread;
  }

  #receive(thread: Thread, { id, isFinal, reading }: ReadingAnswer): void {
    const { current } = thread;
    if (current?.order.id !== id) return;
    current.best = reading;
    if (!isFinal) return;
    if (thread.timer) clearTimeout(thread.timer);
    thread.current = null;
    thread.worker.unref();
    current.finish(reading);
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
