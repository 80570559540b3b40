import type { ApiPromise } from '../api-promise.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Runners: agents, browsers, engines that read pages. */
export class Runners {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The runners with prices and capabilities, the categories and the limits. */
  list(
    params: NonNullable<ArgsOf<'runners.list'>['query']> = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'runners.list'>> {
    return this.#transport.call('runners.list', { query: params }, options);
  }

  /** The state of each runner (on, off or set aside), and its results in the workspace over 7 days. */
  health(options?: CallOptions): ApiPromise<ResultOf<'runners.health'>> {
    return this.#transport.call('runners.health', {}, options);
  }

  /** The uses of the language model. */
  models(options?: CallOptions): ApiPromise<ResultOf<'models.uses'>> {
    return this.#transport.call('models.uses', {}, options);
  }

  /** Asks the language model for one word. */
  testModel(options?: CallOptions): ApiPromise<ResultOf<'models.test'>> {
    return this.#transport.call('models.test', {}, options);
  }
}
