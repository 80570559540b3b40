import { joinPhrases, nearness } from '../words/related.ts';
import { contentStems, isSoftWord } from '../words/words.ts';
import { ofKind } from './answer-kind.ts';
import type { Answer } from './answered.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

const MOST_CHARS = 600;

/** "If it rains" above what is asked as "What happens if the weather is bad?": a part whose heading asks it in other words. */
export function answerHeaded(index: PageIndex, question: Question): Answer | undefined {
  const { text, form } = question;
  if (form !== 'value' || !OPEN_QUESTION.test(text)) return undefined;
  const asked = contentStems(joinPhrases(text)).filter((word) => !isOwn(index, word) && !LITTLE.test(word));
  const headings = new Set(
    index.page.blocks.flatMap(({ under, isAside }) => (isAside ? [] : under.slice(1))),
  );
  const [best, other] = [...headings]
    .map((heading) => ({ heading, score: alikeness(asked, heading, text) }))
    .filter(({ score }) => score > 0)
    .sort((one, next) => next.score - one.score);
  if (!best || best.score === other?.score) return undefined;
  const output = index.page.blocks
    .filter(
      ({ text: line, under, isAside }) => !isAside && under.at(-1) === best.heading && line !== best.heading,
    )
    .map(({ text: line }) => line)
    .join('\n');
  if (output === '' || output.length > MOST_CHARS) return undefined;
  return ofKind({ output, coverage: 0.7 }, question);
}

const OPEN_QUESTION =
  /^(?:why|how (?:do|does|did|can|should|could|is|are|was|were)|what (?:happens|if|should|must|can|do (?:i|we|you))|when (?:should|is the best))\b/i;
const LITTLE = /^(?:happen|do|go|get|should)$/;

/** How much of a question a heading says; 0 where it speaks of something else, or only of a thing that both name. */
function alikeness(asked: readonly string[], heading: string, text: string): number {
  if (TIME_TO_GO.test(text) && WHEN_TO_GO.test(heading)) return 1;
  const own = contentStems(joinPhrases(heading));
  const near = (word: string, among: readonly string[]) =>
    Math.max(0, ...among.map((each) => nearness(word, each)));
  const telling = own.filter((word) => !isSoftWord(word));
  const met = asked.filter((word) => near(word, own) > 0);
  const back = telling.filter((word) => near(word, asked) > 0);
  if (back.length === 0 || back.length * 3 < telling.length * 2) return 0;
  const isWhole = met.length === asked.length;
  if (!isWhole && !(CLAUSE.test(heading) && met.length * 2 >= asked.length)) return 0;
  return met.reduce((sum, word) => sum + near(word, own), 0) / asked.length;
}

/** A heading that says what is done or what comes to pass, and not only a name. */
const CLAUSE = /^(?:if|when|in case|what (?:if|happens|to)|why|how|\p{L}+ing)\b|\b\p{L}+ing\b/iu;
const TIME_TO_GO =
  /^(?:when should (?:i|we|one|you) (?:go|visit|come|travel)\b|when is the best (?:time|season|month)\b.*\b(?:go|visit|come|travel)\b)/i;
const WHEN_TO_GO = /^(?:when to (?:go|visit|come|travel)|(?:the )?best (?:time|season|months?)\b)/i;
