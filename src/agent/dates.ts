/** Days and times as tasks write them, and as fields want them. */
import { readCount } from './words.ts';

export interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY = `(?:${WEEKDAYS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`;

/** Every way in which a task names a day. */
const DAY = new RegExp(
  [
    String.raw`\b\d{4}-\d{1,2}-\d{1,2}\b`,
    String.raw`\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b`,
    String.raw`\b(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}(?:,? \d{4})?(?!\p{L})`,
    String.raw`\b${MONTH} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b`,
    String.raw`\bthe day after tomorrow\b|\btoday\b|\btomorrow\b|\bin \w+ (?:day|week)s?\b`,
    String.raw`\b(?:next |this )?${WEEKDAY}\b`,
  ].join('|'),
  'giu',
);

/** The days that a text names, in their order, as seen from today. */
export function daysIn(text: string, today: Day): { day: Day; at: number; words: string }[] {
  // "5 to 9 June" and "June 5 to 9" tell the month once.
  const whole = text
    .replace(
      new RegExp(`\\b(\\d{1,2})(\\s*(?:to|until|through|[-–])\\s*)(\\d{1,2} ${MONTH}(?:,? \\d{4})?)`, 'giu'),
      (_all, first: string, join: string, last: string) =>
        `${first} ${last.replace(/^\d+ /u, '')}${join}${last}`,
    )
    .replace(
      new RegExp(
        `\\b(${MONTH}) (\\d{1,2})(\\s*(?:to|until|through|[-–])\\s*)(\\d{1,2})(,? \\d{4})?\\b(?! ?${MONTH})`,
        'giu',
      ),
      (_all, month: string, first: string, join: string, last: string, year = '') =>
        `${month} ${first}${year}${join}${month} ${last}${year}`,
    );
  return [...whole.matchAll(DAY)].flatMap((match) => {
    const day = readDay(match[0]) ?? relativeDay(match[0], today);
    return day ? [{ day, at: match.index, words: match[0] }] : [];
  });
}

/** 12/03/2016 is read the American way, unless only the other makes a day. */
function readDay(text: string): Day | null {
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/u.exec(text);
  if (iso) return made(iso[1], iso[2], iso[3]);
  const parted = /\b(\d{1,2})([/.])(\d{1,2})[/.](\d{4}|\d{2})\b/u.exec(text);
  if (parted) {
    const [, first, sign, second, short = ''] = parted;
    const year = short.length === 2 ? `20${short}` : short;
    return (
      (sign === '.' ? made(year, second, first) : made(year, first, second)) ?? made(year, second, first)
    );
  }
  const name = text.match(/\b([a-z]{3,9})\.?\b/giu)?.find((word) => monthOf(word) > 0);
  const numbers = text.match(/\d+/gu) ?? [];
  const year = numbers.find((number) => number.length === 4);
  const date = numbers.find((number) => number.length <= 2);
  return name ? made(year, String(monthOf(name)), date) : null;
}

/** "tomorrow", "in two weeks", "Friday", "12 March" without a year: the next one there is. */
function relativeDay(text: string, today: Day): Day | null {
  const plain = text.trim().toLowerCase();
  const named: Record<string, number> = { today: 0, tomorrow: 1, 'the day after tomorrow': 2 };
  const [, count = '', unit] = /^in (\w+) (day|week)s?$/u.exec(plain) ?? [];
  const weekday = WEEKDAYS.findIndex((name) =>
    new RegExp(`^(?:next |this )?${name.slice(0, 3)}`, 'u').test(plain),
  );
  const now = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  const ahead = weekday < 0 ? null : (weekday - now + 7) % 7 || 7;
  const shift = named[plain] ?? (unit ? (readCount(count) ?? 0) * (unit === 'week' ? 7 : 1) : ahead);
  if (shift !== null && monthIn(plain) === 0) return shifted(today, shift);
  const here = readDay(`${plain} ${today.year}`);
  return here && isoDay(here) < isoDay(today) ? { ...here, year: here.year + 1 } : here;
}

function monthIn(text: string): number {
  return (
    text
      .split(/[^a-z]+/iu)
      .map(monthOf)
      .find((month) => month > 0) ?? 0
  );
}

/** 1 to 12, or 0. */
function monthOf(word: string): number {
  const plain = word.toLowerCase().replace('.', '');
  const full = plain === 'sept' ? 'september' : plain;
  return full.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(full)) + 1;
}

function made(year?: string, month?: string, date?: string): Day | null {
  const day = { year: Number(year), month: Number(month), day: Number(date) };
  return day.year > 0 && day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= 31 ? day : null;
}

function shifted({ year, month, day }: Day, days: number): Day {
  const moved = new Date(Date.UTC(year, month - 1, day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
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
