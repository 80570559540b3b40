import { answerPart, tablesAsData } from './answers/answer-part.ts';
import { weighAnswer } from './answers/answer-question.ts';
import type { Answer as OwnAnswer } from './answers/answered.ts';
import { listAsData, writeCsv } from './answers/list-as-data.ts';
import { openObject } from './answers/open-object.ts';
import { answerData, readDataRequest } from './answers/page-data.ts';
import { indexPage } from './answers/page-index.ts';
import { readPartRequest } from './answers/part-request.ts';
import { asksOfMany, readQuestion } from './answers/question.ts';
import { isInOrder } from './answers/rank-items.ts';
import { saidNone } from './answers/said-none.ts';
import { selectItems } from './answers/select-items.ts';
import { isStatedPrice } from './answers/stated-price.ts';
import type { Asked } from './asked.ts';
import type { ExtractedPage } from './page/page.ts';
import { findQuote } from './quotes/find-quote.ts';
import { fillSchema } from './schema/fill-schema.ts';
import { hasList, isObject, isOpenObject, mostItems } from './schema/schema-shape.ts';
import { likelihood } from './site/answer-site.ts';
import { LEAST_LIKELY } from './site/site-answer.ts';

export type Answer =
  /**
   * `certainty` is below 1 where the words of the question are only partly accounted for. `likely` is how often such
   * answers were right, where that is known, and `isDoubtful` that it is too seldom. `quote` is what the page says that
   * comes nearest, where no answer is certain.
   */
  | {
      found: true;
      output: unknown;
      certainty?: number;
      likely?: number;
      isDoubtful?: boolean;
      quote?: string;
    }
  | { found: false; reason: string; quote?: string };

/**
 * What is asked of something that has been read, in its own words; never a guess, and never just the page. `whole` is
 * what a request for the text gets when that is not the page's Markdown.
 */
export function answerAsked(asked: Asked, page: ExtractedPage, whole: unknown = page.markdown): Answer {
  const goal = [asked.goal, asked.instructions ?? ''].join('\n').trim();
  if (!asked.outputSchema) return told(page, goal, whole);
  const output = filled(asked.outputSchema, page, goal, whole);
  return output === undefined ? NOT_SAID : { found: true, output };
}

function filled(schema: Record<string, unknown>, page: ExtractedPage, goal: string, whole: unknown): unknown {
  const index = indexPage(page);
  const data = isOpenObject(schema) ? dataAsked(page, goal, whole) : undefined;
  if (data?.found) return isObject(data.output) ? data.output : { items: [data.output].flat() };
  return isOpenObject(schema) ? openObject(index, goal, whole) : fillSchema(schema, index, goal);
}

/** What a page says for programs, as data. What is data itself has nothing of the kind. */
function dataAsked(page: ExtractedPage, goal: string, whole: unknown): Answer | undefined {
  const names = readDataRequest(goal);
  if (!names || typeof whole !== 'string') return undefined;
  const output = answerData(page, names);
  return output === undefined ? NOT_SAID : { found: true, output };
}

function told(page: ExtractedPage, goal: string, whole: unknown): Answer {
  const data = dataAsked(page, goal, whole);
  if (data) return data;
  const request = readPartRequest(goal);
  // "Can I export to CSV?" asks, and wants no file.
  const isAsking = /^(?:which|who|can i|can we|does|do|is|are|how)\b.*\?$/i.test(goal);
  const form = isAsking
    ? undefined
    : /\b(?:as|in|to|into) (?:a )?(csv|json)\b/i.exec(goal)?.[1]?.toLowerCase();
  if (form !== undefined) {
    const rows = (request && tablesAsData(page, request)) ?? listAsData(indexPage(page), goal);
    if (rows) return { found: true, output: form === 'csv' ? writeCsv(rows) : rows };
  } else {
    const part = request && answerPart(page, request);
    if (part) return { found: true, output: part };
    // Who asks for a part that is not there does not want all of it.
    if (readQuestion(goal).form === 'text') return request ? NOT_SAID : { found: true, output: whole };
  }
  const index = indexPage(page);
  const answer = weighAnswer(index, goal);
  if (!answer) {
    const question = readQuestion(goal);
    const none = question.form === 'list' ? saidNone(index, question.noun) : undefined;
    return none === undefined ? { ...NOT_SAID, ...quoteIn(page, goal, null) } : { found: true, output: none };
  }
  const { output, coverage } = answer;
  const { expects, form: wanted } = readQuestion(goal);
  const isStated = expects === 'money' && isStatedPrice(page, output);
  const weighed = isWeighed(answer, goal) && !isStated ? likelihood(index, goal, answer) : undefined;
  const isDoubtful = weighed !== undefined && weighed < LEAST_LIKELY;
  const likely = wanted === 'count' && answer.isReasoned ? COUNTED_RIGHT : weighed;
  return {
    found: true,
    output,
    ...(coverage < 1 && { certainty: coverage }),
    ...(likely !== undefined && { likely }),
    ...(isDoubtful && { isDoubtful, ...quoteIn(page, goal, output) }),
  };
}

