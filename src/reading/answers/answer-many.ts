import type { Block, Item } from '../page/page.ts';
import { toBoolean } from '../values/convert-value.ts';
import { englishNumber, isMoney, parseNumber, parseNumberWord } from '../values/number.ts';
import { isSameThing, isSameWord } from '../words/concepts.ts';
import { stem, stemsOf } from '../words/words.ts';
import { hasFiguresOf, numericColumns } from './amount-columns.ts';
import { answerFact } from './answer-fact.ts';
import { answerTicked } from './answer-ticked.ts';
import { answerSummed } from './answer-total.ts';
import { answerValue } from './answer-value.ts';
import type { Answer } from './answered.ts';
import { columnIn, fieldOf, isNameColumn } from './fields.ts';
import { findFact } from './find-fact.ts';
import { countNumbered } from './numbered-things.ts';
import { coverage, type IndexedItem, type PageIndex } from './page-index.ts';
import { findPassage } from './passages.ts';
import type { Question } from './question.ts';
import { inOrder } from './rank-items.ts';
import { isNamedBy, type Selection, selectItems } from './select-items.ts';
import { sentencesOf } from './sentences.ts';
import { NEGATION } from './yes-no.ts';

/** How many: what the page says, or what can be counted on it. */
export function answerCount(index: PageIndex, question: Question): Answer | undefined {
  const cell = countedCell(index, question);
  if (cell) return cell;
  const numbered = countNumbered(index, question);
  if (numbered) return numbered;
  // How many there are is not how many of them are cheaper.
  const fact = isNarrowed(question) ? undefined : answerFact(index, question);
  if (
    fact &&
    fact.coverage >= 0.95 &&
    !isMoney(fact.output) &&
    /^(?:about|around|approx\.?|ca\.?|over|some|up to|max\.?|at most|at least)?\s?[^\p{L}\d]{0,3}\d[\d.,]*\s?\p{L}{0,12}$/iu.test(
      fact.output,
    )
  )
    return fact;
  const total = /\btotal number of\b/i.test(question.text) ? statedTotal(index, question) : undefined;
  if (total) return total;
  const summed = answerSummed(index, question);
  if (summed) return summed;
  // What is listed on a page are none of its pages.
  const rows = question.noun.includes(PAGE) ? undefined : countedRows(index, question);
  const said = isNarrowed(question)
    ? undefined
    : (saidNumber(index, question, isSameWord) ??
      saidNumber(index, question, (one, other) => isSameThing([one], [other])));
  if (rows && said) {
    const isSame = parseNumber(said.output) === Number(rows.output);
    const isMore = (parseNumber(said.output) ?? 0) > Number(rows.output);
    return !isSame && isMore && said.coverage >= rows.coverage - 0.01 ? said : rows;
  }
  const found = rows ?? said;
  if (found || isNarrowed(question)) return found;
  const passage = findPassage(index, question);
  return passage && passage.coverage >= 0.7 && /\d/.test(passage.text) && !isRow(passage.text)
    ? { output: passage.text, coverage: passage.coverage }
    : undefined;
}

const PAGE = stem('page');

/** Cells side by side are no count of anything. */
function isRow(text: string): boolean {
  return text.split(/,\s|\s\|\s/).length > 3 && !/[.!?:]$/.test(text);
}

/** The line "Total" below a table that counts what is asked for. */
function statedTotal(index: PageIndex, { words }: Question): Answer | undefined {
  const isCounted = index.collections.some((of) =>
    numericColumns(of).some((name) => words.every((word) => name.some((each) => isSameWord(each, word)))),
  );
  const stated = index.facts.filter(({ name }) => name.join(' ') === stem('total'));
  const [only, ...others] = new Set(stated.map(({ value }) => String(value)));
  return isCounted && words.length > 0 && only !== undefined && others.length === 0
    ? { output: only, coverage: 1 }
    : undefined;
}

function isNarrowed({ bounds }: Question): boolean {
  return bounds.length > 0;
}

/** "How many points does Millbrook have": the number stands in a column of one thing. */
function countedCell(index: PageIndex, question: Question): Answer | undefined {
  if (question.bounds.length > 0) return undefined;
  for (const { of, items, telling, coverage: share } of selectItems(index, question).slice(0, 4)) {
    const [item] = items;
    if (!item || items.length !== 1 || telling.length === 0 || share < 0.79) continue;
    const column = columnIn(
      of,
      question.words.filter((word) => !telling.includes(word)),
    );
    const named = telling.some((word) => item.title.has(word));
    if (!named) continue;
    const field =
      column && !isNameColumn(of, column.name) ? fieldOf(item, column.name) : fieldOf(item, ['quantity']);
    const inside = field ? undefined : numberInside(item, question);
    if (inside !== undefined) return { output: inside, coverage: share };
    const isCount = field && parseNumber(field.value) !== undefined && !CODE.test(field.value);
    if (isCount && field.value.length < 40) return { output: field.value, coverage: share };
  }
  return undefined;
}

