import { fileURLToPath } from 'node:url';
import { readApiTexts, routesOf } from '../src/app.ts';
import type { AppContext } from '../src/assemble.ts';
import { systemClock } from '../src/platform/clock.ts';
import { describeApi } from '../src/platform/http/openapi.ts';
import { type GeneratedFile, writeGenerated } from './generated-file.ts';

/** The OpenAPI documents of the routes. Nothing is started: a route's shape needs no database. */
export function openapiFiles(): [api: GeneratedFile, others: GeneratedFile] {
  const context = { clock: systemClock, sessions: {}, operations: {} } as AppContext;
  const { api, others } = describeApi(
    routesOf({ context, executor: null }, () => false),
    readApiTexts(),
  );
  return [fileOf('openapi.json', api), fileOf('openapi-wrappers.json', others)];
}

function fileOf(name: string, described: Record<string, unknown>): GeneratedFile {
  const document = {
    'x-generated': 'by scripts/gen-openapi.ts from the routes; change them and run `npm run gen`',
    ...described,
  };
  return {
    path: fileURLToPath(new URL(`../${name}`, import.meta.url)),
    text: `${JSON.stringify(document, null, 2)}\n`,
  };
}

if (import.meta.main) for (const file of openapiFiles()) await writeGenerated(file);
