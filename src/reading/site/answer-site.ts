import { ofKind } from '../answers/answer-kind.ts';
import { outputOf } from '../answers/answer-nearest.ts';
import { weighAnswer } from '../answers/answer-question.ts';
import type { Answer } from '../answers/answer-value.ts';
import { chainOf } from '../answers/chained-question.ts';
import { narrowed } from '../answers/narrowed.ts';
import { indexPage, type PageIndex } from '../answers/page-index.ts';
import { asksOfMany, type Question, readQuestion } from '../answers/question.ts';
import { squeeze } from '../page/dom.ts';
import type { ExtractedPage } from '../page/page.ts';
import { nearness } from '../words/related.ts';
import { contentStems } from '../words/words.ts';
import { isFront } from './front-page.ts';
import { inContext, wholeColumn } from './in-context.ts';
import { namesSomebody } from './line-fit.ts';
import { listSections } from './list-sections.ts';
import { type RankedLine, rankLines } from './rank-lines.ts';
import type { SiteAnswer } from './site-answer.ts';
import { headWords } from './site-lines.ts';

const ENOUGH = 0.5;
const MOST_LINES = 5;
/** What a line that is taken for the answer must speak of at least. */
const LEAST_BORNE = 0.5;
/** What is left of an answer when the site has no word for what the question names. */
const STRANGE = 0.5;

/**
 * What several pages of one site say to a question. Each is asked by itself, and all that they say is weighed by how much of
 * the question it speaks of: an answer that no line of the site bears out counts less than a line that speaks of it all.
 */
export function answerSite(pages: readonly ExtractedPage[], goal: string): SiteAnswer | undefined {
  const indexes = pages.map(indexPage);
  const chain = chainOf(goal);
  const whole = askSite(indexes, goal);
  if (!chain) return whole;
  const first = askSite(indexes, chain.first);
  const second = first && askSite(indexes, chain.second(first.output));
  if (!first || !second) return whole;
  const output = first.output.includes(second.output)
    ? first.output
    : chain.join(first.output, second.output);
  return { ...first, output, certainty: Math.min(first.certainty, second.certainty) };
}

function askSite(indexes: readonly PageIndex[], goal: string): SiteAnswer | undefined {
  const question = readQuestion(goal);
  const { lines, isStrange } = rankLines(indexes, question);
  const share = isStrange ? STRANGE : 1;
  const called = byName(indexes, question);
  const names = new Set(
    indexes.flatMap(({ page }) => [...page.headings.map(({ text }) => text), ...waysIn(page)]),
  );
  const told = indexes.flatMap((index, at): SiteAnswer[] => {
    const answer = weighAnswer(index, goal);
    if (!answer || !isTold(answer.output, question)) return [];
    if (answer.output.split('\n').every((line) => names.has(line))) return [];
    const isSentence = answer.output.length > 40 && answer.output.endsWith('.');
    if (isOrdered(answer, question) && !isSentence)
      return [{ at, output: answer.output, certainty: reasonedWorth(answer, index, question) * called(at) }];
    // "After 20 days?" is told by a rule, whatever thing it is asked for.
    if (answer.isReasoned && isOfLine(answer.output) && /\d/.test(goal))
      return [{ at, output: answer.output, certainty: 0.8 * answer.coverage }];
    const borne = lineOf(answer.output, index, lines);
    const output =
      borne && !isOfLine(answer.output)
        ? inContext(answer.output, borne.line, index, question)
        : answer.output;
    const isKnown = CONTACT.test(answer.output);
    return [{ at, output, certainty: (isKnown ? 1 : share) * worthOf(answer, borne, question) }];
  });
  const said = lines.slice(0, MOST_LINES).flatMap((line): SiteAnswer[] => {
    const output = outputIn(line, question);
    return output === undefined
      ? []
      : [{ at: indexes.indexOf(line.index), output, certainty: share * line.score * 0.9 }];
  });
  const listed = question.form === 'list' ? listSections(indexes, question) : [];
  const [best] = [...told, ...said, ...listed]
    .map((answer) => ({
      ...answer,
      certainty: answer.certainty + (answer.at === 0 && isInner(indexes[0]) ? 0.15 : 0),
    }))
    .sort((one, other) => other.certainty - one.certainty);
  return best && best.certainty >= ENOUGH ? { ...best, certainty: Math.min(1, best.certainty) } : undefined;
}

