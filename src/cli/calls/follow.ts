import {
  ConnectionError,
  type Question,
  type RunDetails,
  type RunHandlers,
  type RunStream,
} from '@switchyard/sdk';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { brief } from '../terminal/format.ts';
import { type View, viewOf } from '../terminal/view.ts';
import { Progress, statusLine } from './progress.ts';
import type { Service } from './service.ts';

type Open = (handlers: RunHandlers & { signal: AbortSignal }) => RunStream<string | null>;

/** Shows a run until it is over or waits for an absent person; on leaving it prints the way back. */
export async function follow(service: Service, open: Open): Promise<RunDetails> {
  const { screen, client } = service;
  const leaving = new AbortController();
  const over = new AbortController();
  const progress = new Progress();
  const startedAt = performance.now();
  let run: RunDetails | null = null;
  const view = await viewOf(() => statusLine(run, performance.now() - startedAt));
  const leave = () =>
    leaving.abort(new CommandError(leftMessage(run), comeBack(run), EXIT.interrupted, 'left'));
  let isAsked = false;

  const onInterrupt = async () => {
    if (!screen.canAsk || run === null || isAsked) return leave();
    isAsked = true;
    view.pause();
    const choice = await askToCancel(run.id, over.signal);
    isAsked = false;
    if (choice === 'leave') return leave();
    if (choice === 'cancel') await client.runs.cancel(run.id).catch(leaving.abort.bind(leaving));
    view.resume();
  };
  const interrupted = () => void onInterrupt();
  process.on('SIGINT', interrupted);

  try {
    const stream = open({
      signal: leaving.signal,
      onProgress(heard) {
        run = heard;
        for (const line of progress.hear(heard)) view.line(line);
      },
      ...(screen.canAsk && {
        onQuestion: (question, { signal }) => askHere(view, question, signal, onInterrupt),
      }),
    });
    return await stream.settled();
  } catch (error) {
    throw withWayBack(error, run);
  } finally {
    process.off('SIGINT', interrupted);
    over.abort();
    view.end();
  }
}

async function askHere(
  view: View,
  question: Question,
  signal: AbortSignal,
  onInterrupt: () => Promise<void>,
): Promise<string | undefined> {
  const { text, isCancel } = await import('@clack/prompts');
  for (;;) {
    view.pause();
    const answer = await text({ message: brief(question.prompt, 300), output: process.stderr, signal });
    view.resume();
    if (signal.aborted) return undefined;
    if (!isCancel(answer) && answer) return answer;
    if (isCancel(answer)) await onInterrupt();
    if (signal.aborted) return undefined;
  }
}

async function askToCancel(id: string, signal: AbortSignal): Promise<'cancel' | 'leave' | 'stay'> {
  const { select, isCancel } = await import('@clack/prompts');
  const choice = await select({
    message: `The run ${id} goes on at the service. Cancel it?`,
    output: process.stderr,
    signal,
    options: [
      { value: 'leave' as const, label: 'No, let it go on and leave' },
      { value: 'cancel' as const, label: 'Yes, cancel it' },
      { value: 'stay' as const, label: 'No, go on watching' },
    ],
  });
  return isCancel(choice) ? 'leave' : choice;
}

function leftMessage(run: RunDetails | null): string {
  return run ? `The run ${run.id} goes on.` : 'Left before the service had answered.';
}

function comeBack(run: RunDetails | null): string {
  return run
    ? `Come back with \`switchyard watch ${run.id}\`; end it with \`switchyard cancel ${run.id}\`.`
    : 'Whether the run began, `switchyard runs` tells.';
}

/** A connection that is gone does not end the run. */
function withWayBack(error: unknown, run: RunDetails | null): unknown {
  if (!(error instanceof ConnectionError) || run === null) return error;
  return new CommandError(
    `${error.message.replace(/\.$/, '')}; the run goes on.`,
    comeBack(run),
    EXIT.failed,
    error.code,
  );
}
