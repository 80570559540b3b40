import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ApiShape, shapeOf } from './api-shape.ts';

/** The shape of the API as it was last released; `node scripts/release-api.ts` writes it with a release. */
export const RELEASED_API = 'docs/released-api.json';

/** The documents that together describe the API. */
export const API_FILES = ['openapi.json', 'openapi-wrappers.json'];

if (import.meta.main) {
  const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  const shape: ApiShape = {};
  for (const file of API_FILES) Object.assign(shape, shapeOf(JSON.parse(await readFile(at(file), 'utf8'))));
  const sorted = Object.fromEntries(Object.entries(shape).sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(at(RELEASED_API), `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${RELEASED_API}: ${Object.keys(sorted).length} facts.`);
}
