import { fileURLToPath } from 'node:url';
import { routesOf } from '../src/app.ts';
import type { AppContext } from '../src/assemble.ts';
import { systemClock } from '../src/platform/clock.ts';
import { describeApi } from '../src/platform/http/openapi.ts';
import { type GeneratedFile, writeGenerated } from './generated-file.ts';

/** The OpenAPI document of the routes. Nothing is started: a route's shape needs no database. */
export function openapiFile(): GeneratedFile {
  const context = { clock: systemClock, sessions: {}, operations: {} } as AppContext;
  const document = {
    'x-generated': 'by scripts/gen-openapi.ts from the routes; change them and run `npm run gen`',
    ...describeApi(routesOf({ context, executor: null }, () => false)),
  };
  return {
    path: fileURLToPath(new URL('../openapi.json', import.meta.url)),
    text: `${JSON.stringify(document, null, 2)}\n`,
  };
}

if (import.meta.main) await writeGenerated(openapiFile());
