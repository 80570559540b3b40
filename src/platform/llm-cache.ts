import { isObject } from './json.ts';

/** Models whose prompts are cached only where the request marks the end of what may be cached. */
export function takesCacheControl(model: string): boolean {
  return /claude|anthropic/i.test(model);
}

const MARK = { cache_control: { type: 'ephemeral' } };

/** Marks the system prompt, which tools precede, and the newest messages: each call extends the cached prefix of the one before. */
export function withCacheControl(body: Record<string, unknown>): Record<string, unknown> {
  const messages = Array.isArray(body.messages) ? (body.messages as Record<string, unknown>[]) : [];
  const places = new Set([
    messages.findIndex(({ role }) => role === 'system'),
    messages.findLastIndex(({ role }) => role !== 'assistant'),
    // The end of what the next call repeats: the newest message may be shortened then.
    messages.findLastIndex(({ role }, index) => role !== 'assistant' && index < messages.length - 1),
  ]);
  const { system } = body;
  return {
    ...body,
    ...(system === undefined ? {} : { system: marked(system) }),
    messages: messages.map((message, index) =>
      places.has(index) ? { ...message, content: marked(message.content) } : message,
    ),
  };
}

/** A content with the mark on its last part. */
function marked(content: unknown): unknown {
  if (typeof content === 'string')
    return content === '' ? content : [{ type: 'text', text: content, ...MARK }];
  if (!Array.isArray(content)) return content;
  return content.map((part, index) =>
    index === content.length - 1 && isObject(part) ? { ...part, ...MARK } : part,
  );
}

/** The same for requests of a library that makes the body itself. */
export function withCachedBodies(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) =>
    fetch(input, { ...init, body: JSON.stringify(withCacheControl(JSON.parse(String(init?.body)))) });
}
