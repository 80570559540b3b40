import { parseDate } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { isSameThing, isThing } from '../words/concepts.ts';
import { saidName } from '../words/said-name.ts';
import { nameWords } from '../words/words.ts';
import type { IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

interface Said {
  output: string;
  coverage: number;
}

const SHORT_CHARS = 30;
const ASKS_ONE =
  /^(?:where|is|are|has|does)\b|\bwhich\b|^what (?:does|did)\b|^what(?:['’]s| is| was) (?:the \p{L}+(?: \p{L}+)? (?:of|for)\b|.{1,40}['’]s\s)/iu;

/** Who asks for one thing is not told all that a row or a card holds, but the one value in it of the kind asked for. */
export function outOfHeap<T extends Said>(
  { collections, page }: PageIndex,
  said: T,
  question: Question,
): T | undefined {
  const { output } = said;
  const { expects, text } = question;
  if (output.length <= SHORT_CHARS || (expects === null && !ASKS_ONE.test(text))) return said;
  const item = collections
    .filter(({ collection: { kind } }) => kind === 'table' || kind === 'cards')
    .flatMap(({ items }) => items)
    .find((each) => output.includes(each.item.title) && isManifold(output, each));
  if (item) {
    const value = valueOfKind(item, question);
    return value === undefined ? undefined : { ...said, output: value };
  }
  const lines = output.split('\n');
  const bare = lines.filter((line) => line.length <= 80 && !/[.!?]$/.test(line));
  const isList = lines.length > 2 && bare.length >= lines.length * 0.6;
  if (isList) return undefined;
  const row = page.blocks.find(({ text: block, pieces = [] }) => block === output && pieces.length > 2);
  if (!row) return said;
  const parts = row.pieces?.map((piece) => {
    const { name = '', value } = saidName(piece) ?? { value: piece };
    return { field: { value }, names: name === '' ? [] : [nameWords(name)] };
  });
  const value = valueOfKind({ fields: parts ?? [] }, question);
  return value === undefined ? undefined : { ...said, output: value };
}

/** Several things side by side, of which at most one was asked for. */
export function isManifold(said: string, { fields }: IndexedItem): boolean {
  const values = new Set(fields.map(({ field }) => field.value).filter((value) => value !== said));
  return [...values].filter((value) => value.length > 1 && said.includes(value)).length > 2;
}

function valueOfKind(
  { fields }: { fields: { field: { value: string }; names: string[][] }[] },
  { expects, implied }: Question,
): string | undefined {
  const isKind =
    expects === 'money'
      ? (value: string) => isMoney(value) || /^\d[\d,]*\.\d\d$/.test(value)
      : expects === 'date'
        ? (value: string) =>
            value.length <= 40 &&
            (parseDate(value) !== undefined || /^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(value))
        : undefined;
  const fits = fields.filter(({ field, names }) => isKind?.(field.value) && !isOther(names, implied));
  const values = new Set(fits.map(({ field }) => field.value));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/** The day something was posted is not the one by which to apply. */
function isOther(names: string[][], implied: string[]): boolean {
  const isAny = names.every((name) => ['date', 'price'].some((thing) => isThing(name, thing)));
  const isSpecific = !implied.some((word) => ['date', 'price'].some((thing) => isThing([word], thing)));
  const isAsked = names.some((name) => implied.some((word) => isSameThing([word], name)));
  return !isAsked && (isSpecific || (!isAny && names.some((name) => isSameThing(name, name))));
}
