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
  await compile([]);
  // For `require`, and for `moduleResolution: node10`.
  await compile([
    '--module',
    'commonjs',
    '--moduleResolution',
    'bundler',
    '--verbatimModuleSyntax',
    'false',
    '--outDir',
    join(SDK, 'dist/cjs'),
  ]);
  await writeFile(join(SDK, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  await mkdir(join(SDK, 'docs'), { recursive: true });
  for (const path of DOCS)
    await copyFile(join(ROOT, 'docs', path), join(SDK, 'docs', path.replace('guides/', '')));
  const text = await readFile(MANIFEST, 'utf8');
  await writeFile(KEPT, text);
  const { scripts: _, ...manifest } = JSON.parse(text);
  const sources = Object.entries<string>(manifest.exports);
  manifest.exports = Object.fromEntries(sources.map(([name, source]) => [name, built(source)]));
  Object.assign(manifest, fallback('sdk', './dist/cjs'));
  await mkdir(join(SDK, 'react'), { recursive: true });
  await writeFile(join(SDK, 'react/package.json'), JSON.stringify(fallback('react', '../dist/cjs')));
  await writeFile(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

export async function restoreSdk(): Promise<void> {
  await rename(KEPT, MANIFEST);
  for (const folder of ['dist', 'docs', 'react']) await rm(join(SDK, folder), { recursive: true });
}

async function compile(options: string[]): Promise<void> {
  const { code, output } = await run('tsc', ['--project', SDK, ...options], 'pipe');
  if (code !== 0) throw new Error(`The SDK does not compile:\n${output}`);
}

function built(source: string) {
  const name = source.replace('./src/', '').replace(/\.ts$/, '');
  return { import: typesAndCode(`./dist/${name}`), require: typesAndCode(`./dist/cjs/${name}`) };
}

function typesAndCode(file: string) {
  return { types: `${file}.d.ts`, default: `${file}.js` };
}

/** For tools that read no `exports`. */
function fallback(name: string, folder: string) {
  return { main: `${folder}/${name}.js`, types: `${folder}/${name}.d.ts` };
}

if (import.meta.main) {
  const step = { prepare: packSdk, restore: restoreSdk }[process.argv[2] ?? ''];
  if (!step) throw new Error('Say prepare or restore.');
  await step();
}
