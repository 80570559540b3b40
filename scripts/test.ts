import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { summary, tally } from './summary-reporter.ts';

/**
 * `npm test`. On a crowded CI machine one test in three thousand may miss its moment: there, a few files that failed are
 * named and run once more by themselves. What fails twice has failed, and so has a run with more failures than that.
 */
const MOST_FILES = 4;

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const first = await startVitest(filter, options);
const again = filesToRepeat(first);

if (process.env.CI !== undefined && again.length > 0 && again.length <= MOST_FILES) {
  console.log(`\nOnce more, by themselves:\n${again.map((file) => `  ${file}\n`).join('')}`);
  const second = await startVitest(again, { ...options, maxWorkers: 1 });
  const kept = tally(modulesOf(first).filter((module) => !again.includes(module.moduleId)));
  const repeated = tally(modulesOf(second));
  const unhandled = second.state.getUnhandledErrors().length;
  const isGreen = repeated.failed + unhandled === 0;
  if (isGreen) console.log('The files above passed only when they were run again: look into them.');
  console.log(
    summary({ passed: kept.passed + repeated.passed, failed: kept.failed + repeated.failed + unhandled }),
  );
  process.exitCode = isGreen ? 0 : 1;
}

/** The files with a failure; empty also when an error belongs to no file, which no repetition can put right. */
function filesToRepeat(run: Vitest): string[] {
  const failed = modulesOf(run).filter((module) => !module.ok());
  const stray = run.state
    .getUnhandledErrors()
    .map((error) => (error as { VITEST_TEST_PATH?: string }).VITEST_TEST_PATH);
  if (stray.includes(undefined)) return [];
  return [...new Set([...failed.map(({ moduleId }) => moduleId), ...stray.map(String)])];
}

function modulesOf(run: Vitest): TestModule[] {
  return run.state.getTestModules();
}
