import { findDates } from '../values/date.ts';
import { amountsIn } from '../values/number.ts';
import { isThing } from '../words/concepts.ts';
import { contentStems, stem, wordsOf } from '../words/words.ts';
import { answerAbout } from './answer-about.ts';
import { answerAdvice } from './answer-advice.ts';
import { answerBand } from './answer-band.ts';
import { answerBeside } from './answer-beside.ts';
import { answerBusiest } from './answer-busiest.ts';
import { answerClosed } from './answer-closed.ts';
import { answerColumn } from './answer-column.ts';
import { answerCompared } from './answer-compared.ts';
import { answerFact } from './answer-fact.ts';
import { answerHeaded } from './answer-headed.ts';
import { ofKind } from './answer-kind.ts';
import { answerLink } from './answer-link.ts';
import { answerCount, answerList } from './answer-many.ts';
import { answerName } from './answer-name.ts';
import { answerNearest } from './answer-nearest.ts';
import { answerOpen } from './answer-open.ts';
import { answerRule } from './answer-rule.ts';
import { answerScore } from './answer-score.ts';
import { answerSpan, answerWholeTime } from './answer-span.ts';
import { answerState } from './answer-state.ts';
import { answerTimetable } from './answer-timetable.ts';
import { answerTotal } from './answer-total.ts';
import { answerValue } from './answer-value.ts';
import { answerYesNo } from './answer-yes-no.ts';
import type { Answer } from './answered.ts';
import { isOfOtherPayer, missesTurn, tellsOtherDeed } from './asked-of.ts';
import { isSpokenOf } from './asked-words.ts';
import { calendarForm } from './calendar-words.ts';
import { type ChainedQuestion, chainOf } from './chained-question.ts';
import { outOfHeap } from './heap.ts';
import { inItsCase } from './in-its-case.ts';
import { answerNow } from './newest.ts';
import { answerNumbered } from './numbered-things.ts';
import { isIdle, type PageIndex } from './page-index.ts';
import { asksOfMany, type Question, readQuestion } from './question.ts';
import { type Period, withinPeriod } from './question-period.ts';
import { reckoningOf } from './reckoned-question.ts';
import { summarize } from './summary.ts';

/** The answer to a question in words, in the page's own words; undefined when the page does not hold it. */
export function answerQuestion(index: PageIndex, goal: string): string | undefined {
  return weighAnswer(index, goal)?.output;
}

/** The same with how much of the question it accounts for. */
export function weighAnswer(index: PageIndex, goal: string): Answer | undefined {
  const chain = chainOf(goal);
  const worked = chain ? answerChain(index, chain) : answerReckoned(index, goal);
  if (chain || worked !== undefined)
    return worked === undefined
      ? undefined
      : { output: worked, coverage: 1, isReasoned: chain === null, isReckoned: true };
  const parts = severalParts(goal);
  // Of several things each is told with all that is asked of it.
  if (parts.length < 2 || readQuestion(goal).form === 'list') return answerOne(index, goal);
  const answers = parts.flatMap(({ name, ask }) => {
    const answer = answerOne(index, ask);
    return answer ? [{ output: `${name}: ${answer.output}`, coverage: answer.coverage }] : [];
  });
  if (answers.length < parts.length) return answerOne(index, goal);
  return {
    output: answers.map(({ output }) => output).join('\n'),
    coverage: Math.min(...answers.map(({ coverage }) => coverage)),
    isReckoned: true,
  };
}

/** What each part gives, taken together; nothing where one of them is not told for certain. */
function answerReckoned(index: PageIndex, goal: string): string | undefined {
  const reckoned = reckoningOf(goal);
  const ticket = reckoned?.party ? ticketFor(index, reckoned.party) : null;
  if (ticket !== null) return ticket;
  const told = reckoned?.asks.map((ask) => answerOne(index, ask, { isNearEnough: false })?.output);
  return told?.every((each) => each !== undefined) ? reckoned?.reckon(told, index.page.language) : undefined;
}

