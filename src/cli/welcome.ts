import pc from 'picocolors';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { firstTasks } from '../demo-site/first-tasks.ts';
import type { Role } from '../ground.ts';

/** The text after a start, at most 15 lines: addresses, key, model, runners and a first call. */
export function welcome(app: App, config: Config, role: Role): string {
  const isWorker = role === 'worker';
  const title = isWorker
    ? `${pc.bold('Switchyard')} worker is up at ${pc.cyan(app.listensAt)}`
    : `${pc.bold('Switchyard is up')} at ${pc.cyan(app.url)}`;
  const rows: [name: string, value: string | false][] = [
    ['Docs', !isWorker && `${app.url}/docs`],
    ['Demo site', app.demoOrigin ?? false],
    [
      'Database',
      !isWorker && (config.databaseUrl ? 'DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`),
    ],
    ['Key', !isWorker && keyText(app, config)],
    ['Console', !isWorker && consoleText(app)],
    ...app.modelLines.slice(0, 2).map((line, at): [string, string] => [at === 0 ? 'Model' : '', line]),
    ['Targets', !isWorker && config.localTargets && `private targets allowed: ${config.localTargets}`],
    ...(isWorker ? [] : [runnersRow(app)]),
    ['Browser', browserText(app)],
  ];
  const lines = rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(10)} ${value}`] : []));
  return [title, ...lines, ...firstCall(app, config)].join('\n');
}

function firstCall({ demoOrigin, url, firstKey }: App, config: Config): string[] {
  if (!demoOrigin) return [];
  const [{ path, input }] = firstTasks;
  const key = (config.apiKey ? null : firstKey.key) ?? '$SVC_API_KEY';
  return [
    pc.bold('Try it'),
    `  curl -s ${url}/v1/responses -H "Authorization: Bearer ${key}" \\`,
    `    -H 'Content-Type: application/json' -d '${JSON.stringify({ input, url: `${demoOrigin}${path}` })}'`,
  ];
}

function keyText({ firstKey: { key, isNew } }: App, config: Config): string {
  if (config.apiKey) return 'as set in SVC_API_KEY';
  if (key === null) return 'created by an earlier start on this database; set SVC_API_KEY to use another';
  return isNew ? `${pc.cyan(key)}  (new, kept in ${config.dataDir}/api-key)` : pc.cyan(key);
}

function consoleText({ signInUrl, url }: App): string {
  const link = signInUrl ? `${pc.cyan(signInUrl)}  (signs you in once, within 15 minutes)` : pc.cyan(url);
  return `${link}  ${pc.dim('new link: npx switchyard console')}`;
}

/** The reason when this machine has no usable browser. */
function browserText({ registry }: Pick<App, 'registry'>): string | false {
  const reason = registry.entry('local-chromium')?.reason;
  return reason ? `${pc.red('off:')} ${reason}` : false;
}

function runnersRow({ registry }: App): [string, string] {
  const entries = registry.entries();
  const on = entries.flatMap(({ status, facts }) => (status === 'available' ? [facts.slug] : []));
  const more = on.length > SHOWN ? ` and ${on.length - SHOWN} more` : '';
  const names = on.slice(0, SHOWN).join(', ') || 'none';
  return [
    'Runners',
    `${names}${more} on; ${entries.length - on.length} off: ${pc.cyan('npx switchyard runners')}`,
  ];
}

const SHOWN = 5;
