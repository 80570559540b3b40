import type { Asked } from './asked.ts';
import { limitIn } from './fill/fill-list.ts';
import { fillSchema } from './fill/fill-schema.ts';
import { openObject } from './fill/open-object.ts';
import { hasList, isOpenObject, mostItems } from './fill/schema-shape.ts';
import type { ExtractedPage } from './page/page.ts';
import { answerFromParts } from './parts/answer-parts.ts';
import { askedWhole, wholeOf } from './parts/whole.ts';

/**
 * What a page says to a task. `likely` is how likely it is right; it is missing where there is nothing to doubt (the text,
 * data, a filled schema). `quote` is the nearest part of a page that does not seem to say it.
 */
export type Answer =
  | { found: true; output: unknown; likely?: number }
  | { found: false; reason: string; quote?: string };

/** What is less likely right than this is not told as an answer. */
const LEAST_LIKELY = 0.5;

/** What is asked of something that has been read. `whole` is what a request for the text gets. */
export function answerAsked(asked: Asked, page: ExtractedPage, whole: unknown = page.markdown): Answer {
  const goal = goalOf(asked);
  const { outputSchema } = asked;
  if (!outputSchema) {
    const kind = askedWhole(goal);
    return kind === null
      ? answerTogether([page], goal).answer
      : { found: true, output: wholeOf(page, kind, whole) };
  }
  const output = isOpenObject(outputSchema)
    ? openObject(page, goal, whole)
    : fillSchema(outputSchema, page, goal);
  return output === undefined ? notSaid(goal) : { found: true, output };
}

/** What several pages of one site say together to a task, and which of them says it. */
export function answerTogether(
  pages: readonly ExtractedPage[],
  goal: string,
): { answer: Answer; at: number } {
  const said = answerFromParts(pages, goal);
  if (!said) return { answer: notSaid(goal), at: 0 };
  const { output, likely, parts, page: at } = said;
  const answer: Answer =
    likely >= LEAST_LIKELY ? { found: true, output, likely } : { ...notSaid(goal), quote: parts };
  return { answer, at };
}

/** What a caller is told: the answer, or for want of one the nearest part of the page, with why it is none. */
type Told =
  | { isTold: true; output: unknown; doubt?: string; likely?: number | undefined }
  | { isTold: false; reason: string };

export function tellable(answer: Answer): Told {
  if (answer.found) return { isTold: true, output: answer.output, likely: answer.likely };
  const { reason, quote } = answer;
  return quote === undefined ? { isTold: false, reason } : { isTold: true, output: quote, doubt: reason };
}

export function goalOf({ goal, instructions }: Asked): string {
  return [goal, instructions ?? ''].join('\n').trim();
}

function notSaid(goal: string): Extract<Answer, { found: false }> {
  const short = goal.length > 120 ? `${goal.slice(0, 119)}…` : goal;
  return { found: false, reason: `The page does not seem to say what the task asks for: ${short}` };
}

/** Whether a list is wanted that may go on over further pages. */
export function asksOfAll(asked: Asked): boolean {
  const { outputSchema } = asked;
  return (
    outputSchema !== null &&
    hasList(outputSchema) &&
    enoughOf(asked) === null &&
    !OF_ONE_PAGE.test(asked.goal)
  );
}

/** Whether a part of the list is of use, as long as it is told to be one. */
export function asksForList({ outputSchema }: Asked): boolean {
  return outputSchema !== null && hasList(outputSchema);
}

/** How many things of a list are enough; null where all are wanted, or none. */
export function enoughOf({ goal, outputSchema }: Asked): number | null {
  if (outputSchema === null || !hasList(outputSchema) || OF_ONE_PAGE.test(goal)) return null;
  return mostItems(outputSchema) ?? limitIn(goal);
}

/** Whether only this page is meant, and none of those that follow. */
export function isOfThisPage({ goal }: Asked): boolean {
  return OF_ONE_PAGE.test(goal);
}

const OF_ONE_PAGE =
  /\bthis page\b|\b(?:on|from|of|in) the (?:first|current|given|linked) page\b|\bon page (?:1|one)\b|\bonly (?:on )?the first page\b/i;
