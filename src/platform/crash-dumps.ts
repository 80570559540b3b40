import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ifUnreadable } from './failure.ts';
import type { Log } from './log.ts';

/**
 * Turns off diagnostic reports and core dumps of this process and its children, so that a crash writes no secrets to
 * disk.
 */
export async function forbidCrashDumps(log: Log): Promise<void> {
  if (process.report) {
    process.report.reportOnFatalError = false;
    process.report.reportOnSignal = false;
    process.report.reportOnUncaughtException = false;
    process.report.excludeEnv = true;
  }
  if (!(await mayDumpCore())) return;
  await promisify(execFile)('prlimit', ['--core=0:0', '--pid', String(process.pid)], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  }).catch(() => undefined);
  if (await mayDumpCore())
    log.warn(
      'core files are on and cannot be turned off here: set the limit of the service to 0 (ulimit -c 0)',
    );
}

/** Linux only. */
async function mayDumpCore(): Promise<boolean> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(ifUnreadable(''));
  const [, soft] = /^Max core file size\s+(\S+)/m.exec(limits) ?? [];
  return soft !== undefined && soft !== '0';
}
