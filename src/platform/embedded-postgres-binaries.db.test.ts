import { chmod, cp, mkdir, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, chooseAccount } from './embedded-postgres-account.ts';
import { findBinaries } from './embedded-postgres-binaries.ts';

let folder: string;
let packageFolder: string;
let cacheFolder: string;
let account: Account | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchyard-binaries-'));
  await chmod(folder, 0o755);
  packageFolder = join(folder, 'closable', 'package');
  cacheFolder = join(folder, 'cache');
  await mkdir(cacheFolder, { mode: 0o755 });
  account = await chooseAccount(join(folder, 'no-cluster-yet'));
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const original = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  await cp(resolve(dirname(original), '..'), packageFolder, { recursive: true, verbatimSymlinks: true });
  for (const link of await links()) await rm(join(packageFolder, link.target), { force: true });
});

afterEach(async () => {
  await chmod(join(packageFolder, 'native/lib'), 0o755);
  await rm(folder, { recursive: true });
});

test('links that an install script would have made are made, by several processes at once too', async () => {
  const found = await Promise.all([1, 2, 3].map(() => findBinaries(account, [cacheFolder], packageFolder)));
  for (const binaries of found)
    expect(dirname(dirname(binaries.postgres))).toBe(join(packageFolder, 'native'));
  for (const link of await links()) {
    expect(await readlink(join(packageFolder, link.target))).toBe(link.source.split('/').at(-1));
  }
});

test('binaries that the account cannot use where they lie are copied, once, to where it can', async () => {
  await makeUnusable();
  const found = await Promise.all([1, 2].map(() => findBinaries(account, [cacheFolder], packageFolder)));
  expect(found[0]?.postgres.startsWith(join(cacheFolder, 'switchyard-postgres-'))).toBe(true);
  expect(await findBinaries(account, [cacheFolder], packageFolder)).toEqual(found[1]);
});

test('a copy that others could have changed is not run', async () => {
  await makeUnusable();
  const { postgres } = await findBinaries(account, [cacheFolder], packageFolder);
  await chmod(resolve(postgres, '../../..'), 0o777);
  await expect(findBinaries(account, [cacheFolder], packageFolder)).rejects.toThrow(
    /^The embedded PostgreSQL cannot run here: .*\. Set DATABASE_URL to a PostgreSQL server\.$/,
  );
});

/** Root's server account is shut out by a closed parent; a plain user meets a read-only folder without the links. */
async function makeUnusable(): Promise<void> {
  if (account) await chmod(join(folder, 'closable'), 0o700);
  else await chmod(join(packageFolder, 'native/lib'), 0o555);
}

async function links(): Promise<{ source: string; target: string }[]> {
  return JSON.parse(await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'));
}
