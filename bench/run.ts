import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { accounts } from './accounts.ts';
import { agent } from './agent/agent.ts';
import { background } from './background.ts';
import { browsers } from './browsers.ts';
import { catalog } from './catalog.ts';
import { commandLine } from './command-line.ts';
import { consoleInBrowser } from './console.ts';
import { documentation } from './docs.ts';
import { extraction } from './extraction.ts';
import { growth } from './growth.ts';
import { keyless } from './keyless.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { ordinary } from './ordinary.ts';
import { overhead } from './overhead.ts';
import { packageSize } from './package.ts';
import { poll } from './poll.ts';
import { pooler } from './pooler.ts';
import { type Finding, stoppedFinding, table } from './report.ts';
import { resume } from './resume.ts';
import { retention } from './retention.ts';
import { router } from './router.ts';
import { routerPriors } from './router-priors.ts';
import { scale } from './scale.ts';
import { sdk } from './sdk.ts';
import { sessions } from './sessions.ts';
import { vault } from './vault.ts';
import { verdict } from './verdict.ts';
import { webhooks } from './webhooks.ts';
import { workers } from './workers.ts';

const benchmarks = {
  overhead,
  poll,
  agent,
  background,
  growth,
  pooler,
  workers,
  retention,
  memory,
  resume,
  vault,
  webhooks,
  accounts,
  extraction,
  ordinary,
  keyless,
  verdict,
  browsers,
  catalog,
  sessions,
  messages,
  mcp,
  router,
  'router-priors': routerPriors,
  scale,
  sdk,
  'command-line': commandLine,
  package: packageSize,
  docs: documentation,
  console: consoleInBrowser,
};
type Name = keyof typeof benchmarks;

// Threads start as they do in the service.
enableCompileCache();

// An exit, unlike the signal itself, stops the database server of a benchmark.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/**
 * `npm run bench [name...]`: each benchmark in a process of its own, then one table of all. Fails when a bar is missed.
 * `bench/results.json` keeps the newest findings of each benchmark.
 */
const RESULTS = new URL('results.json', import.meta.url);
const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark ${unknown}; there are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 2;
} else if (process.send) {
  process.send(await benchmarks[names[0] as Name]());
  process.disconnect();
} else {
  const all: Finding[] = [];
  for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
    const findings = await measureApart(name);
    await keep(name, findings);
    console.log(`\n### ${name}\n\n${table(findings)}`);
    all.push(...findings);
  }
  const missed = all.filter(({ isMet }) => !isMet);
  if (names.length !== 1) console.log(`\n## All\n\n${table(all)}`);
  console.log(`\n${all.length - missed.length} bars met, ${missed.length} missed`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}

/** The findings of one benchmark; one that ends without any is itself a miss. */
async function measureApart(name: string): Promise<Finding[]> {
  const child = fork(fileURLToPath(import.meta.url), [name]);
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  let findings = [stoppedFinding(name)];
  child.on('message', (sent) => {
    findings = sent as Finding[];
  });
  await once(child, 'exit');
  process.off('exit', stop);
  return findings;
}

async function keep(name: string, findings: Finding[]): Promise<void> {
  const kept = JSON.parse(await readFile(RESULTS, 'utf8').catch(() => '{}'));
  kept[name] = { date: new Date().toISOString().slice(0, 10), findings };
  const ordered = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(RESULTS, `${JSON.stringify(ordered, null, 2)}\n`);
}
