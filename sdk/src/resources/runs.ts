import { anySignal } from '../any-signal.ts';
import { ApiPromise } from '../api-promise.ts';
import type { FollowedEvent } from '../follow-run.ts';
import type { CreateRun, InputItem, Run, RunRow } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import { detailsOf, type RunDetails } from '../run-result.ts';
import { type RunHandlers, RunStream } from '../run-stream.ts';
import { jsonSchemaOf, type StandardSchema } from '../standard-schema.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** A task. `schema` (Zod or any Standard Schema) asks for an answer of that shape and types it. */
export type RunParams<T = string | null> = Omit<CreateRun, 'stream' | 'background' | 'idempotency_key'> & {
  schema?: StandardSchema<T> | undefined;
};

export interface CreateOptions extends CallOptions, RunHandlers {
  /** One run per key within 24 hours. One is made for each call; give your own to make a call of yours repeatable. */
  idempotencyKey?: string | undefined;
}

type ListParams = NonNullable<ArgsOf<'runs.list'>['query']>;
type RowParams = Omit<NonNullable<ArgsOf<'runs.rows'>['query']>, 'format'>;

/** Tasks and their results. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Does a task and waits for its end. Throws `RunFailedError` where it does not succeed, and `RunWaitingError` where the site
   * asks a question and there is no `onQuestion`; both have the run.
   */
  create<T = string | null>(params: RunParams<T>, options: CreateOptions = {}): ApiPromise<RunDetails<T>> {
    return new ApiPromise(
      new Promise((resolve, reject) => {
        let first: Response | undefined;
        const onResponse = (response: Response) => {
          first ??= response;
        };
        this.#stream(params, { ...options, onResponse })
          .result()
          .then((data) => resolve({ data, response: first as Response }), reject);
      }),
    );
  }

  /**
   * Starts a task and returns at once; go on with `wait`, `stream` or `get`. With `within` it waits so many milliseconds for the
   * run to be over or to ask a question.
   */
  start<T = string | null>(
    params: RunParams<T>,
    { within = 0, ...options }: CreateOptions & { within?: number | undefined } = {},
  ): ApiPromise<RunDetails> {
    const task = bodyOf(params, options);
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() };
    const send = (background: boolean, signal = options.signal) =>
      this.#transport.call('runs.create', { body: { ...task, background }, headers }, { ...options, signal });
    if (within === 0) return send(true).map(detailsOf);
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), within);
    const stop = anySignal(options.signal, over.signal);
    const waited = send(false, stop)
      .withResponse()
      .catch((error) => {
        // The key finds the run again.
        if (options.signal?.aborted || !(over.signal.aborted || error.status === 502)) throw error;
        return send(true).withResponse();
      })
      .finally(() => clearTimeout(timer));
    return new ApiPromise(waited).map(detailsOf);
  }

  /** Waits for the end of a run; throws as `create` does. */
  wait<T = string | null>(
    id: string,
    options: CallOptions & RunHandlers & { schema?: StandardSchema<T> | undefined } = {},
  ): Promise<RunDetails<T>> {
    return new RunStream<T>(this.#transport, { id }, options).result();
  }

  /** The run once it is over or waits for a person, or as it stands after `within` milliseconds. Never throws for its state. */
  async settled(
    id: string,
    { within, signal, ...options }: CallOptions & RunHandlers & { within?: number | undefined } = {},
  ): Promise<RunDetails> {
    const over = new AbortController();
    const timer = within === undefined ? undefined : setTimeout(() => over.abort(), within);
    const stop = anySignal(signal, over.signal);
    const stream = new RunStream(this.#transport, { id }, { ...options, signal: stop });
    try {
      return await stream.settled();
    } catch (error) {
      if (!over.signal.aborted || signal?.aborted) throw error;
      return stream.run ?? (await this.get(id, { ...options, signal }));
    } finally {
      clearTimeout(timer);
    }
  }

  /** The events of a new task, or of a run by its id. A connection that breaks is continued without loss or repetition. */
  stream<T = string | null>(task: RunParams<T> | string, options: StreamOptions<T> = {}): RunStream<T> {
    if (typeof task !== 'string') return this.#stream(task, options);
    return new RunStream<T>(this.#transport, { id: task, after: options.startingAfter }, options);
  }

  get(id: string, options?: CallOptions): ApiPromise<RunDetails> {
    return this.#transport.call('runs.get', { path: { id } }, options).map(detailsOf);
  }

  /** Newest first. Awaited it is one page, iterated every run. */
  list(params: ListParams = {}, options?: CallOptions): PagePromise<Run> {
    return new PagePromise((cursor) =>
      this.#transport.call(
        'runs.list',
        { query: { ...params, ...(cursor && { starting_after: cursor }) } },
        options,
      ),
    );
  }

  /** The same as short rows, without outputs, steps and files. */
  rows(params: RowParams = {}, options?: CallOptions): PagePromise<RunRow> {
    return new PagePromise((cursor) =>
      this.#transport.call(
        'runs.rows',
        { query: { ...params, ...(cursor && { starting_after: cursor }) } },
        options,
      ),
    );
  }

  /** Counts matching runs by the reason of their failure, or by site. */
  groups(params: ArgsOf<'runs.groups'>['query'], options?: CallOptions): ApiPromise<ResultOf<'runs.groups'>> {
    return this.#transport.call('runs.groups', { query: params }, options);
  }

  /** Cancels or deletes up to 100 runs; each has its own result. */
  many(body: ArgsOf<'runs.many'>['body'], options?: CallOptions): ApiPromise<ResultOf<'runs.many'>> {
    return this.#transport.call('runs.many', { body }, options);
  }

  cancel(id: string, options?: CallOptions): ApiPromise<RunDetails> {
    return this.#transport.call('runs.cancel', { path: { id } }, options).map(detailsOf);
  }

  /** Answers the question that a run waits on. */
  answer(id: string, answer: string, options?: CallOptions): ApiPromise<RunDetails> {
    return this.#transport.call('runs.answer', { path: { id }, body: { answer } }, options).map(detailsOf);
  }

  /** The question that a run waits on. */
  question(id: string, options?: CallOptions): ApiPromise<ResultOf<'runs.question'>> {
    return this.#transport.call('runs.question', { path: { id } }, options);
  }

  /** Gives the pending question more time: 300 seconds unless told, at most 30 minutes in all. */
  extendInput(
    id: string,
    body: { seconds?: number } = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'runs.extendQuestion'>> {
    return this.#transport.call('runs.extendQuestion', { path: { id }, body }, options);
  }

  /** Says whether the answer of an ended run is right; routing counts it instead of the verdict. */
  feedback(id: string, body: ArgsOf<'runs.feedback'>['body'], options?: CallOptions): ApiPromise<RunDetails> {
    return this.#transport.call('runs.feedback', { path: { id }, body }, options).map(detailsOf);
  }

  /** The decision card: the reason for the choice of the runner. */
  explain(id: string, options?: CallOptions): ApiPromise<ResultOf<'runs.explain'>> {
    return this.#transport.call('runs.explain', { path: { id } }, options);
  }

  /** The request, the work of each attempt, the waits for a person, and the postings to the ledger. */
  timeline(id: string, options?: CallOptions): ApiPromise<ResultOf<'runs.timeline'>> {
    return this.#transport.call('runs.timeline', { path: { id } }, options);
  }

  /** The messages that a run was created with. */
  inputItems(id: string, options?: CallOptions): PagePromise<InputItem> {
    return new PagePromise((cursor) =>
      this.#transport.call(
        'runs.inputItems',
        { path: { id }, query: { ...(cursor && { after: cursor }) } },
        options,
      ),
    );
  }

  /** A captured file, unread: stream its `body`, or take `bytes()`, `text()` or `blob()`. */
  artifact(id: string, artifactId: string, options?: CallOptions & { range?: string }): Promise<Response> {
    const headers = options?.range === undefined ? {} : { Range: options.range };
    return this.#transport.open('runs.artifact', { path: { id, artifactId }, headers }, options);
  }

  /** A token for a web page: it reads this run, its steps and files, for an hour unless told, at most for 24. */
  createToken(
    id: string,
    body: { expires_in_seconds?: number } = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'runs.createToken'>> {
    return this.#transport.call('runs.createToken', { path: { id }, body }, options);
  }

  /** Deletes a run and its files. */
  delete(id: string, options?: CallOptions): ApiPromise<ResultOf<'runs.delete'>> {
    return this.#transport.call('runs.delete', { path: { id } }, options);
  }

  #stream<T>(
    params: RunParams<T>,
    options: CreateOptions & { onResponse?: (response: Response) => void },
  ): RunStream<T> {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const create = bodyOf(params, options);
    return new RunStream<T>(
      this.#transport,
      { create, idempotencyKey },
      { ...options, schema: params.schema },
    );
  }
}

export interface StreamOptions<T> extends CreateOptions {
  /** Only of a run by its id: the number of the last event that is known. */
  startingAfter?: number | undefined;
  schema?: StandardSchema<T> | undefined;
  /** Each HTTP answer that brings a part of the stream; of a create, the first says `Idempotent-Replayed`. */
  onResponse?: (response: Response) => void;
}

export type RunEvent = FollowedEvent;

/** With an answer function the router takes only runners that can ask; one that the caller names may be another. */
function bodyOf<T>({ schema, ...params }: RunParams<T>, { onQuestion }: RunHandlers): CreateRun {
  return {
    ...(onQuestion && (params.routing ?? 'smart') === 'smart' && { allow_interaction: true }),
    ...(schema && params.output_schema === undefined && { output_schema: jsonSchemaOf(schema) }),
    ...params,
  };
}
