import type { LlmVendor } from './llm-types.ts';

/** Vendors whose OpenAI-compatible wire leaves out caching; the address is the vendor's own. */
export function nativeVendor(baseUrl: string): LlmVendor | undefined {
  return URL.parse(baseUrl)?.hostname === 'api.anthropic.com' ? anthropic : undefined;
}

const anthropic: LlmVendor = {
  async connect({ baseUrl, apiKey, model }, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return { model: createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model), tools: {} };
  },
};
