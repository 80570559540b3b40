import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readSettings } from './settings.ts';

test.each([
  ['PORT', 'abc', 'must be a whole number'],
  ['PORT', '99999', 'must be from 0 to 65535'],
  ['SVC_API_KEY', 'short', 'must be `svc_` and at least 32 letters, digits, - or _'],
  ['SVC_LOCAL_TARGETS', 'intranet', 'is not a host:port pair'],
  ['SVC_LOCAL_TARGETS', '169.254.169.254:80', 'it is a cloud metadata address'],
  ['SVC_LOCAL_TARGETS', '127.0.0.1:8787', 'it is this service itself'],
  ['SVC_DENIED_RANGES', '8.8.8.0/24, office', '"office" is not a range'],
  ['STEEL_BASE_URL', 'steel', 'must be an http or https URL'],
  ['TRUST_PROXY', 'true', 'it must be `off`, a number of proxies, or a comma list of their addresses'],
])('%s=%s stops the start with one line that says why', (name, value, reason) => {
  const read = () => readSettings(readConfig({ [name]: value }));
  expect(read).toThrow(`The setting ${name} is not usable: `);
  expect(read).toThrow(reason);
});

test('every unusable setting is told at once', () => {
  const read = () => readConfig({ PORT: 'abc', DRAIN_S: '-1' });
  expect(read).toThrow(/setting PORT is.*\n.*setting DRAIN_S is/);
});

test('a model is looked for outside production, unless it is turned off', () => {
  const model = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm' };
  expect(readConfig({}).mayFindModel).toBe(true);
  expect(readConfig({ SVC_ENV: 'production' }).mayFindModel).toBe(false);
  expect(readConfig({ LLM: 'off' }).mayFindModel).toBe(false);
  expect(readConfig(model).llm).toMatchObject({ model: 'm' });
  expect(readConfig({ LLM: 'off', ...model }).llm).toBeNull();
});

test('the operator closes further ranges of addresses', () => {
  const ranges = (list: string) => readSettings(readConfig({ SVC_DENIED_RANGES: list })).deniedRanges;
  expect(ranges('')).toEqual([]);
  expect(ranges(' 8.8.8.0/24, 2606:2800::/32,').map(([, bits]) => bits)).toEqual([24, 32]);
});

test('a secret is read from the file that its setting names', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'switchyard-settings-')), 'key');
  const key = `svc_${'f'.repeat(40)}`;
  await writeFile(file, `${key}\n`);
  expect(readConfig({ SVC_API_KEY_FILE: file }).apiKey).toBe(key);
  expect(readConfig({ STEEL_API_KEY_FILE: file }).setting('STEEL_API_KEY')).toBe(key);
  expect(() => readConfig({ SVC_API_KEY_FILE: file, SVC_API_KEY: key })).toThrow(
    'SVC_API_KEY and SVC_API_KEY_FILE are both set. Keep one.',
  );
  expect(() => readConfig({ DATABASE_URL_FILE: `${file}.missing` })).toThrow(
    /setting DATABASE_URL_FILE cannot be read/,
  );
});
