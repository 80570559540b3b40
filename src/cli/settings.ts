import { join, resolve } from 'node:path';

/** The environment of commands that call a service; the settings of the service itself are in `src/config.ts`. */
export type Settings = ReturnType<typeof readSettings>;

export function readSettings(env: NodeJS.ProcessEnv) {
  const given = (name: string): string | null => env[name] || null;
  const home = given('HOME') ?? given('USERPROFILE') ?? '/';
  const host = given('HOST') ?? '127.0.0.1';
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    apiKey: given('SWITCHYARD_API_KEY'),
    server: given('SWITCHYARD_BASE_URL'),
    profile: given('SWITCHYARD_PROFILE'),
    log: given('SWITCHYARD_LOG'),
    home,
    appData: given('APPDATA') ?? join(home, 'AppData', 'Roaming'),
    codexHome: given('CODEX_HOME') ?? join(home, '.codex'),
    profilesFile: join(given('XDG_CONFIG_HOME') ?? join(home, '.config'), 'switchyard', 'profiles.json'),
    /** The instance that this machine runs, as its own settings say. */
    local: {
      address: (given('BASE_URL') ?? `http://${shown}:${given('PORT') ?? '8787'}`).replace(/(?<!\/)\/+$/, ''),
      key: given('SVC_API_KEY'),
      keyFile: resolve(given('DATA_DIR') ?? '.data', 'api-key'),
    },
  };
}
