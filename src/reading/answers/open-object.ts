import type { ExtractedPage, LabelledValue } from '../page/page.ts';
import { isObject } from '../schema/schema-shape.ts';
import { isKnown } from '../words/concepts.ts';
import { nameWords } from '../words/words.ts';
import { answerQuestion } from './answer-question.ts';
import { listAsData } from './list-as-data.ts';
import type { PageIndex } from './page-index.ts';
import { readQuestion } from './question.ts';

const MAX_KEYS = 200;
const MAX_VALUE_CHARS = 120;

/** For a task that wants an object and leaves its keys open: data as it stands, the page's own names, or the answer under one key. */
export function openObject(
  index: PageIndex,
  goal: string,
  whole: unknown,
): Record<string, unknown> | undefined {
  const { form } = readQuestion(goal);
  if (form === 'text' || OF_THE_WHOLE.test(goal)) return isObject(whole) ? whole : pageObject(index.page);
  const rows = form === 'list' ? listAsData(index, goal) : undefined;
  if (rows) return { items: rows };
  const answer = answerQuestion(index, goal);
  if (answer === undefined) return isObject(whole) ? whole : undefined;
  if (isObject(answer)) return answer;
  return Array.isArray(answer) ? { items: answer } : { answer };
}

/** All there is to know of what the page is about, with nothing of it named. */
const OF_THE_WHOLE =
  /^(?:please )?(?:get|extract|scrape|fetch|return|give me|collect|read)\s+(?:(?:all|the|this|its|every|product|item|page|main|key)\s+){0,4}(?:details?|data|information|info|product|item|everything|facts|fields|attributes|specs?|specifications?|properties)[.!]?$/i;

/** What the page names, under its own names; where it names nothing, its text. */
function pageObject({ title, headings, labels, markdown }: ExtractedPage): Record<string, unknown> {
  const own = labels.filter(({ isOfItem }) => !isOfItem);
  const isTold = ({ source, label, value }: LabelledValue) =>
    source === 'label' || (value.length <= MAX_VALUE_CHARS && isKnown(nameWords(label)));
  // What is only called so in the markup comes after what the page itself calls by a name.
  const named = own
    .filter(isTold)
    .sort((one, other) => one.source.localeCompare(other.source))
    .slice(0, MAX_KEYS);
  const values = new Map<string, string>();
  for (const { label, value } of named) if (!values.has(label)) values.set(label, value);
  const heading = headings[0]?.text ?? title;
  const rest = named.length > 0 ? Object.fromEntries(values) : { text: markdown };
  return heading === null ? rest : { title: heading, ...rest };
}
