import { saysNothingFound } from '../../judge/empty-result.ts';
import { contentStems, stemsOf } from '../../platform/text/words.ts';
import type { ExtractedPage } from '../page/page.ts';
import { kindAsked } from './kinds.ts';

/** A page with more text than this is about something. */
const MOST_CHARS = 1_000;
const MOST_STATEMENT = 200;

/**
 * The page's own words where its main content begins with the statement that nothing was found. Null for any other page, and
 * where a further part of it speaks of everything that is asked.
 */
export function nothingFound({ parts, headings }: ExtractedPage, asked: string): string | null {
  // How to reach a site is said around its results.
  if (['email', 'phone'].includes(kindAsked(asked) ?? '')) return null;
  const [first, ...others] = parts.filter(({ kind }) => kind !== 'aside' && kind !== 'data');
  if (!first || others.reduce((sum, { text }) => sum + text.length, first.text.length) > MOST_CHARS)
    return null;
  const lines = [first.text.split('\n')[0] ?? '', ...(headings.length === 1 ? first.under.slice(-1) : [])];
  const said = lines
    .filter((line) => line.length <= MOST_STATEMENT)
    .map((line) => line.split(/(?<=[.!?])\s+/u)[0]?.replace(SORRY, '') ?? '')
    .find((text) => saysNothingFound(text));
  const words = contentStems(asked);
  const isElsewhere = others.some(({ text, under }) => {
    const known = new Set(stemsOf([...under, text].join(' ')));
    return words.every((word) => known.has(word));
  });
  return said === undefined || isElsewhere ? null : said;
}

/** What follows is no "but". */
const SORRY = /^(?:sorry|unfortunately)[,.!]?\s+but\s+/iu;
