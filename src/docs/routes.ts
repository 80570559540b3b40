import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { FOR_EVER, pageHeaders, readBuilt } from '../platform/http/built-files.ts';
import { type Answer, type Route, route } from '../platform/http/route.ts';
import { openSearch } from './search.ts';

/** The folder of `npm run build:docs`. */
export const DOCS_FOLDER = fileURLToPath(new URL('../../docs/.site/', import.meta.url));

interface Site {
  folder?: string;
  isSecure(): boolean;
}

const shared = {
  method: 'GET',
  area: 'page',
  access: 'public',
  tag: 'Pages',
  responses: { 200: z.unknown().describe('A page, or a file of it') },
  contentTypes: ['text/html', 'text/markdown'],
  errors: ['not_found'],
} satisfies Partial<Route>;

const docsPage = (site: Site, path: string) =>
  route({
    ...shared,
    path,
    summary: 'The documentation',
    params: z.object({ '*': z.string().default('') }),
    handler: ({ params, header }) => answerPage(site, params['*'], header),
  });

const agentText = (site: Site, path: string) =>
  route({
    ...shared,
    path,
    summary: 'The documentation for agents',
    handler: ({ header }) => answerPage(site, path.slice(1), header),
  });

/** The best parts of the documentation for some words, for the palette of the console. */
const docsSearch = ({ folder = DOCS_FOLDER }: Site) => {
  let opened: Promise<ReturnType<typeof openSearch>> | undefined;
  return route({
    ...shared,
    path: '/docs/search',
    summary: 'Search the documentation',
    contentTypes: ['application/json'],
    query: z.object({ q: z.string().max(200).default('') }),
    async handler({ query: { q } }) {
      opened ??= readFile(join(folder, 'search.json'), 'utf8').then(openSearch);
      const search = await opened.catch(() => {
        opened = undefined;
        return () => [];
      });
      return { status: 200, body: { object: 'list', data: search(q) } };
    },
  });
};

/** The built documentation: pages, the same pages as Markdown, and texts for agents. */
export function docsRoutes(site: Site): Route[] {
  return [
    docsSearch(site),
    ...['/docs', '/docs/*'].map((path) => docsPage(site, path)),
    ...['/llms.txt', '/llms-full.txt'].map((path) => agentText(site, path)),
  ];
}

const FILE = /\.(?:js|css|svg|png|json|md|txt)$/;

async function answerPage(
  { folder = DOCS_FOLDER, isSecure }: Site,
  path: string,
  header: (name: string) => string | null,
): Promise<Answer> {
  // Only names that the build makes: nothing in them leads out of the folder.
  const isName = path === '' || /^[\w-]+(?:[./][\w-]+)*$/.test(path);
  const wantsMarkdown = /^text\/markdown\b/.test(header('accept') ?? '');
  const page = `${path === '' ? 'index' : path}.${wantsMarkdown ? 'md' : 'html'}`;
  const accepted = header('accept-encoding') ?? '';
  // An operation's page has a dot in its name (`api/runs.create`): a page is looked for first.
  const found =
    isName &&
    ((await readBuilt(folder, page, accepted)) ??
      (FILE.test(path) ? await readBuilt(folder, path, accepted) : null));
  const missing =
    found || wantsMarkdown || FILE.test(path) ? null : await readBuilt(folder, '404.html', accepted);
  const shown = found || missing;
  if (!shown)
    throw new ApiError('not_found', {
      message: 'Page not found.',
      hint: 'Start at /docs. When every page is missing, run `npm run build:docs`.',
    });
  const { 'cache-control': fresh = '', ...strict } = pageHeaders("'self'", isSecure());
  const headers = {
    ...strict,
    ...shown.headers,
    vary: 'accept, accept-encoding',
    'cache-control': path.startsWith('assets/docs-') ? FOR_EVER : fresh,
  };
  return { status: found ? 200 : 404, ...shown, headers };
}
