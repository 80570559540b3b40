import { nameWords } from '../../platform/text/words.ts';
import { isWordForm } from './kin.ts';
import data from './names.json' with { type: 'json' };

const QUALIFIERS = new Set('the of a per in is and for to at on de du der del'.split(' '));

/** Where these stand last, what follows them is of another kind than the word before. */
const OPEN_ENDS = new Set(['in', 'to', 'for']);

const byPhrase = new Map<string, number[]>();
for (const [index, line] of data.entries()) {
  for (const phrase of line.split('|')) {
    const words = nameWords(phrase);
    // Questions are read without the little words: "year of publication" is known as "year publication" too.
    const telling = words.filter((word) => !QUALIFIERS.has(word));
    // But what was "posted in" is not when it was posted.
    const isOpen = OPEN_ENDS.has(words.at(-1) ?? '');
    for (const key of new Set([words, isOpen ? words : telling].map((each) => each.join(' '))))
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), index]);
  }
}

/** Whether two names, in words, stand for the same thing. */
export function isSameThing(one: string[], other: string[]): boolean {
  const mine = byPhrase.get(one.join(' '));
  const theirs = byPhrase.get(other.join(' '));
  return mine !== undefined && theirs !== undefined && mine.some((index) => theirs.includes(index));
}

/** Whether a name, in words, stands for something we know: `isThing(nameWords('cost'), 'price')`. */
export function isThing(words: string[], thing: string): boolean {
  return isSameThing(words, nameWords(thing));
}

/** Whether two names have the same letters: `timezone` and "Time zone". */
function isSameName(one: string[], other: string[]): boolean {
  const [mine, theirs] = [one, other].map((words) => words.join('').replace(/e$/, ''));
  return mine !== '' && mine === theirs;
}

/**
 * How well a name on the page answers to an asked name: 1 the same, 0 not at all. `Price (EUR)` answers to `price`,
 * `product-card__price` too, but less.
 */
export function nameMatch(asked: string[], candidate: string[]): number {
  if (isSameName(asked, candidate)) return 1;
  const mine = asked.filter((word) => !QUALIFIERS.has(word));
  // "Made in" names no maker.
  const last = candidate.at(-1) ?? '';
  const isOpen = last === 'in' && asked.at(-1) !== last;
  const theirs = candidate.filter(
    (word, at) => !QUALIFIERS.has(word) || (isOpen && at === candidate.length - 1),
  );
  if (mine.length === 0 || theirs.length === 0) return 0;
  if (mine.join(' ') === theirs.join(' ')) return 1;
  if (isSameThing(mine, theirs) || isSameThing(asked, candidate)) return 0.9;
  const isIn = (word: string, list: string[]) => list.some((each) => isWordForm(each, word));
  const found = mine.filter((word) => isIn(word, theirs)).length;
  if (found === mine.length) {
    // The last word is what the thing is: `card-price` is a price, `price-table` is not.
    const isHead = isWordForm(theirs.at(-1) ?? '', mine.at(-1) ?? '');
    return (isHead ? 0.6 : 0.45) + 0.25 * (found / theirs.length);
  }
  const covered = theirs.filter((word) => isIn(word, mine)).length;
  if (covered === theirs.length) return 0.4 + 0.3 * (covered / mine.length);
  const tails = theirs.slice(-2).join(' ');
  if (theirs.length > 1 && (isSameThing(mine, theirs.slice(-1)) || isSameThing(mine, [tails]))) return 0.55;
  return 0;
}
