import { toBoolean } from '../values/convert-value.ts';
import { isSameThing, isSameWord } from '../words/concepts.ts';
import { isSoftWord, nameWords, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/**
 * "Which plan has phone support" of a table with a row for each feature and a column for each plan: the columns whose
 * cell in that row says so.
 */
export function answerColumn(index: PageIndex, question: Question): Answer | undefined {
  const { text, noun, words } = question;
  if (!HAVING.test(text) || noun.length === 0 || question.extreme !== null || question.ordinal !== null)
    return undefined;
  for (const { collection, items } of index.collections) {
    const [head = '', ...columns] = collection.columns;
    if (collection.kind !== 'table' || collection.isAside || columns.length < 2) continue;
    // Where the rows are what is asked for, or a column tells it, the columns are not.
    const isNamed = (name: string) =>
      nameWords(name).some((each) => noun.some((word) => isSameWord(each, word))) ||
      isSameThing(nameWords(name), noun);
    if (isNamed(head) || columns.some(isNamed)) continue;
    const [row, ...others] = items.filter(
      ({ title }) =>
        title.size > 0 && [...title].every((each) => words.some((word) => isSameWord(each, word))),
    );
    if (!row || others.length > 0) continue;
    const wanted = words.filter(
      (word) =>
        !noun.includes(word) &&
        ![...row.title].some((each) => isSameWord(each, word)) &&
        (row.words.has(word) || !(isSoftWord(word) || isOwn(index, word))),
    );
    const isNot = NOT.test(text);
    const told = columns.filter((column) => {
      const cell = row.item.fields.find(({ names }) => names[0] === column)?.value ?? '';
      const own = stemsOf(cell);
      const says =
        wanted.length === 0
          ? toBoolean(cell)
          : wanted.every((word) => own.some((each) => isSameWord(each, word)));
      return says === !isNot;
    });
    if (told.length > 0) return { output: told.join('\n'), coverage: 1 };
  }
  return undefined;
}

const HAVING =
  /^(?:which|what)\s.*\b(?:ha[sv]e?|includes?|offers?|supports?|allows?|comes? with|gives?|provides?|gets?)\b/i;
const NOT = /\b(?:no|not|without|lacks?)\b|n['’]t\b/i;
