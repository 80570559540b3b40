import { tmpdir } from 'node:os';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createGate } from '../../src/platform/net/gate.ts';
import { systemResolver } from '../../src/platform/net/resolver.ts';
import { Extractor } from '../../src/reading/index.ts';
import { buildRow, type RowOptions } from '../../src/runners/build-row.ts';
import { readCatalog } from '../../src/runners/catalog.ts';
import type { Runner } from '../../src/runners/contract.ts';

/** A runner of the catalog as the service builds it, only quicker to poll and to give up. */
export async function builtRunner(
  slug: string,
  resources: AsyncDisposableStack,
  more: Partial<RowOptions> = {},
): Promise<Runner> {
  const { rows, providers } = readCatalog();
  const row = rows.find(({ facts }) => facts.slug === slug);
  if (!row) throw new Error(`the catalog has no ${slug}`);
  const runner = await buildRow(row, {
    clock: systemClock,
    log: createLog('silent'),
    retryForMs: 0,
    gate: createGate({ resolver: systemResolver, localTargets: [] }),
    extractor: extractorOf(resources),
    folder: tmpdir(),
    llm: null,
    providers,
    ...more,
  });
  return runner.shape === 'hosted' ? { ...runner, pollIntervalMs: 20 } : runner;
}

const extractors = new WeakMap<AsyncDisposableStack, Extractor>();

/** One for all runners of a test file: its threads take longer to load than most pages to read. */
function extractorOf(resources: AsyncDisposableStack): Extractor {
  const extractor = extractors.get(resources) ?? resources.use(new Extractor({ limitMs: 60_000 }));
  extractors.set(resources, extractor);
  return extractor;
}
