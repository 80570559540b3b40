import { type ProviderFailure, requestProvider } from './provider-client.ts';

/** The result of a request, for callers whose library hides it in its own error. */
export type WireOutcome =
  | { status: number; retryAfter: string | null; text: string }
  | { failure: ProviderFailure['reason']; code: string | null };

/** Thrown into the library; it carries no part of the request. */
class WireFailure extends Error {}

/**
 * The plain client in the shape of `fetch`, for libraries that want one: JSON by POST to an address the operator set,
 * answered as a whole. The call must do no harm when it is repeated.
 */
export function providerFetch(options: {
  timeoutMs: number;
  onOutcome(outcome: WireOutcome): void;
}): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await requestProvider({
      method: 'POST',
      url: new URL(input instanceof Request ? input.url : input),
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: JSON.parse(String(init?.body)),
      signal: init?.signal ?? undefined,
      timeoutMs: options.timeoutMs,
      repeatable: true,
    });
    if (!response.ok) {
      options.onOutcome({ failure: response.reason, code: response.code });
      throw new WireFailure(response.reason);
    }
    const { status, headers, text } = response;
    options.onOutcome({ status, retryAfter: headers['retry-after'] ?? null, text });
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
}
