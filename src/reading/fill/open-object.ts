import type { ExtractedPage } from '../page/page.ts';
import { answerFromParts } from '../parts/answer-parts.ts';
import { askedWhole } from '../parts/whole.ts';
import { fillSchema } from './fill-schema.ts';
import { isObject } from './schema-shape.ts';

const MAX_KEYS = 200;
const MAX_LIST = 300;

/** For a task that leaves the keys of its object open: the data as it stands, what the page names, or the answer. */
export function openObject(
  page: ExtractedPage,
  goal: string,
  whole: unknown,
): Record<string, unknown> | undefined {
  if (askedWhole(goal) !== null || OF_ALL.test(goal)) return isObject(whole) ? whole : namedValues(page);
  const listed = listedKeys(goal);
  const filled = listed && fillSchema({ type: 'object', properties: listed }, page, goal);
  if (isObject(filled) && Object.keys(filled).length === Object.keys(listed ?? {}).length) return filled;
  const answer = answerFromParts([page], goal);
  return answer && answer.likely >= 0.5 ? { answer: answer.output } : isObject(whole) ? whole : undefined;
}

/** All there is to know, with nothing of it named. */
const OF_ALL =
  /^(?:please )?(?:get|extract|scrape|fetch|return|collect)\s+(?:\w+\s+){0,4}(?:details?|data|information|info|everything|facts|fields|specs?|specifications?|properties)[.!]?$/i;

/** "Price and name as JSON": a task that only lists names is a schema of them; null for any other. */
function listedKeys(goal: string): Record<string, object> | null {
  if (goal.length > MAX_LIST) return null;
  const list = [ADDRESS, AS_JSON, OPENING, OF_PAGE].reduce(
    (rest, part) => rest.replace(part, '').trim(),
    goal,
  );
  const names = list
    .split(/\s*[,;&]\s*(?:and\s+)?|\s+and\s+/iu)
    .map((name) => name.replace(/^(?:the|its)\s+/iu, ''));
  if (names.length < 2 || !names.every((name) => NAME.test(name))) return null;
  return Object.fromEntries(
    names.map((name) => [name.replace(/^\p{Lu}/u, lower).replaceAll(/\s+/g, '_'), {}]),
  );
}

const lower = (letter: string) => letter.toLowerCase();
const ADDRESS = /\s*(?:\b(?:at|from|of|on)\s+)?https?:\/\/\S+/giu;
const AS_JSON =
  /[\s,]*\b(?:as|in|into)\s+(?:an?\s+)?(?:valid\s+)?json(?:\s+(?:object|format))?[\s.!?]*$|[\s.!?]+$/iu;
const OPENING =
  /^(?:please\s+)?(?:(?:get|give|tell|extract|return|find|read|show|fetch|scrape)\b\s*(?:me\b|us\b)?)?\s*(?:(?:an?\s+)?json(?:\s+object)?\s+(?:with|of)\s+)?(?:the\s+)?(?:(?:keys?|fields?)\s+)?/iu;
const OF_PAGE = /\s+(?:of|from|on)\s+(?:the|this)\s+(?:page|site|product|item|article)$/iu;
/** At most three words, none of them between two others. */
const NAME = /^(?!.*\b(?:of|for|to|from|in|on|with|by)\b)[\p{L}\p{N}_-]+(?:\s[\p{L}\p{N}_-]+){0,2}$/u;

/** What the page names, under its own names; where it names nothing, its text. */
function namedValues({ title, headings, labels, markdown }: ExtractedPage): Record<string, unknown> {
  const named = labels.filter(({ isOfItem, source }) => !isOfItem && source === 'label').slice(0, MAX_KEYS);
  const values = Object.fromEntries(named.toReversed().map(({ label, value }) => [label, value]));
  const heading = headings[0]?.text ?? title;
  const rest = named.length > 0 ? values : { text: markdown };
  return heading === null ? rest : { title: heading, ...rest };
}
