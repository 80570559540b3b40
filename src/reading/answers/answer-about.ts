import { isSameWord } from '../words/concepts.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { sentencesOf } from './sentences.ts';

const MOST_CHARS = 600;

/** "What does she say about the cable car?": the paragraph that begins with it, or the only one that speaks of it. */
export function answerAbout({ page }: PageIndex, { text }: Question): Answer | undefined {
  const asked = contentStems(ABOUT.exec(text)?.[1] ?? '');
  if (asked.length === 0) return undefined;
  const names = (said: string) => {
    const words = stemsOf(said);
    return asked.every((word) => words.some((each) => isSameWord(each, word)));
  };
  const told = page.blocks.filter(
    ({ text: block, under, isAside, box = [] }) =>
      !isAside && block !== under.at(-1) && !box.some((name) => /comment/i.test(name)) && names(block),
  );
  const leading = told.filter(({ text: block }) => names(sentencesOf(block)[0] ?? ''));
  const [only, ...others] = leading.length > 0 ? leading : told;
  return only && others.length === 0 && only.text.length <= MOST_CHARS
    ? { output: only.text, coverage: 1 }
    : undefined;
}

const ABOUT =
  /^what (?:does|do|did|is|was|has) .{0,60}\b(?:say|says|said|think|thinks|thought|write|writes|written|tell us|advise) (?:about|of|on) (.{3,60}?)\s*\?*$/i;
