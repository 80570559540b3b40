import pc from 'picocolors';
import { type HouseCheck, houseChecks, unusedCode } from './house-checks.ts';
import { run } from './run-tool.ts';

/** `npm run check`: the quick parts side by side, then the tests. `--fast` leaves out browser, acceptance, console and long database tests. */
const isFast = process.argv.includes('--fast');
const quick = await Promise.all([...houseChecks, unusedCode].map(timed));
for (const { name, problem } of quick) if (problem !== '') console.log(`\n${pc.bold(name)}\n${problem}\n`);

const isInOrder = quick.every(({ problem }) => problem === '');
const tests = isInOrder ? [await timed({ name: 'tests', run: runTests })] : [];

console.log();
for (const { name, problem, ms } of [...quick, ...tests])
  console.log(
    `  ${problem === '' ? pc.green('ok  ') : pc.red('FAIL')}  ${name.padEnd(18)} ${pc.dim(seconds(ms))}`,
  );
if (!isInOrder)
  console.log(
    `  ${pc.yellow('--  ')}  ${'tests'.padEnd(18)} ${pc.dim('not run: put the above right first')}`,
  );
process.exitCode = [...quick, ...tests].every(({ problem }) => problem === '') ? 0 : 1;

async function timed({
  name,
  run: check,
}: HouseCheck): Promise<{ name: string; problem: string; ms: number }> {
  const startedAt = performance.now();
  const problem = await check();
  return { name, problem, ms: performance.now() - startedAt };
}

async function runTests(): Promise<string> {
  const projects = isFast ? ['--project=pure', '--project=db'] : ['--project=!house'];
  const { code } = await run('vitest', ['run', ...projects], 'inherit');
  return code === 0 ? '' : `vitest ended with ${code}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
