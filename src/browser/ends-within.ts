import { setTimeout as delay } from 'node:timers/promises';
import { ifAborted } from '../platform/failure.ts';

/** Whether work ended, well or badly, before the limit and before an abort. The work itself goes on. */
export async function endsWithin(
  work: Promise<unknown>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const finished = new AbortController();
  const ended = Promise.allSettled([work]).then(() => true);
  const stop = signal ? AbortSignal.any([finished.signal, signal]) : finished.signal;
  const late = delay(limitMs, false, { signal: stop }).catch(ifAborted(false));
  try {
    return await Promise.race([ended, late]);
  } finally {
    finished.abort();
  }
}
