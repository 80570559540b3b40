import type { Config } from './config.ts';
import { StartupError } from './errors.ts';
import { parseProxyTrust } from './platform/http/client-address.ts';
import { parseRanges } from './platform/net/address.ts';
import { parseLocalTargets } from './platform/net/local-targets.ts';
import { readCatalog } from './runners/catalog.ts';
import { parseFleet } from './runners/infra/fleet-sources.ts';
import { readAccounts } from './runners/settings.ts';

export type Settings = ReturnType<typeof readSettings>;

/** The settings that concern other rooms; an invalid one throws with its name, before anything has started. */
export function readSettings(config: Config) {
  const trustProxy = parseProxyTrust(config.trustProxy);
  if (trustProxy === null) {
    throw new StartupError(
      'The setting TRUST_PROXY is not usable: it must be `off`, a number of proxies, or a comma list of their addresses.',
    );
  }
  const listed = parseLocalTargets(config.localTargets, { host: config.host, ports: [config.port] });
  if (!listed.ok) throw new StartupError(`The setting SVC_LOCAL_TARGETS is not usable: ${listed.reason}.`);
  const denied = parseRanges(config.deniedRanges);
  if (!denied.ok) throw new StartupError(`The setting SVC_DENIED_RANGES is not usable: ${denied.reason}.`);
  const fleet = parseFleet(config.browserSources);
  if (!fleet.ok) throw new StartupError(`The setting BROWSER_SOURCES is not usable: ${fleet.reason}.`);
  const catalog = readCatalog();
  const operator = readAccounts(catalog, config.setting);
  const { targets: localTargets } = listed;
  return { trustProxy, localTargets, deniedRanges: denied.ranges, catalog, operator, fleet: fleet.entries };
}
