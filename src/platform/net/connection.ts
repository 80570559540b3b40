import type { Socket } from 'node:net';
import { Client } from 'undici';
import { dial, type OnDial } from './dial.ts';
import type { Vetted } from './gate.ts';

const LONGEST_IDLE_MS = 15_000;

// Shared, because creating an error with its stack costs more than closing the connection.
export const OVER = new Error('the exchange is over');

const NOT_AGAIN = Object.assign(new Error('a connection is dialled once, for the host it was vetted for'), {
  code: 'ECONNRESET',
});

/** A connection to the addresses of one verdict of the gate. Once it is closed it is never dialled again. */
export class Connection {
  readonly client: Client;
  /** Its allowed use. */
  readonly verdict: string;
  isOpen = true;
  onClose: (() => void) | null = null;
  #socket: Socket | null = null;

  constructor(vetted: Vetted, options: { onDial?: OnDial } = {}) {
    this.verdict = verdictOf(vetted);
    this.client = new Client(vetted.url.origin, {
      maxHeaderSize: 65_536,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: LONGEST_IDLE_MS,
      connect: ({ hostname, protocol }, callback) => {
        const isVetted = bare(hostname) === bare(vetted.url.hostname);
        if (!isVetted || !this.isOpen || this.#socket) {
          callback(NOT_AGAIN, null);
          return;
        }
        const secure = protocol === 'https:';
        const socket = dial(vetted, { secure, onDial: options.onDial });
        this.#socket = socket;
        const fail = (error: Error): void => callback(error, null);
        socket.once('error', fail);
        socket.once(secure ? 'secureConnect' : 'connect', () => {
          socket.off('error', fail);
          callback(null, socket);
        });
      },
    });
    this.client.once('disconnect', () => {
      this.isOpen = false;
      this.onClose?.();
    });
  }

  /** In any state. */
  end(): void {
    this.isOpen = false;
    this.#socket?.destroy(OVER);
    void this.client.destroy(OVER);
  }
}

/** Origin and addresses: a name that resolves differently has another key. */
export function verdictOf({ url, addresses }: Vetted): string {
  return addresses.length === 1
    ? `${url.origin} ${addresses[0]}`
    : `${url.origin} ${addresses.toSorted().join(' ')}`;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
