import type { Command } from 'commander';
import { askForSecret } from '../terminal/ask.ts';
import { minute, usd } from '../terminal/format.ts';
import { serviceOf } from './service.ts';
import { amountOf } from './task-options.ts';

/** The keys of this workspace; a key itself is shown only when it is made. */
export async function keysList(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'KEY', of: ({ id }) => id },
      { head: 'NAME', of: ({ name }) => name },
      { head: 'ENDS IN', of: ({ last_four }) => last_four },
      { head: 'SPENT', of: ({ spent_usd }) => usd(spent_usd), right: true },
      { head: 'OF', of: ({ spend_limit_usd }) => usd(spend_limit_usd), right: true },
      { head: 'LAST USED', of: ({ last_used_at }) => minute(last_used_at) },
    ],
    await client.keys.list().all(),
    'No keys.',
  );
}

/** The key goes to stdout alone, so that it can be kept without being seen. */
export async function keysCreate(
  name: string,
  options: { limit?: string; permissions?: string; expires?: string },
  command: Command,
): Promise<void> {
  const { limit, permissions, expires } = options;
  const { client, screen } = await serviceOf(command);
  const made = await client.keys.create({
    name,
    spend_limit_usd: limit === undefined ? null : amountOf(limit, '--limit'),
    // The service names what it does not know.
    permissions: permissions?.split(',') as typeof made.permissions | undefined,
    expires_at: expires,
  });
  screen.done(made, made.key);
  screen.note(`Made ${made.id} (${made.name}). The key is shown only now.`);
}

export async function keysRevoke(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.done(await client.keys.delete(id), `Revoked ${id}; its live runs go on.`);
}

/** The workspace's own keys at providers; their values are never shown. */
export async function providerKeysList(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'PROVIDER', of: ({ family }) => family },
      { head: 'PARTS', of: ({ parts }) => parts.join(', ') },
      { head: 'SINCE', of: ({ created_at }) => minute(created_at) },
    ],
    await client.keys.listProviderKeys().all(),
    'No keys of your own at providers. Store one with `switchyard keys provider-set <provider>`.',
  );
}

export async function providerKeySet(
  family: string,
  options: { test?: boolean },
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const instead = `switchyard keys provider-set ${family} < file`;
  const api_key = (await askForSecret(screen, `Key at ${family}`, instead)).trim();
  const body = { test: options.test ?? false, api_key };
  const kept = await client.keys.setProviderKey(family, body);
  screen.done(kept, `Stored your key at ${family}${kept.check ? ` (${kept.check})` : ''}.`);
}

export async function providerKeyRemove(family: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.done(await client.keys.deleteProviderKey(family), `Removed your key at ${family}.`);
}
