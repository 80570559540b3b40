import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

const ends = new AsyncLocalStorage<() => void>();

/**
 * Delivers a message from another process to a driver that may throw asynchronously on invalid input. Such an error, also in
 * work that the handler started, closes the connection instead of ending the process.
 */
export function deliverMessage(end: () => void, handler: () => void): void {
  void ends.run(end, async () => handler());
}

/** An unhandled rejection closes the connection whose message caused it; any other is thrown. */
export function handleUnhandledErrors(log: Log): void {
  process.on('unhandledRejection', (error) => {
    const end = ends.getStore();
    if (!end) throw error;
    log.error({ err: error }, 'driver failed on a message; connection closed');
    end();
  });
}
