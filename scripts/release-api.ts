import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ApiShape, shapeOf } from './api-shape.ts';

/** The shape of the API as it was last released; a release writes it, or `node scripts/release-api.ts`. */
export const RELEASED_API = 'docs/released-api.json';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export async function currentApi(): Promise<ApiShape> {
  return shapeOf(JSON.parse(await readFile(at('openapi.json'), 'utf8')));
}

export async function writeReleasedApi(): Promise<void> {
  const shape = Object.entries(await currentApi());
  const sorted = Object.fromEntries(shape.sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(at(RELEASED_API), `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${RELEASED_API}: ${shape.length} facts.`);
}

if (import.meta.main) await writeReleasedApi();
