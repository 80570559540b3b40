import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from '../../src/docs/search.ts';
import { createSlugs } from './draw.ts';
import { type Page, plain } from './page.ts';

const SHOWN = 200;
/** The changelog, which holds every word. */
const HISTORY = /changelog$/;

/** One entry for each part of a page below a heading; operations and providers are one entry each. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(pages.filter(({ address }) => !HISTORY.test(address)).flatMap(entriesOf));
  return JSON.stringify(index);
}

function entriesOf(page: Page) {
  const parts = page.listedAt ? [page.markdown] : page.markdown.split(/^(?=#{2,4} )/m);
  const slugOf = createSlugs();
  return parts.map((part) => {
    const heading = /^#{2,4} (.+)$/m.exec(part)?.[1]?.replaceAll('`', '');
    const isPart = !page.listedAt && heading !== undefined && part.startsWith('##');
    const text = plain(part);
    return {
      id: isPart ? `${page.address}#${slugOf(heading)}` : page.address,
      title: page.title,
      heading: isPart ? heading : '',
      // Of the page, which its first part stands for.
      keywords: isPart ? '' : page.keywords,
      text,
      shown: text.slice(0, SHOWN),
    };
  });
}
