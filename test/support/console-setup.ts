import { build } from 'vite';
import { buildDocs } from '../../scripts/docs/build.ts';

/** The tests see console and documentation as their sources are now. */
export async function setup(): Promise<void> {
  await build({
    configFile: new URL('../../console/vite.config.ts', import.meta.url).pathname,
    logLevel: 'warn',
  });
  await buildDocs();
}
