import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const dumps = JSON.stringify(new URL('./crash-dumps.ts', import.meta.url).href);

async function dyingProcess(before: string): Promise<string[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'dying-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const code = `${before}; throw new Error('the end')`;
  const args = ['--report-uncaught-exception', '--input-type=module', '-e', code];
  await promisify(execFile)(process.execPath, args, { cwd, env: { KEY: 'canary' } }).catch(() => undefined);
  return readdir(cwd);
}

test('a process that dies writes no report of itself, with any options', async () => {
  expect(await dyingProcess('')).toEqual([expect.stringMatching(/^report\./)]);
  const log = '{ warn() {} }';
  expect(await dyingProcess(`await (await import(${dumps})).forbidCrashDumps(${log})`)).toEqual([]);
});
