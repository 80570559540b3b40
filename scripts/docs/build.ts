import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';
import { createDrawer } from './draw.ts';
import { type Assets, layout, twinOf } from './layout.ts';
import { type Page, pageOf } from './page.ts';
import { readPages } from './read-pages.ts';
import { searchIndex } from './search-index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'docs/.site');
/** The best quality takes ten times as long for a few per cent. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const MISSING = pageOf(
  `# Page not found

This address has no page. Search the documentation above, start with the [quick start](/docs),
or look up an operation in the [API reference](/docs/api).
`,
  { address: '/docs/404', section: '', file: null },
);

/** Writes the documentation as files: pages, their Markdown, the search index, and the texts for agents. */
export async function buildDocs(out = OUT): Promise<void> {
  const pages = await readPages(ROOT);
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  await cp(join(ROOT, 'docs/images'), join(out, 'assets'), { recursive: true });
  const assets = await writeAssets(out);
  const draw = await createDrawer(pages);
  for (const page of pages) {
    const name = nameOf(page);
    await put(join(out, `${name}.html`), layout(page, draw(page), pages, assets));
    await put(join(out, `${name}.md`), page.markdown);
  }
  await put(join(out, '404.html'), layout(MISSING, draw(MISSING), pages, assets));
  await put(join(out, 'search.json'), searchIndex(pages));
  await put(join(out, 'llms.txt'), shortText(pages));
  await put(join(out, 'llms-full.txt'), pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n'));
  await put(join(out, 'SKILL.md'), await readFile(join(ROOT, 'docs/SKILL.md'), 'utf8'));
}

function nameOf({ address }: Page): string {
  return address === '/docs' ? 'index' : address.replace('/docs/', '');
}

/** The style and the script of every page, named by their content. */
async function writeAssets(out: string): Promise<Assets> {
  const tokens = await readFile(join(ROOT, 'src/platform/http/tokens.css'), 'utf8');
  const style = `${tokens}\n${await readFile(here('docs.css'), 'utf8')}`;
  const { outputFiles } = await build({
    entryPoints: [here('docs-page.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const names = { style: hashed('docs', style, 'css'), script: hashed('docs', script, 'js') };
  await put(join(out, 'assets', names.style), style);
  await put(join(out, 'assets', names.script), script);
  return names;
}

function hashed(name: string, text: string, ending: string): string {
  return `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.${ending}`;
}

/** Written plain and compressed: the server chooses by the client's `Accept-Encoding`. */
async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const bytes = Buffer.from(text);
  await writeFile(path, bytes);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes));
}

function shortText(pages: readonly Page[]): string {
  const sections = [...Map.groupBy(pages, ({ section }) => section)].map(([section, members]) => {
    const links = members.map((page) => `- [${page.title}](${twinOf(page.address)}): ${page.description}`);
    return `## ${section}\n\n${links.join('\n')}`;
  });
  return `# Switchyard

> One API in front of every browser agent: send a task in words, a URL and a schema; get a judged answer.

All pages in one file: /docs/llms-full.txt. How an agent uses the product: /docs/SKILL.md. The API: /api/openapi.json.

${sections.join('\n\n')}
`;
}

if (import.meta.main) await buildDocs();
