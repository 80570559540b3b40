import type { RequestListener } from 'node:http';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, fetchFrom } from './safe-fetch.fixture.ts';

describe('bodies', () => {
  const text = 'hello '.repeat(1_000);
  const coded: [string, Buffer][] = [
    ['identity', Buffer.from(text)],
    ['gzip', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['GZIP', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['deflate', zlib.deflateRawSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['zstd', zlib.zstdCompressSync(text)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(text))],
    ['deflate, gzip', zlib.gzipSync(zlib.deflateSync(text))],
    ['gzip', zlib.gzipSync(text).subarray(0, -8)],
  ];

  it.each(coded)('in %s are decoded', async (encoding, bytes) => {
    const { result } = await fetchFrom((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    expect(bodyOf(result)).toBe(text);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('that are empty decode to nothing in %s', async (encoding) => {
    const { result } = await fetchFrom((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(),
    );
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(bodyOf(result)).toBe('');
    const head = await fetchFrom(
      (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(),
      {
        method: 'HEAD',
      },
    );
    expect(head.result.kind).toBe('response');
  });

  it('in an unknown coding come as they are', async () => {
    const { result } = await fetchFrom((_, response) =>
      response.writeHead(200, { 'content-encoding': 'constructor' }).end('x'),
    );
    expect(bodyOf(result)).toBe('x');
  });

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip, gzip, gzip, gzip'])(
    'that do not decode from %s are a failure',
    async (encoding) => {
      const { result } = await fetchFrom((_, response) =>
        response
          .writeHead(200, { 'content-encoding': encoding })
          .end(Buffer.from('\x08not compressed at all')),
      );
      expect(result).toMatchObject({ kind: 'failed', code: 'decode' });
    },
  );

  const bomb = Buffer.alloc(100_000_000);
  it.each([
    ['gzip', zlib.gzipSync(bomb)],
    ['deflate', zlib.deflateSync(bomb)],
    ['br', zlib.brotliCompressSync(bomb, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ['zstd', zlib.zstdCompressSync(bomb)],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(bomb))],
  ])('that unpack to 100 MB from little %s end at the limit', async (encoding, bytes) => {
    const before = process.memoryUsage();
    const { result } = await fetchFrom((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    const after = process.memoryUsage();
    expect(result).toMatchObject({ kind: 'failed', code: 'too_large' });
    const growth = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
    expect(growth).toBeLessThan(50_000_000);
  });

  it('that never end stop at the limit, and the connection with them', async () => {
    const closed = Promise.withResolvers<void>();
    const { result } = await fetchFrom((_, response) => {
      const fill = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', fill).on('close', () => closed.resolve());
      fill();
    });
    expect(result).toMatchObject({ kind: 'failed', code: 'too_large' });
    await closed.promise;
  });

  it('may be exactly as long as the limit, and are cut at it on request', async () => {
    const answer: RequestListener = (_, response) => response.end('12345678');
    expect(bodyOf((await fetchFrom(answer, { maxBytes: 8 })).result)).toBe('12345678');
    expect((await fetchFrom(answer, { maxBytes: 7 })).result).toMatchObject({ code: 'too_large' });
    const { result } = await fetchFrom(answer, { maxBytes: 5, overflow: 'cut' });
    expect(result).toMatchObject({ kind: 'response', status: 200, isCut: true });
    expect(bodyOf(result)).toBe('12345');
  });
});
