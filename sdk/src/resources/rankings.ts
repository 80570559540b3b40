import type { ApiPromise } from '../api-promise.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** The best runners for a kind of task on a site. */
export class Rankings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(
    params: NonNullable<ArgsOf<'rankings.list'>['query']> = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'rankings.list'>> {
    return this.#transport.call('rankings.list', { query: params }, options);
  }

  /** Statistics of the last days about runners, sites and smart routing. */
  insights(
    params: NonNullable<ArgsOf<'insights.routing'>['query']> = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'insights.routing'>> {
    return this.#transport.call('insights.routing', { query: params }, options);
  }
}
