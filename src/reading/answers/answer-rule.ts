import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { contentStems, stem, stemsOf } from '../words/words.ts';
import { AMOUNT, amountIn, type Measure, measured } from './amount-asked.ts';
import type { Answer } from './answered.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { mainSentences } from './sentences.ts';
import { sayYesNo } from './yes-no.ts';

/** "Can I still return it after 20 days?" where the page says "within 14 days": the amount is held against the rule. */
export function answerRule(index: PageIndex, question: Question, goal: string): Answer | undefined {
  if (question.form !== 'yes-no') return undefined;
  const asked = amountIn(goal, question.text);
  if (!asked) return undefined;
  const words = contentStems(meantBy(goal)).filter((word) => !/^\d/.test(word) && !LITTLE.has(word));
  const rules = rulesOn(index, asked.measure)
    .map((rule) => ({ ...rule, share: words.filter((word) => isSpokenOf(index, word, rule.stems)).length }))
    .filter(({ share, stems, measure }) =>
      measure === 'age' ? share > 0 || words.length === 0 : share > 0 && isOnTopic(words, stems, index),
    )
    .sort((one, other) => other.share - one.share || nearness(words, other) - nearness(words, one));
  const [rule] = rules;
  if (!rule) return undefined;
  const isAllowed = isMetBy(rule, asked.amount) !== rule.isForbidding;
  const isSo = AGAINST.test(question.text) ? !isAllowed : isAllowed;
  return { output: sayYesNo(isSo, rule.text, question, index.page.language), coverage: 1 };
}

export function isMetBy({ amount, isUpper, isStrict }: Limit, asked: number): boolean {
  return asked === amount ? !isStrict : isUpper === asked < amount;
}

/** What the sentence or the heading right above it says binds more than the heading of it all. */
function nearness(words: readonly string[], { near }: Rule): number {
  return words.filter((word) => near.some((each) => isAkin(each, word))).length;
}

interface Rule extends Limit {
  text: string;
  stems: string[];
  /** Those of the sentence and the nearest heading. */
  near: string[];
}

interface Limit {
  measure: Measure;
  amount: number;
  /** What is below the amount meets it, else what is above. */
  isUpper: boolean;
  isStrict: boolean;
  /** What meets it is not allowed. */
  isForbidding: boolean;
}

const UPPER =
  "within|up to|no more than|not more than|at most|maximum(?: of)?|max\\.?|limit(?:ed)?(?: is| to| of)?|no later than|not later than|until|(?:less|fewer|younger|smaller|shorter|lighter) than|under|below|during the first|for|have|has|innerhalb von|binnen|bis zu|höchstens|maximal|sous|dans les|jusqu[’']à|au plus|dentro de|en un plazo de|hasta|entro|fino a|al massimo|até|no prazo de|tot|maximaal|w ciągu|maksymalnie";
const LOWER =
  '(?:more|older|larger|bigger|longer|heavier|later) than|at least|minimum(?: of)?|from|over|above|no less than|after|exceeding|ages?|aged|once|mindestens|ab|au moins|à partir de|al menos|a partir de|almeno|pelo menos|minimaal|vanaf|co najmniej|od';

/** Every limit of that measure that a sentence of the page sets. */
function rulesOn({ page }: PageIndex, wanted: Measure): Rule[] {
  const labels = page.labels.filter(({ source, isOfItem }) => source === 'label' && !isOfItem);
  const sentences = [
    ...mainSentences(page),
    ...labels.map(({ label, value }) => ({
      text: `${label}: ${value}`,
      stems: stemsOf(`${label} ${value}`),
    })),
  ];
  const under = new Map(page.blocks.map(({ text, under: heads }) => [text, heads] as const));
  return sentences.flatMap(({ text, stems }) => {
    const rule = text.length <= 300 ? ruleIn(text, wanted) : null;
    const heads = [...under].find(([block]) => block.includes(text))?.[1] ?? [];
    if (!rule) return [];
    const near = [...stems, ...stemsOf(heads.at(-1) ?? '')];
    return [{ ...rule, text, near, stems: [...near, ...stemsOf(heads.slice(0, -1).join(' '))] }];
  });
}

