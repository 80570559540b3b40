import { CommanderError } from 'commander';
import pc from 'picocolors';
import { makeProgram } from './cli/program.ts';

for (const stream of [process.stdout, process.stderr]) {
  // A terminal that nobody gave a size has no columns, and every letter would get a line.
  if (stream.isTTY && stream.columns === 0) stream.columns = 80;
  // A closed pipe (`| head`) or a lost terminal is no fault.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') process.exit();
    throw error;
  });
}

const program = makeProgram();
if (process.argv[2] === 'complete') (await import('./cli/completion.ts')).addComplete(program);
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError && error.exitCode === 0)) await tell(error);
}

/** One line with the problem and the remedy; the exit code tells scripts. */
async function tell(error: unknown): Promise<void> {
  const { failureOf } = await import('./cli/terminal/failure.ts');
  const failure = failureOf(error);
  if (failure === null) throw error;
  const { exitCode, code, remediation, requestId } = failure;
  process.exitCode = exitCode;
  // A call without a subcommand has printed the help.
  if (failure.message === '(outputHelp)') return;
  const message = failure.message.replace(/\s+/g, ' ').replace(/[^.!?…)]$/, '$&.');
  const line = program.opts<{ json?: boolean }>().json
    ? JSON.stringify({ error: { code, message, remediation, request_id: requestId ?? null } })
    : [code === 'left' ? '' : pc.red(opening()), message, remediation, requestId && pc.dim(`(${requestId})`)]
        .filter(Boolean)
        .join(' ');
  process.stderr.write(`${line}\n`);
}

function opening(): string {
  return program.args[0] === 'serve' ? 'Switchyard cannot start:' : 'Not done:';
}
