import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ifUnreadable } from './failure.ts';
import { systemCause } from './system-cause.ts';

/** The server must not see our settings and secrets, nor be steered by PG* variables meant for another server. */
export const childEnvironment = { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };

interface RunAs {
  account?: { uid: number; gid: number } | undefined;
  /** Inherited as descriptors 3 and up. */
  descriptors?: number[];
}

type CommandResult = { ok: true; output: string } | { ok: false; error: string };

/** Runs a program to its end; on failure keeps the most telling line of its output. */
export async function runCommand(file: string, args: string[], as: RunAs = {}): Promise<CommandResult> {
  const output: string[] = [];
  const errors: string[] = [];
  try {
    const child = spawn(file, args, {
      ...accountIds(as.account),
      cwd: '/',
      env: childEnvironment,
      stdio: ['ignore', 'pipe', 'pipe', ...(as.descriptors ?? [])],
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
    const [code, signal] = await once(child, 'close');
    if (code === 0) return { ok: true, output: output.join('').trim() };
    return { ok: false, error: tellingLine(errors.join('')) || `${file} ended with ${signal ?? code}` };
  } catch (error) {
    return { ok: false, error: systemCause(error) ?? (error as Error).message };
  }
}

/** Options for `spawn`: none when the child runs as ourselves. */
export function accountIds(account: RunAs['account']): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The cause of a program's failure in plain words, else the last line of its messages that names an error. */
export function tellingLine(messages: string): string {
  const lines = messages.trim().split('\n');
  const line = lines.findLast((text) => /error|fatal|panic|cannot|could not/i.test(text)) ?? lines.at(-1);
  return systemCause(messages) ?? line?.replace(/^\S+ \S+ UTC \[\d+\] /, '').trim() ?? '';
}

/**
 * Names a living process so that a later one with the same pid has another name; undefined when none is alive.
 * Empty when the system does not tell more than the pid.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!isSignalable(pid)) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ifUnreadable(undefined));
  if (stat === undefined) {
    const started = await runCommand('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return started.ok ? started.output : '';
  }
  // The command name before the last parenthesis may hold anything; the state is field 3, the start time field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ifUnreadable(''));
  return `${boot.trim()} ${fields[19]}`;
}

export async function commandLine(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(ifUnreadable(undefined));
  if (line !== undefined) return line.replaceAll('\0', ' ');
  const shown = await runCommand('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return shown.ok ? shown.output : '';
}

/** Whether a process that is not our child ended within the time. */
export async function endsWithin(pid: number, ms: number): Promise<boolean> {
  const identity = await processIdentity(pid);
  const deadline = performance.now() + ms;
  while (identity !== undefined && (await processIdentity(pid)) === identity) {
    if (performance.now() > deadline) return false;
    await delay(30);
  }
  return true;
}

function isSignalable(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
