import type { Command } from 'commander';
import { usd } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

interface Options {
  by: string;
  from?: string;
  to?: string;
}

/** Usage and its cost. */
export async function usageCommand({ by, from, to }: Options, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const usage = await client.usage.get({ group_by: by, from, to });
  const wanted = (name: 'day' | 'runner' | 'key' | 'site') => usage.group_by.includes(name);
  screen.list(
    [
      ...(wanted('day') ? [{ head: 'DAY', of: ({ day }: Row) => day ?? '-' }] : []),
      ...(wanted('runner') ? [{ head: 'RUNNER', of: ({ runner }: Row) => runner ?? '-' }] : []),
      ...(wanted('key') ? [{ head: 'KEY', of: ({ key_id }: Row) => key_id || '-' }] : []),
      ...(wanted('site') ? [{ head: 'SITE', of: ({ site }: Row) => site || '-' }] : []),
      { head: 'ATTEMPTS', of: ({ attempts }: Row) => String(attempts), right: true },
      { head: 'TOTAL', of: ({ total_usd }: Row) => usd(total_usd), right: true },
    ],
    usage.data,
    'Nothing was used in these days.',
  );
  if (!screen.isJson) screen.note(`${usage.from} to ${usage.to}: ${usd(usage.total.total_usd)}`);
}

interface Row {
  day: string | null;
  runner: string | null;
  key_id: string | null;
  site: string | null;
  attempts: number;
  total_usd: number;
}
