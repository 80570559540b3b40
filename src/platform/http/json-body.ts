import type { Readable } from 'node:stream';
import { ApiError } from '../../errors.ts';

const MAX_BYTES = 1_000_000;
// A client that is cut off while still sending sees a connection fault, not our 413; so we read on, up to a limit.
const MAX_DISCARDED_BYTES = 64_000_000;
const MAX_DEPTH = 64;
const MAX_NODES = 20_000;

/** Reads and checks a request body. The size is counted on the stream, whatever the headers say. */
export async function readJsonBody(payload: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
    if (size > MAX_DISCARDED_BYTES) break;
  }
  if (size > MAX_BYTES) throw new ApiError('payload_too_large', 'The request body is over 1 MB.');
  return parseJson(Buffer.concat(chunks));
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
 * refuses NUL (PostgreSQL cannot store it) and replaces lone surrogates.
 */
function clean(root: unknown): unknown {
  const holder: { root: unknown } = { root };
  const stack: Array<{ node: Record<string, unknown>; depth: number }> = [
    { node: holder as unknown as Record<string, unknown>, depth: 0 },
  ];
  let nodes = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { node, depth } = item;
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
      if (!key.isWellFormed()) {
        delete node[key];
        node[key.toWellFormed()] = value;
      }
      if (typeof value === 'string') node[key.toWellFormed()] = text(value);
      else if (isObject) stack.push({ node: value as Record<string, unknown>, depth: depth + 1 });
    }
  }
  return holder.root;
}

function text(value: string): string {
  if (value.includes('\0')) throw new ApiError('invalid_request', 'A text holds a NUL character.');
  return value.isWellFormed() ? value : value.toWellFormed();
}
