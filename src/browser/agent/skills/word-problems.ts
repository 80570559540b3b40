import { numberIn } from '../language/amounts.ts';
import { canonical, readCount } from '../language/words.ts';
import type { PageModel } from '../sight/page-model.ts';
import { columnValues, lookUpCell, readTables } from '../sight/read-tables.ts';

/** "How much do 3 lamps and one chair cost?": each named price as often as asked. */
export function costOf(model: PageModel, phrase: string): string | null {
  const listed =
    phrase.match(
      /\b(?:how much|what)\s+(?:do|does|is|are|would|will)\s+(.+?)(?:\s+(?:cost|costs|together|altogether|in total)\b|[?.]*$)/iu,
    )?.[1] ??
    phrase.match(/\b(?:price|cost)s?\s+(?:of|for)\s+((?:\d|an?\s|one\s|two\s|three\s).+?)[?.]*$/iu)?.[1];
  if (listed === undefined) return null;
  let total = 0;
  for (const part of listed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu)) {
    const [, count = '1', name = ''] =
      part
        .trim()
        .match(/^(?:(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+)?(?:the\s+)?(.+)$/iu) ?? [];
    const price = priceOf(model, name) ?? priceOf(model, name.replace(/s$/u, ''));
    if (price === null) return null;
    total += price * (readCount(count) ?? 1);
  }
  return String(Math.round(total * 100) / 100);
}

/** "The total price of the order": every quantity of its table times its price. */
export function orderTotal(model: PageModel, phrase: string): string | null {
  if (!/\btotal\b|\b(?:bill|invoice|receipt|order|basket)\b/iu.test(phrase)) return null;
  const numbers = (columns: string[]) =>
    columns
      .map((column) => columnValues(model, column).flatMap((value) => numberIn(value) ?? []))
      .find((values) => values.length > 0) ?? [];
  const counts = numbers(['quantity', 'qty', 'count', 'pieces', 'units']);
  const prices = numbers(['unit price', 'price', 'cost', 'each', 'apiece', 'per piece', 'rate']);
  if (counts.length < 2 || counts.length !== prices.length) return null;
  const total = counts.reduce((sum, count, at) => sum + count * (prices[at] ?? 0), 0);
  return String(Math.round(total * 100) / 100);
}

function priceOf(model: PageModel, name: string): number | null {
  const cell =
    lookUpCell(model, 'price', name) ?? lookUpCell(model, 'cost', name) ?? amountBeside(model, name);
  return cell === null ? null : numberIn(cell);
}

/** A table without heads: the one amount in the row of the thing. */
function amountBeside(model: PageModel, name: string): string | null {
  for (const { cells } of readTables(model).flat()) {
    if (!cells.some(({ text }) => canonical(text) === canonical(name))) continue;
    const amounts = cells.filter(({ text }) => /^[$€£]?\s?\d[\d,]*(?:\.\d+)?\s?[$€£]?$/u.test(text));
    if (amounts.length === 1) return amounts[0]?.text ?? null;
  }
  return null;
}

/** "What comes next?": a row of numbers that grows by one step or one factor. */
export function nextInRow(text: string, phrase: string): string | null {
  if (!/\b(?:comes|is)\s+(?:the\s+)?next\b|\bmissing number\b/iu.test(phrase)) return null;
  const left = leftOut(text);
  if (left !== null) return left;
  const row = text
    .split('\n')
    .map((line) => line.match(/-?\d+(?:\.\d+)?/gu) ?? [])
    .find((numbers) => numbers.length >= 3);
  const numbers = row?.map(Number) ?? [];
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  const [last = 0, step = 0] = [numbers.at(-1), steps[0]];
  if (steps.length < 2) return null;
  if (steps.every((value) => value === step)) return String(last + step);
  const factor = (numbers[1] ?? 0) / (numbers[0] ?? 1);
  const isFactor = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) * factor);
  if (isFactor) return String(last * factor);
  const isSum = numbers.every(
    (number, at) => at < 2 || number === (numbers[at - 1] ?? 0) + (numbers[at - 2] ?? 0),
  );
  if (isSum) return String(last + (numbers.at(-2) ?? 0));
  const growth = (steps[1] ?? 0) - step;
  const isGrowing = steps.every((value, at) => at === 0 || value - (steps[at - 1] ?? 0) === growth);
  return isGrowing ? String(last + (steps.at(-1) ?? 0) + growth) : null;
}

/** "4 ? 12 16": the number that a row of even steps leaves out. */
function leftOut(text: string): string | null {
  for (const line of text.split('\n')) {
    const row = line.match(/-?\d+(?:\.\d+)?|[?_□…]+/gu) ?? [];
    const hole = row.findIndex((sign) => !/\d/u.test(sign));
    const known = row.flatMap((sign, at) => (/\d/u.test(sign) ? [{ at, number: Number(sign) }] : []));
    const [first, last] = [known[0], known.at(-1)];
    if (hole < 0 || known.length !== row.length - 1 || known.length < 3 || !first || !last) continue;
    const step = (last.number - first.number) / (last.at - first.at);
    const valueAt = (at: number) => first.number + step * (at - first.at);
    if (known.every(({ at, number }) => valueAt(at) === number)) return String(valueAt(hole));
  }
  return null;
}
