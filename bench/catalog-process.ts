/** A process of the benchmark `catalog`: reads the catalog, builds every runner, and prints the time. */
import { tmpdir } from 'node:os';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { createGate } from '../src/platform/net/gate.ts';
import { systemResolver } from '../src/platform/net/resolver.ts';
import { Extractor } from '../src/reading/index.ts';
import { buildRow } from '../src/runners/build-row.ts';
import { readCatalog } from '../src/runners/catalog.ts';

const used = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};
const before = used();
const begunAt = performance.now();
const { rows, providers } = readCatalog();
const readAt = performance.now();
const shared = {
  gate: createGate({ resolver: systemResolver, localTargets: [] }),
  extractor: new Extractor(),
  clock: systemClock,
  log: createLog('silent'),
  llm: null,
  providers,
  folder: tmpdir(),
};
const built = [];
for (const row of rows)
  if (row.comingSoon === null && !row.adapter.startsWith('local/')) built.push(await buildRow(row, shared));
const builtAt = performance.now();
const megabytes = used() - before;
const found = {
  rows: rows.length,
  built: built.length,
  readMs: readAt - begunAt,
  buildMs: builtAt - readAt,
  megabytes,
};
process.stdout.write(JSON.stringify(found));
process.exit(0);
