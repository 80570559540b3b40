import type { CatalogRow } from './catalog.ts';
import type { Runner } from './contract.ts';
import { drivers } from './drivers/drivers.ts';
import type { ExtractionEngine } from './extraction/extraction-engine.ts';
import { createExtractionRunner, type ExtractionOptions } from './extraction/extraction-runner.ts';
import type { HostedProvider } from './hosted/hosted-provider.ts';
import { createHostedRunner, type HostedOptions } from './hosted/hosted-runner.ts';
import type { BrowserSource } from './infra/browser-source.ts';
import { createInfraRunner, type InfraOptions } from './infra/infra-runner.ts';

export type RowOptions = Omit<InfraOptions & ExtractionOptions & HostedOptions, 'row' | 'baseUrl'>;

/** The runner of a row: its adapter is the file that the row names, read when it is needed. */
export async function buildRow(row: CatalogRow, shared: RowOptions): Promise<Runner> {
  const [kind, file] = row.adapter.split('/');
  const options = { ...shared, row, baseUrl: row.baseUrl };
  if (kind === 'hosted') {
    const { provider }: { provider: HostedProvider } = await import(`./hosted/agents/${file}.ts`);
    return createHostedRunner(provider, options);
  }
  if (kind === 'extraction') {
    const { engine }: { engine: ExtractionEngine } = await import(`./extraction/engines/${file}.ts`);
    return createExtractionRunner(engine, options);
  }
  const driver = drivers[String(row.options.driver)];
  if (kind !== 'infra' || !driver)
    throw new Error(`catalog: ${row.facts.slug} names no known adapter or driver`);
  const { source }: { source: BrowserSource } = await import(`./infra/sources/${file}.ts`);
  return createInfraRunner(source, driver, options);
}
