import type { ArgsOf } from '@switchyard/sdk';
import type { Command } from 'commander';
import { brief, minute, seconds, status, usd } from '../terminal/format.ts';
import { countOf } from './count.ts';
import { serviceOf } from './service.ts';

type Query = NonNullable<ArgsOf<'runs.list'>['query']>;
interface Options {
  limit: string;
  status?: Query['status'];
  runner?: string;
  feedback?: Query['feedback'];
}

/** The latest runs, newest first. */
export async function runsCommand(options: Options, command: Command): Promise<void> {
  const limit = countOf(options.limit, '--limit');
  const { client, screen } = await serviceOf(command);
  const runs = await client.runs
    .list({
      limit: Math.min(limit, 100),
      status: options.status,
      runner: options.runner,
      feedback: options.feedback,
    })
    .all(limit);
  screen.list(
    [
      { head: 'RUN', of: ({ id }) => id },
      { head: 'STATUS', of: (run) => status(run.status) },
      { head: 'STARTED', of: ({ created_at }) => minute(created_at) },
      { head: 'TIME', of: ({ timing_ms }) => seconds(timing_ms), right: true },
      { head: 'PRICE', of: ({ cost }) => usd(cost.total_usd), right: true },
      { head: 'RUNNER', of: ({ runner }) => runner ?? '-' },
      { head: 'ANSWER', of: ({ answer, error, url }) => brief(answer ?? error?.message ?? url, 60) },
    ],
    runs,
    'No runs yet. Begin one with `switchyard run "..."`.',
  );
}
