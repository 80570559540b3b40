import { ofKind } from '../answers/answer-kind.ts';
import { outputOf } from '../answers/answer-nearest.ts';
import { weighAnswer } from '../answers/answer-question.ts';
import type { Answer } from '../answers/answered.ts';
import { chainOf } from '../answers/chained-question.ts';
import { narrowed } from '../answers/narrowed.ts';
import { indexPage, type PageIndex } from '../answers/page-index.ts';
import { asksOfMany, type Question, readQuestion } from '../answers/question.ts';
import { squeeze } from '../page/dom.ts';
import type { ExtractedPage } from '../page/page.ts';
import { type FoundQuote, findQuote } from '../quotes/find-quote.ts';
import { chooseAnswer, likelihoodOf } from './choose-answer.ts';
import { inContext, wholeColumn } from './in-context.ts';
import { namesSomebody } from './line-fit.ts';
import { listSections } from './list-sections.ts';
import { type RankedLine, rankLines } from './rank-lines.ts';
import { LEAST_LIKELY, type SiteAnswer } from './site-answer.ts';
import { type Candidate, hasNoun } from './traits.ts';

/** An answer is told when it is likelier right than wrong. */
const ENOUGH = 0.5;
const MOST_LINES = 12;

/**
 * What several pages of one site say to a question. Each is asked by itself, the lines of all that speak of it are looked
 * at besides, and of all these the likeliest is chosen; where it is not certain, with what comes nearest as it stands.
 */
export function answerSite(
  pages: readonly ExtractedPage[],
  goal: string,
): { said: SiteAnswer | undefined; quote: FoundQuote | undefined } {
  const indexes = pages.map(indexPage);
  const said = askInTurn(indexes, goal);
  const isCertain = said && said.certainty >= LEAST_LIKELY;
  return {
    said,
    quote: isCertain ? undefined : findQuote(pages, readQuestion(goal), said?.output ?? null),
  };
}

function askInTurn(indexes: readonly PageIndex[], goal: string): SiteAnswer | undefined {
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
  const { candidates, site } = candidatesOn(indexes, goal);
  const best = chooseAnswer(candidates, site);
  return best && best.certainty >= ENOUGH ? best : undefined;
}

/** How likely what a page answers by itself is right. */
export function likelihood(index: PageIndex, goal: string, answer: Answer): number {
  const { candidates, site } = candidatesOn([index], goal);
  return likelihoodOf({ at: 0, output: answer.output, by: 'told', answer }, candidates, site);
}

/** All that the pages of a site say that may be what is asked for. */
export function candidatesOn(indexes: readonly PageIndex[], goal: string) {
  const question = readQuestion(goal);
  const { lines, words } = rankLines(indexes, question);
  const names = new Set(
    indexes.flatMap(({ page }) => [...page.headings.map(({ text }) => text), ...waysIn(page)]),
  );
  const told = indexes.flatMap((index, at): Candidate[] => {
    const answer = weighAnswer(index, goal);
    if (!answer || !isTold(answer.output, question)) return [];
    const { output } = answer;
    if (output.split('\n').every((line) => names.has(line))) return [];
    // How many there are of something is not told by how many there are of something else.
    if (question.form === 'count' && answer.isReasoned && !hasNoun(index, question)) return [];
    const isSentence = output.length > 40 && output.endsWith('.');
    if (isOrdered(answer, question) && !isSentence) return [{ at, output, by: 'ordered', answer }];
    const line = lineOf(output, index, lines);
    const whole = line && !isOfLine(output) ? inContext(output, line.line, index, question) : output;
    return [{ at, output: whole, by: 'told', answer, ...(line && { line }) }];
  });
  const said = lines.slice(0, MOST_LINES).flatMap((line): Candidate[] => {
    const at = indexes.indexOf(line.index);
    const column = wholeColumn(line.line, line.index, question);
    if (column !== undefined) return [{ at, output: column, by: 'column', line }];
    const output = outputIn(line, question);
    return output === undefined ? [] : [{ at, output, by: 'said', line }];
  });
  const listed = question.form === 'list' ? listSections(indexes, question) : [];
  return { candidates: [...told, ...said, ...listed], site: { indexes, question, words } };
}

/** Who is told by a name, how by more than a name, and hours and prices by numbers. */
function isTold(output: string, { text, expects }: Question): boolean {
  if (/^what (?:are|is) [^?]*\b(?:hours|times|prices|dates)\b/i.test(text) && !/\d/.test(output))
    return false;
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
  const said = { output: outputOf(line, question), coverage: score };
  const answer = ofKind(narrowed(index, said, question), question)?.output;
  return answer === undefined ? undefined : inContext(answer, line, index, question);
}
