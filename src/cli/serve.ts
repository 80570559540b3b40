import closeWithGrace from 'close-with-grace';
import { App } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Role } from '../ground.ts';
import { forbidCrashDumps } from '../platform/crash-dumps.ts';
import { createLog, terminalDestination } from '../platform/log.ts';
import { handleUnhandledErrors } from '../platform/unhandled-errors.ts';
import { welcome } from './welcome.ts';

/** Starts everything in this process and stays until a signal. */
export async function serve(options: { role: Role }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, process.stdout.isTTY ? await terminalDestination() : undefined);
  await forbidCrashDumps(log);
  const app = await App.start({
    config,
    log,
    role: options.role,
    onInstall: showProgress,
  });
  if (step && process.stdout.isTTY) process.stdout.write(REWRITE);
  console.log(welcome(app, config, options.role));
  handleUnhandledErrors(log);
  // A second signal exits at once; so does a stop that takes too long.
  const settings = { delay: config.drainMs + 60_000, logger: log, skip: ['unhandledRejection' as const] };
  closeWithGrace(settings, async ({ err, signal }) => {
    if (err) log.fatal({ cause: String(err), stack: err.stack }, 'unexpected error, stopping');
    else console.log(`Got ${signal}: finishing the work here...`);
    await app.stop();
  });
}

/** Back to the start of the line, which is emptied. */
const REWRITE = '\r\x1b[K';
let step = '';

/** An installation is one line, rewritten in a terminal. */
function showProgress(current: string, output: string): void {
  if (process.stdout.isTTY)
    process.stdout.write(`${REWRITE}  ${current} ${output}`.slice(0, process.stdout.columns));
  else if (current !== step) console.log(`  ${current}`);
  step = current;
}
