import { isSameWord } from '../words/concepts.ts';
import { contentStems } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

const MOST_CHARS = 500;

/** "I lost my key. What do I have to do?", "How do I reset it?": what the part headed by just that says. */
export function answerAdvice({ page }: PageIndex, { text }: Question): Answer | undefined {
  if (!ADVICE.test(text)) return undefined;
  const asked = contentStems(text.replace(ADVICE, ' '));
  const isAsked = (word: string) => asked.some((each) => isSameWord(each, word));
  // Under the page's own heading stands all of it.
  const headings = page.headings
    .filter(({ level }) => level > 1)
    .map((heading) => ({ heading: heading.text, words: contentStems(heading.text.replace(ADVICE, ' ')) }))
    .map(({ heading, words }) => ({ heading, words, met: words.filter(isAsked).length }))
    .filter(({ heading, words, met }) => {
      const isTitled = ADVICE.test(heading) && met === words.length;
      return isTitled || (met >= Math.min(2, asked.length) && met >= words.length * 0.7);
    })
    .sort((one, other) => other.met - one.met);
  const [best] = headings;
  if (!best || best.met === 0) return undefined;
  const lines = page.blocks.filter(
    ({ text: line, under, isAside }) => !isAside && under.at(-1) === best.heading && line !== best.heading,
  );
  const told: string[] = [];
  for (const { text: line } of lines)
    if ([...told, line].join('\n').length <= MOST_CHARS) told.push(line);
    else break;
  return told.length > 0 ? { output: told.join('\n'), coverage: 1 } : undefined;
}

const ADVICE =
  /\b(?:what (?:do|should|can|must|shall) (?:i|we|you)(?: (?:have|need) to)? do\b|how (?:do|can|should|could) (?:i|we|you)\b|how to\b|what to do\b)/i;
