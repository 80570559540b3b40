import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createVitest, type TestCase } from 'vitest/node';

/** `npm run gates`: every fault of docs/reliability.md; `--long` for an hour, `--only name`, `--seed number`, `--write`. */
const { values } = parseArgs({
  options: {
    long: { type: 'boolean' },
    only: { type: 'string' },
    seed: { type: 'string' },
    write: { type: 'boolean' },
  },
});
const seed = values.seed === undefined ? randomInt(1, 2 ** 31) : Number(values.seed);
console.log(`Seed ${seed}: \`npm run gates -- --seed ${seed}\` does the same again.`);

const LONG = 12;
const PAGE = 'docs/reliability.md';
const TABLE = /(?<=<!-- gates -->\n)[\s\S]*(?=<!-- \/gates -->)/;
const HEAD = '| gate | fault | must hold | figure | date | seed | result |\n|---|---|---|---|---|---|---|';

// The number of gates at a time depends on their figures, and is set in their configuration.
delete process.env.VITEST_MAX_WORKERS;
const vitest = await createVitest('test', {
  config: 'test/gates/vitest.config.ts',
  watch: false,
  testNamePattern: values.only,
});
vitest.provide('gateSeed', seed);
vitest.provide('gateTimes', values.long ? LONG : 1);
vitest.provide('protocol', { seed, examples: values.long ? 2_000 : 60 });
const startedAt = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const { testModules } = await vitest.start();
const gates = testModules.flatMap((module) => [...module.children.allTests()]);
const names = new Set(gates.map(nameOf));
const rows = gates.flatMap((test) => rowOf(test));
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const about = `${rows.length} gates in ${minutes} minutes on ${availableParallelism()} cores; load ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after.`;
const isFailed = testModules.some((module) => !module.ok());
await vitest.close();
if (values.write) await writeTable();
console.log([...rows, about].join('\n'));
process.exitCode = isFailed ? 1 : 0;

function nameOf(test: TestCase): string {
  return test.name.split(':')[0] ?? '';
}

/** None for a gate that did not run. */
function rowOf(test: TestCase): string[] {
  const report = test.meta().gate;
  const { state, errors } = test.result();
  if (!report) return [];
  const { does, invariant } = report;
  // A failed gate shows its reason in the place of its figure.
  const why = errors?.[0]?.message.split('\n')[0]?.slice(0, 200).replaceAll('|', '\\|');
  const figure = report.figure ?? why ?? '';
  const date = new Date().toISOString().slice(0, 10);
  const result = state === 'passed' ? 'pass' : 'FAIL';
  return [`| \`${nameOf(test)}\` | ${does} | ${invariant} | ${figure} | ${date} | ${seed} | ${result} |`];
}

/** A gate that ran replaces its row; the others keep theirs as long as there is such a gate. */
async function writeTable(): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const known = (TABLE.exec(page)?.[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const byName = new Map([...known, ...rows].map((row) => [/`(.+?)`/.exec(row)?.[1] ?? '', row]));
  const kept = [...byName.keys()].filter((name) => names.has(name)).sort();
  const table = [HEAD, ...kept.map((name) => byName.get(name)), '', `The last run: ${about}`].join('\n');
  await writeFile(
    PAGE,
    page.replace(TABLE, () => `${table}\n`),
  );
}
