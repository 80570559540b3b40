import { sentencesOf } from '../../platform/text/sentences.ts';
import type { Whole } from '../../task/index.ts';
import type { ExtractedPage } from '../page/page.ts';

/** The part of the page; `whole` is its text, or the data as it came. */
export function wholeOf(page: ExtractedPage, kind: Whole, whole: unknown): unknown {
  switch (kind) {
    case 'title':
      return page.title ?? page.headings[0]?.text ?? '';
    case 'links':
      return page.links.map(({ name, href }) => `${name}: ${href}`).join('\n');
    case 'headings':
      return page.headings.map(({ text }) => text).join('\n');
    case 'summary':
      return summaryOf(page);
    default:
      return whole;
  }
}

/** The page's own description, or the sentences that open it. */
function summaryOf({ metadata, text, headings }: ExtractedPage): string {
  const titles = new Set(headings.map((heading) => heading.text));
  const opening = text
    .split('\n')
    .filter((line) => !titles.has(line) && line.length >= 40)
    .flatMap(sentencesOf);
  return opening.slice(0, 3).join(' ') || metadata.description || text.slice(0, 1_000);
}
