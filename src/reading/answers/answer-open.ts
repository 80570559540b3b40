import type { DataNode } from '../page/page.ts';
import { type DayHours, daysOf, parseDayHours, timeOf } from '../values/day-hours.ts';
import type { Answer } from './answer-value.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "Is it open on Sunday at 3 pm?", from the hours that the page gives for that day. */
export function answerOpen(index: PageIndex, { text, form }: Question): Answer | undefined {
  if (form !== 'yes-no' || !OPEN.test(text)) return undefined;
  // "Do" and "so" are short names of days elsewhere.
  const [day, ...others] = daysOf(text.replace(/(?<!\p{L})\p{L}{1,2}(?!\p{L})/gu, ' '));
  if (day === undefined || (others.length > 0 && !/weekend/i.test(text))) return undefined;
  const told = hoursOf(index).find(({ days }) => days.has(day));
  if (!told) return undefined;
  const time = timeOf(text);
  const isOpen =
    time === undefined ? told.spans.length > 0 : told.spans.some(([from, to]) => time >= from && time < to);
  const isAskedClosed = /\b(?:closed|geschlossen|ferm[ée]e?|cerrad[oa])\b/i.test(text);
  return { output: `${isOpen !== isAskedClosed ? 'Yes' : 'No'} (${told.text})`, coverage: 1 };
}

const OPEN = /\b(?:open|closed|ge[öo]ffnet|offen|geschlossen|ouverte?|ferm[ée]|abiert[oa]s?|cerrad[oa]s?)\b/i;

function hoursOf({ page }: PageIndex): DayHours[] {
  const lines = [
    ...page.nodes.flatMap(statedHours),
    ...page.labels.map(({ label, value }) => `${label}: ${value}`),
    ...page.blocks.flatMap(({ text }) =>
      text.length <= 400
        ? text.split(/;\s|\s[|·]\s|(?<=\d|\p{L})\.\s(?=\p{Lu})/u).map((line) => line.replace(/\.$/, ''))
        : [],
    ),
  ];
  return lines.slice(0, 4_000).flatMap((line) => parseDayHours(line.trim()) ?? []);
}

/** `openingHoursSpecification` in words. */
function statedHours({ openingHoursSpecification: stated }: DataNode): string[] {
  return [stated].flat().flatMap((each) => {
    if (typeof each !== 'object' || each === null) return [];
    const { dayOfWeek, opens, closes } = each as DataNode;
    const days = [dayOfWeek].flat().map((day) => String(day).replace(/^.*\//, ''));
    return typeof opens === 'string' && typeof closes === 'string'
      ? [`${days.join(', ')}: ${opens} – ${closes}`]
      : [];
  });
}
