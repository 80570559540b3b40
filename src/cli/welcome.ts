import pc from 'picocolors';
import type { App } from '../app.ts';
import type { Role } from '../assemble.ts';
import type { Config } from '../config.ts';
import { firstTask } from '../demo-site/first-task.ts';

/** The start-up message: addresses, the key, the runners and a first call. */
export function welcome(app: App, config: Config, role: Role): string {
  if (role === 'worker') return `${pc.bold('Switchyard')} worker is up.`;
  const key = app.firstKey.key;
  const lines = [
    '',
    `${pc.bold('Switchyard is up')} at ${pc.cyan(app.url)}`,
    '',
    `  API        ${app.url}/api/v1`,
    `  Docs       ${app.url}/docs`,
    ...(app.demoOrigin ? [`  Demo site  ${app.demoOrigin}`] : []),
    `  Database   ${config.databaseUrl ? 'DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`}`,
    `  Key        ${keyLine(app, config)}`,
    `  Account    ${app.signInUrl ? `${pc.cyan(app.signInUrl)}  (works once)` : `${app.url}/sign-in`}`,
    ...(config.localTargets ? [`  Private targets allowed: ${config.localTargets}`] : []),
    '',
    pc.bold('Runners'),
    ...runnerLines(app),
    '',
  ];
  if (app.demoOrigin) {
    const shownKey = config.apiKey ? '$SVC_API_KEY' : (key ?? '$SVC_API_KEY');
    const body = JSON.stringify({ input: firstTask.input, url: `${app.demoOrigin}${firstTask.path}` });
    lines.push(
      pc.bold('Try it'),
      `  curl -s ${app.url}/v1/responses -H "Authorization: Bearer ${shownKey}" \\`,
      `    -H 'Content-Type: application/json' -d '${body}'`,
      '',
    );
  }
  return lines.join('\n');
}

function keyLine(app: App, config: Config): string {
  const { key, isNew } = app.firstKey;
  if (config.apiKey) return 'as set in SVC_API_KEY';
  if (key === null) return 'made by an earlier start on this database; set SVC_API_KEY to use another';
  return isNew ? `${pc.cyan(key)}  (new, kept in ${config.dataDir}/api-key)` : pc.cyan(key);
}

/** The runners that are on, the counts of the others, and how to list them. */
function runnerLines({ registry }: App): string[] {
  const entries = registry.entries();
  const on = entries.filter(({ status }) => status === 'available');
  const price = (microUsd: number) => pc.dim(`${microUsd / 1e6} USD a task`);
  const count = (status: string) => entries.filter((entry) => entry.status === status).length;
  return [
    ...on
      .slice(0, SHOWN)
      .map(
        ({ facts }) =>
          `  ${pc.green('on ')}  ${facts.slug.padEnd(16)} ${price(facts.price.typicalTaskMicroUsd)}`,
      ),
    ...(on.length > SHOWN ? [`  and ${on.length - SHOWN} more`] : []),
    `  ${on.length} on, ${count('needs_key')} need a key, ${count('unreachable')} need something installed, ${count('coming_soon')} listed only`,
    `  List them: ${pc.cyan('switchyard runners')}`,
  ];
}

const SHOWN = 12;
