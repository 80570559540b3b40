import { answerQuestion } from './answers/answer-question.ts';
import { listAsData } from './answers/list-as-data.ts';
import { indexPage } from './answers/page-index.ts';
import { readQuestion } from './answers/question.ts';
import type { Asked } from './asked.ts';
import type { ExtractedPage } from './page/page.ts';
import { fillSchema } from './schema/fill-schema.ts';
import { hasList } from './schema/schema-shape.ts';

export type Answer = { found: true; output: unknown } | { found: false; reason: string };

/**
 * What is asked of something that has been read, in its own words; never a guess, and never just the page. `whole` is
 * what a request for the text gets when that is not the page's Markdown.
 */
export function answerAsked(asked: Asked, page: ExtractedPage, whole: unknown = page.markdown): Answer {
  const goal = [asked.goal, asked.instructions ?? ''].join('\n').trim();
  const wantsJson = !asked.outputSchema && /\b(?:as|in|to|into) (?:a )?json\b/i.test(goal);
  if (!asked.outputSchema && !wantsJson && readQuestion(goal).form === 'text')
    return { found: true, output: whole };
  const index = indexPage(page);
  const rows = wantsJson ? listAsData(index, goal) : undefined;
  if (rows) return { found: true, output: rows };
  const output = asked.outputSchema
    ? fillSchema(asked.outputSchema, index, goal)
    : answerQuestion(index, goal);
  if (output !== undefined) return { found: true, output };
  return { found: false, reason: 'The page was read, but it does not say what the task asks for.' };
}

/** Whether the answer is about all things of a kind: a part of the list would give a wrong one. */
export function asksOfAll({ goal, outputSchema }: Asked): boolean {
  if (outputSchema && hasList(outputSchema)) return true;
  const { form, extreme, limit } = readQuestion(goal);
  return limit === null && (extreme !== null || ['count', 'list', 'sum', 'average'].includes(form));
}

/** Whether the answer needs the main content told from its surroundings. */
export function wantsContent(asked: Asked): boolean {
  if (asked.outputSchema) return CONTENT_KEY.test(JSON.stringify(asked.outputSchema).slice(0, 100_000));
  return readQuestion([asked.goal, asked.instructions ?? ''].join('\n').trim()).form === 'text';
}

const CONTENT_KEY = /"[^"]{0,20}(?:text|content|markdown|body)[^"]{0,10}":/i;
