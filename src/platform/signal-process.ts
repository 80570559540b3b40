import { codeOf } from './failure.ts';

/** Sends a signal to a process, or to a process group when `pid` is negative. One that has exited or belongs to others is skipped. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
