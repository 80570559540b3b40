import { protect, restore } from './protect.ts';
import { dayWords, monthOf, readDay, readTime } from './read-date.ts';
import { beginsWithVerb } from './split-clauses.ts';
import { normalize, stem, wordsOf } from './words.ts';

/** The names and quoted texts of a task, as the words they consist of: whatever is done must have to do with each. */
export function tellingNames(task: string): string[] {
  if (REWRITTEN.test(task)) return [];
  const { text, tokens } = protect(task);
  const quoted = tokens.filter(({ kind }) => kind === 'quote' || kind === 'email').map((token) => token.text);
  const named = [...text.matchAll(NAME)]
    .map(([name]) => name.replace(/['’]s$/u, ''))
    .filter((name) => !CALENDAR.test(name) && !beginsWithVerb(name));
  const years = [...text.matchAll(YEAR)].map(([year]) => year);
  const levels = [...text.matchAll(LEVEL)].map(([level]) => level);
  const told = restore(text.replace(COMPARED, ' '), tokens);
  const times = tokens.filter((token) => token.kind === 'time' && told.includes(token.text));
  const amounts = RECKONED.test(task) ? [] : [...told.matchAll(AMOUNT)].map(([amount]) => amount);
  const days = DATED.test(task) ? dayWords(told).filter((words) => dayIn(words) !== null) : [];
  return [
    ...new Set([
      ...quoted,
      ...named,
      ...years,
      ...levels,
      ...times.map(({ text: time }) => time),
      ...amounts,
      ...days,
    ]),
  ].filter((name) => wordsOf(name).length > 0);
}

/** Whether what was pressed or typed is that day of the month: a calendar shows all of them. */
export function isDayOf(name: string, done: string): boolean {
  const day = dayIn(name);
  return day !== null && holdsNumber(done, day.day);
}

/** A day with its month, of whichever year. */
function dayIn(words: string): { month: number; day: number } | null {
  const whole = readDay(words);
  if (whole) return whole;
  const month = (words.match(/\p{L}{3,}/gu) ?? []).map(monthOf).find((each) => each > 0);
  const day = Number(/\d{1,2}/u.exec(words)?.[0]);
  return month !== undefined && day >= 1 && day <= 31 ? { month, day } : null;
}

/** Whether words that were seen, pressed or typed hold all the words of a name, in whatever form and order. */
export function isNamedBy(name: string, said: string): boolean {
  const time = TIME.test(name) ? readTime(name) : null;
  if (time !== null) return timesIn(said).has(time) || isToldInParts(time, said);
  if (/^\d+$/u.test(name)) return holdsNumber(said.replace(THOUSANDS, ''), Number(name));
  const day = dayIn(name);
  if (day !== null)
    return dayWords(said).some((words) => {
      const other = dayIn(words);
      return other !== null && other.month === day.month && other.day === day.day;
    });
  const words = new Set(wordsOf(said).map(stem));
  const text = squeezed(said);
  return (
    text.includes(squeezed(name)) ||
    wordsOf(name).every((word) => words.has(stem(word)) || (word.length > 3 && text.includes(word)))
  );
}

const TIME = /^\d{1,2}(?::\d{2})?(?::\d{2})?(?:\s*[ap]\.?m\.?)?$/iu;

function holdsNumber(said: string, number: number): boolean {
  return new RegExp(`(?<!\\d)0*${number}(?!\\d)`, 'u').test(said);
}

/** Lists and wheels have the hour and the minute each for itself. */
function isToldInParts(time: string, said: string): boolean {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return [hour, hour % 12 || 12].some((one) => holdsNumber(said, one)) && holdsNumber(said, minute);
}

/** Every time of day that is written somewhere, an hour without its half in both. */
export function timesIn(said: string): ReadonlySet<string> {
  const times = said.match(/\d{1,2}(?::\d{2})?(?::\d{2})?\s*[ap]\.?m\b|\d{1,2}:\d{2}/giu) ?? [];
  return new Set(
    times.flatMap((text) => {
      const time = readTime(text);
      const later = time && /[ap]/iu.test(text) ? null : readTime(`${text} pm`);
      return [time, later].filter((one) => one !== null);
    }),
  );
}

function squeezed(text: string): string {
  return normalize(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What is typed is then something else than what the task quotes. */
const REWRITTEN =
  /\b(?:backwards?|revers\p{L}+|replac\p{L}+|spell\p{L}*|letters?|without|translat\p{L}+|similar|synonyms?|opposites?|anagram|rhymes?|means?|meaning)\b/iu;

/** A capital in the middle of a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},\ue000-\uf8ff@][^\S\n])(?!I['’])\p{Lu}[\p{L}\p{N}'’-]+/gu;

const YEAR = /(?<=\b(?:from|in|year|of)\s+)(?:1[5-9]|20)\d{2}(?![\p{L}\p{N}]|\s+(?:to|or|and)\b)/gu;

/** "After 12:00", "under 500": what others are measured by stands nowhere. */
const COMPARED =
  /\b(?:after|before|under|over|below|above|than|least|most|within|between|until|up to|maximum|minimum|max|min)\s+(?:of\s+)?[$€£]?\s?(?:[\d.,]+|[\ue000-\uf8ff])(?:\s+and\s+[$€£]?\s?(?:[\d.,]+|[\ue000-\uf8ff]))?/giu;
/** What is typed is then another number. */
const RECKONED =
  /\b(?:sums?|plus|minus|times|multipl\p{L}+|divid\p{L}+|add(?:ed)? to|subtract\p{L}*|difference|calculat\p{L}+|comput\p{L}+|percent\p{L}*|total|round\p{L}*|convert\p{L}*|double|half)\b|[\d)]\s*[-+*/×÷=^]\s*[\d(]/iu;
/** So long a number is a value, and no count; a year may be one. Groups of digits side by side are parts of one. */
const AMOUNT =
  /(?<![\p{L}\p{N}.,:/#$€£-]|\d\s)(?!(?:1[5-9]|20)\d\d(?!\d))\d{3,9}(?![\p{L}\p{N}%]|[.,:/-]\d|\s\d)/gu;
const THOUSANDS = /(?<=\d)[,.'’ \u00a0\u202f](?=\d{3}(?!\d))/gu;
/** What is done for a day: other days that a task names only say which thing is meant. */
const DATED =
  /(?:^|[.!?,;]\s+|\b(?:and|then|please|to)\s+)(?:book|reserve|schedule|submit|register|record|rent|request|plan|arrange|enter|make\s+an?\s+(?:booking|reservation|appointment))\b/iu;

/** "Set it to 74", "bass at 74". */
const LEVEL = /(?<=\b(?:to|at)\s+)\d{2,4}(?=[.,;!]*(?:$|\s+(?:and|then|%|degrees|percent)\b)|[.,;!]\s|%)/gu;

const CALENDAR =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\p{Ll}*$|^(?:am|pm|ok|id|url|pin|html|css|english|i|web|internet)$/iu;
