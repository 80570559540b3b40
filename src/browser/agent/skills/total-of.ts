import { parseNumber } from '../../../reading/values/number.ts';
import { holdsPhrase, readCount, wordsOf } from '../language/words.ts';
import type { PageModel } from '../sight/page-model.ts';
import { columnValues, headOf, type Row, readTables } from '../sight/read-tables.ts';

/** What the numbers that a phrase speaks of come to; null where they are not told, or cannot all be read. */
export function totalOf(model: PageModel, text: string, phrase: string): number | null {
  if (isOfOthers(text, phrase)) return null;
  const told = columnNamed(model, phrase) ?? toldRows(model, phrase);
  const values = told ?? amountsListed(model, phrase) ?? numbersShown(model, phrase);
  const numbers = values.map((value) => parseNumber(value));
  const read = numbers.filter((number) => number !== undefined);
  const isEnough = read.length >= (told ? 1 : 2) && read.length === numbers.length;
  return isEnough ? reckon(read, phrase) : null;
}

function reckon(numbers: number[], phrase: string): number {
  const sum = numbers.reduce((all, number) => all + number, 0);
  if (/\bdifference\b/iu.test(phrase)) return Math.max(...numbers) - Math.min(...numbers);
  if (/\bproduct\b|\bmultipl/iu.test(phrase)) return numbers.reduce((all, number) => all * number, 1);
  if (/\b(?:biggest|largest|greatest|highest|maximum)\b/iu.test(phrase)) return Math.max(...numbers);
  if (/\b(?:smallest|lowest|minimum)\b/iu.test(phrase)) return Math.min(...numbers);
  return /\b(?:average|mean)\b/iu.test(phrase) ? sum / numbers.length : sum;
}

/** "Add up the hotel expenses" where nothing on the page is of a hotel: of what is there it is not the sum. */
function isOfOthers(text: string, phrase: string): boolean {
  const narrowing = phrase.match(
    /\b(?:the|all|my|our|your)\s+(\p{L}{3,})\s+(?:expenses|costs?|prices?|amounts?|orders?|invoices?|payments?|fees|sales|hours)\b/iu,
  )?.[1];
  return narrowing !== undefined && !SAYS_NOTHING.test(narrowing) && !holdsPhrase(text, narrowing);
}

const SAYS_NOTHING =
  /^(?:total|whole|entire|listed|shown|displayed|given|different|individual|above|below|all|the|these|those|two|three|four|five|six)$/iu;

/** A column that is called so, where it holds nothing but numbers. */
function columnNamed(model: PageModel, phrase: string): string[] | undefined {
  return wordsOf(phrase)
    .map((word) => columnValues(model, word, phrase))
    .find((values) => values.length > 0 && values.every((value) => parseNumber(value) !== undefined));
}

/** "The travel expenses": what the rows come to that have one of the phrase's words as a value; none where no column says it. */
function toldRows(model: PageModel, phrase: string): string[] | undefined {
  for (const table of readTables(model)) {
    const head = headOf(table);
    const rows = table.filter((row) => row !== head);
    const told = rows.filter(({ cells }) =>
      cells.some(({ text }) => /\p{L}{2}/u.test(text) && !TOTAL.test(text) && holdsPhrase(phrase, text)),
    );
    if (told.length === 0 || !told.some(({ cells }) => cells.some(({ text }) => /\d/u.test(text)))) continue;
    const column = amountColumn(head, told);
    return column === undefined ? [] : told.map(({ cells }) => cells[column]?.text ?? '');
  }
  return undefined;
}

const TOTAL = /^(?:grand |sub-?)?(?:total|sum|average|difference)\b/iu;

/** The one column of numbers, or the one that is called after money. */
function amountColumn(head: Row | undefined, rows: Row[]): number | undefined {
  const isAmount = (text: string) => /^[-−]?\W{0,3}\d[\d.,\s]*\W{0,3}\p{L}{0,3}$/u.test(text);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const numeric = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.every(({ cells }) => isAmount(cells[at]?.text ?? '')),
  );
  const called = numeric.filter((at) =>
    /\b(?:total|amount|price|cost|sum|value|fee)s?\b/iu.test(head?.cells[at]?.text ?? ''),
  );
  return called.length === 1 ? called[0] : numeric.length === 1 ? numeric[0] : undefined;
}

/** "Taxi — €18.40": the one amount in each entry of a list, where there are as many entries as the phrase counts. */
function amountsListed({ elements }: PageModel, phrase: string): string[] | undefined {
  const count = readCount(phrase.match(COUNTED)?.[1] ?? '');
  const amounts = elements
    .filter(({ isVisible, isEditable }) => isVisible && !isEditable)
    .map(({ signature, flow, text }) => ({ signature, found: (flow || text).match(MONEY) ?? [] }))
    .filter(({ found }) => found.length === 1);
  const lists = [...Map.groupBy(amounts, ({ signature }) => signature).values()].filter(
    (list) => list.length > 1 && (count === null || list.length === count),
  );
  return lists.length === 1
    ? lists[0]?.map(({ found }) => found[0]?.replace(/[^\d.,-]/gu, '') ?? '')
    : undefined;
}

const COUNTED =
  /\b(?:the|all|these|those)\s+(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\s+\p{L}/iu;
const MONEY = /[$€£]\s?\d[\d,]*(?:\.\d+)?|\b\d[\d,]*(?:\.\d+)?\s?(?:[$€£]|(?:EUR|USD|GBP|CHF)\b)/gu;

/** Every number that stands by itself; where amounts of money are meant, those with its sign. */
function numbersShown({ elements }: PageModel, phrase: string): string[] {
  const shown = elements.filter(({ isVisible }) => isVisible).map(({ text }) => text);
  const money = /\b(?:amounts?|prices?|costs?|totals?|values?|sums?|spent|worth)\b/iu.test(phrase)
    ? shown.filter((text) => /^[-−]?[$€£]\s?\d[\d,]*(?:\.\d+)?$/u.test(text))
    : [];
  return money.length > 1 ? money : shown.filter((text) => /^[-−]?\d[\d,]*(?:\.\d+)?$/u.test(text));
}
