import type { TaskReading } from '../../task/index.ts';
import type { ExtractedPage } from '../page/page.ts';
import { answerFacts, answerFromParts } from '../parts/answer-parts.ts';
import { isObject } from './schema-shape.ts';

const MAX_KEYS = 200;

/** For a task that leaves the keys of its object open: the data as it stands, what the page names, or the answer. */
export function openObject(
  page: ExtractedPage,
  goal: string,
  { asks, text }: TaskReading,
  whole: unknown,
): Record<string, unknown> | undefined {
  if (asks.kind === 'whole' || OF_ALL.test(goal)) return isObject(whole) ? whole : namedValues(page);
  const answer = asks.kind === 'facts' ? answerFacts([page], asks.facts) : answerFromParts([page], text);
  return answer && answer.likely >= 0.5 ? { answer: answer.output } : isObject(whole) ? whole : undefined;
}

/** All there is to know, with nothing of it named. */
const OF_ALL =
  /^(?:please )?(?:get|extract|scrape|fetch|return|collect)\s+(?:\w+\s+){0,4}(?:details?|data|information|info|everything|facts|fields|specs?|specifications?|properties)[.!]?$/i;

/** The page's named values, under its own names; where it names nothing, its text. */
function namedValues({ title, headings, labels, markdown }: ExtractedPage): Record<string, unknown> {
  const named = labels.filter(({ isOfItem, source }) => !isOfItem && source === 'label').slice(0, MAX_KEYS);
  const values = Object.fromEntries(named.toReversed().map(({ label, value }) => [label, value]));
  const heading = headings[0]?.text ?? title;
  const rest = named.length > 0 ? values : { text: markdown };
  return heading === null ? rest : { title: heading, ...rest };
}
