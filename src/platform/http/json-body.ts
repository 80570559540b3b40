import type { Readable } from 'node:stream';
import { ApiError } from '../../errors.ts';

const MAX_BYTES = 1_000_000;
const MAX_DEPTH = 64;
/** List entries and object members, at all levels together. */
const MAX_VALUES = 20_000;

/** Reads and checks a JSON body. The size is counted on the stream; the headers do not matter. */
export async function readJsonBody(payload: Readable): Promise<unknown> {
  return parseJson(await readBytes(payload));
}

export async function readBytes(payload: Readable): Promise<Buffer> {
  const { bytes, size } = await readToEnd(payload, MAX_BYTES);
  if (size > MAX_BYTES) throw new ApiError('payload_too_large', 'The request body is over 1 MB.');
  return bytes;
}

/** For a content type that we do not accept: only an empty body passes. */
export async function refuseBody(payload: Readable, reason: string): Promise<undefined> {
  const { size } = await readToEnd(payload, 0);
  if (size > 0) throw new ApiError('unsupported_media_type', reason);
}

/**
 * Keeps the bytes up to a limit and reads to the end: a client that is cut off while sending would see a connection
 * error instead of our answer. The server's request timeout bounds how long this takes.
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
 * Walks the parsed value once, iteratively: bounds depth and number of values, drops keys that could reach a prototype,
 * refuses NUL (PostgreSQL cannot store it), replaces lone surrogates and makes every number finite.
 */
function clean(root: unknown): unknown {
  const holder = { root };
  const stack: Container[] = [{ node: holder, depth: 0 }];
  let values = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { node, depth, field } = item;
    if (depth > MAX_DEPTH)
      throw new ApiError('invalid_json', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    values += Array.isArray(node) ? node.length : Object.keys(node).length;
    if (values > MAX_VALUES)
      throw new ApiError('invalid_json', `The JSON has more than ${MAX_VALUES} values.`);
    const take = (key: string | number, value: unknown) => {
      const at = field ?? (depth === 1 ? String(key) : undefined);
      const cleaned = scalar(value, at);
      if (cleaned !== value) node[key] = cleaned;
      if (isContainer(value)) stack.push({ node: value, depth: depth + 1, field: at });
    };
    if (Array.isArray(node)) for (let index = 0; index < node.length; index += 1) take(index, node[index]);
    else for (const key of Object.keys(node)) cleanKey(node, key, take);
  }
  return holder.root;
}

interface Container {
  node: Record<string | number, unknown>;
  depth: number;
  /** The field of the body that holds this value, for messages. */
  field?: string;
}

function isContainer(value: unknown): value is Container['node'] {
  return typeof value === 'object' && value !== null;
}

function cleanKey(node: Container['node'], key: string, take: (key: string, value: unknown) => void): void {
  const value = node[key];
  if (key === '__proto__' || ((key === 'constructor' || key === 'prototype') && isContainer(value))) {
    delete node[key];
    return;
  }
  if (key.includes('\0')) throw new ApiError('invalid_request', 'A key holds a NUL character.');
  const name = key.toWellFormed();
  if (name !== key) {
    delete node[key];
    node[name] = value;
  }
  take(name, value);
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
  // `1e999` is legal JSON and parses as Infinity; a finite number is refused by the field's own rule.
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (value === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE;
  return value;
}
