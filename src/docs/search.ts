import MiniSearch, { type Options } from 'minisearch';

/** A part of a page, as the index keeps it; the id is its address. */
export interface Found {
  id: string;
  title: string;
  heading: string;
  shown: string;
}

const REFERENCE = /^\/docs\/(?:api|providers|runners)\b/;

/** The build, the page, the command line and agents search in the same way. */
export const SEARCH_OPTIONS: Options<Found & { text: string; keywords: string }> = {
  fields: ['title', 'keywords', 'heading', 'text'],
  storeFields: ['title', 'heading', 'shown'],
  searchOptions: {
    boost: { title: 3, keywords: 5, heading: 2 },
    // Guides come before the operations and providers that they link to.
    boostDocument: (id) => (REFERENCE.test(id) ? 0.4 : 1),
    // A letter alone begins hundreds of words, and short words are near too many others.
    prefix: (word) => word.length > 1,
    fuzzy: (word) => word.length > 4 && 0.15,
    combineWith: 'AND',
  },
};

const MOST = 10;

/** Answers with the best parts for some words, from the text of the index. */
export function openSearch(index: string): (words: string) => Found[] {
  const search = MiniSearch.loadJSON(index, SEARCH_OPTIONS);
  return (words) => {
    const all = search.search(words);
    const found = all.length > 0 ? all : search.search(words, { combineWith: 'OR' });
    return found.slice(0, MOST) as unknown as Found[];
  };
}