/** The limit of that measure that a sentence sets. */
export function ruleIn(text: string, wanted: Measure): Limit | null {
  const number = wanted === 'age' ? `(\\d{1,2})(?:\\s?(years?(?: old| of age)?))?` : AMOUNT;
  const match =
    text.match(
      new RegExp(
        `(?<!\\p{L})(${UPPER}|${LOWER})\\s+(?:the\\s+age\\s+of\\s+|an?\\s+|the\\s+first\\s+|the\\s+|los\\s+)?${number}(.{0,40})`,
        'iu',
      ),
    ) ??
    text.match(
      new RegExp(
        `()${number}(\\s*(?:and (?:over|up|older|above)|or (?:over|older|more|less|fewer|under)|max(?:imum)?|\\+|to \\p{L}+).{0,30})`,
        'iu',
      ),
    ) ??
    text.match(
      new RegExp(
        `()\\b${number}((?:[\\s-](?:return|refund|cancellation|trial|exchange|money))\\b.{0,30})`,
        'iu',
      ),
    );
  if (!match) return null;
  const [, said = '', value = '', unit = '', rest = ''] = match;
  const found = wanted === 'age' ? { amount: Number(value), measure: wanted } : measured(value, unit);
  if (found?.measure !== wanted) return null;
  const isMore = /^\s*(?:and (?:over|up|older|above)|or (?:over|older|more)|\+)/i.test(rest);
  const isUpperWord = new RegExp(`^(?:${UPPER})$`, 'i').test(said) || said === '';
  const isAhead = wanted === 'time' && /\b(?:before|in advance|prior|ahead)\b/i.test(rest);
  const isForbidding = FORBIDS.test(text);
  // "Up to 48 hours before" ends when there are fewer than 48 left; "after 14 days" forbids what is later.
  const isUpper = !isMore && isUpperWord && !(isAhead && !/^(?:less|fewer|within|under)/i.test(said));
  const isStrict = /\bthan$|^(?:under|below|over|above|after|exceeding)$/i.test(said);
  return { ...found, isUpper, isStrict, isForbidding };
}

const FORBIDS =
  /\b(?:not|cannot|no longer|never|neither|forbidden|refused|prohibited|must stay|ha(?:s|ve) to stay|no refunds?|no returns?|expires?|erased|nicht|kein\p{L}*|pas|niet|geen|nie)\b|n['’]t\b|\bno\s\p{L}+\s(?:is|are)\b/iu;
const AGAINST = /\btoo (?:late|old|young|big|large|heavy|long|many)\b|\bforbidden\b/i;
/** They only help the question along. */
const LITTLE = new Set(
  'after before within until later still get bring have may can allow possible ago old year day hour week month minute people person want like go come take use'
    .split(' ')
    .map(stem),
);

/** Ways of speaking that pages have one word for. */
function meantBy(goal: string): string {
  return goal
    .replace(/\b(?:get |have |want )?(?:my|our|the|his|her|your) money back\b/gi, ' refund ')
    .replace(/\b(?:send|bring|give|take) (?:it|them|this|that|the \p{L}+) back\b/giu, ' return ')
    .replace(/\bcall (?:it )?off\b/gi, ' cancel ');
}

function isSpokenOf(index: PageIndex, word: string, stems: readonly string[]): boolean {
  return stems.some((each) => isAkin(each, word)) || isOwn(index, word);
}

/** The sentence or the heading above it speaks of the matter itself, not only the page's name. */
function isOnTopic(words: string[], stems: readonly string[], index: PageIndex): boolean {
  return words.some((word) => stems.some((each) => isAkin(each, word)) || index.own.has(word));
}

function isAkin(one: string, other: string): boolean {
  return (
    isSameWord(one, other) ||
    isGrownFrom(one, other) ||
    isGrownFrom(other, one) ||
    (other.length > 4 && one.startsWith(other))
  );
}
