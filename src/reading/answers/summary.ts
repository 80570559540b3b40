import type { ExtractedPage } from '../page/page.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import { sentencesOf } from './sentences.ts';

/** The page's own description and the sentences that hold most of its frequent words, in their order. */
export function summarize(page: ExtractedPage, goal: string): string {
  const wanted = sentenceCount(goal);
  const sentences = page.blocks
    .filter(({ text, isAside }) => !isAside && text.length >= 40)
    .flatMap(({ text }) => sentencesOf(text))
    .filter((sentence) => sentence.length >= 30 && sentence.length <= 400)
    .slice(0, 400);
  if (sentences.length === 0) return page.metadata.description ?? page.markdown.slice(0, 1_000);
  const frequency = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of contentStems(sentence)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const titled = new Set(stemsOf(page.title ?? ''));
  const scored = sentences.map((sentence, at) => {
    const words = contentStems(sentence);
    const sum = words.reduce(
      (total, word) => total + (frequency.get(word) ?? 0) + (titled.has(word) ? 2 : 0),
      0,
    );
    return { sentence, at, score: sum / (words.length + 4) + (at === 0 ? 2 : 0) + 1 / (at + 1) };
  });
  const best = scored.toSorted((one, other) => other.score - one.score).slice(0, wanted);
  return best
    .toSorted((one, other) => one.at - other.at)
    .map(({ sentence }) => sentence)
    .join(' ');
}

function sentenceCount(goal: string): number {
  const word = goal
    .match(/\b(one|two|three|four|five|\d{1,2})\s+(?:short\s+)?(?:sentences?|points?|bullets?)\b/i)?.[1]
    ?.toLowerCase();
  if (word === undefined) return 3;
  return Math.max(1, Math.min(10, Number(word) || ['one', 'two', 'three', 'four', 'five'].indexOf(word) + 1));
}