/**
 * "Family ticket (2+2) £21": a party that has a price of its own does not pay one by one. Null where there is none for it,
 * undefined where there are several.
 */
function ticketFor({ page }: PageIndex, party: readonly number[]): string | undefined | null {
  const look = new RegExp(`famil[^£$€]{0,40}?${party.join('\\D{1,20}')}(?!\\d)`, 'i');
  const behind = page.blocks.flatMap(({ text, isAside }) => {
    const said = isAside ? null : look.exec(text);
    return said ? [text.slice(said.index + said[0].length)] : [];
  });
  if (behind.length === 0) return null;
  const sums = new Set(behind.flatMap(amountsIn));
  const [sum] = sums;
  return sums.size === 1 ? sum : undefined;
}

/** Both or nothing: half an answer reads like a whole one. */
function answerChain(index: PageIndex, chain: ChainedQuestion): string | undefined {
  // What is only near would be asked on about.
  const first = answerOne(index, chain.first, { isNearEnough: false })?.output;
  const second =
    first === undefined ? undefined : answerOne(index, chain.second(first), { isNearEnough: false })?.output;
  return first === undefined || second === undefined ? undefined : chain.join(first, second);
}

function answerOne(index: PageIndex, goal: string, { isNearEnough = true } = {}): Answer | undefined {
  const asked = inPageWords(index, inPageForms(index, readQuestion(goal)));
  const words = asked.words.filter(
    (word) =>
      asked.names.includes(word) ||
      isNarrowing(index, asked, word) ||
      isAnyOne(asked, word) ||
      !isIdle(index, word),
  );
  const question = {
    ...asked,
    words: words.length > 0 || asked.extreme || asked.ordinal !== null ? words : asked.words,
  };
  const { page } = index;
  if (question.form === 'text') return { output: page.markdown, coverage: 1 };
  if (question.form === 'summary') return { output: summarize(page, question.text), coverage: 1 };
  const band = answerBand(index, question, goal);
  if (band === null || isOfOtherDay(index, question)) return undefined;
  const reasoned =
    band ??
    answerLink(index, question) ??
    answerName(index, question) ??
    answerNumbered(index, question) ??
    answerRule(index, question, goal) ??
    answerState(index, question) ??
    answerBusiest(index, question) ??
    answerScore(index, question) ??
    answerWholeTime(index, question) ??
    answerClosed(index, question) ??
    answerColumn(index, question) ??
    answerCompared(index, question) ??
    answerTimetable(index, question) ??
    answerOpen(index, question) ??
    answerNow(index, question) ??
    answerBeside(index, question);
  if (!reasoned && (isAboutSomethingElse(index, question) || isOfOtherPayer(index, question)))
    return undefined;
  const isOrdered = asksOfMany(question);
  const formed = reasoned ? undefined : (answerOpenly(index, question) ?? answerForm(index, question));
  const answer =
    (reasoned && { ...reasoned, isReasoned: true }) ??
    (formed && isOrdered ? { ...formed, isReasoned: true } : formed) ??
    answerSpan(index, question) ??
    (isNearEnough ? answerHeaded(index, question) : undefined) ??
    (isNearEnough ? answerNear(index, question) : undefined);
  if (!answer || (!answer.isReasoned && tellsOtherDeed(answer.output, question))) return undefined;
  if (!answer.isReasoned && missesTurn(answer.output, question, index)) return undefined;
  if (!answer.isReasoned && question.form === 'value' && !ofKind(answer, question)) return undefined;
  if (MEASURE.test(question.text) && !AMOUNT.test(answer.output)) return undefined;
  return answer.isReasoned ? answer : inItsCase(index, answer, question);
}

/** "Is there a laptop to borrow": one that the page would have to name, and not the one it is about. */
function isAnyOne({ form, text }: Question, word: string): boolean {
  const [, ...named] = form === 'yes-no' ? text.split(/\b(?:an?|any)\s/i) : [];
  return named.some((behind) => stem(wordsOf(behind)[0] ?? '') === word);
}

