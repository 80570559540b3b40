import pc from 'picocolors';
import { readConfig } from '../config.ts';
import { readCatalog } from '../runners/catalog.ts';
import { MODEL_SETTINGS, missingSettings, needsModel, readAccounts } from '../runners/settings.ts';

interface Wanted {
  kind?: string;
  status?: string;
  json?: boolean;
}

/** Every runner of the catalog with its status under the current settings; works without the service. */
export async function runnersCommand(wanted: Wanted): Promise<void> {
  const catalog = readCatalog();
  const { setting, llm } = readConfig(process.env);
  const accounts = readAccounts(catalog, setting);
  for (const row of catalog.rows) {
    const { facts, comingSoon } = row;
    const settings = [...missingSettings(catalog, row, (family) => accounts.get(family)).values()].flat();
    if (llm === null && needsModel(row)) settings.push(MODEL_SETTINGS);
    const status = comingSoon !== null ? 'coming_soon' : settings.length > 0 ? 'needs_key' : 'available';
    const reason = comingSoon ?? (settings.length > 0 ? `set ${settings.join(' and ')}` : '');
    if (wanted.kind !== undefined && wanted.kind !== facts.kind) continue;
    if (wanted.status !== undefined && wanted.status !== status) continue;
    const usd = facts.price.typicalTaskMicroUsd / 1e6;
    const line = { slug: facts.slug, kind: facts.kind, status, typical_task_usd: usd, reason };
    const mark = status === 'available' ? pc.green('on ') : pc.yellow('off');
    const told = `${mark}  ${facts.slug.padEnd(34)} ${facts.kind.padEnd(14)} ${String(usd).padEnd(8)} ${pc.dim(reason)}`;
    process.stdout.write(`${wanted.json ? JSON.stringify(line) : told}\n`);
  }
}
