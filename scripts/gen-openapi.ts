import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { routesOf } from '../src/app.ts';
import type { AppContext } from '../src/assemble.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type ApiTexts, describeApi } from '../src/platform/http/openapi.ts';
import type { Route } from '../src/platform/http/route.ts';
import { type GeneratedFile, writeGenerated } from './generated-file.ts';

/** Requests and answers of a real service (`scripts/examples/record.ts` keeps them), and the descriptions of tags. */
export function readApiTexts(): ApiTexts {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8'));
  return { examples: read('api-examples.json'), tags: read('api-tags.json') };
}

/** The OpenAPI document of the routes. Nothing is started: a route's shape needs no database. */
export function openapiFile(routes = allRoutes()): GeneratedFile {
  const document = {
    'x-generated': 'by scripts/gen-openapi.ts from the routes; change them and run `npm run gen`',
    ...describeApi(routes, readApiTexts()),
  };
  return {
    path: fileURLToPath(new URL('../openapi.json', import.meta.url)),
    text: `${JSON.stringify(document, null, 2)}\n`,
  };
}

export function allRoutes(): Route[] {
  const notices = { onChange: () => undefined };
  const context = { clock: systemClock, notices, sessions: {}, operations: {} } as unknown as AppContext;
  return routesOf({ context, executor: null }, () => false);
}

if (import.meta.main) await writeGenerated(openapiFile());
