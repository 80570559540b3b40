import { defineConfig } from 'vitest/config';

/** `npm run test:ha`: fail-overs of a real PostgreSQL of three nodes. It takes minutes, and is no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/ha/*.test.ts'],
    // The second fault needs a cluster that survived the first.
    bail: 1,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
