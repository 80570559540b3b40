import type { Command } from 'commander';
import pc from 'picocolors';
import { brief, minute, plain } from '../terminal/format.ts';
import { summaryLines } from './outcome.ts';
import { stepLine } from './progress.ts';
import { serviceOf } from './service.ts';

/** The current state of a run: steps, answer, price. */
export async function showCommand(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const run = await client.runs.get(id);
  screen.one(
    run,
    `${pc.bold(run.id)}  ${minute(run.created_at)}${run.url ? `  ${brief(run.url, 100)}` : ''}`,
    ...run.steps.map(stepLine),
    ...(run.answer === null ? [] : ['', plain(run.answer), '']),
    ...summaryLines(run),
  );
}
