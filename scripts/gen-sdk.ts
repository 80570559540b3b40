import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allRoutes, openapiFile } from './gen-openapi.ts';
import { type GeneratedFile, writeGenerated } from './generated-file.ts';
import { run } from './run-tool.ts';

const TARGET = fileURLToPath(new URL('../sdk/src/generated', import.meta.url));
// The SDK has its own handling of keys, streams and lists; the generator provides only the sending of requests.
const LEFT_OUT = ['factory.ts', 'create-client.ts', 'auth.ts', 'sse.ts'];

/** Types, operations and the request core of the SDK, made by a generator from the OpenAPI document of the named routes. */
export async function sdkFiles(): Promise<GeneratedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-sdk-'));
  try {
    const api = openapiFile(allRoutes().filter(({ operation }) => operation !== undefined));
    const document = join(folder, 'openapi.json');
    await writeFile(document, api.text);
    const options = ['--output-mode', 'split', '--runtime', 'module', '--import-ext', 'ts'];
    const args = ['generate-client', document, '--output', join(folder, 'out', 'client.ts'), ...options];
    const { code, output } = await run('redocly', [...args, '--args-style', 'grouped'], 'pipe');
    if (code !== 0) throw new Error(`The generator failed:\n${output}`);
    return await readMade(join(folder, 'out'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readMade(folder: string): Promise<GeneratedFile[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !LEFT_OUT.some((one) => name.endsWith(`/${one}`)),
  );
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { path: join(TARGET, name), text: name === 'client.ts' ? onlyOperations(text) : text };
    }),
  );
}

/** The base of the SDK: the table of operations and its types, without the generator's ready-made client. */
function onlyOperations(text: string): string {
  return text
    .replace(/^export type OperationId =[\s\S]*/m, '')
    .replace(/^(?:import \{ createClient \}|export \* from) '?.*factory\.ts.*\n/gm, '')
    .replace(/, (?:tags|security|responseHeaders|params): \[.*?\](?=, \w+: | \})/g, '')
    .replace(/, responseKind: "sse", sseDataKind: "json"/g, '')
    .trimEnd()
    .concat('\n');
}

if (import.meta.main) for (const file of await sdkFiles()) await writeGenerated(file);
