import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { createSlugs } from './docs/draw.ts';
import { BUILT } from './docs/read-pages.ts';

/** A page of documentation; the path is relative to the root. */
interface DocPage {
  path: string;
  text: string;
}

interface NamedPath {
  line: number;
  target: string;
  anchor?: string;
}

/** Broken links and anchors of the pages, and paths in code style that do not exist. */
export async function findBrokenLinks(root: string): Promise<string[]> {
  const broken: string[] = [];
  const pages = await readPages(root);
  for (const page of pages) {
    for (const { line, target, anchor } of namedPaths(page)) {
      const found = target in BUILT || (await stat(join(root, target)).catch(() => null));
      if (!found) broken.push(`${page.path}:${line}  names ${target}, which does not exist`);
      const text = pages.find(({ path }) => path === target)?.text;
      if (anchor && text !== undefined && !anchorsOf(text).has(anchor))
        broken.push(`${page.path}:${line}  links to #${anchor} of ${target}, which has no such heading`);
    }
  }
  return broken;
}

/** The anchors of a page's headings. */
export function anchorsOf(text: string): Set<string> {
  const slugOf = createSlugs();
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slugOf(heading ?? '')));
}

/** Every file of the tree that a page names, as a path from the root. */
export function namedPaths({ path, text }: DocPage): NamedPath[] {
  const found: NamedPath[] = [];
  let isCode = false;
  text.split('\n').forEach((line, index) => {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) return;
    for (const [, link = '', anchor] of line.matchAll(/\]\(([^)#\s]+)(?:#([^)]*))?\)/g)) {
      if (/^(?:[a-z]+:|\/)/.test(link)) continue;
      found.push({ line: index + 1, target: posix.join(dirname(path), link), ...(anchor ? { anchor } : {}) });
    }
    for (const [, written] of line.matchAll(
      /`((?:src|test|scripts|docs|catalog|migrations|bench)\/[\w./-]+)`/g,
    ))
      found.push({ line: index + 1, target: written ?? '' });
  });
  return found;
}

async function readPages(root: string): Promise<DocPage[]> {
  const top = (await readdir(root)).filter((name) => name.endsWith('.md'));
  const below = await readdir(join(root, 'docs'), { recursive: true });
  const paths = [
    ...top,
    ...below
      .filter((name) => name.endsWith('.md') && !name.startsWith('.site'))
      .map((name) => `docs/${name}`),
  ];
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  );
}
