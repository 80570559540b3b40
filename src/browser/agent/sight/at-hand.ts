import { canonical, wordsOf } from '../language/words.ts';
import type { PageModel } from './page-model.ts';

const PAGE =
  /^open\s+(?:the\s+)?(?!next\b|previous\b|first\b|last\b)(\p{L}[\p{L}\p{N} '’&-]{1,40}?)\s+page$/iu;

/** "Open the help page" where that is the page at hand: its title or its main heading begins with the words. */
export function isAtHand({ title, elements }: PageModel, order: string): boolean {
  const name = order.match(PAGE)?.[1];
  if (name === undefined) return false;
  const heads = elements.filter(({ tag, isVisible }) => tag === 'h1' && isVisible).map(({ text }) => text);
  const plain = (words: string) => canonical(wordsOf(words).join(' '));
  return [title, ...heads].some((head) => `${plain(head)} `.startsWith(`${plain(name)} `));
}
