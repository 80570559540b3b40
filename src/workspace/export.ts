import { Readable } from 'node:stream';

/** Asks our own API with the caller's credentials; the answer as it would be over a connection. */
export type Ask = (path: string) => Promise<unknown>;

/** Every kind of line, and its list. The export holds only what the API shows, which shows no secret again. */
const PARTS: ReadonlyArray<[kind: string, path: string, cursor: string]> = [
  ['workspace', '/v1/workspace', ''],
  ['member', '/v1/workspace/members', ''],
  ['key', '/v1/keys', ''],
  ['credential', '/v1/credentials', ''],
  ['provider_key', '/v1/provider-keys', ''],
  ['webhook', '/v1/webhooks', ''],
  ['session', '/v1/sessions', ''],
  ['usage', '/v1/billing/usage?group_by=day,runner,key,site', ''],
  ['audit', '/v1/audit?limit=100', 'starting_after'],
  ['script', '/v1/scripts?limit=100', 'starting_after'],
  ['run', '/v1/responses?limit=100', 'after'],
];

/** Addresses that open a browser or a view without a key. */
const OPENERS = new Set([
  'connectUrl',
  'seleniumRemoteUrl',
  'signingKey',
  'live_view',
  'live_url',
  'replay_url',
]);

/** Everything of a workspace as JSON lines, read while it is sent. */
export function exportLines(ask: Ask): Readable {
  async function* lines(): AsyncGenerator<string> {
    for (const [kind, path, cursor] of PARTS)
      for await (const data of entries(ask, path, cursor))
        yield `${JSON.stringify({ kind, data }, (name, value) => (OPENERS.has(name) ? undefined : value))}\n`;
  }
  return Readable.from(lines());
}

interface List {
  data?: unknown;
  next_starting_after?: string | null;
  has_more?: boolean;
  last_id?: string | null;
}

async function* entries(ask: Ask, path: string, cursor: string): AsyncGenerator<unknown> {
  let after: string | null = '';
  while (after !== null) {
    const found = (await ask(after === '' ? path : `${path}&${cursor}=${after}`)) as List;
    const data = Array.isArray(found) ? found : (found.data ?? [found]);
    yield* data as unknown[];
    after =
      cursor === '' ? null : (found.next_starting_after ?? (found.has_more ? found.last_id : null) ?? null);
  }
}
