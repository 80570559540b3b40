import type { ProviderSocket } from '../../platform/net/provider-socket.ts';
import { CdpClient, type CdpClientOptions, type CdpMessage } from '../cdp-client.ts';
import { WebTargets } from '../web-targets.ts';

/** Ids from here on are those of further drivers; the ones below are Playwright's. */
const FURTHER_IDS = 1_000_000_000;

/** One connection to a browser for two drivers: ours, and a foreign one beside it that sees only its own sessions. */
export function shareSocket(socket: ProviderSocket) {
  const answers = new Map<number, (text: string) => void>();
  const clients = new Map<string, CdpClient>();
  const targets = new WebTargets();
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  let lastId = FURTHER_IDS;
  const first: ProviderSocket = { send: (message) => socket.send(message), close: () => socket.close() };

  const send = (message: CdpMessage, onAnswer?: (text: string) => void) => {
    lastId += 1;
    if (onAnswer) answers.set(lastId, onAnswer);
    socket.send({ ...message, id: lastId });
  };
  socket.onmessage = (message) => {
    const { id = 0, method = '', sessionId = '' } = message as CdpMessage;
    const client = clients.get(sessionId);
    if (id > FURTHER_IDS) {
      answers.get(id)?.(textOf(message));
      answers.delete(id);
    } else if (client) client.receive(method, textOf(message));
    else first.onmessage?.(message);
  };
  socket.onclose = (reason) => {
    closed.reject(new Error('the browser is gone'));
    for (const client of new Set(clients.values())) client.end();
    first.onclose?.(reason);
  };

  // It may have been closed before anyone listened.
  if (socket.closed) closed.reject(new Error('the browser is gone'));

  /** Fails when the browser goes meanwhile. */
  async function join(options: CdpClientOptions): Promise<CdpClient> {
    const { promise, resolve } = Promise.withResolvers<string>();
    send({ method: 'Target.attachToBrowserTarget' }, resolve);
    const root = String(
      (JSON.parse(await Promise.race([promise, closed.promise])) as CdpMessage).result?.sessionId,
    );
    const client = new CdpClient(options, root, {
      send,
      claim: (session) => clients.set(session, client),
      drop: (session) => clients.delete(session),
      prime: async () => undefined,
      targets,
    });
    clients.set(root, client);
    return client;
  }

  return { socket: first, join, closed: closed.promise };
}

/** In Chromium's own order for every author: the id first, the session last. */
function textOf(message: CdpMessage): string {
  const { id, method, params, result, error, sessionId } = message;
  return JSON.stringify({ id, method, params, result, error, sessionId });
}
