import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';

test('a signal to `npm start` ends the service and its PostgreSQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-npm-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', LLM: 'off', DRAIN_S: '0' };
  const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // The pipe stays open as long as anything that npm started lives.
  const closed = once(npm.stdout, 'close');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    npm.once('exit', () => reject(new Error(printed)));
    npm.stdout.on('data', (chunk) => {
      printed += chunk;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
      const found = /Switchyard is up at (\S+)/.exec(printed.replace(/\x1b\[\d+m/g, ''));
      if (found?.[1]) resolve(found[1]);
    });
  });
  const [postgres = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  npm.kill('SIGTERM');
  await closed;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(() => process.kill(Number(postgres), 0)).toThrow('ESRCH');
  await removeFolder(dataDir);
});
