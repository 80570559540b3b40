import type { ApiPromise } from '../api-promise.ts';
import type { BrowserContext, BrowserSession } from '../generated/client.schemas.ts';
import type { ArgsOf, CallOptions, ResultOf, Transport } from '../transport.ts';

/** Browsers that you drive yourself, and the contexts that keep their cookies. */
export class Sessions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Connect Playwright or Puppeteer to its `connectUrl`. */
  create(body: ArgsOf<'sessions.create'>['body'] = {}, options?: CallOptions): ApiPromise<BrowserSession> {
    return this.#transport.call('sessions.create', { body }, options);
  }

  list(
    params: NonNullable<ArgsOf<'sessions.list'>['query']> = {},
    options?: CallOptions,
  ): ApiPromise<BrowserSession[]> {
    return this.#transport.call('sessions.list', { query: params }, options);
  }

  get(id: string, options?: CallOptions): ApiPromise<BrowserSession> {
    return this.#transport.call('sessions.get', { path: { id } }, options);
  }

  /** Ends a session. */
  release(id: string, options?: CallOptions): ApiPromise<BrowserSession> {
    const body = { status: 'REQUEST_RELEASE' as const };
    return this.#transport.call('sessions.release', { path: { id }, body }, options);
  }

  /** The page as text for a language model, and the actions that it takes. */
  view(id: string, options?: CallOptions): ApiPromise<ResultOf<'sessions.view'>> {
    return this.#transport.call('sessions.view', { path: { id } }, options);
  }

  /** Runs one action of the view. */
  act(
    id: string,
    body: ArgsOf<'sessions.act'>['body'],
    options?: CallOptions,
  ): ApiPromise<ResultOf<'sessions.act'>> {
    return this.#transport.call('sessions.act', { path: { id }, body }, options);
  }

  /** The live-view addresses of a session. */
  debug(id: string, options?: CallOptions): ApiPromise<ResultOf<'sessions.debug'>> {
    return this.#transport.call('sessions.debug', { path: { id } }, options);
  }

  logs(id: string, options?: CallOptions): ApiPromise<ResultOf<'sessions.logs'>> {
    return this.#transport.call('sessions.logs', { path: { id } }, options);
  }

  /** The recording, as rrweb events. */
  recording(id: string, options?: CallOptions): ApiPromise<ResultOf<'sessions.recording'>> {
    return this.#transport.call('sessions.recording', { path: { id } }, options);
  }

  /** The downloads of the browser as a zip file, unread. */
  downloads(id: string, options?: CallOptions): Promise<Response> {
    return this.#transport.open('sessions.downloads', { path: { id } }, options);
  }

  /** Gives a session a file for its file inputs. */
  upload(
    id: string,
    file: Blob,
    name: string,
    options?: CallOptions,
  ): ApiPromise<ResultOf<'sessions.upload'>> {
    const body = { file: new File([file], name, { type: file.type }) };
    return this.#transport.call('sessions.upload', { path: { id }, body }, options);
  }

  createContext(options?: CallOptions): ApiPromise<BrowserContext> {
    return this.#transport.call('contexts.create', { body: {} }, options);
  }

  getContext(id: string, options?: CallOptions): ApiPromise<BrowserContext> {
    return this.#transport.call('contexts.get', { path: { id } }, options);
  }

  deleteContext(id: string, options?: CallOptions): ApiPromise<void> {
    return this.#transport.call('contexts.delete', { path: { id } }, options);
  }
}
