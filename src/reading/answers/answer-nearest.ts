import { namesMonth, parseDate } from '../values/date.ts';
import { amountsIn, parseNumberWord } from '../values/number.ts';
import { isKnown, isThing } from '../words/concepts.ts';
import { nearness } from '../words/related.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, isSoftWord, nameWords, stem, wordsOf } from '../words/words.ts';
import { cutToName, isMeasured, isSpan, ofKind } from './answer-kind.ts';
import type { Answer } from './answered.ts';
import { isFreeOfOther, paidFor, tellsOf } from './asked-of.ts';
import { type AskedWord, askedWords } from './asked-words.ts';
import { narrowed } from './narrowed.ts';
import { isNoStatement } from './no-statement.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { isPerson, type SaidLine, saidLines, wordsIn } from './said-lines.ts';

const ENOUGH = 0.58;
const MAX_CHARS = 400;
const SHORT_CHARS = 140;

/**
 * Where nothing on the page answers in the words of the question: the line that speaks of the same matter and holds the
 * kind of thing that is asked for, as the page says it.
 */
export function answerNearest(index: PageIndex, question: Question): Answer | undefined {
  // A sum or a difference is told by reckoning, and no line.
  if (
    /\b(?:together|combined|altogether)\b|\b(?:more|less|fewer|\p{L}+er)\b.{0,80}\bthan\b/iu.test(
      question.text,
    )
  )
    return undefined;
  const told = saidLines(index);
  const asked = askedWords(index, question, told);
  // Who did something is told by what was done, and who is called something by that name.
  const isRole = question.expects === 'name' && !/^whom?\b/i.test(question.text);
  if (!asked || isRole || (question.expects === 'name' && asked.some(({ isSpoken }) => !isSpoken)))
    return undefined;
  const paid = paidFor(index, question);
  const lines = told.filter(
    (line) =>
      tellsOf(paid, [...line.own, ...line.above]) &&
      line.output.length <= MAX_CHARS &&
      /[\p{L}\d]/u.test(line.output) &&
      !line.output.trim().endsWith('?') &&
      !isNoStatement(line.output, question) &&
      !isFreeOfOther(line.text, question) &&
      meets(line, question) &&
      tellsProperty(line, question) &&
      namesAsked(line, question, asked) &&
      // Which one is the most is told by a line that says so.
      (question.extreme === null || question.extreme.said.test(line.text)) &&
      isOfKind(line, question),
  );
  const isOfTopic = asked.every(({ isTopic, isSpoken }) => isTopic && isSpoken);
  const best = isOfTopic ? ofTopic(lines, question) : bestOf(lines, asked, question);
  if (!best || saysNothingNew(best.line, question)) return undefined;
  const said = { output: outputOf(best.line, question), coverage: best.share * 0.8 };
  const answer = ofKind(narrowed(index, said, question), question);
  return answer && cutToName(answer, question);
}

/** "What does it cost if I pay yearly": a line that says nothing of the condition speaks of another case. */
function meets({ own, above, before, text: line }: SaidLine, { text }: Question): boolean {
  const rate = /\b(?:each|every|per|a) (day|week|month|year|hour|night)\b/i.exec(text)?.[1];
  if (rate && !new RegExp(`\\b(?:${rate}|${rate.replace(/y$/, 'i')}ly|annual)`, 'i').test(line)) return false;
  const condition = /\b(?:if|when|unless)\s(?:i|we|you)\s(.{3,60})$/i.exec(text)?.[1];
  const words = condition === undefined ? [] : contentStems(condition);
  const said = [...own, ...above, ...before];
  // What is done comes first, and in what way behind it.
  const telling = words.length > 1 ? words.slice(1) : words;
  return telling.length === 0 || telling.some((word) => nearest(word, said) > 0);
}

/** "The population of Malta": a line that says nothing of how many live there tells something else of Malta. */
function tellsProperty({ text: line, above }: SaidLine, { text }: Question): boolean {
  const asked = PROPERTY.exec(text)?.[1]?.toLowerCase();
  const word = asked === undefined ? '' : stem(asked);
  if (word === '' || isSoftWord(word) || SUBJECTS.has(word)) return true;
  return nearest(word, [...wordsIn(line), ...above]) > 0;
}

