import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// What was compiled once starts in half the time.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** `npm run gates` (test/gates/run.ts): one gate after the other, so that their figures mean something. */
export default defineConfig({
  test: {
    include: ['test/gates/*.gate.ts', 'src/runs/execution/protocol.db.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    fileParallelism: false,
    isolate: false,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
