import type { Field } from '../page/page.ts';
import { currencyOf, round } from '../values/number.ts';
import { isSameWord, isThing } from '../words/concepts.ts';
import { stem } from '../words/words.ts';
import { isNumbering, numericColumns, quantityColumn, worthColumn } from './amount-columns.ts';
import { answerValue } from './answer-value.ts';
import type { Answer } from './answered.ts';
import { fieldOf, isNameColumn } from './fields.ts';
import { findFact } from './find-fact.ts';
import { measureOf } from './measure.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { type Selection, selectItems } from './select-items.ts';

const ENOUGH = 0.8;

/** A total or an average: as the page gives it, or over all things it lists. */
export function answerTotal(index: PageIndex, question: Question): Answer | undefined {
  const word = stem(question.form === 'sum' ? 'total' : 'average');
  // "Avg. speed" is a column: nothing is to be computed.
  if (
    index.collections.some(({ columns }) => columns.some((name) => name.includes(word) && name.length > 1))
  ) {
    const cell = answerValue(index, { ...question, form: 'value', words: [...question.words, word] });
    if (cell && cell.coverage >= 0.95 && /\d/.test(cell.output)) return cell;
  }
  const stated = findFact(index, { ...question, words: [...question.words, word] });
  if (stated && stated.coverage >= 0.95 && stated.fact.name.includes(word))
    return { output: String(stated.fact.value), coverage: stated.coverage };
  const isSpent = SPENT.test(question.text);
  const selections = selectItems(index, question).slice(0, 4);
  for (const selection of selections) {
    const isSome = selection.telling.length > 0 || question.period !== null;
    const least = isSpent && isSome ? 1 : 2;
    if (selection.coverage < ENOUGH || selection.items.length < least) continue;
    const column = totalColumn(selection);
    if (!column) continue;
    const fields = selection.items.map((item) => fieldOf(item, column));
    const amounts = amountsOf(selection, column, question.form === 'sum', index.page.language);
    const values = isSpent && selection.telling.length === 0 ? amounts && goingOut(amounts) : amounts;
    if (values === null || values.length === 0) continue;
    const sum = values.reduce((total, value) => total + value, 0);
    const result = question.form === 'sum' ? round(sum) : Math.round((sum / values.length) * 100) / 100;
    return { output: withUnit(isSpent ? Math.abs(result) : result, fields[0]), coverage: selection.coverage };
  }
  // One of several rows is not what they come to.
  const isOfRows = selections.some(({ items, telling }) => items.length > 1 && telling.length > 0);
  if (question.form !== 'sum' || isOfRows || (isSpent && question.period !== null)) return undefined;
  const value = { ...question, form: 'value' as const };
  const told = answerValue(index, { ...value, words: [...question.words, word] });
  return told ?? (/\btotal\b/i.test(question.text) ? undefined : answerValue(index, value));
}

/** What was spent is told without the sign by which it left the account. */
const SPENT = /\b(?:spend|spent)\b/i;

/** Where some amounts have a minus, those without one came in. */
function goingOut(amounts: number[]): number[] {
  const out = amounts.filter((amount) => amount < 0);
  return out.length > 0 ? out : amounts;
}

/** "How many hours did Ann work?": a number of each thing that is meant, taken together. */
export function answerSummed(index: PageIndex, question: Question): Answer | undefined {
  for (const selection of selectItems(index, question).slice(0, 3)) {
    const { of, items, column, telling, coverage } = selection;
    const isSome = telling.length > 0 || /\btotal\b|\baltogether\b/i.test(question.text);
    if (column === null || !isSome || items.length < 2 || coverage < ENOUGH) continue;
    const noun = question.noun.length > 0 ? question.noun : question.words;
    const isCounted =
      column.length === noun.length && column.every((word, at) => isSameWord(word, noun[at] ?? ''));
    const isAmount = numericColumns(of).some((name) => name.join(' ') === column.join(' '));
    const values = isCounted && isAmount ? amountsOf(selection, column, true, index.page.language) : null;
    if (values) return { output: String(round(values.reduce((sum, value) => sum + value, 0))), coverage };
  }
  return undefined;
}

/** What is summed up: never the numbers by which the things are called. */
function totalColumn({ column, of, items }: Selection): string[] | undefined {
  const isAmount = column && !isNameColumn(of, column) && !isNumbering(of, column);
  const isPrice = isAmount && isThing(column, 'price');
  // "The total price" of what stands there several times over is in a column of its own, where there is one.
  return isAmount && !(isPrice && quantityColumn(of)) ? column : worthColumn(of, items);
}

/** The amount of every thing, as often as it is there; null when one of them is told and cannot be read. */
function amountsOf(
  { of, items }: Selection,
  column: string[],
  isSum: boolean,
  language: string | null,
): number[] | null {
  const told = items.filter((item) => !NOTHING.test(fieldOf(item, column)?.value ?? ''));
  const currencies = new Set(told.map((item) => currencyOf(fieldOf(item, column)?.value ?? '')));
  const times = isSum && isThing(column, 'price') ? quantityColumn(of) : undefined;
  const amounts = told.map((item) => {
    const amount = measureOf(fieldOf(item, column), language);
    const quantity = times ? measureOf(fieldOf(item, times), language) : 1;
    return amount === undefined || quantity === undefined ? undefined : amount * quantity;
  });
  const read = amounts.filter((amount) => amount !== undefined);
  const isWhole = read.length === amounts.length && currencies.size <= 1;
  return isWhole || (!isSum && read.length >= amounts.length * ENOUGH) ? read : null;
}

/** A cell that says that there is no amount. */
const NOTHING = /^[-–—\s]*$/u;

/** The sign that stood before or behind every value. */
function withUnit(value: number, sampled: Field | undefined): string {
  const sample = sampled?.value ?? '';
  const sign = sample.match(/^[-−–+(]{0,2}\s?([^\d\s()+−–-]{1,3})(?=\s?[-−–]?\d)/u)?.[1] ?? '';
  const unit = sample.match(/\d\s?([€£$%]|[A-Z]{3})$/)?.[1] ?? '';
  const isMoney = /[$€£¥₹]/.test(sign + unit);
  const amount = isMoney ? Math.abs(value).toFixed(2) : Math.abs(value);
  return `${value < 0 ? '-' : ''}${isMoney ? sign : ''}${amount}${unit && ` ${unit}`}`;
}
