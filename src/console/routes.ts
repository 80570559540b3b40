import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { type Answer, type Route, route } from '../platform/http/route.ts';

/** Where `npm run build:console` puts its files. */
const BUILT = fileURLToPath(new URL('../../console/dist/', import.meta.url));

// Files of ours and nothing else. The libraries of the page set styles at run time; scripts come from files alone.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The built console: hashed files for ever, everything else the one page that finds its way by its address. */
export function consoleRoutes({
  folder = BUILT,
  isSecure,
}: {
  folder?: string;
  isSecure(): boolean;
}): Route[] {
  return ['/console', '/console/*'].map((path) =>
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
      handler: ({ params, header }) =>
        answerFile(folder, params['*'], header('accept-encoding') ?? '', isSecure()),
    }),
  );
}

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

async function answerFile(
  folder: string,
  path: string,
  accepted: string,
  isSecure: boolean,
): Promise<Answer> {
  const isAsset = path.startsWith('assets/');
  // Only names that the build makes: nothing in them leads out of the folder.
  const name = /^(?:assets\/)?[\w-]+(?:\.[\w-]+)*\.(?:js|css|svg|woff2)$/.test(path) ? path : null;
  if (isAsset || name !== null) {
    const file = name && (await readEncoded(folder, name, accepted));
    if (!file) throw new ApiError('not_found', 'The console has no such file; load the page again.');
    const cache = isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    return { status: 200, ...file, headers: { ...file.headers, 'cache-control': cache } };
  }
  const index = await readEncoded(folder, 'index.html', accepted);
  const headers = {
    ...PAGE_HEADERS,
    'cache-control': 'no-cache',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  if (index) return { status: 200, ...index, headers: { ...index.headers, ...headers } };
  const bytes = Buffer.from(MISSING);
  return { status: 503, bytes, headers: { ...headers, 'content-type': TYPES.html ?? '' } };
}

const MISSING = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Switchyard</title>
<h1>The console is not built</h1><p>Run <code>npm run build:console</code>, then load this page again. The API works without it.</p></html>`;

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The file in the best form that the client takes; null where there is none. */
async function readEncoded(
  folder: string,
  name: string,
  accepted: string,
): Promise<Required<Pick<Answer, 'bytes' | 'headers'>> | null> {
  const headers = { 'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? '', vary: 'accept-encoding' };
  for (const [encoding, suffix] of ENCODINGS) {
    if (!new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted)) continue;
    const bytes = await readOr(folder + name + suffix);
    if (bytes) return { bytes, headers: { ...headers, 'content-encoding': encoding } };
  }
  const bytes = await readOr(folder + name);
  return bytes && { bytes, headers };
}

function readOr(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
