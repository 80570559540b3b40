import { build } from 'vite';

/** The tests see the console as its sources are now. */
export async function setup(): Promise<void> {
  await build({
    configFile: new URL('../../console/vite.config.ts', import.meta.url).pathname,
    logLevel: 'warn',
  });
}
