import { z } from 'zod';
import { StartupError } from '../errors.ts';
import { Secret } from '../platform/secret.ts';
import { type Catalog, type CatalogRow, type ProviderFacts, settingPrefix } from './catalog.ts';
import type { ProviderAccount } from './contract.ts';

/** By family: the operator's settings, which may be empty or incomplete. */
export type OperatorAccounts = ReadonlyMap<string, ProviderAccount>;

/** The present parts of an account, without their values. */
export type AccountParts = Pick<ProviderAccount, 'baseUrl'> & { secrets: Readonly<Record<string, unknown>> };

const address = z.url({ protocol: /^(http|ws)s?$/ });

/** The operator's accounts, read from the settings that the catalog names. */
export function readAccounts(catalog: Catalog, setting: (name: string) => string | null): OperatorAccounts {
  const accounts = new Map<string, ProviderAccount>();
  for (const provider of catalog.providers.values()) {
    const found = provider.secrets.flatMap(({ name, setting: own, aliases }) => {
      const value = [own, ...aliases].map(setting).find((one) => one !== null);
      return value ? [[name, new Secret(value)] as const] : [];
    });
    const baseUrl = readBaseUrl(provider, setting);
    const { family } = provider;
    accounts.set(family, { family, secrets: Object.fromEntries(found), baseUrl, isOwn: false });
  }
  return accounts;
}

/** The settings that a row lacks with the accounts at hand, by family; empty when it can be dispatched. */
export function missingSettings(
  { providers }: Catalog,
  { needs, requires, facts, baseUrl: ownAddress }: CatalogRow,
  accountOf: (family: string) => AccountParts | undefined,
): Map<string, string[]> {
  const missing = new Map<string, string[]>();
  for (const family of needs) {
    const provider = providers.get(family);
    const account = accountOf(family);
    const isOwnFamily = family === facts.family;
    const lacking = (provider?.secrets ?? [])
      .filter(({ name, isOptional }) => !isOptional || (isOwnFamily && requires.includes(name)))
      .filter(({ name }) => account?.secrets[name] === undefined)
      .map(({ setting }) => setting);
    const isNowhere = (isOwnFamily ? ownAddress : provider?.baseUrl) === null && !account?.baseUrl;
    if (isNowhere) lacking.push(baseUrlSetting(family));
    // A provider without a key still receives tasks: so it must be enabled by the operator or the workspace.
    const isNamed = account?.baseUrl || Object.keys(account?.secrets ?? {}).length > 0;
    const [key] = provider?.secrets ?? [];
    if (lacking.length === 0 && key && !isNamed)
      lacking.push(`${key.setting} (or, without a key, ${baseUrlSetting(family)}=${provider?.baseUrl})`);
    if (lacking.length > 0) missing.set(family, lacking);
  }
  return missing;
}

/** The settings for rows that think with the language model of the operator. */
export const MODEL_SETTINGS = 'LLM_BASE_URL and LLM_MODEL (and LLM_API_KEY where the endpoint wants one)';

export function needsModel({ facts, options: { driver, modelFamily } }: CatalogRow): boolean {
  if (facts.slug === 'local-agent') return true;
  return driver !== undefined && driver !== 'page-agent' && modelFamily === undefined;
}

export function baseUrlSetting(family: string): string {
  return `${settingPrefix(family)}_BASE_URL`;
}

/** The name of every setting that `readAccounts` reads. */
export function providerSettings({ providers }: Catalog): string[] {
  return [...providers.values()].flatMap(({ family, secrets }) => [
    baseUrlSetting(family),
    ...secrets.flatMap(({ setting, aliases }) => [setting, ...aliases]),
  ]);
}

function readBaseUrl({ family }: ProviderFacts, setting: (name: string) => string | null): string | null {
  const name = baseUrlSetting(family);
  const value = setting(name);
  if (value === null || address.safeParse(value).success) return value;
  throw new StartupError(`The setting ${name} is not usable: must be an http or https URL.`);
}
