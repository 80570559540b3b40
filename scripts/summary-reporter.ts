import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The last line of a test run: `N passed, M failed`. A file that cannot be loaded counts as one failure. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    let passed = 0;
    let failed = unhandled.length;
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        if (state === 'failed' || state === 'pending') failed += 1;
      }
      for (const suite of module.children.allSuites()) failed += suite.errors().length;
    }
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  }
}
