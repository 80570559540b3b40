import { anySignal } from './any-signal.ts';
import type { Followed, FollowedEvent } from './follow-run.ts';
import { followRun } from './follow-run.ts';
import type { Step } from './generated/client.schemas.ts';
import {
  detailsOf,
  isOver,
  type Question,
  type RunDetails,
  RunFailedError,
  RunWaitingError,
} from './run-result.ts';
import { checked, type StandardSchema } from './standard-schema.ts';
import type { CallOptions, Transport } from './transport.ts';

/** Callbacks for a caller that follows a run. */
export interface RunHandlers {
  /** Each step of the browser, as it becomes known. */
  onStep?: ((step: Step, run: RunDetails) => void) | undefined;
  /** Each change of the run: another runner, money spent, a question. */
  onProgress?: ((run: RunDetails) => void) | undefined;
  /**
   * Answers a question of the site, such as for a one-time code. The returned text is sent; undefined leaves the question to
   * another person. The signal tells that the answer is no longer wanted.
   */
  onQuestion?:
    | ((question: Question, context: { run: RunDetails; signal: AbortSignal }) => Promise<string | undefined>)
    | undefined;
}

export type FollowOptions<T> = CallOptions &
  RunHandlers & { schema?: StandardSchema<T> | undefined; onResponse?: (response: Response) => void };

/** The events of a run, and its result. Leaving a loop over it early closes the connection; the run goes on. */
export class RunStream<T> implements AsyncIterable<FollowedEvent> {
  readonly #events: AsyncGenerator<FollowedEvent>;
  readonly #transport: Transport;
  readonly #options: FollowOptions<T>;
  readonly #seen = new Set<string>();
  #run: RunDetails | null = null;
  #asked: { key: string; over: AbortController } | null = null;
  readonly #followed: Followed;
  readonly #stop = new AbortController();

  constructor(transport: Transport, followed: Followed, options: FollowOptions<T> = {}) {
    this.#transport = transport;
    this.#followed = followed;
    this.#options = options;
    const signal = anySignal(options.signal, this.#stop.signal);
    this.#events = this.#watch(followRun(transport, followed, { ...options, signal }));
  }

  /** The run as last heard of; null before the first event. */
  get run(): RunDetails | null {
    return this.#run;
  }

  [Symbol.asyncIterator](): AsyncGenerator<FollowedEvent> {
    return this.#events;
  }

  /** Reads to the end and gives the run; throws where it did not succeed. */
  async result(): Promise<RunDetails<T>> {
    const run = await this.settled();
    if (run.status === 'needs_human') throw new RunWaitingError(run);
    if (run.status !== 'succeeded' && run.status !== 'empty') throw new RunFailedError(run);
    const { schema } = this.#options;
    return { ...run, answer: (schema ? await checked(schema, run.output) : run.answer) as T };
  }

  /** Reads until the run is over or waits for a person without an answer function here. */
  async settled(): Promise<RunDetails> {
    for await (const _event of this.#events) {
      if (this.#run?.status !== 'needs_human' || this.#options.onQuestion) continue;
      // Read from its beginning, a run also reports questions that are answered by now.
      const now = await this.#read(this.#run.id);
      if (now.status === 'needs_human') return now;
    }
    if (this.#run || !('id' in this.#followed)) return this.#run as RunDetails;
    return this.#read(this.#followed.id);
  }

  async #read(id: string): Promise<RunDetails> {
    return detailsOf(await this.#transport.call('runs.get', { path: { id } }, this.#options));
  }

  async *#watch(events: AsyncGenerator<FollowedEvent>): AsyncGenerator<FollowedEvent> {
    try {
      for await (const event of events) {
        if ('response' in event) this.#hear(detailsOf(event.response));
        yield event;
      }
    } finally {
      this.#asked?.over.abort();
    }
  }

  #hear(run: RunDetails): void {
    this.#run = run;
    for (const step of run.steps) {
      const key = `${step.index} ${step.at}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.#options.onStep?.(step, run);
    }
    this.#options.onProgress?.(run);
    const { question } = run;
    const key = question && `${question.created_at} ${question.prompt}`;
    if (key === (this.#asked?.key ?? null)) return;
    this.#asked?.over.abort();
    this.#asked = key === null ? null : { key, over: new AbortController() };
    if (question && this.#asked && !isOver(run)) void this.#ask(question, run, this.#asked.over.signal);
  }

  async #ask(question: Question, run: RunDetails, signal: AbortSignal): Promise<void> {
    try {
      const answer = await this.#options.onQuestion?.(question, { run, signal });
      if (answer === undefined || signal.aborted) return;
      const body = question.kind === 'otp' ? { code: answer } : { answer };
      await this.#transport.call('runs.answer', { path: { id: run.id }, body }, { signal });
    } catch (error) {
      // The run went on without the answer.
      if (signal.aborted || (error as { code?: string }).code === 'not_waiting_for_input') return;
      this.#stop.abort(error);
    }
  }
}
