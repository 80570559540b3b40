/**
 * How long a test waits for what happens by itself, and soon. Only a failing test waits this long; a loaded machine
 * may take a good part of it.
 */
export const SOON = { timeout: 20_000 };
