import { isSameWord } from '../words/concepts.ts';
import { stem, wordsOf } from '../words/words.ts';
import type { Answer } from './answer-value.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** So many of a name make a row of things; fewer may be mentioned in passing. */
const FEWEST = 3;

/** "Review 1 by Ana", "Review 2 by Ben": things that the page numbers itself, line after line, without a list of them. */
export function countNumbered(index: PageIndex, { noun, words, bounds }: Question): Answer | undefined {
  const [name] = noun;
  const isNarrowed = bounds.length > 0 || words.some((word) => !noun.includes(word));
  if (name === undefined || noun.length > 1 || isNarrowed) return undefined;
  const { blocks, labels } = index.page;
  const lines = [
    ...blocks.filter(({ isAside }) => !isAside).map(({ text }) => text),
    ...labels.map(({ label }) => label),
  ];
  const numbers = new Set(lines.flatMap((line) => numberOf(line, name) ?? []));
  const isRow = numbers.size >= FEWEST && Math.max(...numbers) - Math.min(...numbers) < numbers.size;
  return isRow ? { output: String(numbers.size), coverage: 1 } : undefined;
}

/** The number right behind the name that the line begins with, or a word or two later ("Entry of day 3"). */
function numberOf(line: string, name: string): number | undefined {
  const [first = '', ...behind] = wordsOf(line.slice(0, 80));
  if (!isSameWord(stem(first), name)) return undefined;
  const number = behind.slice(0, 3).find((word) => /^\d{1,5}$/.test(word));
  return number === undefined ? undefined : Number(number);
}
