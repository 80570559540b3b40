/**
 * Waits in a test for an event that follows soon without further input. Only a failing test waits this long; a loaded machine may take a
 * good part of it.
 */
export const SOON = { timeout: 20_000 };
