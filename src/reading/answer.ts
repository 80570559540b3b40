import type { Whole } from '../task/index.ts';
import { type Asked, readingFor } from './asked.ts';
import { fillSchema, limitIn } from './fill/fill-schema.ts';
import { shareOfKeys } from './fill/filled-share.ts';
import { openObject } from './fill/open-object.ts';
import { emptyLists, hasList, isOpenObject, mostItems } from './fill/schema-shape.ts';
import type { ExtractedPage } from './page/page.ts';
import {
  answerFacts,
  answerFromParts,
  answerList,
  type Passage,
  type UsedFact,
} from './parts/answer-parts.ts';
import { nothingFound } from './parts/nothing-found.ts';
import { wholeOf } from './parts/whole.ts';

/** How far an answer was worked out: a value, the nearest passages of the page, or its text. */
export type Rung = 'value' | 'passages' | 'text';

/** The answer of a page to a task. A page that was read always has one; only a schema can stay unfilled. */
export type Answer =
  | {
      found: true;
      output: unknown;
      rung: Rung;
      /** How likely it is right; missing for a filled schema, which is checked. */
      likely?: number;
      passages: Passage[];
      facts: UsedFact[];
    }
  | { found: false; reason: string };

/** The text of a page that was asked for, and one that is told for want of anything better. */
const ASKED_TEXT = 0.9;
const OTHER_TEXT = 0.25;
/** A schema with keys that the page does not name. */
const PARTLY = 0.55;
/** A page that says nothing else than that there is nothing. */
const NOTHING_THERE = 0.85;

/** Answers a question to something that has been read. `whole` is the answer to a request for the text. */
export function answerAsked(asked: Asked, page: ExtractedPage, whole: unknown = page.markdown): Answer {
  const { outputSchema } = asked;
  if (outputSchema) {
    const goal = goalOf(asked);
    const none = nothingFound(page, goal) === null ? undefined : emptyLists(outputSchema);
    if (none !== undefined) return { found: true, output: none, rung: 'value', passages: [], facts: [] };
    const output = isOpenObject(outputSchema)
      ? openObject(page, goal, readingFor(asked), whole)
      : fillSchema(outputSchema, page, goal);
    if (output === undefined) return notSaid(goal);
    if (shareOfKeys(outputSchema, output) === 1)
      return { found: true, output, rung: 'value', passages: [], facts: [] };
    const near = answerFromParts([page], readingFor(asked).text);
    return { found: true, output, rung: 'value', likely: PARTLY, passages: near?.passages ?? [], facts: [] };
  }
  const { asks } = readingFor(asked);
  if (asks.kind === 'whole') return wholeAnswer(page, asks.what, whole);
  return answerTogether([page], asked, whole).answer;
}

function wholeAnswer(page: ExtractedPage, what: Whole, whole: unknown): Answer {
  const rung = what === 'text' || what === 'html' ? 'text' : 'value';
  return {
    found: true,
    output: wholeOf(page, what, whole),
    rung,
    likely: ASKED_TEXT,
    passages: [],
    facts: [],
  };
}

/** The answer of several pages of one site to a task, and its page. */
function answerTogether(
  pages: readonly ExtractedPage[],
  asked: Asked,
  whole: unknown = pages[0]?.markdown ?? '',
): { answer: Answer; at: number } {
  const { text, asks } = readingFor(asked);
  const said =
    asks.kind === 'facts'
      ? answerFacts(pages, asks.facts)
      : (asks.kind === 'list' ? answerList : answerFromParts)(pages, text);
  const [page, ...others] = pages;
  const nothing = page && others.length === 0 ? nothingFound(page, text) : null;
  // A value from elsewhere on the page is what was asked for.
  if (nothing !== null && (said?.rung !== 'value' || said.output.includes(nothing)))
    return { answer: emptyAnswer(nothing), at: 0 };
  if (said) {
    const { page: at, ...answer } = said;
    return { answer: { found: true, ...answer }, at };
  }
  return {
    answer: { found: true, output: whole, rung: 'text', likely: OTHER_TEXT, passages: [], facts: [] },
    at: 0,
  };
}

/** The answer of a search or a page without results, in its own words. */
export function emptyAnswer(output: string): Answer {
  return { found: true, output, rung: 'value', likely: NOTHING_THERE, passages: [], facts: [] };
}

function goalOf({ goal, instructions }: Asked): string {
  return [goal, instructions ?? ''].join('\n').trim();
}

function notSaid(goal: string): Extract<Answer, { found: false }> {
  const short = goal.length > 120 ? `${goal.slice(0, 119)}…` : goal;
  return { found: false, reason: `The page does not seem to say what the task asks for: ${short}` };
}

/** Whether a list is wanted that may go on over further pages. */
export function asksOfAll(asked: Asked): boolean {
  return asksForList(asked) && enoughOf(asked) === null && !isOfThisPage(asked);
}

/** Whether a part of the list is of use, as long as it is told to be one. */
export function asksForList(asked: Asked): boolean {
  const { outputSchema, goal } = asked;
  if (outputSchema !== null) return hasList(outputSchema);
  return readingFor(asked).asks.kind === 'list' && /\b(?:all|every|each|complete|full|entire)\b/iu.test(goal);
}

/** How many things of a list are enough; null where all are wanted, or none. */
export function enoughOf(asked: Asked): number | null {
  if (!asksForList(asked) || isOfThisPage(asked)) return null;
  return (asked.outputSchema && mostItems(asked.outputSchema)) ?? limitIn(asked.goal);
}

/** Whether only this page is meant, and none of those that follow. */
function isOfThisPage({ goal }: Asked): boolean {
  return OF_ONE_PAGE.test(goal);
}

const OF_ONE_PAGE =
  /\bthis page\b|\b(?:on|from|of|in) the (?:first|current|given|linked) page\b|\bon page (?:1|one)\b|\bonly (?:on )?the first page\b/i;

/** A question that the named page leaves open: the site's search is tried from a front page, or when the task asks for it. */
export function leavesOpen(asked: Asked, { url }: ExtractedPage, answer: Answer | null): boolean {
  if (asked.outputSchema || readingFor(asked).asks.kind === 'whole' || isOfThisPage(asked)) return false;
  if (answer === null || !URL.canParse(url)) return false;
  const likely = answer.found && answer.rung !== 'text' ? (answer.likely ?? 1) : 0;
  return likely < ENOUGH && (OF_SITE.test(asked.goal) || (isFront(url) && likely < MATCHED));
}

const ENOUGH = 0.6;
/** From here on something on the page matches the task. */
const MATCHED = 0.45;
const OF_SITE =
  /\b(?:search|find|look|locate)\b.*\b(?:site|website|shop|store|catalogu?e)\b|\b(?:on|across|anywhere on|throughout) (?:the|this|their) (?:whole |entire )?(?:site|website|shop|store)\b|\b(?:all|other|every) (?:the |of the )?pages?\b|^\s*(?:please\s+)?search\b/iu;

function isFront(url: string): boolean {
  const { pathname, search } = new URL(url);
  return search === '' && /^\/(?:index\.\w+|[a-z]{2})?\/?$/i.test(pathname);
}
