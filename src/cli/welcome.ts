import pc from 'picocolors';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { firstTasks } from '../demo-site/first-tasks.ts';
import type { Role } from '../ground.ts';

/** The start-up message: addresses, the key, the model that was found, the runners and first calls. */
export function welcome(app: App, config: Config, role: Role): string {
  const model = app.modelLines.map((line, at) => `  ${at === 0 ? 'Model ' : '      '}     ${line}`);
  if (role === 'worker')
    return [
      `${pc.bold('Switchyard')} worker is up at ${pc.cyan(app.listensAt)}`,
      ...model,
      ...browserLines(app),
    ].join('\n');
  const lines = [
    '',
    `${pc.bold('Switchyard is up')} at ${pc.cyan(app.url)}`,
    '',
    `  API        ${app.url}/api/v1`,
    `  Docs       ${app.url}/docs`,
    ...(app.demoOrigin ? [`  Demo site  ${app.demoOrigin}`] : []),
    `  Database   ${config.databaseUrl ? 'DATABASE_URL' : `embedded PostgreSQL in ${config.dataDir}`}`,
    `  Key        ${keyLine(app, config)}`,
    `  Console    ${app.signInUrl ? `${pc.cyan(app.signInUrl)}  (signs you in once, within 15 minutes)` : app.url}`,
    `             ${pc.dim('a new link: npx switchyard console')}`,
    ...model,
    ...(config.localTargets ? [`  Private targets allowed: ${config.localTargets}`] : []),
    '',
    pc.bold('Runners'),
    ...runnerLines(app),
    '',
  ];
  if (app.demoOrigin)
    lines.push(pc.bold('Try it'), ...firstCalls(app, app.demoOrigin, shownKey(app, config)));
  return lines.join('\n');
}

function firstCalls({ url }: App, origin: string, key: string): string[] {
  return firstTasks.flatMap(({ kind, path, input, schema }) => [
    `  ${kind}:`,
    `  curl -s ${url}/v1/responses -H "Authorization: Bearer ${key}" \\`,
    `    -H 'Content-Type: application/json' -d '${JSON.stringify({ input, url: `${origin}${path}`, output_schema: schema })}'`,
    '',
  ]);
}

function shownKey({ firstKey }: App, config: Config): string {
  return (config.apiKey ? null : firstKey.key) ?? '$SVC_API_KEY';
}

function keyLine(app: App, config: Config): string {
  const { key, isNew } = app.firstKey;
  if (config.apiKey) return 'as set in SVC_API_KEY';
  if (key === null) return 'made by an earlier start on this database; set SVC_API_KEY to use another';
  return isNew ? `${pc.cyan(key)}  (new, kept in ${config.dataDir}/api-key)` : pc.cyan(key);
}

/** A worker without its browser, and why. */
function browserLines({ registry }: Pick<App, 'registry'>): string[] {
  const reason = registry.entry('local-chromium')?.reason;
  return reason ? [`  ${pc.red('off')}  local-chromium   ${reason}`] : [];
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
    ...browserLines({ registry }),
    `  ${on.length} on, ${count('needs_key')} need a key, ${count('unreachable')} need something installed, ${count('coming_soon')} listed only`,
    ...installLines(entries),
    `  List them: ${pc.cyan('npx switchyard runners')}`,
  ];
}

/** The optional packages, and how many runners each turns on. */
function installLines(entries: ReturnType<App['registry']['entries']>): string[] {
  const commands = new Map<string, number>();
  for (const { status, reason } of entries) {
    if (status !== 'unreachable' || !reason?.startsWith('npm install ')) continue;
    commands.set(reason, (commands.get(reason) ?? 0) + 1);
  }
  return [...commands].map(([command, count]) => `  ${count} need ${pc.cyan(command)}`);
}

const SHOWN = 12;
