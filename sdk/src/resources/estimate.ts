import type { ApiPromise } from '../api-promise.ts';
import type { CallOptions, ResultOf, Transport } from '../transport.ts';
import type { RunParams } from './runs.ts';

/** The expected cost and runner of a task. */
export class Estimates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create<T>(
    { schema: _, ...body }: RunParams<T>,
    options?: CallOptions,
  ): ApiPromise<ResultOf<'estimate.create'>> {
    return this.#transport.call('estimate.create', { body }, options);
  }
}
