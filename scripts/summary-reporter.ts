import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The last line of a test run: `N passed, M failed`. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const { passed, failed } = tally(modules);
    process.stdout.write(`${passed} passed, ${failed + unhandled.length} failed\n`);
  }
}

/** A file that cannot be loaded counts as one failure. */
function tally(modules: readonly TestModule[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const module of modules) {
    failed += module.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed' || state === 'pending') failed += 1;
    }
    for (const suite of module.children.allSuites()) failed += suite.errors().length;
  }
  return { passed, failed };
}