/** Who is told by a name, and how by more than a name. */
function isTold(output: string, { text, expects }: Question): boolean {
  if (/^how (?:do|can|should|could) (?:i|we|you)\b/i.test(text) && output.split(/\s/).length < 4)
    return false;
  return !(expects === 'name' && /^who\b/i.test(text)) || namesSomebody(output);
}

/** Found by comparing or counting things, or by hours; what was only read out of a line is borne out by that line. */
function isOrdered({ isReasoned, output }: Answer, question: Question): boolean {
  if (!isReasoned) return false;
  return asksOfMany(question)
    ? output.length <= MOST_NAME_CHARS || output.includes('\n')
    : !isOfLine(output) || isHours(output);
}

const MOST_NAME_CHARS = 80;

/** "Yes (Dogs are welcome.)": by what a line says. */
function isOfLine(output: string): boolean {
  return /^(?:yes|no) \(/i.test(output);
}

function isHours(output: string): boolean {
  return /\d\s?(?:[ap]m)?\s?(?:[–-]|to|until)\s?\d|closed/i.test(output);
}

/** Where the question is put on a page of its own, it is meant of that first. */
function isInner(index: PageIndex | undefined): boolean {
  return index !== undefined && !isFront(index.page.url);
}

/** Less for a page that is not called by a word of the question, where another one is. */
function byName(indexes: readonly PageIndex[], question: Question): (at: number) => number {
  const heads = indexes.map(({ page }) => headWords(page));
  const telling = contentStems(question.text).filter((word) => {
    const on = heads.filter((head) => head.some((each) => nearness(word, each) >= 0.9)).length;
    return on > 0 && on <= heads.length / 2;
  });
  return (at) => {
    const met = telling.filter((word) => heads[at]?.some((each) => nearness(word, each) >= 0.9)).length;
    return telling.length === 0 ? 1 : 0.75 + 0.25 * (met / telling.length);
  };
}

/** Things are compared and counted where they are listed under that name. */
function reasonedWorth({ coverage }: Answer, index: PageIndex, question: Question): number {
  const isOfMany = asksOfMany(question);
  const said = isOfMany
    ? [...index.own, ...index.collections.flatMap(({ about, columns }) => [...about, ...columns.flat()])]
    : [];
  const isOfNoun =
    !isOfMany || question.noun.every((word) => said.some((each) => nearness(word, each) >= 0.7));
  return (isOfNoun ? 0.95 : 0.5) * coverage;
}

function worthOf(
  { output, coverage, isNamed, isReasoned }: Answer,
  borne: RankedLine | undefined,
  { expects }: Question,
): number {
  // What stands under its name needs no line that says so; nor does a state in a word or two, or a number to call.
  const isPlain =
    isNamed ||
    CONTACT.test(output) ||
    ((isReasoned || isOfLine(output)) && output.length <= MOST_STATE_CHARS);
  if (isPlain) return Math.max(0.85 * coverage, borne?.score ?? 0);
  if (!borne) return 0.45 * coverage;
  const isVague = expects === 'date' && !/\d/.test(output) ? 0.2 : 0;
  return borne.score < LEAST_BORNE ? 0 : 0.15 + 0.35 * coverage + 0.5 * borne.score - isVague;
}

const MOST_STATE_CHARS = 30;
const CONTACT = /^(?:\+?\d[\d\s()./-]{5,}\d|\S+@\S+\.\S+)$/;

/** The line of the page that an answer was read out of. */
function lineOf(output: string, index: PageIndex, ranked: readonly RankedLine[]): RankedLine | undefined {
  const words = squeeze(output.replace(/^(?:yes|no) \((.*)\)$/is, '$1')).toLowerCase();
  return ranked.find(({ line, index: of }) => {
    if (of !== index) return false;
    const text = squeeze(line.text).toLowerCase();
    return text.includes(words) || words.includes(text);
  });
}

/** Names of other pages say nothing. */
function waysIn({ links }: ExtractedPage): string[] {
  return links.flatMap(({ name }) => (/\d/.test(name) ? [] : [name]));
}

function outputIn({ line, index, score }: RankedLine, question: Question): string | undefined {
  const column = line.kind === 'cell' ? wholeColumn(line, index, question) : undefined;
  if (column !== undefined) return column;
  const said = { output: outputOf(line, question), coverage: score };
  const answer = ofKind(narrowed(index, said, question), question)?.output;
  return answer === undefined ? undefined : inContext(answer, line, index, question);
}
