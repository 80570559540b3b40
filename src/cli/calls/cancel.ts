import type { Command } from 'commander';
import { usd } from '../terminal/format.ts';
import { serviceOf } from './service.ts';

/** Ends a run. */
export async function cancelCommand(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const run = await client.runs.cancel(id);
  screen.done(run, `${run.id} is ${run.status}; it cost ${usd(run.cost.total_usd)}.`);
}
