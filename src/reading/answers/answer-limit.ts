import { parseNumber, parseNumberWord } from '../values/number.ts';
import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { stemsOf, tokensOf } from '../words/words.ts';
import type { Answer } from './answer-value.ts';
import type { PageIndex } from './page-index.ts';
import { mainSentences } from './passages.ts';
import type { Question } from './question.ts';
import { sayYesNo } from './yes-no.ts';

/** "Can I return it after 40 days?" against "within 30 days of delivery": a rule with a limit says yes or no. */
export function answerLimit(index: PageIndex, question: Question): Answer | undefined {
  if (question.form !== 'yes-no') return undefined;
  const [asked, ...others] = amountsIn(question.text);
  if (!asked || others.length > 0) return undefined;
  const about = question.words.filter((word) => word !== asked.unit && !/^\d/.test(word));
  for (const { text, stems, above } of mainSentences(index.page)) {
    const said = [...stems, ...stemsOf(above)];
    const isAbout = about.some((word) =>
      said.some((each) => isSameWord(each, word) || isGrownFrom(each, word)),
    );
    if (!isAbout || text.length > 400) continue;
    for (const { value, unit, at, end } of amountsIn(text)) {
      if (!isSameWord(unit, asked.unit)) continue;
      const before = text.slice(Math.max(0, at - 24), at);
      const isMost = MOST.test(before);
      const isLeast = LEAST.test(before) || OR_MORE.test(text.slice(end, end + 24));
      if (isMost === isLeast) continue;
      const isWithin = isMost ? asked.value <= value : asked.value >= value;
      return { output: sayYesNo(isWithin, text, question, index.page.language), coverage: 1 };
    }
  }
  return undefined;
}

interface Amount {
  value: number;
  /** The stem of what is counted. */
  unit: string;
  at: number;
  end: number;
}

/** Numbers with the word behind them: "30 days", "five dogs". */
function amountsIn(text: string): Amount[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index) => {
    const written = text.slice(token.at, token.end);
    const value = /^\d+$/.test(written) ? parseNumber(written) : parseNumberWord(written);
    const [next] = tokens.slice(index + 1).filter(({ stem }) => !BETWEEN.has(stem));
    return value === undefined || next === undefined || next.at - token.end > 14
      ? []
      : [{ value, unit: next.stem, at: token.at, end: token.end }];
  });
}

const BETWEEN = new Set(['work', 'busines', 'business', 'calendar', 'more', 'full']);
const MOST =
  /(?:within|up to|no more than|not more than|at most|maximum(?: of)?|innerhalb von|binnen|bis zu|höchstens|maximal|sous|dans les|jusqu['’]à|au plus|dentro de|en un plazo de|hasta|entro|fino a|al massimo|até|no prazo de|tot|maximaal|do|w ciągu|maksymalnie)\s(?:the first\s|the\s|los\s)?$/iu;
const LEAST =
  /(?:at least|minimum(?: of)?|no less than|from|mindestens|ab|au moins|à partir de|al menos|a partir de|almeno|pelo menos|minimaal|vanaf|co najmniej|od)\s$/iu;
const OR_MORE = /^\s(?:\p{L}+\s)?(?:or|and) (?:over|more|older|above)/iu;
