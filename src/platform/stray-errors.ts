import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

const ends = new AsyncLocalStorage<() => void>();

/**
 * Hands a message of a foreign process to a driver that throws into nowhere when the message makes no sense. Such an error,
 * in the handler or in what the handler began, ends the connection instead of the process.
 */
export function handMessage(end: () => void, handler: () => void): void {
  void ends.run(end, async () => handler());
}

/** From now on a stray error that belongs to no connection is thrown, and every other one ends its connection. */
export function watchStrayErrors(log: Log): void {
  process.on('unhandledRejection', (error) => {
    const end = ends.getStore();
    if (!end) throw error;
    log.error({ err: error }, 'a driver failed on a message; its connection is closed');
    end();
  });
}
