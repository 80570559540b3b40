import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Compiled code from the cache starts in half the time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

const gates = {
  globalSetup: ['test/support/postgres-setup.ts'],
  isolate: false,
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 600_000,
  hookTimeout: 120_000,
};
const MEASURED = 'test/gates/load.gate.ts';

/** `npm run gates` (test/gates/run.ts): first the gates that measure time, alone; then the others, which mostly wait, two at a time. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'load', include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 0 }, ...gates } },
      {
        test: {
          name: 'faults',
          include: ['test/gates/*.gate.ts', 'src/runs/lifecycle/protocol.db.test.ts'],
          exclude: [MEASURED],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...gates,
        },
      },
    ],
  },
});
