import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { accounts } from './accounts.ts';
import { background } from './background.ts';
import { browsers } from './browsers.ts';
import { catalog } from './catalog.ts';
import { commandLine } from './command-line.ts';
import { documentation } from './docs.ts';
import { extraction } from './extraction.ts';
import { growth } from './growth.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { ordinary } from './ordinary.ts';
import { overhead } from './overhead.ts';
import { packageSize } from './package.ts';
import { poll } from './poll.ts';
import { pooler } from './pooler.ts';
import { table } from './report.ts';
import { resume } from './resume.ts';
import { retention } from './retention.ts';
import { router } from './router.ts';
import { routerPriors } from './router-priors.ts';
import { sdk } from './sdk.ts';
import { sessions } from './sessions.ts';
import { vault } from './vault.ts';
import { webhooks } from './webhooks.ts';

const benchmarks = {
  overhead,
  poll,
  background,
  growth,
  pooler,
  retention,
  memory,
  resume,
  vault,
  webhooks,
  accounts,
  extraction,
  ordinary,
  browsers,
  catalog,
  sessions,
  messages,
  mcp,
  router,
  'router-priors': routerPriors,
  sdk,
  'command-line': commandLine,
  package: packageSize,
  docs: documentation,
};
type Name = keyof typeof benchmarks;

// Threads start as they do in the service.
enableCompileCache();

// An exit, unlike the signal itself, lets the database server of a benchmark be stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** `npm run bench [name...]`: each benchmark in a process of its own; fails when a bar is missed. */
const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}; there are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 2;
} else if (names.length === 1) {
  process.exitCode = (await measure(names[0] as Name)) ? 0 : 1;
} else {
  const chosen = names.length > 0 ? names : Object.keys(benchmarks);
  const verdicts: boolean[] = [];
  for (const name of chosen) verdicts.push(await measureApart(name));
  process.exitCode = verdicts.every((isMet) => isMet) ? 0 : 1;
}

async function measure(name: Name): Promise<boolean> {
  const findings = await benchmarks[name]();
  console.log(`\n### ${name}\n\n${table(findings)}`);
  return findings.every((finding) => finding.isMet);
}

async function measureApart(name: string): Promise<boolean> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), name], { stdio: 'inherit' });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  const [status] = await once(child, 'exit');
  process.off('exit', stop);
  return status === 0;
}
