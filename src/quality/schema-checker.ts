import { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { canonicalOutput } from './canonical-output.ts';

export type SchemaQuestion =
  | { kind: 'compile'; schema: Record<string, unknown> }
  | { kind: 'validate'; schema: Record<string, unknown>; output: unknown };

export interface SchemaReply {
  problems: string[];
}

const TIME_LIMIT_MS = 250;
const START_LIMIT_MS = 15_000;
/** How many times its limit a check may take on the wall clock. */
const PATIENCE = 20;
const QUEUE_LIMIT = 512;
const TOO_LONG = 'the schema took too long to check';
const TOO_BIG = 'the schema needs too much memory to check';

/**
 * Checks callers' schemas and results in one warm thread, one at a time, each within a time limit. A check that
 * overruns costs the thread, never the event loop. It never keeps the process alive by itself.
 */
export class SchemaChecker {
  readonly #timeLimitMs: number;
  #thread: Promise<Worker> | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(timeLimitMs: number = TIME_LIMIT_MS) {
    this.#timeLimitMs = timeLimitMs;
  }

  /** Why the schema cannot be used, or null. */
  async compileProblem(schema: Record<string, unknown>): Promise<string | null> {
    const [problem] = await this.#ask({ kind: 'compile', schema });
    return problem ?? null;
  }

  /** What the output lacks under the contract: one sentence each, none when it is satisfied. */
  async problems(schema: Record<string, unknown>, output: unknown): Promise<string[]> {
    return this.#ask({ kind: 'validate', schema, output: canonicalOutput(output) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    await this.#end();
  }

  async #ask(question: SchemaQuestion): Promise<string[]> {
    if (this.#isClosed) throw new Error('the schema checker is closed');
    if (this.#waiting >= QUEUE_LIMIT)
      throw new ApiError('service_unavailable', 'Too many schema checks are waiting.');
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#check(question));
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A second try on a fresh thread: a machine that stalled must not fail a run that was paid for. */
  async #check(question: SchemaQuestion): Promise<string[]> {
    const first = await this.#once(question);
    return first[0] === TOO_LONG ? this.#once(question) : first;
  }

  async #once(question: SchemaQuestion): Promise<string[]> {
    this.#thread ??= startThread();
    let thread: Worker;
    try {
      thread = await this.#thread;
    } catch (error) {
      this.#thread = null;
      throw error;
    }
    const problems = await reply(thread, question, this.#timeLimitMs);
    if (problems[0] === TOO_LONG || problems[0] === TOO_BIG) await this.#end();
    return problems;
  }

  async #end(): Promise<void> {
    const thread = await this.#thread?.catch(() => null);
    this.#thread = null;
    await thread?.terminate();
  }
}

/** The thread says when it has compiled its first schema; until then the time limit would measure its start. */
async function startThread(): Promise<Worker> {
  const thread = new Worker(new URL('./schema-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
  });
  const timer = setTimeout(() => void thread.terminate(), START_LIMIT_MS);
  await new Promise<void>((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the schema thread did not start')));
  }).finally(() => clearTimeout(timer));
  // A thread that dies while idle is noticed by the next question; its error must not end the process.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/** The limit is on the thread's own work: on a crowded machine a harmless check may wait long for its turn. */
function reply(thread: Worker, question: SchemaQuestion, timeLimitMs: number): Promise<string[]> {
  const before = workOf(thread);
  return new Promise((resolve) => {
    const done = (problems: string[]) => {
      clearTimeout(timer);
      clearTimeout(lastCall);
      thread.off('message', onMessage).off('error', onDeath).off('exit', onDeath);
      resolve(problems);
    };
    const onMessage = (answer: SchemaReply) => done(answer.problems);
    const onDeath = () => done([TOO_BIG]);
    const look = async () => {
      const [atFirst, now] = [await before, await workOf(thread)];
      const leftMs = atFirst === null || now === null ? 0 : timeLimitMs - (now - atFirst);
      // When our own loop was late, the answer may be waiting already: it is read before the immediate runs.
      if (leftMs <= 0) setImmediate(() => done([TOO_LONG]));
      else timer = setTimeout(look, Math.max(leftMs, 10));
    };
    let timer = setTimeout(look, timeLimitMs);
    const lastCall = setTimeout(() => done([TOO_LONG]), timeLimitMs * PATIENCE);
    thread.on('message', onMessage).on('error', onDeath).on('exit', onDeath);
    thread.postMessage(question);
  });
}

/** Milliseconds that the thread has worked; null where this Node cannot tell (before 24.6). */
async function workOf(thread: Worker): Promise<number | null> {
  const used = typeof thread.cpuUsage === 'function' ? await thread.cpuUsage().catch(() => null) : null;
  return used && (used.user + used.system) / 1_000;
}
