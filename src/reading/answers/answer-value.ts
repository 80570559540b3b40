import { isSameWord } from '../words/concepts.ts';
import { nearness } from '../words/related.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { isSoftWord, stemsOf } from '../words/words.ts';
import { answerFact } from './answer-fact.ts';
import { cutToName, ofKind } from './answer-kind.ts';
import { answerDoer, answerPerson } from './answer-person.ts';
import { answerPointed } from './answer-pointed.ts';
import { answerCell, answerInside, answerItem } from './answer-thing.ts';
import { answerTicked } from './answer-ticked.ts';
import type { Answer } from './answered.ts';
import { outOfHeap } from './heap.ts';
import { narrowed } from './narrowed.ts';
import { ENOUGH, ENOUGH_FOR_PASSAGE, type PageIndex } from './page-index.ts';
import { findPassage } from './passages.ts';
import type { Question } from './question.ts';
import { mainSentences } from './sentences.ts';

/** One value, of the page or of one of the things on it; a passage where no value is named. */
export function answerValue(index: PageIndex, question: Question): Answer | undefined {
  const happens = /^what (?:happens|happened|will happen)\b/i.test(question.text)
    ? answerHappens(index, question)
    : undefined;
  if (happens) return happens;
  if (question.extreme !== null || question.ordinal !== null) {
    const pointed = ofKind(answerStated(index, question) ?? answerPointed(index, question), question);
    if (pointed) return pointed;
  }
  const ticked = answerTicked(index, question);
  if (ticked) return ticked;
  const person =
    question.expects === 'name' ? (answerPerson(index, question) ?? answerDoer(index, question)) : undefined;
  if (person) return person;
  // Which one is the most is told by comparing them, or by a sentence that says it.
  const isUnmeasured = question.extreme !== null && question.asksThing;
  const found = isUnmeasured
    ? []
    : [
        answerCell(index, question),
        answerFact(index, question),
        answerItem(index, question),
        answerInside(index, question),
      ]
        .map((answer) => ofKind(answer, question))
        .filter((answer) => answer !== undefined);
  const best = found.reduce<Answer | undefined>(
    (top, answer) => (answer.coverage > (top?.coverage ?? 0) + 0.02 ? answer : top),
    undefined,
  );
  if (best && best.coverage >= 0.95) return { ...best, isNamed: true };
  const passage = findPassage(index, question);
  const isPassage =
    passage !== undefined &&
    passage.coverage >= ENOUGH_FOR_PASSAGE &&
    isPointedAt(passage.text, question) &&
    isKindKnown(index, question);
  if (best && best.coverage >= ENOUGH && (!isPassage || best.coverage >= passage.coverage - 0.05))
    return { ...best, isNamed: true };
  const told = isPassage ? ofKind({ output: passage.text, coverage: passage.coverage }, question) : undefined;
  const said = told && outOfHeap(index, narrowed(index, told, question), question);
  return said && cutToName(said, question);
}

/** "Which platform": where no word of the page means a platform, no sentence of it tells one. */
function isKindKnown({ vocabulary }: PageIndex, { text, noun }: Question): boolean {
  const kind = /^which\s/i.test(text) ? noun.at(-1) : undefined;
  if (kind === undefined || isSoftWord(kind) || SUBJECTS.has(kind)) return true;
  return [...vocabulary].some((word) => nearness(kind, word) > 0);
}

/** A sentence that does not say itself which is the most, does not answer which one is. */
function isPointedAt(text: string, { extreme, pointer }: Question): boolean {
  if (extreme === null || pointer === null || /^(?:max|min)imum$/i.test(pointer)) return true;
  const said = stemsOf(text);
  return extreme.said.test(text) || stemsOf(pointer).some((word) => word.length > 3 && said.includes(word));
}

/** "What happens to the last team": a sentence, with the word that would point elsewhere. */
function answerHappens(index: PageIndex, question: Question): Answer | undefined {
  const pointer = question.pointer === null ? [] : stemsOf(question.pointer);
  const words = [...question.words, ...pointer];
  const passage = findPassage(index, { ...question, words });
  return passage && passage.coverage >= ENOUGH_FOR_PASSAGE
    ? { output: passage.text, coverage: passage.coverage }
    : undefined;
}

/** "The minimum version": the page may say it in so many words, and nothing is to be compared. */
function answerStated(index: PageIndex, question: Question): Answer | undefined {
  if (!/^(?:maximum|minimum)$/i.test(question.pointer ?? '')) return undefined;
  const sentences = mainSentences(index.page).filter(({ stems }) =>
    question.words.every((word) => stems.some((each) => isSameWord(each, word))),
  );
  const [only] = sentences;
  return sentences.length === 1 && only && question.words.length > 2
    ? { output: only.text, coverage: 1 }
    : undefined;
}
