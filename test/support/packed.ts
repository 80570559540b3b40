import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LEFT_OUT = new Set(['.git', '.data', 'bench', 'coverage', 'node_modules', 'release', 'test']);
const run = promisify(execFile);

/** A copy to pack, so that the checkout's manifests are not touched while other tests import them. */
export async function copyCheckout(folder: string): Promise<string> {
  const copy = join(folder, 'copy');
  await rm(copy, { recursive: true, force: true });
  await cp(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) });
  // The checkout's packages, except for the workspaces: those are the copy's own.
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  await mkdir(join(to, '@switchyard'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@switchyard') await symlink(join(from, name), join(to, name));
  for (const name of ['sdk', 'console']) await symlink(join(copy, name), join(to, '@switchyard', name));
  return copy;
}

export async function pack(folder: string, workspace: '.' | 'sdk'): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(await copyCheckout(folder), workspace),
  });
  return join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** `npm install` of a packed file in an empty folder; answers the folder. */
export async function installPacked(folder: string, file: string): Promise<string> {
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', file], { cwd: app });
  return app;
}
