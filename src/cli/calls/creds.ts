import type { Command } from 'commander';
import { askFor, askForSecret } from '../terminal/ask.ts';
import { minute } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

/** The stored logins; their secrets are never shown. */
export async function credsList(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'CREDENTIAL', of: ({ id }) => id },
      { head: 'SITE', of: ({ domain }) => domain },
      { head: 'USER', of: ({ username_masked }) => username_masked },
      { head: 'SECOND STEP', of: ({ mfa }) => mfa },
      { head: 'MAY SEE IT', of: ({ custody }) => custody },
      { head: 'HEALTH', of: ({ health }) => health },
      { head: 'LAST USED', of: ({ last_used }) => minute(last_used) },
    ],
    await client.credentials.list().all(),
    'No logins are stored. Store one with `switchyard creds add <site>`.',
  );
}

/** The password is asked for or piped in: arguments end up in the history of a shell. */
export async function credsAdd(
  site: string,
  options: { username?: string; custody?: string },
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const username = options.username ?? (await askFor(screen, `User name at ${site}`, '--username <name>'));
  const password = await askForSecret(
    screen,
    `Password of ${username} at ${site}`,
    'switchyard creds add <site> --username <name> < file',
  );
  const { custody } = options;
  const made = await client.credentials.create({
    domain: site,
    username,
    password,
    ...(custody && { custody }),
  });
  screen.done(
    made,
    `Stored ${made.id} for ${made.domain}. Use it with \`switchyard run ... --credential ${made.id}\`.`,
  );
}

export async function credsRemove(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.done(await client.credentials.delete(id), `Removed ${id}.`);
}
