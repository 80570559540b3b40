import { toBoolean } from '../values/convert-value.ts';
import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import { answerFact } from './answer-fact.ts';
import { answerCell } from './answer-thing.ts';
import type { Answer } from './answered.ts';
import { ENOUGH, ENOUGH_FOR_PASSAGE, type PageIndex } from './page-index.ts';
import { findPassage } from './passages.ts';
import type { Question } from './question.ts';
import { mainSentences, sentencesOf } from './sentences.ts';
import { NEGATION, sayYesNo } from './yes-no.ts';

export function answerYesNo(index: PageIndex, question: Question): Answer | undefined {
  const either = answerEither(index, question);
  if (either) return either;
  const found = [answerCell(index, question), answerFact(index, question)].filter(
    (answer) => answer !== undefined && answer.coverage >= ENOUGH,
  );
  for (const answer of found) {
    const isYes = toBoolean(answer?.output ?? '');
    if (answer && isYes !== undefined)
      return { ...answer, output: sayYesNo(isYes, answer.output, question, index.page.language) };
  }
  const passage = findPassage(index, question);
  const isTold = passage !== undefined && passage.coverage >= ENOUGH_FOR_PASSAGE;
  const isClear =
    isTold && holdsPredicate(passage.text, question) && plainlySaid(passage.text, question) !== undefined;
  const predicated = isClear ? undefined : answerPredicate(index, question);
  if (predicated) return predicated;
  if (!isTold) return saidBadge(index, question);
  const isSo = plainlySaid(passage.text, question);
  const output =
    isSo === undefined ? passage.text : sayYesNo(isSo, passage.text, question, index.page.language);
  return { output, coverage: passage.coverage };
}

/** The word that a question turns on comes last: "is the fee *refundable*". */
function holdsPredicate(text: string, { words }: Question): boolean {
  const [last] = words.slice(-1);
  return (
    last === undefined || stemsOf(text).some((each) => isSameWord(each, last) || isGrownFrom(each, last))
  );
}

/** The only sentence with that word, right behind one about the same or under a heading that says what it is about. */
function answerPredicate({ page, own }: PageIndex, question: Question): Answer | undefined {
  const others = question.words.slice(0, -1);
  const said = mainSentences(page);
  const at = said.findIndex(({ text }) => holdsPredicate(text, question));
  const found = said[at];
  const isOnly = said.filter(({ text }) => holdsPredicate(text, question)).length === 1;
  if (!found || !isOnly || question.words.length < 2 || found.text.length > 160 || /\?$/.test(found.text))
    return undefined;
  const near = [...found.stems, ...(said[at - 1]?.stems ?? []), ...stemsOf(found.above)];
  const isAbout = others.every((word) => own.has(word) || near.some((each) => isSameWord(each, word)));
  if (!isAbout || CONDITION.test(found.text)) return undefined;
  const isYes = !NEGATION.test(found.text);
  // Under "What may I not send?" a plain list says no; what denies itself there may be either.
  const before = said[at - 1]?.text ?? '';
  const asks = before.endsWith('?') ? before : found.above;
  if (NEGATION.test(asks))
    return isYes && !/^yes\b/i.test(found.text)
      ? { output: sayYesNo(false, `${asks} ${found.text}`, question, page.language), coverage: 0.9 }
      : undefined;
  return { output: sayYesNo(isYes, found.text, question, page.language), coverage: 0.9 };
}

/** Whether one plain sentence with all words of the question says yes or no; undefined where it may be either. */
function plainlySaid(text: string, { words, text: asked }: Question): boolean | undefined {
  if (text.length > 160 || sentencesOf(text).length > 1 || CONDITION.test(text) || NEGATION.test(asked))
    return undefined;
  const said = stemsOf(text);
  const isAll = words.every((word) => said.some((each) => isSameWord(each, word) || isGrownFrom(each, word)));
  return isAll && words.length > 1 ? !NEGATION.test(text) : undefined;
}

const CONDITION =
  /[?]|\b(?:if|unless|may|might|could|should|except|but|only|until|after|before|some|most|wenn|falls|außer|aber|nur|si|sauf|mais|excepto|pero|solo|se|tranne|ma|jeśli|oprócz|ale|tylko)\b|:/i;

/** "Furnished", by itself: a short line that says just what is asked. */
function saidBadge({ page, own }: PageIndex, question: Question): Answer | undefined {
  const { words } = question;
  const asked = words.filter((word) => !own.has(word));
  if (asked.length === 0) return undefined;
  const line = page.blocks.find(({ text, isAside }) => {
    const isName = page.labels.some(({ label }) => label === text);
    const said = text.length <= 40 && !isAside && !isName && !text.endsWith('?') ? contentStems(text) : [];
    return said.length === asked.length && asked.every((word) => said.includes(word));
  });
  return line && { output: sayYesNo(true, line.text, question, page.language), coverage: 1 };
}

/** "Is it remote or hybrid": the one of the two that the page says. */
function answerEither({ page }: PageIndex, { text }: Question): Answer | undefined {
  const [, one = '', other = ''] =
    text.match(/([\p{L}-]{3,})\s+or\s+(?:an?\s+)?([\p{L}-]{3,})\s*\?$/iu) ?? [];
  const said = [one, other].filter((option) =>
    page.blocks.some(
      ({ text: block, isAside }) => !isAside && stemsOf(block).includes(stemsOf(option)[0] ?? ' '),
    ),
  );
  const [only] = said;
  return said.length === 1 && only !== undefined ? { output: only, coverage: 1 } : undefined;
}
