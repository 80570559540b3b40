import { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { threadEnvironment, threadFile } from '../platform/thread-environment.ts';
import { canonicalOutput, plainJson } from './canonical-output.ts';
import { type JudgeInput, type Judgement, judge } from './judge.ts';
import { within } from './within.ts';

export type SchemaQuestion = (
  | { kind: 'compile'; schema: Record<string, unknown> }
  | { kind: 'validate'; schema: Record<string, unknown>; output: unknown }
  | { kind: 'judge'; input: JudgeInput }
) & {
  /** After this time the thread itself gives up. */
  quickMs?: number;
};

/** Null when the thread gave up. */
export type SchemaReply =
  | { problems: string[]; fitted?: Pick<Fitted, 'output' | 'numbers'> }
  | { judgement: Judgement }
  | { thrown: string }
  | null;

/** A canonical output as its schema wants it. */
export interface Fitted {
  /** The violations that remain, one sentence each; empty when it is valid. */
  problems: string[];
  output: unknown;
  /** JSON pointers to digits that are numbers for the schema, and too long for one of ours. */
  numbers: string[];
}

const QUICK_MS = 50;
/** Judging a page takes a few milliseconds; hostile text takes the rest. */
const JUDGE_QUICK_MS = 250;
const JUDGE_LIMIT_MS = 3_000;
/** So little text is judged on the main thread, as long as that is quick. */
const MOST_CHARS_HERE = 1_000;
/** At most three milliseconds, whatever the text: a script with a time limit costs one, for the thread that watches it. */
const MOST_CHARS_UNWATCHED = 500;

const TIME_LIMIT_MS = 250;
/** Extra time per kilobyte of schema and output; ordinary checks need a third of it. */
const MS_PER_KILOBYTE = 15;
const START_LIMIT_MS = 15_000;
/** How many times its limit a check may take on the wall clock. */
const PATIENCE = 40;
const QUEUE_LIMIT = 512;
const TOO_LONG = 'the schema took too long to check';
const TOO_BIG = 'the schema needs too much memory to check';

/**
 * Checks callers' schemas and judges results in worker threads. The quick lane gives each check a short turn; a check that does
 * not finish moves to the slow lane with its full limit, so that it delays only other slow ones. A check that overruns
 * costs its thread, never the event loop. The threads do not keep the process alive.
 */
export class SchemaChecker {
  readonly #timeLimitMs: number;
  readonly #judgeLimitMs: number;
  readonly #quick = new Lane();
  readonly #slow = new Lane();
  #waiting = 0;
  #isClosed = false;

  constructor(timeLimitMs: number = TIME_LIMIT_MS, judgeLimitMs: number = JUDGE_LIMIT_MS) {
    this.#timeLimitMs = timeLimitMs;
    this.#judgeLimitMs = judgeLimitMs;
  }

  /** Why the schema cannot be used, or null. */
  async compileProblem(schema: Record<string, unknown>): Promise<string | null> {
    const { problems } = await this.#ask({ kind: 'compile', schema });
    return problems[0] ?? null;
  }

  async fit(schema: Record<string, unknown>, raw: unknown): Promise<Fitted> {
    const output = plainJson(raw);
    const { problems, fitted } = await this.#ask({ kind: 'validate', schema, output });
    return { problems, ...(fitted ?? { output: canonicalOutput(output), numbers: [] }) };
  }

  /** `judge`, in a thread where it may take time: slow text fails its own attempt. Rejects when it takes too long. */
  async judge(input: JudgeInput): Promise<Judgement> {
    const chars = charsOf(input);
    const isTiny = chars <= MOST_CHARS_UNWATCHED && input.goal.length <= MOST_CHARS_UNWATCHED;
    if (isTiny && !input.outputSchema) return judge(input);
    const quickly = chars <= MOST_CHARS_HERE && within(JUDGE_QUICK_MS, () => judge(input));
    if (quickly) return quickly;
    const question = { kind: 'judge' as const, input };
    const limitMs = this.#judgeLimitMs;
    const quickMs = Math.min(JUDGE_QUICK_MS, limitMs);
    const said =
      (await this.#quick.check({ ...question, quickMs }, limitMs)) ??
      (await this.#slow.check(question, limitMs));
    if (said && 'judgement' in said) return said.judgement;
    throw new Error(said && 'thrown' in said ? said.thrown : 'Judging the result took too long.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    // A check may still move from the quick lane to the slow one.
    await this.#quick.idle();
    await this.#slow.idle();
    await Promise.all([this.#quick.end(), this.#slow.end()]);
  }

  async #ask(question: SchemaQuestion): Promise<Extract<SchemaReply, { problems: string[] }>> {
    if (this.#isClosed) throw new Error('the schema checker is closed');
    if (this.#waiting >= QUEUE_LIMIT)
      throw new ApiError('service_unavailable', 'Too many schema checks are waiting.');
    this.#waiting += 1;
    try {
      const limitMs = this.#timeLimitMs + MS_PER_KILOBYTE * kilobytesOf(question);
      const quick = await this.#quick.check({ ...question, quickMs: QUICK_MS }, limitMs);
      const said = quick ?? (await this.#slow.check(question, limitMs));
      return said && 'problems' in said ? said : { problems: [TOO_LONG] };
    } finally {
      this.#waiting -= 1;
    }
  }
}

function charsOf({ page, result }: JudgeInput): number {
  const said = result.ok ? result.output : result.message + (result.kept ?? '');
  const words = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return words.length + (page?.markup?.length ?? 0) + (page?.whole?.length ?? 0);
}

function kilobytesOf(question: SchemaQuestion): number {
  return JSON.stringify(question).length / 1024;
}

/** One warm thread that checks one at a time. */
class Lane {
  #thread: Promise<Worker> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Null when it took too long. */
  check(question: SchemaQuestion, limitMs: number): Promise<SchemaReply> {
    const turn = this.#last.then(() => this.#once(question, limitMs));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async idle(): Promise<void> {
    await this.#last;
  }

  async end(): Promise<void> {
    const thread = await this.#thread?.catch(() => null);
    this.#thread = null;
    await thread?.terminate();
  }

  async #once(question: SchemaQuestion, limitMs: number): Promise<SchemaReply> {
    this.#thread ??= startThread();
    let thread: Worker;
    try {
      thread = await this.#thread;
    } catch (error) {
      this.#thread = null;
      throw error;
    }
    const said = await reply(thread, question, limitMs);
    if (said === 'overrun' || said === 'died') await this.end();
    if (said === 'died') return { problems: [TOO_BIG] };
    return said === 'overrun' ? null : said;
  }
}

/** The thread reports when its first schema is compiled, so that the limit does not include its start. */
async function startThread(): Promise<Worker> {
  const thread = new Worker(threadFile('schema-worker', import.meta.url), {
    env: threadEnvironment(),
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

/** The limit counts the thread's CPU time: on a busy machine a harmless check may wait long. */
function reply(
  thread: Worker,
  question: SchemaQuestion,
  timeLimitMs: number,
): Promise<SchemaReply | 'overrun' | 'died'> {
  const before = workOf(thread);
  return new Promise((resolve) => {
    const done = (said: SchemaReply | 'overrun' | 'died') => {
      clearTimeout(timer);
      clearTimeout(lastCall);
      thread.off('message', onMessage).off('error', onDeath).off('exit', onDeath);
      resolve(said);
    };
    const onMessage = (answer: SchemaReply) => done(answer);
    const onDeath = () => done('died');
    const look = async () => {
      const [atFirst, now] = [await before, await workOf(thread)];
      const leftMs = atFirst === null || now === null ? 0 : timeLimitMs - (now - atFirst);
      // When our own loop was late, the answer may be waiting already: it is read before the immediate runs.
      if (leftMs <= 0) setImmediate(() => done('overrun'));
      else timer = setTimeout(look, Math.max(leftMs, 10));
    };
    let timer = setTimeout(look, timeLimitMs);
    const lastCall = setTimeout(() => done('overrun'), timeLimitMs * PATIENCE);
    thread.on('message', onMessage).on('error', onDeath).on('exit', onDeath);
    thread.postMessage(question);
  });
}

/** Milliseconds that the thread has worked; null where this Node cannot tell (before 24.6). */
async function workOf(thread: Worker): Promise<number | null> {
  const used = typeof thread.cpuUsage === 'function' ? await thread.cpuUsage().catch(() => null) : null;
  return used && (used.user + used.system) / 1_000;
}
