import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import type { GateReport } from './gate.ts';

/** `npm run gates`: every fault of docs/reliability.md; `--long` for an hour, `--only name`, `--seed number`. */
const { values } = parseArgs({
  options: { long: { type: 'boolean' }, only: { type: 'string' }, seed: { type: 'string' } },
});
const seed = values.seed === undefined ? randomInt(1, 2 ** 31) : Number(values.seed);
console.log(`Seed ${seed}: \`npm run gates -- --seed ${seed}\` does the same again.`);

const LONG = 12;
const PAGE = 'docs/reliability.md';
const TABLE = /<!-- gates -->[\s\S]*<!-- \/gates -->/;

const vitest = await createVitest('test', {
  config: 'test/gates/vitest.config.ts',
  watch: false,
  testNamePattern: values.only,
});
vitest.provide('gateSeed', seed);
vitest.provide('gateTimes', values.long ? LONG : 1);
const startedAt = performance.now();
const { testModules } = await vitest.start();
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const gates = testModules.flatMap((module) => [...module.children.allTests()]);
const rows = gates.flatMap((test) => {
  const report = test.meta().gate;
  return report ? [rowOf(test.name, test.result().state, report)] : [];
});
await vitest.close();
const isWhole = values.only === undefined && gates.every((test) => test.result().state !== 'pending');
if (isWhole) await writeTable();
process.exitCode = gates.some((test) => test.result().state === 'failed') ? 1 : 0;

function rowOf(name: string, state: string, { does, invariant, figure = '' }: GateReport): string {
  return `| \`${name}\` | ${does} | ${invariant} | ${figure} | ${state === 'passed' ? 'pass' : 'FAIL'} |`;
}

async function writeTable(): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
  const table = [
    `Run on ${date} with seed ${seed} on a virtual machine with ${machine}, in ${minutes} minutes.`,
    '',
    '| gate | fault | must hold | figure | result |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
  const page = await readFile(PAGE, 'utf8');
  await writeFile(PAGE, page.replace(TABLE, `<!-- gates -->\n${table}\n<!-- /gates -->`));
}
