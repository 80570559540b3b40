import type { Readable } from 'node:stream';
import { ApiError } from '../../errors.ts';

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 64;
const MAX_NODES = 20_000;

/** Reads and checks a JSON body. The size is counted on the stream, whatever the headers say. */
export async function readJsonBody(payload: Readable): Promise<unknown> {
  const { bytes, size } = await readToEnd(payload, MAX_BYTES);
  if (size > MAX_BYTES) throw new ApiError('payload_too_large', 'The request body is over 1 MB.');
  return parseJson(bytes);
}

/** For a body in a form that we do not read: fine when it is empty. */
export async function refuseBody(payload: Readable, reason: string): Promise<undefined> {
  const { size } = await readToEnd(payload, 0);
  if (size > 0) throw new ApiError('unsupported_media_type', reason);
}

/**
 * Keeps the bytes up to a limit and reads on to the end: a client that is cut off while it still sends sees a
 * connection fault instead of our answer. The server's time limit for requests bounds how long that can take.
 */
function readToEnd(payload: Readable, keptBytes: number): Promise<{ bytes: Buffer; size: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ bytes: Buffer; size: number }>();
  const chunks: Buffer[] = [];
  let size = 0;
  payload.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= keptBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  payload.once('end', () => resolve({ bytes: Buffer.concat(chunks), size }));
  const onCut = () => {
    if (!payload.readableEnded)
      reject(new ApiError('invalid_request', 'The request body ended before it was complete.'));
  };
  payload.once('error', onCut).once('close', onCut);
  return promise;
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(UTF8.decode(bytes));
  } catch {
    throw new ApiError('invalid_json', 'The request body is not well-formed JSON in UTF-8.');
  }
  return clean(value);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Walks the parsed value once, iteratively: bounds depth and size, drops keys that could reach a prototype,
 * refuses NUL (PostgreSQL cannot store it), replaces lone surrogates and makes every number finite.
 */
function clean(root: unknown): unknown {
  const holder: Record<string, unknown> = { root };
  const stack: Array<{ node: Record<string, unknown>; depth: number; field?: string }> = [
    { node: holder, depth: 0 },
  ];
  let nodes = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { node, depth } = item;
    const fieldOf = (key: string) => item?.field ?? (depth === 1 ? key : undefined);
    if (depth > MAX_DEPTH)
      throw new ApiError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    for (const key of Object.keys(node)) {
      nodes += 1;
      if (nodes > MAX_NODES)
        throw new ApiError('invalid_json', `The JSON holds more than ${MAX_NODES} values.`);
      const value = node[key];
      const isObject = typeof value === 'object' && value !== null;
      if (key === '__proto__' || ((key === 'constructor' || key === 'prototype') && isObject)) {
        delete node[key];
        continue;
      }
      if (key.includes('\0')) throw new ApiError('invalid_request', 'A key holds a NUL character.');
      if (!key.isWellFormed()) delete node[key];
      node[key.toWellFormed()] = scalar(value, fieldOf(key));
      if (isObject)
        stack.push({ node: value as Record<string, unknown>, depth: depth + 1, field: fieldOf(key) });
    }
  }
  return holder.root;
}

function scalar(value: unknown, field?: string): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0'))
      throw new ApiError('invalid_request', {
        message: 'A text holds a NUL character.',
        param: field?.slice(0, 100).toWellFormed(),
      });
    return value.isWellFormed() ? value : value.toWellFormed();
  }
  // `1e999` is legal JSON. Its field's own rule refuses the largest number just as well, and nothing breaks on it.
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (value === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE;
  return value;
}
