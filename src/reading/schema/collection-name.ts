import type { IndexedCollection } from '../answers/page-index.ts';
import { isSameThing, isSameWord } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';

/** Whether the page calls its things like the key of the list. */
export function isNamed(of: IndexedCollection, key: string): boolean {
  const words = nameWords(key);
  const telling = words.filter((word) => !PRAISE.has(word));
  const asked = telling.length > 0 ? telling : words;
  return (
    asked.length > 0 &&
    (asked.every((word) => [...of.about].some((each) => isSameWord(each, word))) ||
      of.collection.about.some((name) => isSameThing(asked, nameWords(name))))
  );
}

/** `top_scorers` are the scorers. */
const PRAISE = new Set(
  ['top', 'best', 'all', 'latest', 'recent', 'upcoming', 'next', 'main', 'list', 'available'].flatMap(
    nameWords,
  ),
);
