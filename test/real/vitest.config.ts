import { defineConfig } from 'vitest/config';

/** `npm run test:real`: tests that need more than a Chromium, and are no part of `npm test`. */
export default defineConfig({
  test: { include: ['test/real/*.test.ts'], testTimeout: 240_000, hookTimeout: 120_000 },
});
