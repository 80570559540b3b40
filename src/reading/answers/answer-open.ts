import type { DataNode } from '../page/page.ts';
import { type DayHours, daysOf, parseDayHours, timeOf } from '../values/day-hours.ts';
import { stem, stemsOf, wordsOf } from '../words/words.ts';
import type { Answer } from './answer-value.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { sayYesNo } from './yes-no.ts';

/** "Is it open on Sunday at 3 pm?", "when does it close on Friday?", from the hours that the page gives for that day. */
export function answerOpen(index: PageIndex, question: Question): Answer | undefined {
  const { text, form } = question;
  const end = form === 'value' || form === 'list' ? text.match(HOURS) : null;
  if (!end && (form !== 'yes-no' || !OPEN.test(text))) return undefined;
  // "Do" and "so" are short names of days elsewhere.
  const [day, ...others] = daysOf(text.replace(/(?<!\p{L})\p{L}{1,2}(?!\p{L})/gu, ' '));
  if (day === undefined || (others.length > 0 && !/weekend/i.test(text))) return undefined;
  const told = hoursOf(index, question).find(({ days }) => days.has(day));
  if (!told) return undefined;
  if (end) return { output: endOf(told, end), coverage: 1 };
  const time = timeOf(text);
  const isOpen =
    time === undefined ? told.spans.length > 0 : told.spans.some(([from, to]) => time >= from && time < to);
  const isAskedClosed = /\b(?:closed|geschlossen|ferm[ée]e?|cerrad[oa])\b/i.test(text);
  return {
    output: sayYesNo(isOpen !== isAskedClosed, told.text, question, index.page.language),
    coverage: 1,
  };
}

/** Which end of the day is asked for; the whole of it where neither is. */
function endOf({ spans, text }: DayHours, asked: RegExpMatchArray): string {
  const isClosing = asked[1] !== undefined;
  const time = isClosing ? spans.at(-1)?.[1] : spans[0]?.[0];
  if (time === undefined || (!isClosing && asked[2] === undefined)) return text;
  const clock = `${Math.floor(time / 60) % 24}:${String(time % 60).padStart(2, '0')}`;
  return `${clock} (${text})`;
}

const HOURS =
  /^(?:when|what time|at what time|until when|how late|how long)\b.*\b(?:(close[sd]?|shuts?|open until)|(opens?))\b|\b(?:opening|business|office) (?:hours|times)\b/i;

const OPEN = /\b(?:open|closed|ge[öo]ffnet|offen|geschlossen|ouverte?|ferm[ée]|abiert[oa]s?|cerrad[oa]s?)\b/i;

/** Of the place that the question names, where the page has the hours of several. */
function hoursOf({ page, own }: PageIndex, { names, text: asked }: Question): DayHours[] {
  const days = wordsOf(asked)
    .filter((word) => daysOf(word).size > 0)
    .map(stem);
  const places = names.filter((name) => !own.has(name) && !days.includes(name) && !/^\d/.test(name));
  const isThere = (...around: string[]) => {
    const words = new Set(around.flatMap(stemsOf));
    return places.every((place) => words.has(place));
  };
  const lines = [
    ...(places.length === 0 ? page.nodes.flatMap(statedHours) : []),
    ...page.labels
      .filter(({ under, label }) => isThere(under, label))
      .map(({ label, value }) => `${label}: ${value}`),
    ...page.blocks.flatMap(({ text, under }) =>
      text.length <= 400 && isThere(text, ...under)
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
