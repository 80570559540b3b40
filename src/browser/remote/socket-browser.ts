import { reportedElsewhere } from '../../platform/failure.ts';
import type { ProviderSocket } from '../../platform/net/provider-socket.ts';
import type { CdpMessage } from '../cdp-client.ts';
import { SharedBrowser } from '../shared-browser.ts';

/** Ids from here on are those of foreign drivers and of our watch; the ones below are Playwright's. */
const FURTHER_IDS = 1_000_000_000;

/** A browser of a provider, which foreign drivers may share with a Playwright of ours. */
export class SocketBrowser extends SharedBrowser {
  /** The connection as our Playwright has it. */
  readonly front: ProviderSocket;
  onClose: () => void = () => undefined;
  readonly #socket: ProviderSocket;
  readonly #closed = Promise.withResolvers<never>();

  constructor(socket: ProviderSocket) {
    super(FURTHER_IDS);
    this.#socket = socket;
    this.front = { send: (message) => socket.send(message), close: () => socket.close() };
    this.#closed.promise.catch(reportedElsewhere);
    socket.onmessage = (message) => this.#take(message);
    socket.onclose = (reason) => this.#end(reason);
    // It may have been closed before anyone listened.
    if (socket.closed) this.#end();
  }

  /** Rejects when the browser is gone. */
  get closed(): Promise<never> {
    return this.#closed.promise;
  }

  close(): void {
    this.#socket.close();
  }

  protected override write(message: CdpMessage): void {
    this.#socket.send(message);
  }

  #take(message: CdpMessage): void {
    const { id = 0, sessionId } = message;
    if (id > FURTHER_IDS || this.hasSession(sessionId)) this.receive(textOf(message));
    else this.front.onmessage?.(message);
  }

  #end(reason?: string): void {
    this.#closed.reject(new Error('the browser is gone'));
    this.hangUp();
    this.onClose();
    this.front.onclose?.(reason);
  }
}

/** In Chromium's own order for every author: the id first, the session last. */
function textOf({ id, method, params, result, error, sessionId }: CdpMessage): string {
  return JSON.stringify({ id, method, params, result, error, sessionId });
}
