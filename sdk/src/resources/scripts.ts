import type { ApiPromise } from '../api-promise.ts';
import type { Script, ScriptSummary } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Recorded scripts, which repeat a task without a model. */
export class Scripts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first. */
  list(
    params: NonNullable<ArgsOf<'scripts.list'>['query']> = {},
    options?: CallOptions,
  ): PagePromise<ScriptSummary> {
    return new PagePromise((cursor) => {
      const query = { ...params, ...(cursor && { starting_after: cursor }) };
      return this.#transport.call('scripts.list', { query }, options);
    });
  }

  /** With its steps and its latest runs. */
  get(id: string, options?: CallOptions): ApiPromise<Script> {
    return this.#transport.call('scripts.get', { path: { id } }, options);
  }

  /** A pinned script keeps its steps and does not expire. */
  pin(id: string, pinned = true, options?: CallOptions): ApiPromise<Script> {
    return this.#transport.call('scripts.update', { path: { id }, body: { pinned } }, options);
  }

  delete(id: string, options?: CallOptions): ApiPromise<ResultOf<'scripts.delete'>> {
    return this.#transport.call('scripts.delete', { path: { id } }, options);
  }
}
