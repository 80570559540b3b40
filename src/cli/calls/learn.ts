import type { RunDetails } from '@switchyard/sdk';
import type { Command } from 'commander';
import { confirmed } from '../terminal/ask.ts';
import { seconds, usd } from '../terminal/format.ts';
import { table } from '../terminal/table.ts';
import { estimateLines } from './estimate.ts';
import { follow } from './follow.ts';
import { showOutcome } from './outcome.ts';
import { serviceOf } from './service.ts';
import { type TaskOptions, taskOf } from './task-options.ts';

type Options = TaskOptions & { all?: boolean; yes?: boolean };

/** A sweep: many runners try the same task, so that routing knows this site. Its price comes first. */
export async function learnCommand(words: string[], options: Options, command: Command): Promise<void> {
  const task = await taskOf(words.join(' '), {
    ...options,
    routing: options.all ? 'learning-all' : 'learning',
  });
  const service = await serviceOf(command);
  const { client, screen } = service;
  const estimate = await client.estimate.create(task);
  for (const line of estimateLines(estimate)) screen.note(line);
  const ceiling = usd(estimate.budget.max_cost_usd ?? estimate.range_usd.high);
  const question = `Try ${estimate.candidates.length} runners for about ${usd(estimate.estimated_cost_usd)}, at most ${ceiling}?`;
  if (!(await confirmed(screen, question, options.yes))) {
    screen.note('Nothing was run.');
    return;
  }
  const run = await follow(service, (handlers) => client.runs.stream(task, handlers));
  if (!screen.isJson) for (const line of rankingLines(run)) screen.line(line);
  showOutcome(service, run);
}

function rankingLines({ learning_ranking: ranking }: RunDetails): string[] {
  if (!ranking || ranking.length === 0) return [];
  return table(
    [
      { head: '#', of: ({ rank }) => String(rank), right: true },
      { head: 'RUNNER', of: ({ runner }) => runner },
      { head: 'VERDICT', of: ({ verdict }) => verdict ?? '-' },
      { head: 'PRICE', of: ({ cost_usd }) => usd(cost_usd), right: true },
      { head: 'TIME', of: ({ timing_ms }) => seconds(timing_ms), right: true },
    ],
    ranking,
  );
}
