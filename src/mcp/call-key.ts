import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { LRUCache } from 'lru-cache';

/**
 * The idempotency keys of a tool call. A call that is repeated has the same key and joins the run of the first one; a
 * call that is made again long after that run ended gets the next key of its chain, which depends on that run.
 */
export class CallKeys {
  /** The latest key of each call's chain, so that the chain is not walked from its beginning each time. Only a hint. */
  readonly #latest = new LRUCache<string, string>({ max: 10_000 });

  /** `scope` names the caller: the hints of two workspaces never meet. */
  first(scope: string, tool: string, args: object): string {
    return hashOf(scope, tool, canonicalize(args) ?? '');
  }

  current(first: string): string {
    return this.#latest.get(first) ?? first;
  }

  /** The key for another run after this one. */
  next(first: string, runId: string): string {
    const key = hashOf(first, runId);
    this.#latest.set(first, key);
    return key;
  }
}

function hashOf(...parts: string[]): string {
  return `mcp-${createHash('sha256').update(parts.join('\0')).digest('base64url')}`;
}
