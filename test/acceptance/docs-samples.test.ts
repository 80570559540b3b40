import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSamples } from '../../scripts/docs/samples.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = `svc_${'s'.repeat(40)}`;
const samples = await readSamples(ROOT);
const run = samples.filter(({ why }) => why === null);

let service: ServiceProcess;
let folder: string;
let demo: string;
const resources = new AsyncDisposableStack();

beforeAll(async () => {
  const { url } = resources.use(await createTestDatabase());
  folder = await mkdtemp(join(tmpdir(), 'switchyard-samples-'));
  resources.defer(() => removeFolder(folder));
  service = resources.use(
    await startService({ DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SVC_API_KEY: KEY }),
  );
  demo = /Demo site\s+(http\S+)/.exec(service.output())?.[1] ?? '';
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'bin'));
  await symlink(join(ROOT, 'bin/switchyard.mjs'), join(folder, 'bin/switchyard'));
  await mkdir(join(folder, '.data'));
  await writeFile(join(folder, '.data/api-key'), KEY);
});
afterAll(() => resources.disposeAsync());

test.for(run.map((sample) => [`${sample.file}:${sample.line}`, sample] as const))(
  '%s',
  async ([, sample]) => {
    const { code, output } = await execute(sample.language, here(sample.code));
    expect(code, output).toBe(0);
    // curl exits with 0 after an error, too.
    expect(output).not.toMatch(/"error":\s*\{\s*"message"/);
    // Each client asks for the same price; Skyvern's answers with the id of a run.
    const isPriced = sample.file === 'docs/guides/clients.md' && !sample.code.includes('skyvern');
    expect(output).toMatch(isPriced ? /58(?:\.00)?/ : /(?:)/);
  },
);

/** The sample for the service of this test. */
function here(code: string): string {
  return code
    .replaceAll('http://127.0.0.1:8787', service.url)
    .replaceAll('http://127.0.0.1:8788', demo)
    .replaceAll('npx switchyard', 'switchyard');
}

async function execute(language: string, code: string): Promise<{ code: number | null; output: string }> {
  const name = join(folder, `sample.${language === 'sh' ? 'sh' : language === 'ts' ? 'mts' : language}`);
  await writeFile(name, code);
  const [command, ...args] = language === 'sh' ? ['bash', '-eu', name] : [process.execPath, name];
  const child = spawn(command ?? '', args, {
    cwd: folder,
    env: {
      ...process.env,
      BASE: service.url,
      KEY,
      SWITCHYARD_API_KEY: KEY,
      SWITCHYARD_BASE_URL: service.url,
      PATH: `${join(folder, 'bin')}:${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const done = Promise.withResolvers<number | null>();
  child.on('close', done.resolve);
  return { code: await done.promise, output };
}
