import type { ArgsOf } from '@switchyard/sdk';
import type { Command } from 'commander';
import { brief, status, usd } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

type Query = NonNullable<ArgsOf<'runners.list'>['query']>;

/** Every runner of the service, its state in this workspace, and the settings that turn it on. */
export async function runnersCommand(
  options: Pick<Query, 'kind' | 'status'> & { all?: boolean },
  command: Command,
): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const { kind, status: wanted, all } = options;
  const narrowed = wanted ?? (all || kind ? undefined : 'available');
  const { runners, counts } = await client.runners.list({ kind, status: narrowed });
  screen.list(
    [
      { head: 'RUNNER', of: ({ slug }) => slug },
      { head: 'KIND', of: (runner) => runner.kind },
      { head: 'STATUS', of: (runner) => status(runner.status) },
      { head: 'A TASK', of: ({ price }) => usd(price.typical_task_usd), right: true },
      { head: 'WHY NOT', of: ({ unavailable_reason }) => brief(unavailable_reason, 70) },
    ],
    runners,
    'No runner fits.',
  );
  if (screen.isTerminal && narrowed === 'available')
    screen.note(`${counts.available} of ${counts.runners} can be used; --all lists every one.`);
}
