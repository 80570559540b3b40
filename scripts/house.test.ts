import { expect, it } from 'vitest';
import { houseChecks } from './house-checks.ts';

// So that `npm test` alone decides whether a change may be merged.
it.each(houseChecks)('the tree is in order: $name', { timeout: 300_000 }, async ({ run }) => {
  const problem = await run();
  if (problem !== '') expect.fail(problem);
});
