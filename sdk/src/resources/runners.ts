import type { ApiPromise } from '../api-promise.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Who can do a task: agents, browsers, engines that read pages. */
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
}
