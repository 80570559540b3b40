import { execFile } from 'node:child_process';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// Every TypeScript and shell snippet of the guide, run as it stands but for the two addresses.

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = `svc_${'g'.repeat(40)}`;
const PRICE = /58[.,]00/;

const guide = await readFile(join(ROOT, 'docs/guides/clients.md'), 'utf8');
const snippets = [...guide.matchAll(/^## (.+?)$|^```(ts|sh)\n([\s\S]*?)^```$/gm)].reduce(
  ({ found, title }, [, heading, language, code]) =>
    heading === undefined
      ? { found: [...found, { title, language: language ?? '', code: code ?? '' }], title }
      : { found, title: heading },
  { found: [] as Array<{ title: string; language: string; code: string }>, title: '' },
).found;

let database: TestDatabase;
let folder: string;
let service: ServiceProcess;
let shop: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'switchyard-guide-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SVC_API_KEY: KEY,
  });
  shop = /Demo site\s+(\S+)/.exec(service.output())?.[1] ?? '';
});
afterAll(async () => {
  await service.end('SIGKILL');
  await database[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function run(language: string, code: string): Promise<string> {
  const file = join(folder, `snippet-${Math.random().toString(36).slice(2)}.${language}`);
  const here = code
    .replaceAll('http://127.0.0.1:8787', service.url)
    .replaceAll('http://127.0.0.1:8788', shop);
  await writeFile(file, here);
  const program = language === 'ts' ? process.execPath : 'bash';
  const { stdout } = await promisify(execFile)(program, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, SVC_API_KEY: KEY },
    timeout: 120_000,
  });
  return stdout;
}

test('there is a snippet for each client', () => {
  expect(new Set(snippets.map(({ title }) => title)).size).toBe(10);
});

test.each(snippets.filter(({ title }) => title !== 'Skyvern'))(
  '$title ($language) finds the price',
  async (snippet) => {
    expect(await run(snippet.language, snippet.code)).toMatch(PRICE);
  },
);

test('Skyvern starts a run that finds the price', async () => {
  const snippet = snippets.find(({ title }) => title === 'Skyvern');
  const { run_id } = JSON.parse(await run('sh', snippet?.code ?? ''));
  const read = async () => {
    const url = `${service.url}/api/wrappers/skyvern/v1/runs/${run_id}`;
    return (await fetch(url, { headers: { 'x-api-key': KEY } })).json();
  };
  await expect.poll(async () => (await read()).status).toBe('completed');
  expect(JSON.stringify((await read()).output)).toMatch(PRICE);
});
