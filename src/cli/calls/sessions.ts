import type { Command } from 'commander';
import { minute, usd } from '../terminal/format.ts';
import { countOf } from './count.ts';
import { serviceOf } from './service.ts';

/** The browsers that callers drive themselves. */
export async function sessionsList(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  screen.list(
    [
      { head: 'SESSION', of: ({ id }) => id },
      { head: 'STATUS', of: ({ status }) => status },
      { head: 'PROVIDER', of: ({ svc }) => svc.provider },
      { head: 'SINCE', of: ({ startedAt }) => minute(startedAt) },
      { head: 'PRICE', of: ({ svc }) => usd(svc.cost_usd), right: true },
    ],
    await client.sessions.list(),
    'No sessions. Start one with `switchyard sessions create`.',
  );
}

/** The address for Playwright or Puppeteer goes to stdout. */
export async function sessionsCreate(options: { minutes?: string }, command: Command): Promise<void> {
  const timeout =
    options.minutes === undefined ? {} : { timeout: countOf(options.minutes, '--minutes') * 60 };
  const { client, screen } = await serviceOf(command);
  const session = await client.sessions.create(timeout);
  screen.done(session, session.connectUrl ?? session.id);
  screen.note(`Started ${session.id}. End it with \`switchyard sessions release ${session.id}\`.`);
}

export async function sessionsRelease(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const session = await client.sessions.release(id);
  screen.done(session, `Released ${id}; it cost ${usd(session.svc.cost_usd)}.`);
}
