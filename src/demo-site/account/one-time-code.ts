import { createHmac, randomInt } from 'node:crypto';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** RFC 6238 with a window of one step either way. A code may be used twice: here many agents share one account. */
export function isTotpCode(code: string, seed: string, nowMs: number): boolean {
  return [0, -stepMs, stepMs].some((drift) => totpCode(seed, nowMs + drift) === code);
}

export function totpCode(seed: string, nowMs: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(Math.max(0, Math.floor(nowMs / stepMs))));
  const digest = createHmac('sha1', base32Bytes(seed)).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

function base32Bytes(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