/** "INC0012", "T-7": what tells one thing from others counts none of them. */
const CODE = /^\p{Lu}{1,6}[-#]?\d/u;

/** "50,000 e-mails a month" among the features of the plan that is meant. */
function numberInside({ item }: IndexedItem, { noun }: Question): string | undefined {
  const found = item.fields
    .filter(({ value }) => value.length <= 120)
    .flatMap(({ value }) => noun.map((word) => numberBefore(value, word)))
    .filter((number) => number !== undefined);
  return new Set(found).size === 1 ? found[0] : undefined;
}

function countedRows(index: PageIndex, question: Question): Answer | undefined {
  for (const selection of selectItems(index, question).slice(0, 6)) {
    if (selection.coverage < 0.95) continue;
    const { of, items } = selection;
    if (question.noun.length === 0) continue;
    const isNamed = question.noun.every((word) => !selection.telling.includes(word));
    const isOfKind = isNamedBy(of, question.noun.at(-1) ?? '');
    if (!isNamed && (of.collection.kind === 'sections' || (of.collection.kind === 'list' && !isOfKind)))
      continue;
    // "How many pages does X have" asks for a number of X's, not for how many X there are.
    if (OF_ONE.test(question.text) && items.length === 1 && isOnlyNamed(selection)) continue;
    // Names with their values, side by side, are none of what a page may be about.
    if (!isOfKind && of.collection.kind === 'list' && of.columns.some((name) => name[0] === TERM)) continue;
    // One thing that happens to hold the word is no count of anything, nor is none of those beside it.
    const isKind = question.noun.some((word) =>
      [...of.about, ...of.columns.flat()].some((each) => isSameWord(each, word)),
    );
    if (items.length <= 1 && !isKind) continue;
    // The menu of a page called "Ships" lists no ships.
    if (of.collection.isAside && isNamed && !isKind) continue;
    // Questions that speak of a thing are not such things.
    if (!isNamed && !isOfKind && items.some(({ item }) => item.title.endsWith('?'))) continue;
    // Rows that say how many of the thing there were each are something else than the thing.
    if (hasFiguresOf(of, question.noun.at(-1) ?? '')) continue;
    return {
      output: String(countTicked(selection, question) ?? countDistinct(selection, question) ?? items.length),
      coverage: of.collection.isAside ? selection.coverage - 0.1 : selection.coverage,
    };
  }
  return undefined;
}

const TERM = stem('term');
const OF_ONE = /^how many .{2,40} (?:does|do|did|has|have) (?!you\b|we\b|i\b|they\b|it\b).{2,80}\bhave\b/i;

function isOnlyNamed({ items, telling }: Selection): boolean {
  return telling.length > 0 && items.every(({ title }) => telling.every((word) => title.has(word)));
}

/** "How many have it", "how many do not": the things with a yes, or a no, in that column. */
function countTicked({ of, items, column }: Selection, { text }: Question): number | undefined {
  if (column === null || isNameColumn(of, column)) return undefined;
  const ticks = items.map((item) => toBoolean(fieldOf(item, column)?.value ?? ''));
  if (ticks.length === 0 || ticks.includes(undefined)) return undefined;
  const isNot = NEGATION.test(text);
  return ticks.filter((tick) => tick === !isNot).length;
}

/** "How many rivers are there" in a table with a row for every station. */
function countDistinct({ of, items }: Selection, { noun }: Question): number | undefined {
  const column = of.columns.find(
    (name) => name.length === noun.length && name.every((word, at) => isSameWord(word, noun[at] ?? '')),
  );
  if (!column || isNameColumn(of, column)) return undefined;
  const values = items.map((item) => fieldOf(item, column)?.value).filter((value) => value !== undefined);
  return values.length > 0 && values.every((value) => !/^\d/.test(value)) ? new Set(values).size : undefined;
}

type SameWord = (one: string, other: string) => boolean;

/** "42 stores": a number right before the word, in a sentence or beside a list. */
function saidNumber(index: PageIndex, question: Question, isSame: SameWord): Answer | undefined {
  let best: (Answer & { score: number }) | undefined;
  for (const block of index.page.blocks) {
    const { text, under, isAside } = block;
    // A number of one thing does not say how many there are.
    if (isOfTable(index, block)) continue;
    for (const sentence of sentencesOf(text)) {
      const number =
        numberOfDeed(sentence, question) ??
        question.noun
          .map((noun) => numberBefore(sentence, noun, isSame))
          .findLast((found) => found !== undefined);
      if (number === undefined) continue;
      const own = new Set([...stemsOf(sentence), ...under.slice(-1).flatMap(stemsOf)]);
      const share = coverage(
        index,
        question.words,
        (word) => own.has(word) || index.own.has(word) || [...own].some((each) => isSame(each, word)),
      );
      const score = share - (isAside ? 0.2 : 0);
      if (share >= 0.75 && score > (best?.score ?? 0)) best = { output: number, coverage: share, score };
    }
  }
  return best && { output: best.output, coverage: best.coverage };
}

/** Cells side by side of a thing of a table. */
function isOfTable({ page: { collections } }: PageIndex, { text }: Block): boolean {
  const cells = text.split(', ');
  const isHeld = ({ fields }: Item) => cells.every((cell) => fields.some(({ value }) => value === cell));
  return cells.length > 1 && collections.some(({ kind, items }) => kind === 'table' && items.some(isHeld));
}

/** "How many people were injured" by "killing two people and injuring 14": the number that the deed is about. */
function numberOfDeed(sentence: string, { text }: Question): string | undefined {
  const deed = /^how many \p{L}+ (?:were|was|have been|has been|are|is|got) (\p{L}{4,})\??$/iu.exec(
    text.trim(),
  )?.[1];
  const [wanted] = stemsOf(deed ?? '');
  if (wanted === undefined) return undefined;
  const tokens = tokensOf(sentence);
  const numbers = tokens.filter((token) => isNumber(token));
  const at = tokens.findIndex((token) => stemsOf(token)[0] === wanted);
  // Of one number alone the words around it tell enough.
  if (at < 0 || numbers.length < 2) return undefined;
  const near = [tokens[at + 1], tokens[at + 2], tokens[at - 1], tokens[at - 2]].find((token) =>
    isNumber(token),
  );
  return near === undefined ? undefined : String(englishNumber(near) ?? near.replace(/[.,]$/, ''));
}

function tokensOf(sentence: string): string[] {
  return sentence.slice(0, 2_000).match(/[\p{L}\p{N}][\p{L}\p{N}.,'’-]*/gu) ?? [];
}

function isNumber(token: string | undefined): token is string {
  return token !== undefined && (/^\d[\d.,]*$/.test(token) || parseNumberWord(token) !== undefined);
}

/** The number that the page puts before a name, wherever it says it; undefined when it says several. */
export function findNumberBefore(index: PageIndex, name: string[]): string | undefined {
  const noun = name.at(-1) ?? '';
  const found = new Set(
    index.page.blocks
      .flatMap(({ text, isAside }) =>
        isAside ? [] : sentencesOf(text).map((sentence) => numberBefore(sentence, noun)),
      )
      .filter((number) => number !== undefined),
  );
  const [number] = found;
  return found.size === 1 ? number : undefined;
}

function numberBefore(sentence: string, noun: string, isSame: SameWord = isSameWord): string | undefined {
  const tokens = tokensOf(sentence);
  for (let at = 0; at < tokens.length; at += 1) {
    const [word] = stemsOf(tokens[at] ?? '');
    if (word === undefined || !isSame(word, noun)) continue;
    for (let back = 1; back <= 3; back += 1) {
      const token = (tokens[at - back] ?? '').replace(/[.,]$/, '');
      // "80 g of nuts"
      const unit = back > 1 ? (tokens[at - back + 1] ?? '') : '';
      if (/^\d[\d.,]*k?$/i.test(token))
        return /^(?:k?g|mg|[cm]?l|cups?|tbsp|tsp|oz|lbs?|EL|TL)$/.test(unit) ? `${token} ${unit}` : token;
      if (parseNumberWord(token) !== undefined) return String(englishNumber(token) ?? token);
    }
    // "Visitors 2018 210": figures side by side are cells.
    const next = (tokens[at + 1] ?? '').match(/^\d[\d.,]*(?=件|人|名|$)/)?.[0];
    const after = next === undefined ? '' : sentence.slice(sentence.indexOf(next) + next.length);
    if (next !== undefined && tokens.length <= 6 && !/^[\s,|]+\d/.test(after)) return next;
    // "a crew of 85"
    const behind = (tokens[at + 2] ?? '').replace(/[.,]$/, '');
    if (/^(?:of|totals?|numbers?)$/i.test(tokens[at + 1] ?? '') && /^\d[\d.,]*$/.test(behind)) return behind;
  }
  return undefined;
}

/** All things of a kind, or all that fit; with what is asked of each. */
export function answerList(index: PageIndex, question: Question): Answer | undefined {
  if (question.ordinal !== null) return answerValue(index, question);
  const ticked = answerTicked(index, question);
  if (ticked) return ticked;
  const fact = findFact(index, question);
  const isListed =
    fact !== undefined &&
    fact.coverage >= 0.95 &&
    question.inStock === null &&
    (fact.fact.parts !== undefined || /[,;、]/.test(String(fact.fact.value))) &&
    String(fact.fact.value).length < 300;
  const selection = bestList(index, question);
  const isSection =
    selection?.of.collection.kind === 'sections' && fact !== undefined && fact.coverage >= 0.95;
  if (isSection) return { output: String(fact.fact.value), coverage: fact.coverage };
  if (isListed && !(selection && selection.of.collection.kind !== 'list' && selection.score > 5))
    return { output: fact.fact.parts?.join('\n') ?? String(fact.fact.value), coverage: fact.coverage };
  if (selection) {
    const { items, of } = selection;
    if (items.length === 0)
      return {
        output: `No ${question.noun.length > 0 ? 'matching entries' : 'results'} found on the page.`,
        coverage: selection.coverage,
      };
    const inside = insideSection(selection);
    if (inside) return inside;
    const column = selection.column;
    const sorted = question.order ? inOrder(items, of, question.order, index.page.language) : items;
    const chosen =
      question.limit === null
        ? sorted
        : question.limit > 0
          ? sorted.slice(0, question.limit)
          : sorted.slice(question.limit);
    const hasOther = column !== null && !isNameColumn(of, column);
    const isValueAsked = hasOther && question.noun.some((word) => isSameWord(column.at(-1) ?? '', word));
    const columns = columnsAsked(selection, hasOther ? column : null, question);
    const lines = chosen.map((item) => {
      const values = columns.map((name) => fieldOf(item, name)?.value).filter((each) => each !== undefined);
      const value = values.length > 0 ? values.join(', ') : undefined;
      if (isValueAsked && value !== undefined) return value;
      const title = item.item.title || item.item.text.slice(0, 300);
      return value !== undefined && /\bwith\b|\band\b|\btheir\b|\bfor each\b|:/i.test(question.text)
        ? `${title}: ${value}`
        : title;
    });
    return { output: [...new Set(lines)].join('\n'), coverage: selection.coverage };
  }
  return question.inStock === null ? answerValue(index, question) : undefined;
}

/** "Names, prices and ratings": every column that is asked for beside the names, in that order. */
function columnsAsked({ of, telling }: Selection, first: string[] | null, { words }: Question): string[][] {
  const columns = new Map<string, string[]>();
  for (const word of words) {
    const column = telling.includes(word) ? undefined : columnIn(of, [word]);
    if (column && column.used.length > 0 && !isNameColumn(of, column.name))
      columns.set(column.name.join(' '), column.name);
  }
  if (first) columns.set(first.join(' '), first);
  return [...columns.values()];
}

/** What a part of the page lists under a heading that is asked for, not the heading. */
function insideSection({ of, items, telling, coverage: share }: Selection): Answer | undefined {
  const [item] = items;
  if (of.collection.kind !== 'sections' || items.length !== 1 || !item) return undefined;
  if (!telling.some((word) => item.title.has(word))) return undefined;
  const listed = item.item.fields
    .filter(({ names }) => names.includes('list-item'))
    .map(({ value }) => value);
  const rest = listed.length > 1 ? listed.join('\n') : item.item.text.replace(item.item.title, '').trim();
  return rest !== '' && rest.length <= 1_500 ? { output: rest, coverage: share } : undefined;
}

function bestList(index: PageIndex, question: Question): Selection | undefined {
  return selectItems(index, question).find(({ coverage: share, of, telling, column, items }) => {
    if (share < 0.95) return false;
    const isNamed = question.noun.some(
      (word) =>
        [...of.about].some((each) => isSameWord(each, word)) ||
        of.columns.some((name) => name.some((each) => isSameWord(each, word))),
    );
    return (
      isNamed ||
      (telling.length > 0 && items.length > 0) ||
      column !== null ||
      question.bounds.length > 0 ||
      of.weight > 0.4
    );
  });
}
