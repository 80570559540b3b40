import { amountsIn, isMoney, parseNumber } from '../values/number.ts';
import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { contentStems, stem, stemsOf, wordsOf } from '../words/words.ts';
import { numericColumns } from './amount-columns.ts';
import type { Answer } from './answered.ts';
import { fieldOf } from './fields.ts';
import { measureOf } from './measure.ts';
import type { IndexedItem, PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { pointedItem } from './rank-items.ts';
import { mainSentences } from './sentences.ts';
import { sayYesNo } from './yes-no.ts';

/** "Which is cheaper, A or B?", "Is A cheaper than B?": of the things that the question names the one that is more. */
export function answerCompared(index: PageIndex, question: Question): Answer | undefined {
  const extreme = COMPARED.find(([look]) => look.test(question.text));
  if (!extreme) return undefined;
  const than = answerThan(index, question, extreme);
  if (than) return than;
  if (!/\bor\b|\boder\b|\bou\b|\bo\b/i.test(question.text)) return undefined;
  const [said, toward, of] = extreme;
  const compared = {
    ...question,
    ordinal: null,
    extreme: { toward, of: of.split(' ').map((word) => (word === '*' ? word : stem(word))), said },
  };
  for (const collection of index.collections) {
    const items = namedItems(collection.items, question.text);
    if (items.length !== 2) continue;
    const words = question.words.filter((word) => items.every(({ title }) => !title.has(word)));
    const selection = { of: collection, items, column: null, telling: [], coverage: 1, score: 1 };
    const pointed = pointedItem(index, selection, { ...compared, words, noun: [] });
    if (!pointed?.by) continue;
    const values = items.map(({ item }) => item.title);
    if (new Set(values).size < 2) continue;
    return { output: `${pointed.item.item.title} (${pointed.by.value})`, coverage: 1 };
  }
  return undefined;
}

/** Those whose whole name is in the words. */
function namedItems(items: readonly IndexedItem[], text: string): IndexedItem[] {
  const asked = wordsOf(text).map(stem);
  return items.filter(({ title }) => title.size > 0 && [...title].every((word) => asked.includes(word)));
}

type Comparing = (typeof COMPARED)[number];

interface Measured {
  name: string;
  value: string;
  amount: number;
}

/** "Is A cheaper than B?": both are found and measured, or nothing is said. */
function answerThan(index: PageIndex, question: Question, [look, toward, of]: Comparing): Answer | undefined {
  if (question.form !== 'yes-no') return undefined;
  const [, before = '', after = ''] = question.text.match(THAN) ?? [];
  const sides = [before.replace(look, ' '), after].map(sideOf);
  const [one, other] = sides;
  if (!one || !other || one.words.length === 0 || other.words.length === 0) return undefined;
  const measure = of.split(' ').filter((word) => word !== '*');
  const asked = [...measure.map(stem), ...one.words.filter((word) => !other.words.includes(word))];
  const pair =
    fromItems(index, one, other, asked) ??
    fromColumns(index, one, other) ??
    (measure.includes('price') ? fromPrices(index, one, other) : undefined);
  if (!pair) return undefined;
  const [mine, theirs] = pair.map(({ amount }, at) => amount * (sides[at]?.times ?? 1));
  if (mine === undefined || theirs === undefined) return undefined;
  const isSo = toward === 'most' ? mine > theirs : mine < theirs;
  const told = pair.map(({ name, value }) => `${name}: ${value}`).join(', ');
  return { output: sayYesNo(isSo, told, question, index.page.language), coverage: 1 };
}

const THAN =
  /^(.+?)\s(?:than|als|que|di|del|della|delle|dei|degli|dell['’]|ni[żz]|dan|do que|od)\s+(.+?)\s*\?*$/iu;

interface Side {
  words: string[];
  /** "two single tickets" cost twice as much. */
  times: number;
}

function sideOf(text: string): Side {
  const words = contentStems(text).filter((word) => !COSTING.has(word));
  const count = wordsOf(text)
    .map((word) => TIMES.get(word))
    .find((times) => times !== undefined);
  // "2" of "two" only counts; the 2 of "2 Year Bond" is a part of its name.
  const isCount = (word: string) => TIMES.has(word) || (/^\d$/.test(word) && !text.includes(word));
  return { words: words.filter((word) => !isCount(word)), times: count ?? 1 };
}

const COSTING = new Set(
  'cost price pay more less higher lower expensive cheap costa costano cuesta cuestan coute kostet kosten mehr plus piu mas'
    .split(' ')
    .map(stem),
);
const TIMES = new Map([
  ...['two', 'zwei', 'deux', 'dos', 'due', 'dwa', 'dwie', 'twee'].map((word) => [word, 2] as const),
  ...['three', 'drei', 'trois', 'tres', 'tre', 'trzy', 'drie'].map((word) => [word, 3] as const),
]);

/** Both sides are things of one list: each is the one that shares most words with what is said of it. */
function fromItems(index: PageIndex, one: Side, other: Side, asked: string[]): Measured[] | undefined {
  for (const { items, collection } of index.collections) {
    if (collection.kind === 'sections') continue;
    const [mine, theirs] = [itemNamed(items, one.words), itemNamed(items, other.words)];
    if (!mine || !theirs || mine === theirs) continue;
    const pair =
      asked
        .map((word) => [mine, theirs].map((item) => measured(index, item, word)))
        .find((found) => found.every((each) => each !== undefined)) ?? onlyNumber(index, mine, theirs);
    if (pair) return pair as Measured[];
  }
  return undefined;
}

function itemNamed(items: IndexedItem[], words: string[]): IndexedItem | undefined {
  const scored = items.map((item) => {
    const told = words.filter((word) => holds(item.title, word));
    return { item, told: told.length, rest: item.title.size - told.length };
  });
  const best = scored
    .filter(({ told }) => told > 0)
    .sort((one, next) => next.told - one.told || one.rest - next.rest);
  const [first, second] = best;
  const isAlone = !second || second.told < (first?.told ?? 0) || second.rest > (first?.rest ?? 0);
  return first && isAlone && first.told * 2 >= words.length ? first.item : undefined;
}

function holds(own: ReadonlySet<string>, word: string): boolean {
  if (own.has(word)) return true;
  for (const each of own) if (isSameWord(each, word) || isGrownFrom(each, word)) return true;
  return false;
}

function measured(index: PageIndex, item: IndexedItem, word: string): Measured | undefined {
  const field = fieldOf(item, [word], (each) => measureOf(each, index.page.language) !== undefined);
  const amount = measureOf(field, index.page.language);
  return field && amount !== undefined ? { name: item.item.title, value: field.value, amount } : undefined;
}

/** "Does A pay more than B": the things have one number each. */
function onlyNumber(index: PageIndex, mine: IndexedItem, theirs: IndexedItem): Measured[] | undefined {
  const found = [mine, theirs].map((item) => {
    const numbers = item.fields.filter(
      ({ field }) =>
        /^\D{0,4}\d[\d.,]*\s?[%\p{L}]{0,6}(?:\s\p{L}{1,8})?$/u.test(field.value) &&
        field.value !== item.item.title &&
        !field.isPiece,
    );
    const [first] = numbers;
    const amount = first && parseNumber(first.field.value, index.page.language);
    return first && amount !== undefined && new Set(numbers.map(({ field }) => field.value)).size === 1
      ? { name: item.item.title, value: first.field.value, amount }
      : undefined;
  });
  return found.every((each) => each !== undefined) ? (found as Measured[]) : undefined;
}

/** "Is it cheaper online than by post": two columns, where every row says the same. */
function fromColumns(index: PageIndex, one: Side, other: Side): Measured[] | undefined {
  for (const of of index.collections) {
    if (of.collection.kind !== 'table') continue;
    const columns = numericColumns(of);
    const [mine, theirs] = [one, other].map(({ words }) =>
      columns.filter((name) => words.some((word) => name.includes(word))),
    );
    const [left, right] = [mine?.[0], theirs?.[0]];
    if (!left || !right || left === right || mine?.length !== 1 || theirs?.length !== 1) continue;
    const rows = of.items.map((item) =>
      [left, right].map((name) => measured(index, item, name.join(' ')) ?? cellOf(index, item, name)),
    );
    const signs = new Set(rows.map(([a, b]) => Math.sign((a?.amount ?? 0) - (b?.amount ?? 0))));
    const [first] = rows;
    if (signs.size === 1 && first?.every((cell) => cell !== undefined))
      return first.map((cell, at) => ({ ...(cell as Measured), name: [left, right][at]?.join(' ') ?? '' }));
  }
  return undefined;
}

function cellOf(index: PageIndex, item: IndexedItem, name: string[]): Measured | undefined {
  const field = fieldOf(item, name);
  const amount = measureOf(field, index.page.language);
  return field && amount !== undefined ? { name: name.join(' '), value: field.value, amount } : undefined;
}

/** What each of them costs, wherever the page says it: in another list, in its own price, in a sentence. */
function fromPrices(index: PageIndex, one: Side, other: Side): Measured[] | undefined {
  const found = [one, other].map(({ words }) => {
    const text = priceOf(index, words, words === one.words ? other.words : one.words);
    const amount = text === undefined ? undefined : parseNumber(text, index.page.language);
    return text === undefined || amount === undefined
      ? undefined
      : { name: words.join(' '), value: text, amount };
  });
  return found.every((each) => each !== undefined) ? (found as Measured[]) : undefined;
}

/** The price of what some words name; `others` name what it is not. */
function priceOf(index: PageIndex, words: string[], others: string[]): string | undefined {
  for (const { items } of index.collections) {
    const item = itemNamed(items, words);
    const isOther = item !== undefined && itemNamed(items, others) === item;
    const price =
      item && !isOther ? fieldOf(item, [stem('price')], ({ value }) => isMoney(value)) : undefined;
    if (price) return amountsIn(price.value)[0] ?? price.value;
  }
  const isPage =
    words.every((word) => holds(index.own, word)) && !others.every((word) => index.own.has(word));
  const own = index.facts.find(
    ({ name, isOfItem, value }) => !isOfItem && name.join(' ') === stem('price') && isMoney(String(value)),
  );
  if (isPage && own) return String(own.value);
  return saidPrice(index, words);
}

/** "The Demi is £2.10": the first sum behind the name, in a sentence. */
export function saidPrice({ page }: PageIndex, words: string[]): string | undefined {
  const found = new Set<string>();
  for (const { text, stems } of mainSentences(page)) {
    if (!words.every((word) => stems.includes(word))) continue;
    const last = text.search(new RegExp(`(?<!\\p{L})${firstWord(text, words)}`, 'iu'));
    const [amount] = amountsIn(text.slice(Math.max(0, last)));
    if (amount !== undefined) found.add(amount.replace(/[.,]$/, ''));
  }
  const [amount] = found;
  return found.size === 1 ? amount : undefined;
}

function firstWord(text: string, words: string[]): string {
  return (
    (text.match(/[\p{L}\p{N}]+/gu) ?? []).find((token) => words.includes(stemsOf(token)[0] ?? '')) ?? '$'
  );
}

const COMPARED: readonly (readonly [RegExp, 'most' | 'least', string])[] = [
  [
    /\b(?:cheaper|less expensive|g[üu]nstiger|billiger|preiswerter|moins ch(?:er|[eè]re)s?|m[áa]s barat[oa]s?|mais barat[oa]s?|meno car[oa]|pi[uù] economic[oa]|goedkoper)\b|ta[ńn]sz\p{L}+/iu,
    'least',
    'price',
  ],
  [
    /\b(?:more expensive|dearer|pricier|teurer|plus ch(?:er|[eè]re)s?|m[áa]s car[oa]s?|mais car[oa]s?|pi[uù] car[oa]|duurder|costs? more|cost[ao]n?o? (?:di )?pi[uù]|cuestan? m[áa]s|co[ûu]te(?:nt)? plus|kostet mehr|kosten mehr)(?!\p{L})|dro[żz]sz\p{L}+/iu,
    'most',
    'price',
  ],
  [
    /\b(?:costs? less|kostet weniger|co[ûu]te(?:nt)? moins|cuestan? menos|cost[ao]n?o? (?:di )?meno)\b/i,
    'least',
    'price',
  ],
  [/\b(?:better rated|higher rated)\b/i, 'most', 'rating'],
  [/\b(?:newer|later|more recent)\b/i, 'most', 'date year'],
  [/\b(?:older|earlier)\b/i, 'least', 'date founded year built'],
  [/\bheavier\b/i, 'most', 'weight'],
  [/\blighter\b/i, 'least', 'weight'],
  [/\b(?:taller|higher up)\b/i, 'most', 'height'],
  [/\blonger\b/i, 'most', 'length duration time distance'],
  [/\bshorter\b/i, 'least', 'length duration time distance height'],
  [/\bfaster\b/i, 'most', 'speed'],
  [/\b(?:warmer|hotter)\b/i, 'most', 'temperature high'],
  [/\b(?:colder|cooler)\b/i, 'least', 'temperature low'],
  [/\b(?:closer|nearer)\b/i, 'least', 'distance'],
  [
    /\b(?:more|higher|greater|larger|bigger|mehr|h[öo]her|gr[öo](?:ß|ss)er|plus|m[áa]s|mais|pi[uù]|meer)(?!\p{L})|wi[eę]cej/iu,
    'most',
    '* size area',
  ],
  [/\b(?:less|fewer|lower|smaller|weniger|moins|menos|meno|minder)\b|mniej/i, 'least', '* size area'],
];
