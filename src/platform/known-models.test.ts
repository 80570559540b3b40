import { expect, test } from 'vitest';
import { KNOWN_MODELS, knownModel } from './known-models.ts';

test.each([
  ['anthropic/claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['gpt-4.1-mini-2025-04-14', 'gpt-4.1-mini'],
  ['Qwen/Qwen3-Coder-30B-A3B-Instruct', 'qwen3-coder'],
  ['qwen3:8b', 'qwen3'],
  ['llama3.1:70b', 'llama3.1'],
])('%s is %s', (name, row) => {
  expect(knownModel(name)?.name).toBe(row);
});

test.each(['qwen3.5-max', 'gpt-4', 'stand-in-1', '', 'my-llama'])('%s is not known', (name) => {
  expect(knownModel(name)).toBeNull();
});

test('every price has a source, and cached input is not dearer than other input', () => {
  const families = new Set(KNOWN_MODELS.map(({ family }) => family));
  for (const family of 'Claude GPT Gemini Qwen Llama DeepSeek Mistral GLM Kimi'.split(' '))
    expect(families).toContain(family);
  for (const { source, inputUsdPerMillion: input, cachedUsdPerMillion: cached, context } of KNOWN_MODELS) {
    expect(input === null || source !== null).toBe(true);
    expect((cached ?? 0) <= (input ?? Number.POSITIVE_INFINITY)).toBe(true);
    expect(context).toBeGreaterThan(4_000);
  }
});
