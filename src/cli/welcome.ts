import pc from 'picocolors';
import type { App, Role } from '../app.ts';
import type { Config } from '../config.ts';
import { firstTask } from '../demo-site/first-task.ts';

/** What a person sees when the service is up: where it is, the key, who can work, and a first call. */
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
    ...(config.localTargets ? [`  Private targets allowed: ${config.localTargets}`] : []),
    '',
    pc.bold('Runners'),
    ...app.registry
      .entries()
      .map(({ facts, status, reason }) =>
        status === 'available'
          ? `  ${pc.green('on ')}  ${facts.slug.padEnd(16)} ${pc.dim(`${(facts.price.typicalTaskMicroUsd / 1e6).toString()} USD a task`)}`
          : `  ${pc.yellow('off')}  ${facts.slug.padEnd(16)} ${pc.dim(reason ?? 'not built yet')}`,
      ),
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
