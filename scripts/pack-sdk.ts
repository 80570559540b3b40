import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run-tool.ts';

/**
 * Before and after `npm pack` of the SDK. In the checkout its exports are the TypeScript sources, which need no build;
 * Node strips no types below `node_modules`, so a package has JavaScript and declarations instead.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SDK = join(ROOT, 'sdk');
const MANIFEST = join(SDK, 'package.json');
const KEPT = join(SDK, '.package.json.kept');
const DOCS = ['errors.md', 'guides/streaming.md', 'guides/webhooks.md', 'guides/idempotency.md'];

export async function packSdk(): Promise<void> {
  await rm(join(SDK, 'dist'), { recursive: true, force: true });
  const { code, output } = await run('tsc', ['--project', SDK], 'pipe');
  if (code !== 0) throw new Error(`The SDK does not compile:\n${output}`);
  await mkdir(join(SDK, 'docs'), { recursive: true });
  for (const path of DOCS)
    await copyFile(join(ROOT, 'docs', path), join(SDK, 'docs', path.replace('guides/', '')));
  const text = await readFile(MANIFEST, 'utf8');
  await writeFile(KEPT, text);
  const { scripts: _, ...manifest } = JSON.parse(text);
  manifest.exports = Object.fromEntries(
    Object.entries(manifest.exports as Record<string, string>).map(([name, source]) => [name, built(source)]),
  );
  await writeFile(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

export async function restoreSdk(): Promise<void> {
  await rename(KEPT, MANIFEST);
  for (const folder of ['dist', 'docs']) await rm(join(SDK, folder), { recursive: true });
}

function built(source: string): Record<string, string> {
  const file = source.replace('./src/', './dist/').replace(/\.ts$/, '');
  return { types: `${file}.d.ts`, default: `${file}.js` };
}

if (import.meta.main) {
  const step = { prepare: packSdk, restore: restoreSdk }[process.argv[2] ?? ''];
  if (!step) throw new Error('Say prepare or restore.');
  await step();
}