/** What is answered by a whole paragraph: what is said of a thing, how something is done, what happens in a case. */
function answerOpenly(index: PageIndex, question: Question): Answer | undefined {
  const happens = /^what happens\b/i.test(question.text) ? answerHeaded(index, question) : undefined;
  return happens ?? answerAbout(index, question) ?? answerAdvice(index, question);
}

/** In "the sum of the hotel expenses" a word that helps along elsewhere says which ones. */
function isNarrowing({ vocabulary }: PageIndex, { form, text, words }: Question, word: string): boolean {
  if (form !== 'sum' && form !== 'average') return false;
  const tokens = wordsOf(text).map(stem);
  const next = tokens[tokens.indexOf(word) + 1] ?? '';
  return words.includes(next) && vocabulary.has(next);
}

/** What is asked for is so much of something; a sentence without an amount does not tell it. */
const MEASURE =
  /^(?:what(?:['’]s| is| was) (?:the |its )?(?:[\p{L}-]+ )?(?:weight|height|width|depth|capacity|volume|diameter|temperature|wattage|voltage|mileage)(?= of | for |[?.!]*$)|how (?:heavy|tall|wide|deep|thick|hot|cold) )/iu;
const AMOUNT =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|a|half)\s(?:an?\s)?(?:kilo|gram|pound|ounce|ton|met(?:re|er)|cent|inch|f(?:oo|ee)t|lit(?:re|er)|gallon|degree|watt|volt)/iu;

/** What is near may be the question's own words. */
function answerNear(index: PageIndex, question: Question): Answer | undefined {
  const nearest = answerNearest(index, question);
  const answer = nearest && outOfHeap(index, nearest, question);
  return answer && isWithin(answer.output, question.text) && !/\bor\b/i.test(question.text)
    ? undefined
    : answer;
}

function answerForm(index: PageIndex, question: Question): Answer | undefined {
  const answer = withValue(index, question, answerByForm(index, question));
  const isNone =
    answer && (isEcho(answer.output, question, index) || isNobody(answer.output, question, index));
  return isNone ? undefined : answer;
}

/** The name of a value is no answer where the value stands beside it, unless it is asked which one. */
function withValue(
  { page }: PageIndex,
  { asksThing, extreme, ordinal }: Question,
  answer: Answer | undefined,
): Answer | undefined {
  // A number is what is told, though it may stand where names do.
  const isName = !/\d/.test(answer?.output ?? '');
  if (!isName || asksThing || extreme !== null || ordinal !== null) return answer;
  const named = page.labels.filter(
    ({ label, source, isOfItem }) => source === 'label' && !isOfItem && label === answer?.output,
  );
  const [only, ...others] = named;
  return answer && only && others.length === 0 && only.value.length <= 300
    ? { ...answer, output: only.value }
    : answer;
}

/** What the question says itself is not who that is, nor is the page's own name who did something. */
function isNobody(output: string, { text, stems }: Question, { page }: PageIndex): boolean {
  if (/^who\b/i.test(text) && contentStems(output).every((word) => stems.has(word))) return true;
  const isDeed = /^who (?!is\b|are\b|was\b|were\b)/i.test(text);
  return isDeed && page.headings.some((heading) => heading.level === 1 && heading.text === output);
}

/** A name or heading that only repeats the question says nothing to it. */
function isEcho(output: string, { form, stems, text }: Question, { page }: PageIndex): boolean {
  if (form === 'value' && output.endsWith('?') && !/\bquestions?\b|\bask/i.test(text)) return true;
  if (
    /^(?:what|how|who (?:is|was|are|were))\b/i.test(text) &&
    !/\bor\b/i.test(text) &&
    isWithin(output, text)
  )
    return true;
  if (!['yes-no', 'value'].includes(form) || /^(?:which|who)\b|\bor\b/i.test(text)) return false;
  const said = contentStems(output);
  const isSaying = /\b(?:yes|no|not|never|without)\b|n['’]t\b/i.test(output);
  if (isSaying || said.length < 2 || !said.every((word) => stems.has(word))) return false;
  const isName = ({ title }: { title: string }) => title === output;
  return (
    page.headings.some((heading) => heading.text === output) ||
    page.collections.some(({ items, kind }) => kind !== 'sections' && items.some(isName))
  );
}

/** Word for word a part of it. */
function isWithin(output: string, text: string): boolean {
  const said = ` ${wordsOf(output).join(' ')} `;
  return said.trim() !== '' && ` ${wordsOf(text).join(' ')} `.includes(said);
}

function answerByForm(index: PageIndex, question: Question): Answer | undefined {
  switch (question.form) {
    case 'count':
      return answerCount(index, question);
    case 'sum':
    case 'average':
      return answerTotal(index, question) ?? answerAverageTold(index, question);
    case 'list':
      return answerList(index, question);
    case 'yes-no':
      return answerYesNo(index, question);
    default:
      return answerValue(index, question);
  }
}

/** The rating of one thing is the average of what many said. */
function answerAverageTold(index: PageIndex, question: Question): Answer | undefined {
  const isRating = question.form === 'average' && question.words.some((word) => isThing([word], 'rating'));
  const told = isRating ? answerFact(index, question) : undefined;
  return told && told.coverage >= 0.95 ? told : undefined;
}

/** Where words bend (`porcji`, `porcje`), the page's own form of a word that it has in another. */
function inPageForms(index: PageIndex, asked: Question): Question {
  if (/^en\b/i.test(index.page.language ?? 'en')) return asked;
  const bent = (words: string[]) => words.map((word) => formOnPage(index, word));
  return { ...asked, words: bent(asked.words), noun: bent(asked.noun), names: bent(asked.names) };
}

function formOnPage({ vocabulary }: PageIndex, word: string): string {
  // A German verb is found in the nouns made of it.
  if (vocabulary.has(word) || word.length < 4 || /\d|.{5}en$/.test(word)) return word;
  let best = { word, same: Math.max(3, Math.ceil(word.length * 0.6) - 1) };
  for (const other of vocabulary) {
    if (Math.abs(other.length - word.length) > 3) continue;
    let same = 0;
    while (same < word.length && word[same] === other[same]) same += 1;
    if (same > best.same && word.length - same <= 3 && other.length - same <= 3) best = { word: other, same };
  }
  return best.word;
}

/** "Second permit" and "nearest station" may be names on the page, and "sun set" one word. */
function inPageWords(index: PageIndex, asked: Question): Question {
  const tokens = wordsOf(asked.text).map(stem);
  const words = new Set(asked.words);
  tokens.forEach((word, at) => {
    const next = tokens[at + 1] ?? '';
    const both = stem(word + next);
    const isSplit = words.has(word) && words.has(next) && index.vocabulary.has(both);
    if (!isSplit || (index.vocabulary.has(word) && index.vocabulary.has(next))) return;
    words.delete(word);
    words.delete(next);
    words.add(both);
  });
  for (const word of asked.words) {
    const form = calendarForm(index.vocabulary, word);
    if (form === undefined) continue;
    words.delete(word);
    words.add(form);
  }
  const names = asked.names.flatMap((name) => {
    const form = calendarForm(index.vocabulary, name);
    if (form !== undefined) return [form];
    const meant = index.vocabulary.has(name) ? undefined : spelledOut(index, name);
    if (!meant || !asked.text.includes(name.toUpperCase())) return [name];
    words.delete(name);
    for (const word of meant) words.add(word);
    return meant;
  });
  const plain = { ...asked, names, words: [...words] };
  if (!asked.pointer) return plain;
  if (asked.extreme && isWritten(index, asked)) return { ...plain, extreme: null, pointer: null };
  const pointing = stem(asked.pointer.toLowerCase());
  const isNamed = (name: string[]) =>
    name.length > 1 && name.includes(pointing) && name.every((word) => word === pointing || words.has(word));
  // A list called "Top search terms" has one on top.
  const isName =
    !/^top$/i.test(asked.pointer) &&
    (index.facts.some(({ name, isOfItem }) => !isOfItem && isNamed(name)) ||
      (asked.ordinal !== null &&
        index.collections.some(({ items }) => items.some(({ title }) => isNamed([...title])))));
  return isName ? { ...plain, words: [...words, pointing], extreme: null, ordinal: null } : plain;
}

/** "Most popular" is a badge on the page, and nothing to be measured. */
function isWritten({ page }: PageIndex, { text, pointer }: Question): boolean {
  const said = pointer?.toLowerCase().split(' ').at(-1) ?? '';
  const phrase = new RegExp(`(?<!\\p{L})${said} \\p{L}+`, 'iu').exec(text)?.[0].toLowerCase();
  return (
    phrase !== undefined &&
    page.blocks.some(
      ({ text: block, isAside }) => !isAside && block.length < 40 && block.toLowerCase() === phrase,
    )
  );
}

/** CEO is "Chief Executive Officer" where the page says that. */
function spelledOut({ page }: PageIndex, letters: string): string[] | undefined {
  if (!/^[a-z]{2,5}$/.test(letters)) return undefined;
  const look = new RegExp(
    `(?<!\\p{L})${[...letters].map((letter) => `${letter.toUpperCase()}\\p{L}+`).join('\\s(?:of\\s|and\\s|the\\s)?')}`,
    'u',
  );
  const found = page.blocks.map(({ text }) => look.exec(text)?.[0]).find((text) => text !== undefined);
  return found === undefined ? undefined : contentStems(found);
}

/** A name that the page never mentions: whatever else fits, it is said of something else. */
function isAboutSomethingElse(index: PageIndex, { names, period }: Question): boolean {
  const open = names.filter((name) => !isSpokenOf(index, name));
  // October is spoken of by "2026-10-30" too.
  return open.some((name) => !period?.words.includes(name)) || (open.length > 0 && !tellsDays(index, period));
}

function tellsDays({ collections, page }: PageIndex, period: Period | null): boolean {
  return period !== null && collections.some(({ items }) => withinPeriod(items, period, page.language));
}

/** The whole page is of one day, and the question of another. */
function isOfOtherDay({ day }: PageIndex, { text }: Question): boolean {
  const asked = findDates(text);
  return day !== null && asked.length === 1 && asked[0] !== day;
}

/** "Get the title, author and price of X" are three questions. */
function severalParts(goal: string): { name: string; ask: string }[] {
  const questions = goal.split(/(?<=\?)\s+/).filter((part) => part.trim().endsWith('?'));
  if (questions.length > 1)
    return questions.slice(0, 8).map((ask) => ({ name: ask.trim().replace(/\?$/, ''), ask }));
  const match = goal
    .replace(/https?:\/\/\S+/gi, ' ')
    .match(
      /^\s*(?:please\s+)?(?:what (?:is|are)|what's|tell me|give me|get|extract|return|find|show(?: me)?|provide)\s+(?:me\s+)?(?:the\s+)?((?:[\p{L}\s-]{2,30},\s*(?:the\s+)?)*[\p{L}\s-]{2,30}?),?\s+and\s+(?:the\s+)?([\p{L}\s-]{2,30}?)(\s+(?:of|for|from)\s+.{1,120})?[.?!]?\s*$/iu,
    );
  if (!match?.[1] || !match[2]) return [];
  const names = [...match[1].split(/,\s*(?:the\s+)?/), match[2]].map((name) => name.trim()).filter(Boolean);
  if (names.some((name) => name.split(/\s+/).length > 3)) return [];
  return names.map((name) => ({
    name: name[0]?.toUpperCase() + name.slice(1),
    ask: `What is the ${name}${match[3] ?? ''}?`,
  }));
}
