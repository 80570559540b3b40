import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

/** A page of documentation; the path is relative to the root. */
interface DocPage {
  path: string;
  text: string;
}

/** Broken links of the pages, and paths in code style that do not exist. */
export async function findBrokenLinks(root: string): Promise<string[]> {
  const broken: string[] = [];
  for (const page of await readPages(root)) {
    for (const { line, target } of namedPaths(page)) {
      const found = await stat(join(root, target)).catch(() => null);
      if (!found) broken.push(`${page.path}:${line}  names ${target}, which does not exist`);
    }
  }
  return broken;
}

/** Every file of the tree that a page names, as a path from the root. */
export function namedPaths({ path, text }: DocPage): Array<{ line: number; target: string }> {
  const found: Array<{ line: number; target: string }> = [];
  let isCode = false;
  text.split('\n').forEach((line, index) => {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) return;
    const links = [...line.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? '');
    for (const link of links) {
      if (/^[a-z]+:/.test(link)) continue;
      found.push({ line: index + 1, target: posix.join(dirname(path), link) });
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
