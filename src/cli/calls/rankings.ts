import type { ArgsOf } from '@switchyard/sdk';
import type { Command } from 'commander';
import { bar, percent, seconds, usd } from '../terminal/format.ts';
import { countOf } from './count.ts';
import { serviceOf } from './service.ts';

type Query = NonNullable<ArgsOf<'rankings.list'>['query']>;
interface Options {
  task?: Query['task_type'];
  sla?: Query['sla_profile'];
  limit: string;
}

/** The ranking for a kind of task on a site. */
export async function rankingsCommand(
  site: string | undefined,
  options: Options,
  command: Command,
): Promise<void> {
  const limit = countOf(options.limit, '--limit');
  const { client, screen } = await serviceOf(command);
  const query = { task_type: options.task, sla_profile: options.sla, limit };
  const { data } = await client.rankings.list(site === undefined ? query : { ...query, domain: site });
  screen.list(
    [
      { head: '#', of: ({ rank }) => String(rank), right: true },
      { head: 'RUNNER', of: ({ runner }) => runner },
      { head: 'SUCCESS', of: ({ success_rate: share }) => `${bar(share)} ${percent(share)}` },
      { head: 'BLOCKED', of: ({ block_rate }) => percent(block_rate), right: true },
      { head: 'COST', of: ({ expected_cost_usd }) => usd(expected_cost_usd), right: true },
      { head: 'TIME', of: ({ expected_latency_ms }) => seconds(expected_latency_ms), right: true },
      { head: 'TRIES', of: ({ samples }) => String(Math.round(samples)), right: true },
      { head: 'KNOWN FROM', of: ({ evidence_level }) => evidence_level.replace('_', ' and ') },
    ],
    data,
    'No runner can be used; see `switchyard runners --all`.',
  );
}
