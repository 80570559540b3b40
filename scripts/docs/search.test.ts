import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { openSearch } from '../../src/docs/search.ts';
import { readPages } from './read-pages.ts';
import { searchIndex } from './search-index.ts';

/** What people type, and the page they look for. Written before the index was tuned. */
const QUERIES: ReadonlyArray<readonly [page: string, ...queries: string[]]> = [
  ['guides/questions', 'one-time code', '2fa', 'otp', 'mfa', 'verification code', 'human in the loop'],
  ['guides/costs-and-limits', 'rate limit', '429', 'pricing', 'cost', 'budget', 'timeout', 'spending limit'],
  ['guides/structured-answers', 'structured output', 'json schema', 'extract json', 'zod'],
  ['guides/routing', 'routing', 'choose a runner', 'fallback', 'captcha'],
  ['guides/learning-sweeps', 'learning', 'sweep', 'compare runners'],
  ['guides/ways-in', 'integrate', 'ways to call'],
  ['guides/data', 'delete data', 'gdpr', 'retention', 'privacy'],
  ['self-hosting/proxy', 'proxy', 'nginx', 'tls'],
  ['self-hosting/one-machine', 'self host', 'install'],
  ['self-hosting/containers', 'docker', 'docker compose'],
  ['self-hosting/kubernetes', 'kubernetes', 'helm', 'k8s'],
  ['self-hosting/backups', 'backup', 'restore'],
  ['self-hosting/upgrades', 'upgrade'],
  ['guides/postgres', 'postgres', 'database failover'],
  ['guides/clients', 'python', 'openai', 'anthropic sdk', 'langchain'],
  ['guides/command-line', 'cli', 'terminal'],
  ['guides/mcp', 'mcp', 'claude code', 'cursor'],
  ['guides/streaming', 'streaming', 'sse', 'server-sent events'],
  ['guides/webhooks', 'webhook signature', 'webhooks'],
  ['guides/vault', 'password', 'login', 'credentials'],
  ['guides/files', 'download file', 'pdf'],
  ['guides/watching', 'live view', 'replay', 'screenshot'],
  ['guides/idempotency', 'retry', 'duplicate request'],
  ['guides/models', 'llm', 'ollama'],
  ['guides/accounts', 'api key', 'sign up'],
  ['guides/billing', 'stripe', 'invoice'],
  ['guides/alerts', 'prometheus', 'monitoring'],
  ['guides/own-agents', 'custom agent'],
  ['errors', 'error codes', 'insufficient_credits'],
  ['benchmarks', 'benchmark'],
];

let search: ReturnType<typeof openSearch>;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  search = openSearch(searchIndex(await readPages(root)));
});

test.for(QUERIES.flatMap(([page, ...queries]) => queries.map((query) => [query, page] as const)))(
  '%s finds %s first',
  ([query, page]) => {
    const [first] = search(query);
    expect(first?.id.split('#')[0]).toBe(`/docs/${page}`);
  },
);

test('a word that is only begun finds its page, and whole words come first', () => {
  expect(search('webho')[0]?.id).toContain('/docs/guides/webhooks');
  expect(search('costs')[0]?.id).toContain('/docs/guides/costs-and-limits');
});
