import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkClientPackages } from '../test/support/client-packages.ts';
import { breakingChanges } from './api-shape.ts';
import { checkRooms, describeViolation } from './check-rooms.ts';
import { weightProblems } from './check-weights.ts';
import { findBrokenLinks } from './doc-links.ts';
import { checkDocs } from './docs/check-docs.ts';
import { errorsFile } from './gen-docs.ts';
import { mapFile } from './gen-map.ts';
import { noticesFile } from './gen-notices.ts';
import { openapiFile } from './gen-openapi.ts';
import { patternProblems } from './gen-patterns.ts';
import { sdkFiles } from './gen-sdk.ts';
import { isUpToDate } from './generated-file.ts';
import { currentApi, RELEASED_API } from './release-api.ts';
import { run } from './run-tool.ts';
import { undescribed } from './undescribed.ts';

/** One quick check of the whole tree; it answers the problems, or an empty text. */
export interface HouseCheck {
  name: string;
  run(): Promise<string>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every check that does not run the product. */
export const houseChecks: HouseCheck[] = [
  { name: 'format and lint', run: () => tool('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'types', run: () => linkClientPackages().then(() => tool('tsc', ['--noEmit'])) },
  { name: 'types of the console', run: () => tool('tsc', ['--noEmit', '-p', 'console']) },
  { name: 'rooms', run: async () => (await checkRooms()).map(describeViolation).join('\n') },
  { name: 'weights', run: weightProblems },
  { name: 'generated files', run: staleFiles },
  { name: 'API compatibility', run: brokenApi },
  {
    name: 'descriptions of the API',
    run: async () => undescribed(JSON.parse(openapiFile().text)).join('\n'),
  },
  { name: 'documentation', run: async () => (await checkDocs(ROOT)).join('\n') },
  { name: 'patterns', run: async () => patternProblems() },
  { name: 'links', run: async () => (await findBrokenLinks(ROOT)).join('\n') },
];

export const unusedCode: HouseCheck = { name: 'unused code', run: () => tool('knip', []) };

/** Within v1 no released part goes away or changes its meaning. */
async function brokenApi(): Promise<string> {
  const released = JSON.parse(await readFile(join(ROOT, RELEASED_API), 'utf8'));
  return breakingChanges(released, await currentApi()).join('\n');
}

async function staleFiles(): Promise<string> {
  const stale: string[] = [];
  for (const file of [openapiFile(), ...(await sdkFiles()), errorsFile(), mapFile(), noticesFile()]) {
    if (!(await isUpToDate(file)))
      stale.push(`${file.path.slice(ROOT.length)} is stale; run \`npm run gen\``);
  }
  return stale.join('\n');
}

/** Runs a tool of the project and answers its output when it fails. */
async function tool(name: string, args: string[]): Promise<string> {
  const { code, output } = await run(name, args, 'pipe');
  return code === 0 ? '' : output.trim() || `${name} ended with ${code}`;
}
