import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildDocs } from '../../scripts/docs/build.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string) => join(ROOT, path);

/** The tests see console and documentation as built from the present sources; `npm ci` has built them already. */
export async function setup(): Promise<void> {
  if (!(await isNewer('console/dist/index.html.br', ['console', 'sdk/src', 'src/platform/http'])))
    await build({ configFile: at('console/vite.config.ts'), logLevel: 'warn' });
  if (!(await isNewer('docs/.site/SKILL.md', ['docs', 'scripts', 'catalog', 'openapi.json', 'src'])))
    await buildDocs();
}

/** Whether the build is younger than all of its sources. */
async function isNewer(built: string, sources: string[]): Promise<boolean> {
  const { mtimeMs } = await stat(at(built)).catch(() => ({ mtimeMs: 0 }));
  for (const source of sources) {
    const names = await readdir(at(source), { recursive: true }).catch(() => ['']);
    for (const name of names) {
      if (/^(?:dist|\.site|node_modules)(?:\/|$)/.test(name)) continue;
      const found = await stat(join(at(source), name));
      if (found.isFile() && found.mtimeMs > mtimeMs) return false;
    }
  }
  return true;
}
