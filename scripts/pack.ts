import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packSdk, restoreSdk } from './pack-sdk.ts';
import { run } from './run-tool.ts';

/**
 * Before and after `npm pack` of the service. Node strips no types below `node_modules`, so the package has JavaScript
 * with source maps in `dist` and the SDK inside it. npm's `prepare` builds the console.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

const steps: Record<string, () => Promise<void>> = {
  async prepare() {
    await rm(DIST, { recursive: true, force: true });
    await tool('tsc', ['--project', join(ROOT, 'tsconfig.build.json')]);
    await cp(join(ROOT, 'src'), DIST, { recursive: true, filter: isAsset });
    await cp(join(ROOT, 'src/embed-types.ts'), join(DIST, 'embed.d.ts'));
    await packSdk();
  },
  async restore() {
    await restoreSdk();
    await rm(DIST, { recursive: true });
  },
};

/** Files that modules read beside themselves: styles, scripts of pages, word lists. */
function isAsset(path: string): boolean {
  if (path.endsWith('.js') && existsSync(path.replace(/\.js$/, '.ts')))
    throw new Error(`${path} would overwrite the module of its name; rename it.`);
  return !path.endsWith('.ts');
}

async function tool(name: string, args: string[]): Promise<void> {
  const { code, output } = await run(name, args, 'pipe');
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed:\n${output}`);
}

const step = steps[process.argv[2] ?? ''];
if (!step) throw new Error('Say prepare or restore.');
await step();
