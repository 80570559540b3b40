import type { ApiPromise } from '../api-promise.ts';
import type { Key, ProviderKey } from '../generated/client.schemas.ts';
import { PagePromise } from '../page.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Keys of this service, and the workspace's own keys at providers. */
export class Keys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The key itself is shown only here. */
  create(body: ArgsOf<'keys.create'>['body'], options?: CallOptions): ApiPromise<ResultOf<'keys.create'>> {
    return this.#transport.call('keys.create', { body }, options);
  }

  list(options?: CallOptions): PagePromise<Key> {
    return new PagePromise(() => this.#transport.call('keys.list', {}, options));
  }

  delete(id: string, options?: CallOptions): ApiPromise<ResultOf<'keys.delete'>> {
    return this.#transport.call('keys.delete', { path: { id } }, options);
  }

  listProviderKeys(options?: CallOptions): PagePromise<ProviderKey> {
    return new PagePromise(() => this.#transport.call('providerKeys.list', {}, options));
  }

  getProviderKey(family: string, options?: CallOptions): ApiPromise<ProviderKey> {
    return this.#transport.call('providerKeys.get', { path: { family } }, options);
  }

  setProviderKey(
    family: string,
    body: ArgsOf<'providerKeys.set'>['body'],
    options?: CallOptions,
  ): ApiPromise<ProviderKey> {
    return this.#transport.call('providerKeys.set', { path: { family }, body }, options);
  }

  deleteProviderKey(family: string, options?: CallOptions): ApiPromise<ResultOf<'providerKeys.delete'>> {
    return this.#transport.call('providerKeys.delete', { path: { family } }, options);
  }
}
