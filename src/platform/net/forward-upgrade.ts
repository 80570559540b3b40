import type { IncomingMessage } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Duplex } from 'node:stream';

const CONNECT_MS = 5_000;
/** A frozen machine accepts connections and never answers. Uploads and downloads of files take their time. */
const ANSWER_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;
/** Marks a request that another instance of ours handed on: it is answered where it arrives. */
export const HANDED_ON = 'x-svc-handed-on';

/** Asks another instance the same; passes its answer on. Throws when it cannot be reached, or says nothing. */
export async function handOn(
  request: IncomingMessage,
  instanceUrl: string,
  answerMs = ANSWER_MS,
): Promise<IncomingMessage> {
  const outgoing = ask(request, instanceUrl, answerMs);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve).once('error', reject);
  request.pipe(outgoing);
  return promise;
}

/** The same for a request to speak WebSocket: afterwards bytes pass both ways. */
export async function forwardUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  instanceUrl: string,
  answerMs = ANSWER_MS,
): Promise<void> {
  const outgoing = ask(request, instanceUrl, answerMs);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  outgoing.once('error', reject);
  outgoing.once('upgrade', (response, upstream, first) => {
    // A machine without power closes nothing.
    upstream.setKeepAlive(true, KEEP_ALIVE_MS);
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    client.write(headOf(response));
    client.write(first);
    upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
    resolve();
  });
  outgoing.once('response', (response) => {
    client.write(headOf(response));
    response.pipe(client);
    resolve();
  });
  outgoing.end();
  return promise;
}

function ask({ method, url = '/', headers }: IncomingMessage, instanceUrl: string, answerMs: number) {
  const address = new URL(url, instanceUrl);
  const send = address.protocol === 'https:' ? secureRequest : plainRequest;
  const outgoing = send(address, { method, headers: { ...headers, [HANDED_ON]: '1' }, agent: false });
  outgoing.once('socket', (socket) => {
    socket.setTimeout(CONNECT_MS, () => outgoing.destroy(new Error('no answer in time')));
    // Counts from the last byte of the request.
    socket.once('connect', () => socket.setTimeout(answerMs));
    const answered = () => socket.setTimeout(0);
    outgoing.once('response', answered).once('upgrade', answered);
  });
  return outgoing;
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`;
}
