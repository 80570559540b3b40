import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

const SIDE = "\\p{Lu}[\\p{L}'’.&-]*(?:\\s[\\p{L}'’.&-]+){0,3}";
const SCORE = new RegExp(`(${SIDE})\\s(\\d{1,3})\\s?[-–—:]\\s?(\\d{1,3})\\s(${SIDE})`, 'u');
const ASKED =
  /\b(?:final )?score\b(?!r)|\bhow did (?:the|it) .*\bend\b|\b(?:end|final) result\b|\bresult of the (?:match|game)\b/i;

/** "What was the final score?": two sides with what each has got, in one line or in two of a kind. */
export function answerScore({ page, collections }: PageIndex, { text, form }: Question): Answer | undefined {
  if (form !== 'value' || !/^(?:what|how)\b/i.test(text) || !ASKED.test(text)) return undefined;
  const written = [
    page.title ?? '',
    ...page.headings.slice(0, 3).map((heading) => heading.text),
    ...page.blocks.slice(0, 60).map((block) => block.text),
  ]
    .map((line) => SCORE.exec(line)?.[0])
    .find((score) => score !== undefined);
  if (written !== undefined) return { output: written, coverage: 1 };
  for (const { collection, items } of collections) {
    const sides = items
      .map(({ item }) => /^(\D{3,40})\s(\d{1,3})$/u.exec(item.text))
      .filter((side) => side !== null);
    if (collection.isAside || items.length !== 2 || sides.length !== 2) continue;
    return { output: sides.map(([, name, points]) => `${name} ${points}`).join(', '), coverage: 1 };
  }
  return undefined;
}
