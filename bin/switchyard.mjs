#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still find a newer one, or name the remedy.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const missing = missingPackage();
if (missing !== undefined) {
  console.error(`Switchyard is not completely installed: the package ${missing} is missing. Run npm ci.`);
  process.exit(1);
}
// npm ends its shell on a signal and leaves the program behind it running.
if (process.env.npm_lifecycle_event) endWithParent();
if (Number(process.versions.node.split('.')[0]) >= 24) await start();
else await startOnOwnNode();

async function start() {
  // Not a static import: an old Node does not have it. Compiled code from the cache starts in half the time.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  // The package has JavaScript, since Node strips no types below node_modules; a checkout runs without a build.
  const source = new URL('../src/main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : new URL('../dist/main.js', import.meta.url).href);
}

/** On Linux npm has installed Node 24 beside this package. */
async function startOnOwnNode() {
  const node = ownNode();
  if (node === null) {
    console.error(`Switchyard needs Node 24; this is ${process.version}. Install Node 24 from nodejs.org.`);
    process.exit(1);
  }
  const { spawn } = await import('node:child_process');
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  // A terminal sends Ctrl-C and its own end to the child as well, and a second signal would cut off an orderly end.
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => isAtTerminal || child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
}

/** In a checkout: a package of the lockfile that a start may import and an interrupted `npm ci` left out. */
function missingPackage() {
  const lockfile = join(root, 'package-lock.json');
  const isOtherLayout = ['.pnpm', '.yarn-integrity', '.yarn-state.yml'].some((name) =>
    existsSync(join(root, 'node_modules', name)),
  );
  if (isOtherLayout || !existsSync(lockfile)) return undefined;
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  const folder = Object.entries(packages).find(([path, { dev, optional, devOptional, peer, link }]) => {
    const isNeeded = path.startsWith('node_modules/') && !(dev || optional || devOptional || peer || link);
    return isNeeded && !isFound(path);
  })?.[0];
  return folder?.replace(/^.*node_modules\//, '');
}

/** At its place of the lockfile, or in a folder above it. */
function isFound(path) {
  if (existsSync(join(root, path, 'package.json'))) return true;
  const above = path.replace(/node_modules\/(?:@[^/]+\/)?[^/]+\/(node_modules\/(?:@[^/]+\/)?[^/]+)$/, '$1');
  return above !== path && isFound(above);
}

function endWithParent() {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
  // Where the signal reaches us directly too, another one would cut off an orderly end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      clearInterval(watching);
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
}

function ownNode() {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`);
  } catch {
    return null;
  }
}
