import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnersPage } from '../gen-docs.ts';
import { apiPages } from './api-pages.ts';
import { addressOf, NAVIGATION } from './navigation.ts';
import { type Page, pageOf } from './page.ts';
import { providerPages } from './provider-pages.ts';
import { withCalls } from './samples.ts';

/** Pages of the navigation that are not files of the repository. */
export const BUILT: Record<string, () => string> = { 'docs/runners.md': runnersPage };

/** Every page in the order of the navigation: files, one page per provider, one per operation. */
export async function readPages(root: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { title: section, files } of NAVIGATION) {
    for (const file of files) {
      const text = BUILT[file]?.() ?? (await readFile(join(root, file), 'utf8'));
      pages.push(pageOf(withCalls(text), { address: addressOf(file), section, file }));
    }
    if (section === 'Connect') pages.push(...providerPages());
  }
  const [document, examples] = await Promise.all(
    ['openapi.json', 'src/api-examples.json'].map(async (file) =>
      JSON.parse(await readFile(join(root, file), 'utf8')),
    ),
  );
  return [...pages, ...apiPages(document, examples)];
}
