import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './scripts/long-first.ts';
import { SummaryReporter } from './scripts/summary-reporter.ts';

// Compiled code from the cache starts in half the time: the service's processes, their threads, the libraries of the tests.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

// A crowded machine is slow; an event that never comes still fails.
const expect = { poll: { timeout: 20_000 } };

const pure = {
  include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'console/src/**/*.test.ts'],
  exclude: ['**/*.db.test.ts', '**/*.browser.test.ts', 'scripts/house.test.ts'],
};

const database = {
  globalSetup: ['test/support/postgres-setup.ts'],
  setupFiles: ['test/support/collect-statements.ts'],
  expect,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

// They kill processes and servers, wait for leases, or send thousands of requests; `npm run check:fast` leaves them out.
const longDatabase = [
  'src/hostile.db.test.ts',
  'src/platform/{embedded-postgres,embedded-postgres-binaries,notify,reads}.db.test.ts',
  'src/runs/lifecycle/{executor,learning,protocol,wave-killed}.db.test.ts',
  'src/runs/attempt/leftovers/leftovers.db.test.ts',
  'src/vault/rotate.db.test.ts',
  'src/webhooks/{delivery,walk}.db.test.ts',
];

// Chromium without its windows does the pages of agents and console with a third less work. It shows no PDF and dies of
// a full memory; those tests, and the rooms that drive the browser itself, use the program that the product finds.
const shell = '/usr/bin/chromium-headless-shell';
const withShell = existsSync(shell) ? { CHROMIUM_PATH: shell, ...process.env } : {};
const wholeBrowser = [
  'src/runners/local/shown-files.browser.test.ts',
  'src/runners/local/browser-agent.browser.test.ts',
];

// These mostly wait (for leases to lapse, for answers): six at a time even on two cores.
const waiting = { maxWorkers: 6, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    globalSetup: ['test/support/client-packages-setup.ts'],
    // Pages keep the processor busy; they come first, in a group of their own.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // Each test makes its own objects, so modules are shared: half of the time went into importing.
    isolate: false,
    projects: [
      {
        test: {
          name: 'pure',
          ...pure,
          ...waiting,
          setupFiles: ['test/support/seeded-properties.ts'],
          expect,
          testTimeout: 60_000,
        },
      },
      // Apart, since `npm run check` does its checks by itself.
      { test: { name: 'house', ...waiting, include: ['scripts/house.test.ts'] } },
      {
        test: {
          name: 'db',
          ...waiting,
          ...database,
          include: ['src/**/*.db.test.ts'],
          exclude: longDatabase,
        },
      },
      { test: { name: 'db-long', ...waiting, ...database, include: longDatabase } },
      {
        test: {
          name: 'browser',
          include: ['src/{browser,sessions}/**/*.browser.test.ts', 'src/*.browser.test.ts', ...wholeBrowser],
          expect,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'agents',
          include: ['src/{agent,runners}/**/*.browser.test.ts'],
          exclude: wholeBrowser,
          env: withShell,
          expect,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          ...waiting,
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts'],
          expect,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'console',
          include: ['test/console/**/*.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts', 'test/support/console-setup.ts'],
          env: withShell,
          expect,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
