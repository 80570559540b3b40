/**
 * The wait of a test for an event that comes soon and by itself. Only a failing test waits this long; a loaded machine may take a
 * good part of it.
 */
export const SOON = { timeout: 20_000 };
