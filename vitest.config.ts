import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './scripts/summary-reporter.ts';

const pure = {
  include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
  exclude: ['**/*.db.test.ts', '**/*.browser.test.ts'],
};

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    // Many files mostly wait (for leases to lapse, for processes to start): two at a time even on two cores.
    maxWorkers: 2,
    projects: [
      { test: { name: 'pure', ...pure } },
      {
        test: {
          name: 'db',
          include: ['src/**/*.db.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['test/support/postgres-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
