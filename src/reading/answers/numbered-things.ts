import { isSameWord } from '../words/concepts.ts';
import { stem, wordsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** So many of a name make a row of things; fewer may be mentioned in passing. */
const FEWEST = 3;

/** "Review 1 by Ana", "Review 2 by Ben": things that the page numbers itself, line after line, without a list of them. */
export function countNumbered(index: PageIndex, question: Question): Answer | undefined {
  const row = numberedRow(index, question);
  return row && { output: String(row.size), coverage: 1 };
}

/** One or all of them: what stands behind the number. */
export function answerNumbered(index: PageIndex, question: Question): Answer | undefined {
  const { form, ordinal, limit } = question;
  if (form !== 'list' && ordinal === null && limit === null) return undefined;
  const row = numberedRow(index, question);
  if (!row) return undefined;
  const things = [...row].sort(([one], [other]) => one - other).map(([, line]) => line);
  if (ordinal !== null) {
    const thing = things.at(ordinal < 0 ? ordinal : ordinal - 1);
    return thing === undefined ? undefined : { output: said(thing), coverage: 1 };
  }
  const some = limit === null ? things : limit < 0 ? things.slice(limit) : things.slice(0, limit);
  return { output: some.map(said).join('\n'), coverage: 1 };
}

/** "Ship 3: Comet" is the Comet. */
function said(line: string): string {
  return line.match(/^[^:]{1,40}\d\s*[:–—-]\s+(\S.{0,200})$/u)?.[1] ?? line;
}

/** The lines by their numbers, which follow each other without a gap. */
function numberedRow(
  { page: { blocks, labels } }: PageIndex,
  { noun, words, bounds }: Question,
): Map<number, string> | undefined {
  const [name, ...more] = noun.length > 0 ? noun : words;
  const isNarrowed = bounds.length > 0 || words.some((word) => word !== name && !SAYS_NOTHING.has(word));
  if (name === undefined || more.length > 0 || isNarrowed) return undefined;
  const lines = [
    ...blocks.filter(({ isAside }) => !isAside).map(({ text }) => text),
    ...labels.map(({ label, value }) => `${label}: ${value}`),
  ];
  const row = new Map<number, string>();
  for (const line of lines) {
    const number = numberOf(line, name);
    if (number !== undefined && !row.has(number)) row.set(number, line);
  }
  const numbers = [...row.keys()];
  return row.size >= FEWEST && Math.max(...numbers) - Math.min(...numbers) < row.size ? row : undefined;
}

/** "The names of the items in the list" are the items. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['name', 'list', 'page'].map(stem));

/** The number right behind the name that the line begins with, or a word or two later ("Entry of day 3"). */
function numberOf(line: string, name: string): number | undefined {
  const [first = '', ...behind] = wordsOf(line.slice(0, 80));
  if (!isSameWord(stem(first), name)) return undefined;
  const number = behind.slice(0, 3).find((word) => /^\d{1,5}$/.test(word));
  return number === undefined ? undefined : Number(number);
}
