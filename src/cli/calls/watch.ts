import type { RunDetails } from '@switchyard/sdk';
import type { Command } from 'commander';
import { exitCodeOf } from '../terminal/exit-codes.ts';
import { follow } from './follow.ts';
import { showOutcome } from './outcome.ts';
import { serviceOf } from './service.ts';

/** Follows a run to its end; with --json one line for each change of it. */
export async function watchCommand(id: string, _options: unknown, command: Command): Promise<void> {
  const service = await serviceOf(command);
  const { client, screen } = service;
  if (!screen.isJson) {
    showOutcome(service, await follow(service, (handlers) => client.runs.stream(id, handlers)));
    return;
  }
  let said = '';
  const say = (run: RunDetails) => {
    const line = JSON.stringify(run);
    if (line !== said) screen.line(line);
    said = line;
  };
  const run = await client.runs.settled(id, { onProgress: say });
  say(run);
  process.exitCode = exitCodeOf(run);
}
