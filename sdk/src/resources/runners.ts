import { ApiPromise } from '../api-promise.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

type RunnerList = ResultOf<'runners.list'>;

/** The whole list when awaited; every runner when iterated. */
export class RunnersPromise
  extends ApiPromise<RunnerList>
  implements AsyncIterable<RunnerList['runners'][number]>
{
  async *[Symbol.asyncIterator](): AsyncGenerator<RunnerList['runners'][number]> {
    yield* (await (this as Promise<RunnerList>)).runners;
  }
}

/** Runners: agents, browsers, engines that read pages. */
export class Runners {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The runners with prices and capabilities, the categories and the limits. */
  list(params: NonNullable<ArgsOf<'runners.list'>['query']> = {}, options?: CallOptions): RunnersPromise {
    return new RunnersPromise(
      this.#transport.call('runners.list', { query: params }, options).withResponse(),
    );
  }

  /** The state of each runner (on, off or set aside), and its results in the workspace over 7 days. */
  health(
    options?: CallOptions,
    params: NonNullable<ArgsOf<'runners.health'>['query']> = {},
  ): ApiPromise<ResultOf<'runners.health'>> {
    return this.#transport.call('runners.health', { query: params }, options);
  }

  /**
   * Runs one small task at a runner and reports each stage, and where its provider's answers differ from what the runner knows. It
   * is billed like any run: without `confirm: true` it throws `confirmation_required` with `priceUsd`.
   */
  test(
    slug: string,
    params: NonNullable<ArgsOf<'runners.test'>['body']> = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'runners.test'>> {
    // An agent takes minutes, and a repeated test would cost again.
    const patient = { timeout: 420_000, maxRetries: 0, ...options };
    return this.#transport.call('runners.test', { path: { slug }, body: params }, patient);
  }

  /** The uses of the language model. */
  models(options?: CallOptions): ApiPromise<ResultOf<'models.uses'>> {
    return this.#transport.call('models.uses', {}, options);
  }

  /** Asks the language model for one word. */
  testModel(options?: CallOptions): ApiPromise<ResultOf<'models.test'>> {
    return this.#transport.call('models.test', {}, options);
  }

  /** Examines a configured language model, by default the first: what it can do, how fast and at which price. */
  examineModel(model?: string, options?: CallOptions): ApiPromise<ResultOf<'models.examine'>> {
    const patient = { timeout: 200_000, maxRetries: 0, ...options };
    return this.#transport.call('models.examine', { body: { model } }, patient);
  }
}
