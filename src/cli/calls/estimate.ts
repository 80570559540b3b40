import type { Estimate, RunParams } from '@switchyard/sdk';
import type { Command } from 'commander';
import pc from 'picocolors';
import { bar, percent, seconds, usd } from '../terminal/format.ts';
import { table } from '../terminal/table.ts';
import { type Service, serviceOf } from './service.ts';
import { type TaskOptions, taskOf } from './task-options.ts';

/** The expected cost and runner of a task; nothing runs. */
export async function estimateCommand(
  words: string[],
  options: TaskOptions,
  command: Command,
): Promise<void> {
  const task = await taskOf(words.join(' '), options);
  await showEstimate(await serviceOf(command), task);
}

export async function showEstimate({ client, screen }: Service, task: RunParams): Promise<void> {
  const estimate = await client.estimate.create(task);
  screen.one(estimate, ...estimateLines(estimate));
}

const CEILING_OF = {
  caller: 'your ceiling',
  learning_default: 'the ceiling of a sweep without one of yours',
  routing_plan: 'from the plan',
};

export function estimateLines(estimate: Estimate): string[] {
  const { estimated_cost_usd, range_usd, budget, likely_runner, candidates } = estimate;
  const ceiling = budget.max_cost_usd;
  return [
    `About ${pc.bold(usd(estimated_cost_usd))} (${usd(range_usd.low)} to ${usd(range_usd.high)}), ${likely_runner === null ? 'no runner within the ceiling' : `likely by ${pc.bold(likely_runner)}`}`,
    ceiling === null
      ? 'No ceiling.'
      : `It ends at ${usd(ceiling)} (${CEILING_OF[budget.source ?? 'routing_plan']}).`,
    ...(estimate.sufficient_credits
      ? []
      : [pc.yellow('The credits do not suffice: see `switchyard usage`.')]),
    '',
    ...table(
      [
        { head: '#', of: ({ rank }) => String(rank), right: true },
        { head: 'RUNNER', of: ({ runner }) => runner },
        {
          head: 'SUCCESS',
          of: ({ success_probability: share }) => (share === null ? '-' : `${bar(share)} ${percent(share)}`),
        },
        { head: 'COST', of: ({ expected_cost_usd }) => usd(expected_cost_usd), right: true },
        { head: 'TIME', of: ({ expected_latency_ms }) => seconds(expected_latency_ms), right: true },
      ],
      candidates.map((candidate, at) => ({ ...candidate, rank: at + 1 })),
    ),
  ];
}
