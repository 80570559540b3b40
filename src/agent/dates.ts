/** Days and times as tasks write them, and as fields want them. */
import { MONTH, parseDate } from '../platform/text/date.ts';
import { readCount } from './words.ts';

export interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const AHEAD: Record<string, number> = { today: 0, tomorrow: 1, 'the day after tomorrow': 2 };

const DAY = new RegExp(
  [
    String.raw`\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? ${MONTH}(?:,? \d{4})?(?!\p{L})|\b${MONTH} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b`,
    String.raw`\b(?:${Object.keys(AHEAD).toReversed().join('|')})\b|\bin \w+ (?:day|week)s?\b|\b(?:${WEEKDAYS.join('|')})\b`,
  ].join('|'),
  'giu',
);

/** The days in a text, in their order. A day without a year is the next one from today on. */
export function daysIn(text: string, today: Day): { day: Day; at: number; words: string }[] {
  return [...text.matchAll(DAY)].flatMap(({ 0: words, index: at }) => {
    const day = relativeDay(words.toLowerCase(), today) ?? writtenDay(words, today);
    return day ? [{ day, at, words }] : [];
  });
}

/** 12/03/2016 is read the American way. */
function writtenDay(words: string, today: Day): Day | null {
  const whole = parseDate(words, 'en-us');
  if (whole) return dayOf(whole.date);
  const years = [today.year, today.year + 1].map((year) => parseDate(`${words} ${year}`)?.date ?? '');
  const next = years.find((date) => date >= isoDay(today));
  return next === undefined ? null : dayOf(next);
}

function dayOf(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

/** "tomorrow", "in two weeks", "Friday". */
function relativeDay(words: string, { year, month, day }: Day): Day | null {
  const [, count = '', unit] = /^in (\w+) (day|week)s?$/u.exec(words) ?? [];
  const weekday = WEEKDAYS.indexOf(words);
  const now = new Date(Date.UTC(year, month - 1, day));
  const days =
    AHEAD[words] ??
    (unit ? (readCount(count) ?? 0) * (unit === 'week' ? 7 : 1) : (weekday - now.getUTCDay() + 7) % 7 || 7);
  if (AHEAD[words] === undefined && !unit && weekday < 0) return null;
  now.setUTCDate(now.getUTCDate() + days);
  return dayOf(now.toISOString().slice(0, 10));
}

export function isoDay({ year, month, day }: Day): string {
  return `${year}-${two(month)}-${two(day)}`;
}

const TIME = /\b(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?m\b\.?|\b(\d{1,2}):(\d{2})\b|\b(noon|midnight)\b/iu;

/** 24-hour HH:MM, or null. */
export function readTime(text: string): string | null {
  const match = TIME.exec(text);
  if (!match) return null;
  if (match[6]) return match[6].toLowerCase() === 'noon' ? '12:00' : '00:00';
  const hour = Number(match[1] ?? match[4]);
  const minute = Number(match[2] ?? match[5] ?? 0);
  const full = match[3] ? (hour % 12) + (match[3].toLowerCase() === 'p' ? 12 : 0) : hour;
  return full < 24 && minute < 60 ? `${two(full)}:${two(minute)}` : null;
}

/** The day in the form a field's placeholder shows: "dd.mm.yyyy", "MM/DD/YYYY". */
export function dayLike(pattern: string, { year, month, day }: Day): string | null {
  const form = /\b(?:[dmy]{1,4}[^\p{L}\p{N}]{1,2}){2}[dmy]{1,4}\b/iu.exec(pattern)?.[0];
  if (!form) return null;
  return form
    .replace(/y{2,4}/iu, (letters) => (letters.length === 2 ? String(year).slice(2) : String(year)))
    .replace(/m{1,2}/iu, two(month))
    .replace(/d{1,2}/iu, two(day));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
