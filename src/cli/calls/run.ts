import type { Command } from 'commander';
import { showEstimate } from './estimate.ts';
import { follow } from './follow.ts';
import { showOutcome } from './outcome.ts';
import { serviceOf } from './service.ts';
import { type TaskOptions, taskOf } from './task-options.ts';

type Options = TaskOptions & {
  dryRun?: boolean;
  detach?: boolean;
  idempotencyKey?: string;
};

/** Does a task, with a live view in a terminal. */
export async function runCommand(words: string[], options: Options, command: Command): Promise<void> {
  const task = await taskOf(words.join(' '), options);
  const service = await serviceOf(command);
  const { client, screen } = service;
  if (options.dryRun) return showEstimate(service, task);
  const key = options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey };
  if (options.detach) {
    const run = await client.runs.start(task, key);
    screen.done(run, `Started ${run.id}. Follow it with \`switchyard watch ${run.id}\`.`);
    return;
  }
  showOutcome(
    service,
    await follow(service, (handlers) => client.runs.stream(task, { ...handlers, ...key })),
  );
}
