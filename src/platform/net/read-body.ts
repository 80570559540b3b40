import { pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';

export interface BodyLimit {
  maxBytes: number;
  /** The treatment of a longer body: give up, or keep its beginning. */
  overflow: 'fail' | 'cut';
  /** Keep the received part of a body that breaks off or does not decode, instead of throwing. */
  keepsBroken?: boolean;
}

type BodyRead = { ok: true; body: Uint8Array; isCut: boolean } | { ok: false };

/**
 * Reads a body, undoing its content codings. The limit counts decoded bytes as they come, so a small file that
 * unpacks to a huge one is stopped at the limit. Throws on network errors and on data that does not decode.
 */
export async function readBody(
  source: Readable,
  encoding: string | undefined,
  limit: BodyLimit,
): Promise<BodyRead> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded(source, encoding)) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size <= limit.maxBytes) continue;
      source.destroy();
      if (limit.overflow === 'fail') return { ok: false };
      return { ok: true, body: Buffer.concat(chunks).subarray(0, limit.maxBytes), isCut: true };
    }
  } catch (error) {
    if (!limit.keepsBroken) throw error;
    return { ok: true, body: Buffer.concat(chunks), isCut: true };
  }
  return { ok: true, body: Buffer.concat(chunks), isCut: false };
}

export const acceptedEncodings = 'gzip, deflate, br, zstd';

const mostCodings = 4;

/** Sync flush at the end forgives a missing trailer, as browsers do. */
const forgiving = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };

const decoders: Record<string, (first: Uint8Array) => Transform> = {
  gzip: () => zlib.createGunzip(forgiving),
  'x-gzip': () => zlib.createGunzip(forgiving),
  // `deflate` means zlib, but some servers send raw deflate; the first byte shows which.
  deflate: (first) =>
    ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(forgiving) : zlib.createInflateRaw(forgiving),
  br: () =>
    zlib.createBrotliDecompress({
      flush: zlib.constants.BROTLI_OPERATION_FLUSH,
      finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
    }),
  zstd: () =>
    zlib.createZstdDecompress({
      flush: zlib.constants.ZSTD_e_continue,
      finishFlush: zlib.constants.ZSTD_e_end,
    }),
};

function decoded(source: Readable, encoding = ''): AsyncIterable<Uint8Array> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > mostCodings)
    throw Object.assign(new Error('too many codings'), { code: 'Z_TOO_MANY' });
  if (!codings.every((coding) => Object.hasOwn(decoders, coding))) return source;
  return codings.reverse().reduce<AsyncIterable<Uint8Array>>(decodeOnce, source);
}

/** An empty body decodes to nothing, although it is not a valid archive. */
async function* decodeOnce(source: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const { done, value: first } = await chunks.next();
  const decoder = decoders[coding];
  if (done || !decoder) return;
  // The error also surfaces in the decoder, where it is handled.
  yield* pipeline(Readable.from(withFirst(first, chunks)), decoder(first), () => {});
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}
