import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { FOR_EVER, pageHeaders, readBuilt } from '../platform/http/built-files.ts';
import { type Answer, type Route, route } from '../platform/http/route.ts';

/** The folder of `npm run build:console`. */
const BUILT = fileURLToPath(new URL('../../console/dist/', import.meta.url));

interface Built {
  folder?: string;
  isSecure(): boolean;
  /** The origin of captured files, when an object store serves them. */
  filesOrigin(): Promise<string | null>;
}

/** The built console: hashed files are cached for ever, any other path gets the one page, which routes by its address. */
export function consoleRoutes(built: Built): Route[] {
  return ['/console', '/console/*'].map((path) => consolePage(built, path));
}

const consolePage = ({ folder = BUILT, isSecure, filesOrigin }: Built, path: string) =>
  route({
    method: 'GET',
    path,
    area: 'page',
    access: 'public',
    summary: 'The console',
    tag: 'Pages',
    params: z.object({ '*': z.string().default('') }),
    responses: { 200: z.unknown().describe('A page, or a file of it') },
    contentTypes: ['text/html'],
    errors: ['not_found'],
    async handler({ params, header }) {
      const accepted = header('accept-encoding') ?? '';
      const file = await answerFile(folder, params['*'], accepted);
      return file ?? answerPage(folder, accepted, { isSecure: isSecure(), files: await filesOrigin() });
    },
  });

/** `/` leads people to the console. */
export const startRoute: Route = route({
  method: 'GET',
  path: '/',
  area: 'page',
  access: 'public',
  summary: 'Start',
  tag: 'Pages',
  responses: { 303: z.unknown().describe('The console') },
  errors: [],
  handler: async () => ({
    status: 303,
    headers: { location: '/console', 'cache-control': 'no-store' },
    bytes: new Uint8Array(),
  }),
});

/** Null where the address is a route of the page. */
async function answerFile(folder: string, path: string, accepted: string): Promise<Answer | null> {
  const isAsset = path.startsWith('assets/');
  // Only names that the build makes: nothing in them leads out of the folder.
  const name = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|woff2)$/.test(path) ? path : null;
  if (!isAsset && name === null) return null;
  const file = name && (await readBuilt(folder, name, accepted));
  if (!file) throw new ApiError('not_found', 'The console has no such file; load the page again.');
  const cache = isAsset ? FOR_EVER : 'public, max-age=3600';
  return { status: 200, ...file, headers: { ...file.headers, 'cache-control': cache } };
}

async function answerPage(
  folder: string,
  accepted: string,
  { isSecure, files }: { isSecure: boolean; files: string | null },
): Promise<Answer> {
  const index = await readBuilt(folder, 'index.html', accepted);
  // The libraries of the page set styles at run time; scripts come from files alone.
  const headers = { ...pageHeaders("'self' 'unsafe-inline'", isSecure, files), 'x-robots-tag': 'noindex' };
  if (index) return { status: 200, ...index, headers: { ...index.headers, ...headers } };
  const bytes = Buffer.from(MISSING);
  return { status: 503, bytes, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } };
}

const MISSING = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Switchyard</title>
<h1>The console is not built</h1><p>Run <code>npm run build:console</code>, then load this page again. The API works without it.</p></html>`;
