import { readCount } from './words.ts';

/** Days and times as tasks write them, and as fields want them. */
export interface Day {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** 12/03/2016 is read the American way, unless only the other makes a day. */
export function readDay(text: string): Day | null {
  const iso = text.match(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/u);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const slashed = text.match(/\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b/u);
  if (slashed) {
    const isDotted = text.includes('.');
    const year = slashed[3]?.length === 2 ? `20${slashed[3]}` : slashed[3];
    const [first, second] = [slashed[1], slashed[2]];
    return (isDotted ? day(year, second, first) : day(year, first, second)) ?? day(year, second, first);
  }
  const name = text.match(/\b([a-z]{3,9})\.?\b/giu)?.find((word) => monthOf(word) > 0);
  if (!name) return null;
  const numbers = text.match(/\d+/gu) ?? [];
  const year = numbers.find((number) => number.length === 4);
  const date = numbers.find((number) => number.length <= 2);
  return day(year, String(monthOf(name)), date);
}

/** 1 to 12, or 0. */
export function monthOf(word: string): number {
  const plain = word.toLowerCase().replace('.', '');
  return plain.length < 3
    ? 0
    : MONTHS.findIndex((month) => month.startsWith(plain) || (plain === 'sept' && month === 'september')) + 1;
}

function day(year?: string, month?: string, date?: string): Day | null {
  const made = { year: Number(year), month: Number(month), day: Number(date) };
  const isReal = made.year > 0 && made.month >= 1 && made.month <= 12 && made.day >= 1 && made.day <= 31;
  return isReal ? made : null;
}

export function isoDay({ year, month, day: date }: Day): string {
  return `${year}-${two(month)}-${two(date)}`;
}

/** 24-hour HH:MM, or null. */
export function readTime(text: string): string | null {
  const match = text.match(/\b(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([ap])\.?m\b|\b(\d{1,2}):(\d{2})\b/iu);
  if (!match) return null;
  const hour = Number(match[1] ?? match[4]);
  const minute = Number(match[2] ?? match[5] ?? 0);
  const half = match[3]?.toLowerCase();
  const full = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return full < 24 && minute < 60 ? `${two(full)}:${two(minute)}` : null;
}

/** The day in the form a field's placeholder shows: "dd.mm.yyyy", "MM/DD/YYYY". */
export function dayLike(pattern: string, { year, month, day: date }: Day): string | null {
  // "Date mm/dd/yyyy": only the letters of the form itself stand for numbers.
  const form = pattern.match(
    /\b(?:[dmy]{1,4}[^\p{L}\p{N}]{1,2}){2}[dmy]{1,4}\b|\b(?:dd?mm?yy(?:yy)?|yyyymmdd|mm?dd?yy(?:yy)?)\b/iu,
  )?.[0];
  if (!form || !/d{1,2}/iu.test(form) || !/m{1,2}/iu.test(form) || !/y{2,4}/iu.test(form)) return null;
  return form
    .replace(/y{2,4}/iu, (letters) => (letters.length === 2 ? String(year).slice(2) : String(year)))
    .replace(/m{1,2}/iu, two(month))
    .replace(/d{1,2}/iu, two(date));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** "12 March", without a year: the next one there is. */
function nextOfYear(text: string, today: Day): Day | null {
  if (
    !/^(?:on |the )*(?:[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}\.?)$/u.test(
      text,
    )
  )
    return null;
  const here = readDay(`${text} ${today.year}`);
  const isOver = here && isoDay(here) < isoDay(today);
  return here && isOver ? { ...here, year: here.year + 1 } : here;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The words of a text that name days, in their order, also those without a year or told from today. */
export function dayWords(text: string): string[] {
  const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
  const day = new RegExp(
    `\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}|\\b${month}\\s+\\d{1,2}(?:st|nd|rd|th)?\\b(?:,?\\s+\\d{4})?|\\b\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+${month}(?:,?\\s+\\d{4})?|\\b(?:today|tomorrow|the day after tomorrow)\\b|\\b(?:(?:next|this|coming)\\s+)?(?:${WEEKDAYS.join('|')})\\b|\\bin\\s+(?:\\d+|two|three|four|five|six|seven)\\s+(?:days|weeks)\\b`,
    'giu',
  );
  return text.match(day) ?? [];
}

/** The days that words name, as seen from a month on show: "the 17th" is of that month, "9 August" the next from there. */
export function daysIn(text: string, shown: Pick<Day, 'year' | 'month'>): Day[] {
  const named = dayWords(text).map((words) => readDay(words) ?? relativeDay(words, { ...shown, day: 1 }));
  const days =
    named.length > 0
      ? named
      : [...text.matchAll(ORDINAL)].map(([, date]) => ({ ...shown, day: Number(date) }));
  return days.filter((one) => one !== null).filter((one) => one.day <= 31);
}

const ORDINAL = /\b(?:the|from|until|till|to)\s+(\d{1,2})(?:st|nd|rd|th)\b/giu;

/** "tomorrow", "6 days from today", "in two weeks", counted from a day. */
export function relativeDay(text: string, today: Day): Day | null {
  const plain = text.trim().toLowerCase();
  const [, later, from = ''] = plain.match(/^(\d{1,3}) days after (.+)$/u) ?? [];
  const start = later === undefined ? null : (readDay(from) ?? relativeDay(from, today));
  if (start) return shifted(start, Number(later));
  const named: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1, 'the day after tomorrow': 2 };
  const counted = plain.match(/^(?:in\s+)?(\w+)\s+(day|week)s?(?:\s+(from|after|before)\s+(?:today|now))?$/u);
  const count = counted?.[1] ? (readCount(counted[1]) ?? 0) : 0;
  const isCounted = count > 0 && (counted?.[3] !== undefined || plain.startsWith('in '));
  const shift =
    named[plain] ??
    (isCounted ? count * (counted?.[2] === 'week' ? 7 : 1) * (counted?.[3] === 'before' ? -1 : 1) : null);
  const weekday = WEEKDAYS.findIndex((name) =>
    new RegExp(`^(?:on |this |next |coming )*${name}$`, 'u').test(plain),
  );
  const isoToday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  const ahead = weekday < 0 ? null : (weekday - isoToday + 7) % 7 || 7;
  if (shift === null && ahead === null) return nextOfYear(plain, today);
  return shifted(today, shift ?? ahead ?? 0);
}

function shifted({ year, month, day: date }: Day, days: number): Day {
  const moved = new Date(Date.UTC(year, month - 1, date + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** "from March 3 to March 9, 2027", "12 May - 15 May 2026": the year may stand at the end only. */
export function readSpan(text: string): { from: Day; to: Day } | null {
  const match = text.match(
    new RegExp(
      `(?:\\bfrom\\s+|\\bbetween\\s+)?(${SPAN_DAY})\\s*(?:\\bto\\b|\\buntil\\b|\\bthrough\\b|\\band\\b|[-–])\\s*(${SPAN_DAY}|\\d{1,2}(?:,?\\s+\\d{4})?)`,
      'iu',
    ),
  );
  if (!match?.[1] || !match[2]) return null;
  const to =
    /^\d{1,2}(?:,|\s|$)/u.test(match[2]) && !/\p{L}/u.test(match[2])
      ? readDay(`${match[1].match(/\p{L}+/u)?.[0] ?? ''} ${match[2]}`)
      : readDay(match[2]);
  const from =
    to && (readDay(match[1]) ?? readDay(`${match[1]}, ${to.year}`) ?? readDay(`${match[1]} ${to.year}`));
  return from && to && isoDay(from) <= isoDay(to) ? { from, to } : null;
}

/** "June 6 to 9, 2027", "6 to 9 June": both ends with all that the span tells of them. */
export function spelledSpan(text: string): string {
  const whole = text.replace(
    new RegExp(
      `\\b(\\d{1,2})(\\s*(?:to|until|through|[-–])\\s*)(\\d{1,2})\\s+(${MONTH})(?!\\p{L})(,?\\s+\\d{4}\\b)?`,
      'giu',
    ),
    (_all, from: string, join: string, to: string, month: string, year = '') =>
      `${from} ${month}${year}${join}${to} ${month}${year}`,
  );
  return whole.replace(
    new RegExp(
      `\\b(?<month>${MONTH})\\s+(?<from>\\d{1,2})(?<join>\\s*(?:to|until|through|[-–])\\s*)(?<last>${MONTH}\\s+)?(?<to>\\d{1,2})(?<year>,?\\s+\\d{4})\\b|\\b(?<day>\\d{1,2}\\s+${MONTH})(?<joined>\\s*(?:to|until|through|[-–])\\s*)(?<end>\\d{1,2}\\s+${MONTH})(?<both>,?\\s+\\d{4})\\b`,
      'giu',
    ),
    (...found) => {
      const span = found.at(-1) as Partial<Record<string, string>>;
      return span.month === undefined
        ? `${span.day}${span.both}${span.joined}${span.end}${span.both}`
        : `${span.month} ${span.from}${span.year}${span.join}${span.last ?? `${span.month} `}${span.to}${span.year}`;
    },
  );
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';

const SPAN_DAY = String.raw`(?:\p{L}{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?|\d{1,2}(?:st|nd|rd|th)?\s+\p{L}{3,9}\.?(?:,?\s+\d{4})?|\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d{2}-\d{2})`;
