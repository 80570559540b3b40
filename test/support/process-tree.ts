import { readdir, readFile } from 'node:fs/promises';

interface Process {
  pid: number;
  /** Its arguments, each ended by a NUL. */
  commandLine: string;
  environment: string;
}

/** A process and all that came from it, as the system shows them to anybody on the machine. Linux only. */
export async function processTree(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const descends = (pid: number): boolean => pid === root || (pid > 1 && descends(parents.get(pid) ?? 0));
  return Promise.all(
    pids.filter(descends).map(async (pid) => ({
      pid,
      commandLine: await read(`/proc/${pid}/cmdline`),
      environment: await read(`/proc/${pid}/environ`),
    })),
  );
}

/** Ends those of them that still are the same processes. */
export async function endAll(processes: Process[]): Promise<void> {
  for (const { pid, commandLine } of processes) {
    if (commandLine !== '' && (await read(`/proc/${pid}/cmdline`)) === commandLine)
      process.kill(pid, 'SIGKILL');
  }
}

async function parentOf(pid: number): Promise<number> {
  const stat = await read(`/proc/${pid}/stat`);
  // The name before the last parenthesis may hold anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** Empty for a process that is gone by now. */
function read(file: string): Promise<string> {
  return readFile(file, 'latin1').catch(() => '');
}
