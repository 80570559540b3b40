import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CannotOpen, type KeyService, type WrappedKey } from './key-service.ts';

/*
 * A sealed value is one blob:
 *
 *   format 1 | key version 4 | key id length 1 | key id | wrapped length 2 | wrapped key | nonce 12 | text | tag 16
 *
 * Numbers are big-endian. `sealed_key()` in SQL reads the first fields, so they stay where they are.
 */
const FORMAT = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a sealed value lives: owner, object and field. It does not open anywhere else. */
export function sealContext(ownerId: string, objectId: string, field: string): string {
  return `${ownerId}|${objectId}|${field}`;
}

/** Encrypts under a fresh data key, which is wrapped by the key service and forgotten. */
export async function seal(keys: KeyService, text: string, context: string): Promise<Buffer> {
  const dataKey = randomBytes(KEY_BYTES);
  const plain = Buffer.from(text, 'utf8');
  try {
    const bound = bind(context);
    const wrapped = await keys.wrap(dataKey, bound);
    return Buffer.concat([header(wrapped), encrypt(dataKey, plain, bound)]);
  } finally {
    dataKey.fill(0);
    plain.fill(0);
  }
}

export async function open(keys: KeyService, sealed: Buffer, context: string): Promise<string> {
  const { wrapped, body } = parse(sealed);
  const bound = bind(context);
  const dataKey = await keys.unwrap(wrapped, bound);
  let plain: Buffer | null = null;
  try {
    plain = decrypt(dataKey, body, bound);
    return plain.toString('utf8');
  } finally {
    dataKey.fill(0);
    plain?.fill(0);
  }
}

/** The same ciphertext with its data key wrapped by the current version. */
export async function rewrap(keys: KeyService, sealed: Buffer, context: string): Promise<Buffer> {
  const { wrapped, body } = parse(sealed);
  const bound = bind(context);
  const dataKey = await keys.unwrap(wrapped, bound);
  try {
    // Also proves that the new blob can be opened.
    decrypt(dataKey, body, bound).fill(0);
    return Buffer.concat([header(await keys.wrap(dataKey, bound)), body]);
  } finally {
    dataKey.fill(0);
  }
}

/** The key that wraps a blob. */
export function sealedBy(sealed: Buffer): { keyId: string; version: number } {
  return parse(sealed).wrapped;
}

/** AES-256-GCM: nonce, ciphertext, tag. */
export function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: Buffer, body: Buffer, bound: string): Buffer {
  if (key.length !== KEY_BYTES || body.length < NONCE_BYTES + TAG_BYTES) throw new CannotOpen();
  const end = body.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(body.subarray(end));
  const plain = decipher.update(body.subarray(NONCE_BYTES, end));
  try {
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    throw new CannotOpen();
  }
}

function bind(context: string): string {
  return `${context}|${FORMAT}`;
}

function header({ keyId, version, bytes }: WrappedKey): Buffer {
  const id = Buffer.from(keyId, 'ascii');
  const head = Buffer.alloc(6 + id.length + 2);
  head.writeUInt8(FORMAT, 0);
  head.writeUInt32BE(version, 1);
  head.writeUInt8(id.length, 5);
  id.copy(head, 6);
  head.writeUInt16BE(bytes.length, 6 + id.length);
  return Buffer.concat([head, bytes]);
}

function parse(sealed: Buffer): { wrapped: WrappedKey; body: Buffer } {
  if (sealed.length < 8 || sealed[0] !== FORMAT) throw new CannotOpen();
  const idEnd = 6 + sealed.readUInt8(5);
  if (sealed.length < idEnd + 2) throw new CannotOpen();
  const wrappedEnd = idEnd + 2 + sealed.readUInt16BE(idEnd);
  if (sealed.length < wrappedEnd + NONCE_BYTES + TAG_BYTES) throw new CannotOpen();
  return {
    wrapped: {
      keyId: sealed.toString('latin1', 6, idEnd),
      version: sealed.readUInt32BE(1),
      bytes: sealed.subarray(idEnd + 2, wrappedEnd),
    },
    body: sealed.subarray(wrappedEnd),
  };
}
