import { App } from './app.ts';
import { machineSettings, readConfig, settingNames } from './config.ts';
import type { Switchyard, SwitchyardOptions } from './embed-types.ts';
import { mountOn } from './platform/http/mount.ts';
import { createLog } from './platform/log.ts';
import { readCatalog } from './runners/catalog.ts';
import { providerSettings } from './runners/settings.ts';

/** Starts the service in this process. */
export async function createSwitchyard(options: SwitchyardOptions = {}): Promise<Switchyard> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...machineSettings(),
    ...environmentOf(options),
  });
  const app = await App.start({ config, log: createLog(config.logLevel), role: 'all' });
  let closing: Promise<void> | null = null;
  return {
    url: app.url,
    apiKey: config.apiKey ?? app.firstKey.key,
    plugin: (host) => mountOn(host, app.server),
    close: () => (closing ??= app.stop({ noticeMs: 0, requestsMs: REQUESTS_MS })),
  };
}

/** Time for open requests when the service closes. */
const REQUESTS_MS = 20_000;

function environmentOf(options: SwitchyardOptions): NodeJS.ProcessEnv {
  const names = [...settingNames, ...providerSettings(readCatalog())];
  const nameOf = new Map(names.flatMap((name) => [[name, name] as const, [optionName(name), name] as const]));
  return Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      const name = nameOf.get(option);
      if (name === undefined) throw new TypeError(`Unknown option: ${option}.`);
      return value === undefined || value === null ? [] : [[name, String(value)]];
    }),
  );
}

/** `SVC_LOCAL_TARGETS` is `localTargets`. */
function optionName(setting: string): string {
  return setting
    .replace(/^SVC_/, '')
    .toLowerCase()
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
