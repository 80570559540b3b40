import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Path } from '../bench/path.ts';
import { KINDS, type Weights, weigh } from './weights.ts';

/**
 * The committed limits: lines of each room, the path of a run, casts and the like. A limit only falls; raising one needs an issue that
 * names it.
 *
 *     node scripts/check-weights.ts                   the table
 *     node scripts/check-weights.ts casts src/runs    where the casts of a room are
 *     node scripts/check-weights.ts --write           lowers the limits to the present figures
 */
const LIMITS = new URL('weights.json', import.meta.url);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Limits = Record<string, number>;

interface Row {
  what: string;
  value: number;
  limit: number;
}

/** What exceeds its limit, one line each. */
export async function weightProblems(): Promise<string> {
  const { rows } = await measure();
  return rows
    .filter(({ value, limit }) => value > limit)
    .map(
      ({ what, value, limit }) =>
        `${what}: ${value}, limit ${limit}. Make it smaller; \`node scripts/check-weights.ts\` shows the rest`,
    )
    .join('\n');
}

async function measure(): Promise<{ rows: Row[]; weights: Weights }> {
  const [limits, { lines, weights }, path] = await Promise.all([
    readFile(LIMITS, 'utf8').then((text): Limits => JSON.parse(text)),
    weigh(ROOT),
    measurePath(),
  ]);
  const values: Limits = {
    'lines of src': Object.values(lines).reduce((sum, count) => sum + count, 0),
    ...Object.fromEntries(Object.entries(lines).map(([room, count]) => [`lines of ${room}`, count])),
    ...Object.fromEntries(KINDS.map((kind) => [kind, weights[kind].length])),
    'files on the path of a run': path.files,
    'files of src/runs on the path of a run': path.filesOfRuns,
    'functions on the path of a run': path.functions,
  };
  // A new room starts at nothing, so that its limit is written down.
  const rows = Object.entries(values).map(([what, value]) => ({ what, value, limit: limits[what] ?? 0 }));
  return { rows, weights };
}

/** In a separate process: coverage sees modules as Node runs them. */
async function measurePath(): Promise<Path> {
  const child = fork(fileURLToPath(new URL('../bench/path.ts', import.meta.url)), { execArgv: [] });
  const [path] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`bench/path.ts ended with ${code}`);
    }),
  ]);
  return path;
}

async function lowerLimits(rows: Row[]): Promise<void> {
  const lowered = rows.map(({ what, value, limit }) => [what, limit === 0 ? value : Math.min(value, limit)]);
  await writeFile(LIMITS, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}

if (import.meta.main) {
  const [kind, folder = ''] = process.argv.slice(2);
  const known = KINDS.find((one) => one === kind);
  if (known) {
    const { weights } = await weigh(ROOT);
    console.log(weights[known].filter((place) => place.startsWith(folder)).join('\n'));
  } else {
    const { rows } = await measure();
    if (kind === '--write') await lowerLimits(rows);
    for (const { what, value, limit } of rows)
      console.log(
        `${value > limit ? 'OVER' : '    '}  ${what.padEnd(42)}${String(value).padStart(8)}${String(limit).padStart(8)}`,
      );
    process.exitCode = rows.some(({ value, limit }) => value > limit) ? 1 : 0;
  }
}
