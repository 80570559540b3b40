import { stem } from '../words/words.ts';
import { namedItems } from './answer-compared.ts';
import { totalOf } from './answer-many.ts';
import type { Answer } from './answer-value.ts';
import { fieldOf } from './fields.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "What do A and B cost together?": the sum over the things that the question names. */
export function answerTogether(index: PageIndex, question: Question): Answer | undefined {
  const { text } = question;
  if (!TOGETHER.test(text) || !COSTS.test(text)) return undefined;
  for (const { items } of index.collections) {
    const named = namedItems(items, text);
    // More than one of a name: which one is meant?
    if (named.length < 2 || new Set(named.map(({ item }) => item.title)).size < named.length) continue;
    const prices = named.map((item) => fieldOf(item, [stem('price')]));
    const total = totalOf(prices, index.page.language);
    if (total !== undefined) return { output: total, coverage: 1 };
  }
  return undefined;
}

const TOGETHER =
  /\b(?:together|in total|total|altogether|combined|both|zusammen|insgesamt|ensemble|en tout|juntos|en total)\b/i;
const COSTS = /\b(?:costs?|prices?|pay|come to|kosten|co[ûu]tent|cuestan)\b/i;
