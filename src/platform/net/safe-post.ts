import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Connection, verdictOf } from './connection.ts';
import type { OnDial } from './dial.ts';
import { type FailureCode, failureOf } from './fetch-failure.ts';
import type { Gate, Vetted } from './gate.ts';
import type { KeptConnections } from './kept-connections.ts';
import type { UrlUse } from './public-url.ts';
import { readBody } from './read-body.ts';

export interface SafePostOptions {
  use: UrlUse;
  headers: Record<string, string>;
  body: Uint8Array;
  /** How much of the answer is read; then the connection is closed. */
  previewBytes: number;
  /** The limit for all of it, DNS included. A status received in time counts as an answer. */
  timeoutMs: number;
  connections: KeptConnections;
  onDial?: OnDial;
}

export type SafePostResult =
  | { kind: 'response'; status: number; preview: Uint8Array }
  | { kind: 'unsafe'; reason: string }
  | { kind: 'failed'; code: FailureCode; message: string };

/**
 * Posts to an untrusted URL. DNS and the gate are asked each time, but a connection dialled under the same verdict is
 * reused. Redirects are not followed, and only the start of the answer is read.
 */
export async function safePost(gate: Gate, raw: string, options: SafePostOptions): Promise<SafePostResult> {
  const deadline = new Deadline(options.timeoutMs);
  try {
    const vetted = await gate.vet(raw, { use: options.use });
    if (!vetted.ok) return { kind: 'unsafe', reason: vetted.reason };
    const answer = await post(vetted, options, deadline);
    return { kind: 'response', status: answer.status, preview: await previewOf(answer, options) };
  } catch (error) {
    if (!deadline.isOver) return { kind: 'failed', ...failureOf(error) };
    const message = `no complete answer within ${options.timeoutMs} ms`;
    return { kind: 'failed', code: 'timeout', message };
  } finally {
    deadline.clear();
  }
}

interface Answer {
  status: number;
  encoding: string;
  chunks: Buffer[];
  /** Read to its end. */
  isWhole: boolean;
}

async function post(vetted: Vetted, options: SafePostOptions, deadline: Deadline): Promise<Answer> {
  const kept = options.connections.take(verdictOf(vetted));
  if (kept) {
    try {
      return await postOn(kept, vetted, options, deadline);
    } catch (error) {
      // The server may close an idle connection at any time, so a failure on a reused one is retried.
      if (deadline.isOver || !isConnectionLost(error)) throw error;
    }
  }
  return postOn(new Connection(vetted, options), vetted, options, deadline);
}

async function postOn(
  connection: Connection,
  vetted: Vetted,
  options: SafePostOptions,
  deadline: Deadline,
): Promise<Answer> {
  deadline.onOver(() => connection.end());
  try {
    const answer = await exchange(connection, vetted, options);
    if (answer.isWhole) options.connections.keep(connection);
    else connection.end();
    return answer;
  } catch (error) {
    connection.end();
    throw error;
  }
}

function exchange(connection: Connection, { url }: Vetted, options: SafePostOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const answer: Answer = { status: 0, encoding: '', chunks: [], isWhole: false };
  let size = 0;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, status, headers) {
      if (status < 200) return;
      answer.status = status;
      answer.encoding = String(headers['content-encoding'] ?? '');
    },
    onResponseData(_controller, chunk) {
      if (size > options.previewBytes) return;
      answer.chunks.push(chunk);
      size += chunk.length;
      if (size > options.previewBytes) resolve(answer);
    },
    onResponseEnd() {
      answer.isWhole = true;
      resolve(answer);
    },
    onResponseError(_controller, error) {
      if (answer.status > 0) resolve(answer);
      else reject(error);
    },
  };
  const { headers, body } = options;
  connection.client.dispatch(
    { path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
    handler,
  );
  return promise;
}

/** We ask for no encoding, but some servers use one. */
async function previewOf(
  { chunks, encoding }: Answer,
  { previewBytes }: SafePostOptions,
): Promise<Uint8Array> {
  const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  if (encoding === '' || bytes.length === 0) return bytes.subarray(0, previewBytes);
  const limit = { maxBytes: previewBytes, overflow: 'cut', keepsBroken: true } as const;
  const read = await readBody(Readable.from([bytes]), encoding, limit);
  return read.ok ? read.body : bytes.subarray(0, 0);
}

/** A timer that is cleared, unlike `AbortSignal.timeout`, whose errors are made long after the answer. */
class Deadline {
  isOver = false;
  #stop: (() => void) | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#stop?.();
    }, ms);
  }

  onOver(stop: () => void): void {
    this.#stop = stop;
    if (this.isOver) stop();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

const LOST = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNRESET', 'EPIPE']);

function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.has(String(error.code));
}
