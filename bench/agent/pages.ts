/** The pages of the agent benchmark: real ones out of npm packages, fetched when it runs, and ones written for other benchmarks. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Site, serveSite } from '../../src/browser/browser.fixture.ts';
import { namesOf, readArchive } from '../archive.ts';

const run = promisify(execFile);
const FOLDER = path.join(tmpdir(), 'switchyard-bench-pages');

/** Component galleries, admin templates and manuals. Of the held ones only numbers were looked at while the agent was written. */
const PACKAGES: Record<string, { open: string[]; held: string[] }> = {
  'admin-lte@2.4.18': {
    open: ['pages/forms/general.html', 'pages/UI/sliders.html'],
    held: ['pages/mailbox/read-mail.html', 'pages/UI/general.html'],
  },
  'admin-lte@3.2.0': {
    open: ['pages/forms/advanced.html', 'pages/tables/simple.html', 'pages/kanban.html'],
    held: ['pages/forms/general.html', 'pages/tables/jsgrid.html', 'pages/examples/project-detail.html'],
  },
  'admin-lte@4.0.0-rc4': {
    open: ['dist/forms/general.html', 'dist/docs/components/main-sidebar.html'],
    held: ['dist/index.html', 'dist/docs/layout.html'],
  },
  '@tabler/preview@1.2.0': {
    open: ['dist/form-elements.html', 'dist/settings.html', 'dist/emails.html'],
    held: ['dist/tabs.html', 'dist/tasks.html', 'dist/segmented-control.html'],
  },
  'uikit@3.25.25': {
    open: ['tests/form.html', 'tests/switcher.html', 'tests/modal.html'],
    held: ['tests/nav.html', 'tests/dropdown.html', 'tests/sortable.html'],
  },
  'foundation-sites@6.9.0': {
    open: ['test/visual/drilldown/drilldown-menu-auto-height.html'],
    held: ['test/visual/xy-grid/kitchen-sink.html'],
  },
  'jquery-mobile@1.4.1': {
    open: ['dist/demos/slider/index.html', 'dist/demos/table-reflow/index.html'],
    held: ['dist/demos/listview/index.html', 'dist/demos/filterable/index.html'],
  },
  'material-dashboard@3.1.0': { open: ['pages/dashboard.html'], held: ['pages/tables.html'] },
  'startbootstrap-sb-admin-2@4.1.4': { open: ['buttons.html'], held: ['tables.html'] },
  'startbootstrap-sb-admin@7.0.7': { open: ['dist/index.html'], held: ['dist/tables.html'] },
  'soft-ui-dashboard@1.0.1': { open: ['pages/profile.html'], held: ['pages/billing.html'] },
};

export interface BenchPage {
  name: string;
  url: string;
  isHeld: boolean;
  kind: 'package' | 'foreign' | 'fixture';
}

export interface BenchSite extends AsyncDisposable {
  site: Site;
  pages: BenchPage[];
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  json: 'application/json',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
};

export async function openPages(): Promise<BenchSite> {
  await mkdir(FOLDER, { recursive: true });
  const roots: Record<string, string> = { fixtures: path.join(import.meta.dirname, 'fixtures') };
  const pages: Omit<BenchPage, 'url'>[] = [];
  const paths: string[] = [];
  const add = (place: string, isHeld: boolean, kind: BenchPage['kind']) => {
    pages.push({ name: place, isHeld, kind });
    paths.push(place);
  };
  for (const [name, { open, held }] of Object.entries(PACKAGES)) {
    const key = name.replaceAll(/[@/]/gu, '_');
    roots[key] = await fetched(name, key);
    for (const file of open) add(`${key}/${file}`, false, 'package');
    for (const file of held) add(`${key}/${file}`, true, 'package');
  }
  const archives = new Map<string, string>();
  for (const key of ['ordinary-held', 'questions']) {
    const files = await readArchive(key);
    for (const [index, name] of namesOf(files, 'html').slice(0, 10).entries()) {
      archives.set(`/${key}/${name}.html`, files.get(`${name}.html`) ?? '');
      add(`${key}/${name}.html`, index % 2 === 0, 'foreign');
    }
  }
  for (const file of (await readdir(roots.fixtures as string)).filter((one) => one.startsWith('see-')).sort())
    add(`fixtures/${file}`, false, 'fixture');
  const site = await serveSite(async (request, response) => {
    const [, key = '', ...rest] = decodeURIComponent(
      new URL(request.url ?? '/', 'http://site').pathname,
    ).split('/');
    const file = path.join(roots[key] ?? FOLDER, path.normalize(`/${rest.join('/')}`));
    const body = archives.get(`/${key}/${rest.join('/')}`) ?? (await readFile(file).catch(() => null));
    const type = TYPES[path.extname(file).slice(1)] ?? 'application/octet-stream';
    response.writeHead(body ? 200 : 404, { 'content-type': type });
    response.end(body ?? 'nothing');
  });
  return {
    site,
    pages: pages.map((page, index) => ({ ...page, url: `${site.origin}/${paths[index]}` })),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The folder of a package; fetched once. */
async function fetched(name: string, key: string): Promise<string> {
  const folder = path.join(FOLDER, key);
  if (await stat(folder).catch(() => null)) return path.join(folder, 'package');
  await mkdir(`${folder}.new`, { recursive: true });
  const { stdout } = await run('npm', ['pack', name, '--silent', '--pack-destination', FOLDER]);
  await run('tar', ['-xzf', path.join(FOLDER, stdout.trim()), '-C', `${folder}.new`]);
  await run('mv', [`${folder}.new`, folder]);
  return path.join(folder, 'package');
}