const PROPERTY = /^what(?:['’]s| is| are| was| were) the (?:\p{L}+ )?(\p{L}+) of (?:the )?\p{L}/iu;

/** "Which seat", "who is assigned": a line that says nothing of seats or of assigning speaks of something else. */
function namesAsked({ own, above, under }: SaidLine, { text, noun }: Question, asked: AskedWord[]): boolean {
  const isWhich = /^which\s/i.test(text);
  const word = isWhich ? (noun.at(-1) ?? '') : stem(WHO.exec(text)?.[1]?.toLowerCase() ?? '');
  const known = asked.find((each) => each.stem === word);
  if (word === '' || known?.isOwn || (!known && !isWhich) || SUBJECTS.has(word) || isSoftWord(word))
    return true;
  return nearest(word, [...own, ...above, ...under.flatMap(wordsOf).map(stem)]) > 0;
}

const WHO = /^who (?:(?:is|was|are|were|has|have|had|did|does|do|can|will) )?(?:the |an? )?(\p{L}+)/iu;

interface Found {
  line: SaidLine;
  share: number;
}

function bestOf(lines: SaidLine[], asked: AskedWord[], question: Question): Found | undefined {
  const isHow = HOW_TO.test(question.text);
  let best: (Found & { score: number }) | undefined;
  for (const line of lines) {
    const share = shareOf(line, asked);
    if (share < ENOUGH || !saysMore(line, asked, question)) continue;
    const score =
      share - Math.min(0.15, line.output.length / 2_000) + (isHow && line.kind === 'section' ? 0.35 : 0);
    if (score > (best?.score ?? 0) + 1e-9) best = { line, score, share };
  }
  return best;
}

/** A line that has no more to do with the question than that both are of this page, answers none. */
function saysMore(
  { own, above, before, kind, thing }: SaidLine,
  asked: AskedWord[],
  { implied }: Question,
): boolean {
  const named = wordsOf(thing ?? '').map(stem);
  const isSubject = (word: string) => kind === 'cell' && named.includes(word);
  const needed = asked.flatMap(({ stem: word, isOwn }) => (isOwn || isSubject(word) ? [] : [word]));
  const said = [...own, ...above, ...before];
  return (
    needed.length === 0 ||
    needed.some((word) => nearest(word, said) > 0) ||
    (kind === 'label' && implied.some((word) => nearest(word, named) > 0.8))
  );
}

/** "How long does it take?": nothing is named but what the page is about, and its first words are about that. */
function ofTopic(lines: SaidLine[], { expects, implied, text }: Question): Found | undefined {
  const isSize = /^how (?:big|large|high|tall|deep|wide|heavy|far)\b/i.test(text);
  const isTold =
    expects === 'number' ? isSize : expects === null ? /^where\b/i.test(text) : expects !== 'name';
  if (!isTold) return undefined;
  const named = lines.find(
    ({ kind, thing }) =>
      kind === 'label' &&
      wordsOf(thing ?? '').some((word) => implied.some((each) => nearness(each, stem(word)) > 0.8)),
  );
  // Until when one may apply is not told by any day.
  const isAnyDay = expects !== 'date' || implied.includes(DATE);
  const lead = lines.find(
    ({ kind, under, isTitle }) => kind === 'sentence' && under.length === 0 && !(isTitle && expects === null),
  );
  const line = named ?? (isAnyDay ? lead : undefined);
  return line && { line, share: ENOUGH };
}

const DATE = stem('date');
const HOW_TO = /^(?:how (?:do|can|should|could|to)\b|what (?:should|must|do) (?:i|we|you)\b)/i;

function shareOf({ own, above, before, under, kind, output }: SaidLine, asked: AskedWord[]): number {
  const isAnswer = under.at(-1)?.endsWith('?') ?? false;
  // Under a heading that names the matter, a short line need not name it again.
  let isOwn = kind === 'section' || output.length <= SHORT_CHARS / 2 || isAnswer;
  let all = 0;
  let met = 0;
  for (const { stem: word, weight, isTopic, isOwn: isPage } of asked) {
    const said = isPage ? Math.max(0.9, nearest(word, own)) : nearest(word, own);
    if (said > 0 && !isTopic) isOwn = true;
    all += weight;
    met +=
      weight * Math.max(said, (isAnswer ? 0.95 : 0.85) * nearest(word, above), 0.6 * nearest(word, before));
  }
  return isOwn ? met / all : 0;
}

function nearest(word: string, among: string[]): number {
  let best = 0;
  for (const each of among) {
    best = Math.max(best, nearness(word, each));
    if (best === 1) break;
  }
  return best;
}

/** The words of the question and no others. */
function saysNothingNew({ output, kind }: SaidLine, { stems, form }: Question): boolean {
  if (form === 'yes-no' || kind === 'label' || kind === 'cell') return false;
  return contentStems(output).every((word) => stems.has(word));
}

/** What of a line is the answer: its value, or the thing it is said of. */
export function outputOf({ kind, output, text, thing }: SaidLine, question: Question): string {
  const { form, asksThing } = question;
  if (form === 'yes-no' && kind !== 'section') return text;
  if (thing === null || !asksThing || form !== 'value') return output;
  if (kind !== 'label') return /^who/i.test(question.text) && !isPerson(thing) ? output : thing;
  // Of a name and a role, the one that the question does not say.
  const [inThing, inOutput] = [thing, output].map((side) => sharedWith(side, question));
  return isPerson(thing) && (inOutput ?? 0) > (inThing ?? 0) ? thing : output;
}

function sharedWith(side: string, { stems }: Question): number {
  return contentStems(side).filter((word) => nearest(word, [...stems]) > 0).length;
}

/** Whether a line holds the kind of thing that is asked for. */
export function isOfKind(line: SaidLine, question: Question): boolean {
  const { output } = line;
  const { text, form, expects } = question;
  if (line.kind === 'section' && (form === 'count' || form === 'yes-no')) return false;
  if (line.kind === 'section' && expects !== null && output.length > SHORT_CHARS) return false;
  if (form === 'yes-no') return true;
  if (form === 'count') return countsNoun(line, question);
  if (form === 'sum' || form === 'average') return false;
  // "2 tyre levers" counts them, and is no answer but to how many there are.
  if (line.kind === 'label' && !expects && /^[\d.,\s]+$/.test(output) && !/^how much\b/i.test(text))
    return false;
  if (expects === 'money')
    return (
      amountsIn(output).length > 0 ||
      /\d\s?(?:euros?|dollars?|pounds?|pence|cents?|francs?|yen|kron(?:or|er|e)|zł(?:oty)?|EUR|USD|GBP|CHF|p)\b|\bfree\b|\bnothing\b|\bno (?:charge|cost)|%|\bhalf\b/i.test(
        output,
      )
    );
  if (expects === 'duration') return isSpan(output);
  if (expects === 'date') return isDated(output);
  if (expects === 'name')
    return /(?<!^)(?<![.!?]\s)\p{Lu}\p{L}+|^\p{Lu}\p{L}+\s\p{Lu}/u.test(output) || isPerson(line.thing ?? '');
  if (/^how (?:big|large|far|high|tall|deep|wide|heavy)\b/i.test(text)) return isMeasured(output);
  if (/^how much \p{L}+ /iu.test(text) && expects === null) return isMeasured(output) || /\d/.test(output);
  if (expects === 'number' || /^how much\b/i.test(text)) return isNumbered(output);
  if (/^where\b/i.test(text)) return isPlaced(line);
  return true;
}

function isPlaced({ output: line, kind, thing }: SaidLine): boolean {
  // A day of a month is no house number.
  const text = line.replace(DAY_OF_MONTH, '');
  return (
    /\b(?:in|at|on|to|near|from|off|via|outside|under|opposite)\s(?:the\s)?(?:[\p{Lu}/]|\d{1,4}(?!\d))|\d{1,5}\s\p{Lu}/u.test(
      text,
    ) ||
    BESIDE.test(text) ||
    isTown(text) ||
    (kind !== 'sentence' && isPlaceName(text) && !isNameOfOther(thing ?? '', 'location'))
  );
}

const BESIDE =
  /\b(?:behind|beside|next to|opposite|in front of|across from|(?:around|on) the corner|at the (?:back|front|end|rear|entrance|desk|door)|upstairs|downstairs|on the (?:ground|first|second|third|top|lower|upper) floor)\b/i;

/** "Lisbon, Portugal"; "Team, Mobile" is a name and its value. */
function isTown(text: string): boolean {
  const [, town = ''] =
    /^(\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]+){0,2}),\s\p{Lu}[\p{L}'’. -]+$/u.exec(text) ?? [];
  return town !== '' && !isKnown(nameWords(town));
}

function isPlaceName(text: string): boolean {
  return text.length <= 40 && /^\p{Lu}[^:]*$/u.test(text) && !/\d{3}/.test(text);
}

/** "Company" is a name for something that is no place. */
function isNameOfOther(label: string, thing: string): boolean {
  const words = nameWords(label);
  return isKnown(words) && !isThing(words, thing);
}

const DAY_OF_MONTH =
  /\b(?:on )?\d{1,2}\.? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{L}*(?: \d{4})?/gu;

function isDated(line: string): boolean {
  // "From $140" is no day.
  const text = amountsIn(line).reduce((rest, sum) => rest.replace(sum, ''), line);
  return (
    parseDate(text) !== undefined ||
    namesMonth(text) ||
    /(?<![\d$€£¥.,])\d{1,2}[:.]\d{2}(?!\d)|\b\d{1,2}\s?(?:am|pm)\b|\b(?:1[5-9]|20)\d\d\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:noon|midnight|daily|spring|summer|autumn|winter)\b/i.test(
      text,
    ) ||
    /\b(?:within|after|before|until|every|next|first|from|in|at|up to|week|day)\s.*\d|\bnext (?:day|working day|week|month)\b/i.test(
      text,
    )
  );
}

function isNumbered(text: string): boolean {
  return /\d/.test(text) || wordsOf(text).some((word) => parseNumberWord(word) !== undefined);
}

/** A number right before what is counted, or the value under its name. */
function countsNoun({ kind, text, output }: SaidLine, { noun }: Question): boolean {
  const counted = noun.at(-1);
  if (counted === undefined) return false;
  // Nobody counts to 7,640.00.
  if (kind !== 'sentence')
    return /^\D{0,3}\d[\d.,\s]*[a-z]{0,2}$|^none$/i.test(output) && !/[.,]\d\d$/.test(output);
  const words = wordsOf(text.replace(PHONE, ' '));
  return words.some(
    (word, at) =>
      (/^\d/.test(word) || parseNumberWord(word) !== undefined) &&
      words.slice(at + 1, at + 5).some((next) => !DEED.test(next) && nearness(counted, stem(next)) > 0),
  );
}

/** What is done is not what is counted: "seats twelve and can be booked" tells of no books. */
const DEED = /ed$|ing$/;

/** Groups of digits that count nothing. */
const PHONE = /\+?\d[\d\s().-]{6,}\d/g;
