import { contentStems, stem } from '../../task/index.ts';
import type { ExtractedPage } from '../page/page.ts';
import { sentencesOf } from '../words/sentences.ts';

/** What of a page is asked for as a whole. */
export type Whole = 'text' | 'html' | 'title' | 'links' | 'headings' | 'summary';

const KINDS: readonly (readonly [Whole, string])[] = [
  ['html', 'html source markup'],
  ['title', 'title'],
  ['links', 'link url'],
  ['headings', 'heading headline'],
  ['summary', 'summary summarize summarise summarization overview gist'],
  [
    'text',
    'text content markdown article body read everything copy plain main full whole entire word scrape',
  ],
];
const WORDS = KINDS.map(([kind, words]) => [kind, new Set(words.split(' ').map(stem))] as const);
/** Words that say what is to be done with it, or how. */
const AROUND = new Set(
  'page site website web document content text markdown main full whole all it list as plain return url http https post story this'
    .split(' ')
    .map(stem),
);

/** "Get the text of this page", "Summarise the article": what is asked for of the whole page; null for anything else. */
export function askedWhole(goal: string): Whole | null {
  // An address or a remark in brackets does not make it another request.
  const words = contentStems(goal.replace(/https?:\/\/\S+|\([^()]*\)/g, ' '));
  if (words.length > 5) return null;
  const found = WORDS.find(([, known]) => words.some((word) => known.has(word)));
  const isAll = words.every(
    (word) => AROUND.has(word) || found?.[1].has(word) || WORDS.at(-1)?.[1].has(word),
  );
  return !isAll ? null : (found?.[0] ?? 'text');
}

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
