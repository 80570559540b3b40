import { createRequire } from 'node:module';

const peers = createRequire(new URL('peers/package.json', import.meta.url));

/** Tokens of o200k, the encoding of GPT-4o and later models. */
export function countTokens(text: string): number {
  const { encode } = peers('gpt-tokenizer/encoding/o200k_base') as { encode(text: string): number[] };
  return encode(text).length;
}
