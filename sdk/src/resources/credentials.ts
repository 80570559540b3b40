import type { ApiPromise } from '../api-promise.ts';
import type { StoredCredential } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Logins at sites, write-only. */
export class Credentials {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(
    body: ArgsOf<'credentials.create'>['body'],
    options?: CallOptions,
  ): ApiPromise<ResultOf<'credentials.create'>> {
    return this.#transport.call('credentials.create', { body }, options);
  }

  list(options?: CallOptions): PagePromise<StoredCredential> {
    return new PagePromise(() => this.#transport.call('credentials.list', {}, options));
  }

  get(id: string, options?: CallOptions): ApiPromise<StoredCredential> {
    return this.#transport.call('credentials.get', { path: { id } }, options);
  }

  update(
    id: string,
    body: ArgsOf<'credentials.update'>['body'],
    options?: CallOptions,
  ): ApiPromise<StoredCredential> {
    return this.#transport.call('credentials.update', { path: { id }, body }, options);
  }

  delete(id: string, options?: CallOptions): ApiPromise<ResultOf<'credentials.delete'>> {
    return this.#transport.call('credentials.delete', { path: { id } }, options);
  }
}
