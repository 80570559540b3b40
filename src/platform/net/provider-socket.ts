import { WebSocket } from 'ws';
import { deliverMessage } from '../unhandled-errors.ts';
import {
  failureOf,
  type ProviderFailure,
  type ProviderResponse,
  parseJson,
  plainHeaders,
} from './provider-client.ts';

/** JSON messages both ways, in the shape in which Playwright takes a connection to a browser. */
export interface ProviderSocket {
  send(message: object): void;
  close(): void;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  /** How the provider closed it. */
  readonly closed?: Closed | null;
}

export interface Closed {
  code: number;
  reason: string;
}

/** Why there is no connection: the provider's answer to the handshake, as to a request, or why none came. */
export interface Refused {
  refused: ProviderResponse | ProviderFailure;
}

export interface OpenOptions {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal;
}

const MAX_REFUSAL_BYTES = 64 * 1024;
const MAX_WAITING_BYTES = 64_000_000;

/**
 * A WebSocket to an address that one of the operator's providers handed out, and that was compared with the provider's own hosts.
 * It follows no redirects, and its messages and errors hold no part of the address, for keys stand in it.
 */
export async function openProviderSocket(options: OpenOptions): Promise<ProviderSocket | Refused> {
  const socket = await dial(options);
  return 'refused' in socket ? socket : talk(socket);
}

async function dial({ url, headers, timeoutMs, signal }: OpenOptions): Promise<WebSocket | Refused> {
  if (signal?.aborted) return silence('aborted', false);
  const address = new URL(url);
  // A browser leaves the fragment out, too.
  address.hash = '';
  const socket = open(address, headers);
  if ('refused' in socket) return socket;
  const settled = Promise.withResolvers<WebSocket | Refused>();
  const late = AbortSignal.timeout(timeoutMs);
  const giveUp = () => settled.resolve(silence(signal?.aborted ? 'aborted' : 'timeout', true));
  late.addEventListener('abort', giveUp);
  signal?.addEventListener('abort', giveUp);
  socket.once('open', () => settled.resolve(socket));
  socket.on('error', (error) => settled.resolve(failed(error)));
  socket.once('unexpected-response', (_, response) => {
    const { statusCode: status = 0, headers: given } = response;
    const answered = (text: string) =>
      settled.resolve({
        refused: { ok: true, status, headers: plainHeaders(given), text, json: parseJson(text) },
      });
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_REFUSAL_BYTES) answered('');
    });
    response.on('end', () => answered(text));
    response.on('error', () => answered(text));
  });
  const settlement = await settled.promise;
  late.removeEventListener('abort', giveUp);
  signal?.removeEventListener('abort', giveUp);
  if ('refused' in settlement) socket.terminate();
  return settlement;
}

function open(address: URL, headers: Record<string, string>): WebSocket | Refused {
  try {
    return new WebSocket(address, [], { headers, perMessageDeflate: false });
  } catch (error) {
    return failed(error);
  }
}

/** A response other than a handshake is an error without a code. */
function failed(error: unknown): Refused {
  return 'code' in Object(error) ? { refused: failureOf(error) } : silence('interrupted', true);
}

function silence(reason: ProviderFailure['reason'], sent: boolean): Refused {
  return { refused: { ok: false, reason, code: null, sent } };
}

function talk(socket: WebSocket): ProviderSocket {
  let closed: Closed | null = null;
  const talking: ProviderSocket = {
    send(message) {
      socket.send(JSON.stringify(message));
      if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
    },
    close: () => socket.close(),
    get closed() {
      return closed;
    },
  };
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : parsed(String(data));
    if (message === null) socket.close();
    // Messages must be handled one after the other.
    else
      setImmediate(() =>
        deliverMessage(
          () => socket.close(),
          () => talking.onmessage?.(message),
        ),
      );
  });
  socket.on('close', (code, reason) => {
    closed = { code, reason: String(reason) };
    setImmediate(() => talking.onclose?.());
  });
  return talking;
}

/** Null when it is not a protocol message. */
function parsed(text: string): object | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' ? message : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
