import { addAbortSignal, Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Fetch } from './context.ts';

/** A `fetch` that goes into our own server without a connection: the same routes, checks and limits. */
export function fetchInside(server: () => FastifyInstance | undefined): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const signal = init?.signal ?? undefined;
    const app = server();
    if (!app) throw new TypeError('the server is not up');
    const payload = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const answering = app.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      payload,
      payloadAsStream: true,
      signal,
    });
    const answer = await orAborted(answering, signal);
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value ?? []].flat()) headers.append(name, String(one));
    const isEmpty = request.method === 'HEAD' || [204, 205, 304].includes(answer.statusCode);
    const body = isEmpty ? null : (Readable.toWeb(untilGone(answer.stream(), signal)) as ReadableStream);
    return new Response(body, { status: answer.statusCode, headers });
  };
}

/** Rejects once the caller gives up an answer that has not begun. */
async function orAborted<T>(answering: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answering;
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', leave);
  try {
    return await Promise.race([answering, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** A client that stopped reading counts as gone for the server, too. */
function untilGone(stream: Readable, signal: AbortSignal | undefined): Readable {
  return signal ? addAbortSignal(signal, stream) : stream;
}