/** So many of the things counted on pages that nobody had worked on were counted right. */
const COUNTED_RIGHT = 0.4;

function quoteIn(page: ExtractedPage, goal: string, told: string | null): { quote: string } | null {
  const found = findQuote([page], readQuestion(goal), told);
  return found ? { quote: found.text } : null;
}

/** What was worked out stands nowhere on the page, and a list is told whole: there is nothing to weigh them against. */
export function isWeighed({ isReasoned, isReckoned }: OwnAnswer, goal: string): boolean {
  return !isReasoned && !isReckoned && !['text', 'summary', 'list'].includes(readQuestion(goal).form);
}

/** `doubt` is what is to be said of something that may well not be the answer. */
type Told =
  | { isTold: true; output: unknown; doubt?: string; likely?: number | undefined }
  | { isTold: false; reason: string };

/** What a caller is told: where no answer is certain, the page speaks for itself, and that is said beside it. */
export function tellable(answer: Answer): Told {
  if (answer.found && !answer.isDoubtful)
    return { isTold: true, output: answer.output, likely: answer.likely };
  if (answer.quote !== undefined)
    return {
      isTold: true,
      output: answer.quote,
      doubt: 'No certain answer was found; this is the part of the page that comes nearest to one.',
    };
  if (!answer.found) return { isTold: false, reason: answer.reason };
  return {
    isTold: true,
    output: answer.output,
    doubt: 'The page speaks of what is asked, but whether this answers it is not certain.',
  };
}

const NOT_SAID: Answer = {
  found: false,
  reason: 'The page was read, but it does not say what the task asks for.',
};

/** Whether the answer is about all things of a kind: a part of the list would give a wrong one. */
export function asksOfAll({ goal, outputSchema }: Asked): boolean {
  if (OF_ONE_PAGE.test(goal)) return false;
  const question = readQuestion(goal);
  const { extreme, limit, order, ordinal } = question;
  if (limit !== null && limit > 0 && extreme === null && order === null) return false;
  if (outputSchema && hasList(outputSchema)) return true;
  return asksOfMany(question) || (limit ?? 0) < 0 || ordinal === -1;
}

/** Whether a part of the list is of use, as long as it is told to be one: not for a count or a comparison. */
export function asksForList({ goal, outputSchema }: Asked): boolean {
  const { form, extreme, order } = readQuestion(goal);
  const isListed = outputSchema ? hasList(outputSchema) : form === 'list';
  return isListed && extreme === null && order === null;
}

/** How many things of a list are enough for the answer; null when all of them are needed, or just one. */
export function enoughOf({ goal, outputSchema }: Asked): number | null {
  const { limit, extreme, order } = readQuestion(goal);
  const most = outputSchema === null ? null : mostItems(outputSchema);
  if (extreme !== null || order !== null || OF_ONE_PAGE.test(goal)) return null;
  return limit !== null && limit > 0 ? limit : most;
}

/** Whether a list is sorted so that the thing asked for stands on top of it: its further pages cannot change that. */
export function isOnTop({ goal, outputSchema }: Asked, page: ExtractedPage): boolean {
  const question = readQuestion(goal);
  if (outputSchema || question.extreme === null || question.form !== 'value') return false;
  const index = indexPage(page);
  const [selection] = selectItems(index, question);
  return selection !== undefined && isInOrder(index, selection, question);
}

export function isOfThisPage({ goal }: Asked): boolean {
  return OF_ONE_PAGE.test(goal);
}

/** "On this page", and not on those that follow. */
const OF_ONE_PAGE =
  /\b(?:on|from|of|in) (?:this|the (?:first|current|given|linked)) page\b|\bon page (?:1|one)\b|\bthis page only\b|\bonly (?:on )?(?:this|the first) page\b|\b(?:auf|von) (?:dieser|der ersten) seite\b|\bsur (?:cette|la premi[eè]re) page\b|\ben (?:esta|la primera) p[aá]gina\b|\bin questa pagina\b|\bop deze pagina\b|\bna tej stronie\b/i;

/** Whether the answer needs the main content told from its surroundings. */
export function wantsContent(asked: Asked): boolean {
  if (asked.outputSchema) return CONTENT_KEY.test(JSON.stringify(asked.outputSchema).slice(0, 100_000));
  const goal = [asked.goal, asked.instructions ?? ''].join('\n').trim();
  return readPartRequest(goal) !== null || readQuestion(goal).form === 'text';
}

const CONTENT_KEY = /"[^"]{0,20}(?:text|content|markdown|body)[^"]{0,10}":/i;
