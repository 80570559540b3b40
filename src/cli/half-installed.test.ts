import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('a half-finished installation names the missing package and `npm ci`, before any import', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-half-'));
  await cp('bin', join(folder, 'bin'), { recursive: true });
  const locked = ['node_modules/@a/b', 'node_modules/c', 'node_modules/c/node_modules/d'];
  const packages = {
    ...Object.fromEntries(locked.map((path) => [path, {}])),
    'node_modules/tests': { dev: true },
    'node_modules/elsewhere': { optional: true },
  };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const start = () =>
    run(process.execPath, [join(folder, 'bin/switchyard.mjs'), 'serve']).catch(({ code, stderr }) => ({
      code,
      stderr: String(stderr),
    }));
  // npm may hoist `d` out of `c`.
  for (const [missing, path] of [
    ['@a/b', 'node_modules/@a/b'],
    ['c', 'node_modules/c'],
    ['d', 'node_modules/d'],
  ] as const) {
    expect(await start()).toEqual({
      code: 1,
      stderr: `Switchyard is not completely installed: the package ${missing} is missing. Run npm ci.\n`,
    });
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'package.json'), '{}');
  }
  expect((await start()).stderr).not.toContain('not completely installed');
  await rm(folder, { recursive: true });
});
