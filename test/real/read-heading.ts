import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { startDemoSite } from '../../src/demo-site/start.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createGate } from '../../src/platform/net/gate.ts';
import { systemResolver } from '../../src/platform/net/resolver.ts';
import { Extractor } from '../../src/reading/index.ts';
import { buildRow } from '../../src/runners/build-row.ts';
import { type CatalogRow, readCatalog } from '../../src/runners/catalog.ts';
import { attemptScope } from '../support/scope.ts';

/** Our agent reads a page of the demo shop in a browser of the source; answers its leftovers there and their removal. */
export async function readHeading(slug: string, baseUrl: string, options: object = {}) {
  await using owned = new AsyncDisposableStack();
  const log = createLog('silent');
  const shop = owned.use(await startDemoSite({ clock: systemClock, log }));
  const { rows, providers } = readCatalog();
  const row = rows.find(({ facts }) => facts.slug === slug) as CatalogRow;
  const { hostname: host, port } = new URL(shop.origin);
  const runner = await buildRow(
    { ...row, options: { ...row.options, ...options } },
    {
      clock: systemClock,
      log,
      gate: createGate({ resolver: systemResolver, localTargets: [{ host, port: Number(port) }] }),
      extractor: owned.use(new Extractor({ limitMs: 60_000 })),
      folder: tmpdir(),
      llm: null,
      providers,
    },
  );
  if (runner.shape !== 'direct') throw new Error('a browser is driven here');
  const { family } = row.facts;
  const left: string[] = [];
  const scope = attemptScope({
    accounts: { [family]: { family, secrets: {}, baseUrl, isOwn: false } },
    onLeft: async (item) => void left.push(item),
  });
  const words = { instructions: null, steps: [], successCriteria: null, outputSchema: null };
  const task = { goal: 'What is the heading of the page?', ...words, url: `${shop.origin}/` };
  const result = await runner.run(task, scope);
  const said = JSON.stringify({ ...result, files: [] }).slice(0, 800);
  expect(result.page?.finalUrl, said).toContain(shop.origin);
  const item = left[0] ?? null;
  const forgotten = await runner.forget?.({ attemptId: 'att_1', reference: null, item }, scope);
  return { left, forgotten };
}
