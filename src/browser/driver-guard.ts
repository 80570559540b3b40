import type { BrowserType } from 'playwright-core';

/** The needed part of Playwright's connection between its two halves; it is not part of its interface. */
interface DriverConnection {
  dispatch(message: { id?: number }): void;
  _callbacks: ReadonlyMap<number, { reject(error: unknown): void }>;
}

/**
 * Playwright (1.65) throws into nowhere when a page closes while a handle to something in it is being made, and that ends
 * the process with all its runs. Here it fails only the call that waits for the handle.
 */
function guard(connection: DriverConnection): void {
  const dispatch = connection.dispatch.bind(connection);
  connection.dispatch = (message) => {
    const waiting = message.id === undefined ? undefined : connection._callbacks.get(message.id);
    try {
      dispatch(message);
    } catch (error) {
      waiting?.reject(error);
    }
  };
}

let loading: Promise<BrowserType> | null = null;

/** Playwright's Chromium, loaded with the first browser: a fifth of the start-up time is its code. */
export function driver(): Promise<BrowserType> {
  loading ??= import('playwright-core').then(({ chromium }) => {
    guard((chromium as unknown as { _connection: DriverConnection })._connection);
    return chromium;
  });
  return loading;
}
