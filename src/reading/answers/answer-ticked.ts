import { toBoolean } from '../values/convert-value.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { isSoftWord } from '../words/words.ts';
import type { Answer } from './answered.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import { ENOUGH, isOwn, type PageIndex, titleOf } from './page-index.ts';
import type { Question } from './question.ts';
import { selectItems } from './select-items.ts';
import { NEGATION } from './yes-no.ts';

/** "Which plans have it": the things with a yes in that column. */
export function answerTicked(index: PageIndex, question: Question): Answer | undefined {
  if (!question.asksThing && !HAVING.test(question.text)) return undefined;
  for (const { of, column, items, telling, coverage } of selectItems(index, question).slice(0, 3)) {
    if (column === null || telling.length > 0 || coverage < ENOUGH || isNameColumn(of, column)) continue;
    const values = items.map((item) => fieldOf(item, column)?.value ?? '');
    const isNot = NEGATION.test(question.text);
    const isCount = isNot && values.every((value) => /^\d+$/.test(value));
    const ticks = values.map((value) => (isCount ? value !== '0' : toBoolean(value)));
    if (!ticks.includes(!isNot) || ticks.includes(undefined)) continue;
    const titles = items.filter((_, at) => ticks[at] === !isNot).map(titleOf);
    return { output: titles.join('\n'), coverage };
  }
  return answerHad(index, question);
}

/** "All stores with a coffee bar": not "with their telephone". */
const HAVING =
  /\b(?:with|without|having|offering|including|that|which|who)\s+(?!(?:their|its|his|her|the|name|title)\b)/i;

/** "At which branch can I borrow it": the rows that a column of yes and no says yes to. */
function answerHad(index: PageIndex, { text, noun, words }: Question): Answer | undefined {
  if (!HAD.test(text) || noun.length === 0) return undefined;
  const rest = words.filter((word) => !noun.includes(word) && !isOwn(index, word) && !isSoftWord(word));
  if (rest.some((word) => !isThing([word], 'availability') && !HAD.test(word))) return undefined;
  for (const of of index.collections) {
    const named = of.columns.find((name) =>
      noun.every((word) => name.some((each) => isSameWord(each, word))),
    );
    if (of.collection.kind !== 'table' || !named || of.items.length < 2) continue;
    for (const column of of.columns) {
      const ticks = of.items.map((item) => toBoolean(fieldOf(item, column)?.value ?? ''));
      if (!ticks.includes(true) || ticks.includes(undefined)) continue;
      const had = of.items.filter((_, at) => ticks[at]).map((item) => fieldOf(item, named)?.value);
      return { output: had.join('\n'), coverage: 1 };
    }
  }
  return undefined;
}

const HAD =
  /\b(?:can (?:i|you|we|one)|could (?:i|we)|available|ha[sv]e?|in stock|free|borrow|buy|get|hire|rent|book|reserve)\b/i;
