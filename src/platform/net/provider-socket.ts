import { Agent, WebSocket } from 'undici';
import { handMessage } from '../stray-errors.ts';

/** JSON messages both ways, in the shape in which Playwright takes a connection to a browser. */
export interface ProviderSocket {
  send(message: object): void;
  close(): void;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
}

/** The same connection with its messages as text, for handing them on unread. */
export interface ProviderWire {
  send(text: string): void;
  close(): void;
  /** Bytes that wait to be sent. */
  readonly waitingBytes: number;
  onText: (text: string) => void;
  onClose: () => void;
}

interface OpenOptions {
  url: URL;
  headers: Record<string, string>;
  timeoutMs: number;
  signal?: AbortSignal;
}

const plain = new Agent({ connect: { timeout: 10_000 }, autoSelectFamily: true, allowH2: false });

/**
 * A WebSocket to an address that one of the operator's providers handed out, and that was compared with the provider's own hosts.
 * It follows no redirects, and its messages and errors hold no part of the address, for keys stand in it. Null when there is no
 * connection in time.
 */
export async function openProviderSocket(options: OpenOptions): Promise<ProviderSocket | null> {
  const socket = await dial(options);
  return socket && talk(socket);
}

export async function openProviderWire(options: OpenOptions): Promise<ProviderWire | null> {
  const socket = await dial(options);
  if (!socket) return null;
  const wire: ProviderWire = {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
    get waitingBytes() {
      return socket.bufferedAmount;
    },
    onText: () => undefined,
    onClose: () => undefined,
  };
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') wire.onText(data);
    else socket.close();
  });
  socket.addEventListener('close', () => wire.onClose());
  return wire;
}

async function dial(options: OpenOptions): Promise<WebSocket | null> {
  const { url, headers, timeoutMs, signal } = options;
  if (signal?.aborted) return null;
  const socket = new WebSocket(url, { headers, dispatcher: plain });
  const opened = Promise.withResolvers<boolean>();
  const giveUp = () => opened.resolve(false);
  const late = AbortSignal.timeout(timeoutMs);
  late.addEventListener('abort', giveUp);
  signal?.addEventListener('abort', giveUp);
  socket.addEventListener('open', () => opened.resolve(true));
  socket.addEventListener('error', giveUp);
  socket.addEventListener('close', giveUp);
  const isOpen = await opened.promise;
  late.removeEventListener('abort', giveUp);
  signal?.removeEventListener('abort', giveUp);
  if (isOpen) return socket;
  socket.close();
  return null;
}

function talk(socket: WebSocket): ProviderSocket {
  const talking: ProviderSocket = {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  };
  socket.addEventListener('message', ({ data }) => {
    const message = typeof data === 'string' ? parsed(data) : null;
    if (message === null) socket.close();
    // Messages must be handled one after the other.
    else
      setImmediate(() =>
        handMessage(
          () => socket.close(),
          () => talking.onmessage?.(message),
        ),
      );
  });
  socket.addEventListener('close', () => void setImmediate(() => talking.onclose?.()));
  return talking;
}

/** Null when it is not a protocol message. */
function parsed(text: string): object | null {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
