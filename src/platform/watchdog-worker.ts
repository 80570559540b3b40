import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from './log.ts';
import { MOST_MISSED, type WatchdogOrder } from './watchdog.ts';

const { beats, beatMs, fd } = workerData as WatchdogOrder;
const log = createLog('error', { write: (line) => writeSync(fd, line) });
let last = 0;
let missed = 0;

// Counts looks instead of time: while the whole process is stopped, nothing is looked at.
setInterval(() => {
  const count = Atomics.load(beats, 0);
  missed = count === last ? missed + 1 : 0;
  last = count;
  if (missed !== MOST_MISSED) return;
  parentPort?.postMessage('stalled');
  logStack();
}, beatMs);

/** The expression is evaluated on top of what the main thread is doing, also within a regular expression. */
function logStack(): void {
  const session = new Session();
  session.connectToMainThread();
  session.post('Runtime.evaluate', { expression: 'new Error().stack' }, (error, found) => {
    const stack = error ? String(error) : found.result.value;
    log.error({ stack }, `the event loop has stood still for ${(MOST_MISSED * beatMs) / 1_000} s`);
    session.disconnect();
  });
}
