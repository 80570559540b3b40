import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this the headers outweigh the gain. */
const LEAST_BYTES = 1_024;

/** Whether an `Accept-Encoding` takes the encoding: named, and not with the weight 0. */
export function accepts(encoding: 'br' | 'gzip', accepted: string): boolean {
  return accepted.split(',').some((one) => {
    const [name = '', ...parameters] = one.split(';');
    return (
      name.trim().toLowerCase() === encoding && !parameters.some((part) => /^\s*q=0(?:\.0*)?\s*$/.test(part))
    );
  });
}

/** The text in the best encoding that the client takes; null where it stays as it is. */
export async function compressed(
  text: string,
  accepted: string,
): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' } | null> {
  if (text.length < LEAST_BYTES) return null;
  // Quality 4 is as quick as gzip, and smaller.
  if (accepts('br', accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return { bytes: await brotli(text, { params }), encoding: 'br' };
  }
  return accepts('gzip', accepted) ? { bytes: await gzipped(text), encoding: 'gzip' } : null;
}
