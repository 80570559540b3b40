import type { ApiPromise } from '../api-promise.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Usage and its cost. */
export class UsageReports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** By day, runner, key or site: `get({ group_by: 'day,site' })`. */
  get(
    params: Omit<NonNullable<ArgsOf<'usage.get'>['query']>, 'format'> = {},
    options?: CallOptions,
  ): ApiPromise<ResultOf<'usage.get'>> {
    return this.#transport.call('usage.get', { query: params }, options);
  }
}
