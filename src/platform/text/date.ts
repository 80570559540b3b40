/** Dates as people write them, in English and German, as ISO. An ambiguous day is not a date. */
export interface ParsedDate {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS, with its offset where one is written, or null. */
  time: string | null;
}

export function parseDate(text: string, language: string | null = null): ParsedDate | undefined {
  const written = text.trim().slice(0, 200);
  const [year, month, day] =
    isoParts(written) ?? namedParts(written) ?? numericParts(written, language) ?? [];
  if (year === undefined || month === undefined || day === undefined || !isReal(year, month, day))
    return undefined;
  return { date: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`, time: timeOf(written) };
}

/** For a format that wants an offset: a day is its midnight, but an hour without a time zone is no moment. */
export function momentOf(text: string, language: string | null = null): string | undefined {
  const { date, time } = parseDate(text, language) ?? {};
  if (date === undefined) return undefined;
  if (!time) return `${date}T00:00:00Z`;
  return /[Z+-]/.test(time) ? `${date}T${time}` : undefined;
}

type Parts = [year: number, month: number, day: number];

function isoParts(text: string): Parts | undefined {
  const match =
    text.match(/(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/) ??
    text.match(/(?<!\d)(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/) ??
    text.match(/(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/) ??
    text.match(/^(\d{4})(\d{2})(\d{2})(?:T\d{4,6}Z?)?$/);
  return match ? (match.slice(1, 4).map(Number) as Parts) : undefined;
}

/** A month in words, a year and a day beside it in any order. */
function namedParts(text: string): Parts | undefined {
  const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const match of words.matchAll(/\p{L}{3,12}/gu)) {
    const month = MONTHS.get(match[0]);
    if (month === undefined) continue;
    const before = words.slice(Math.max(0, match.index - 16), match.index);
    const after = words.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const dayBefore = before.match(/(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?,?\s*(?:de\s+|of\s+|-)?$/)?.[1];
    const follow = after.match(
      /^[.,]?[\s-]*(?:de\s+|del\s+)?(\d{1,4})(?:st|nd|rd|th)?(?:,?\s*(?:de\s+)?(\d{4}))?(?!\d)/,
    );
    if (dayBefore && follow?.[1]?.length === 4) return [Number(follow[1]), month, Number(dayBefore)];
    if (follow?.[1] && follow[2] && follow[1].length <= 2)
      return [Number(follow[2]), month, Number(follow[1])];
    const yearBefore = before.match(/(?<!\d)(\d{4})[.\s-]*$/)?.[1];
    if (yearBefore && follow?.[1] && follow[1].length <= 2)
      return [Number(yearBefore), month, Number(follow[1])];
  }
  return undefined;
}

/** 15.09.2025 is unambiguous; 03/04/2025 is only where the page says which country writes. */
function numericParts(text: string, language: string | null): Parts | undefined {
  const match = text.match(/(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/);
  if (!match) return undefined;
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (match[2] === '.' || first > 12) return [year, second, first];
  if (second > 12) return [year, first, second];
  const [base = '', region = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  if (base === 'en' && region === 'us') return [year, first, second];
  if (first === second) return [year, first, second];
  // Where the year comes first, a day behind it may stand before or behind its month.
  if (/^(?:ja|zh|ko|hu|lt|mn)$/.test(base) || /^(?:us|pr|ca|ph)$/.test(region)) return undefined;
  const isDayFirst =
    base !== '' &&
    (base !== 'en' || /^(?:gb|ie|au|nz|in|za|sg|hk|my|pk|ng|ke|gh|lk|bd|jm|tt|mt|cy)$/.test(region));
  return isDayFirst ? [year, second, first] : undefined;
}

/** The offset is part of it only where it is written: the hour of another place would be another time. */
function timeOf(text: string): string | null {
  const { hour, minute = '00', second = '00', half = '', zone } = TIME.exec(text)?.groups ?? {};
  if (hour === undefined) return null;
  let hours = Number(hour);
  if (/^p/i.test(half) && hours < 12) hours += 12;
  if (/^a/i.test(half) && hours === 12) hours = 0;
  if (hours > 23 || Number(minute) > 59) return null;
  return `${two(hours)}:${minute}:${second}${offsetOf(zone ?? '')}`;
}

function offsetOf(zone: string): string {
  const [, sign, hours, minutes = '00'] = /([+\u2212-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) return `${sign === '+' ? '+' : '-'}${two(Number(hours))}:${minutes}`;
  return /^(?:Z|UTC|GMT)$/i.test(zone) ? 'Z' : (ZONES[zone] ?? '');
}

/** Short names that mean one offset; CST and IST mean several. */
const ZONES: Readonly<Record<string, string>> = Object.fromEntries(
  'WEST=+01:00 BST=+01:00 CET=+01:00 MEZ=+01:00 CEST=+02:00 MESZ=+02:00 EET=+02:00 EEST=+03:00 MSK=+03:00 BRT=-03:00 EDT=-04:00 EST=-05:00 CDT=-05:00 MDT=-06:00 PDT=-07:00 PST=-08:00 JST=+09:00 KST=+09:00'
    .split(' ')
    .map((zone) => zone.split('=')),
);
const HALF = '(?:\\s?(?<half>[apAP]\\.?[mM]\\.?)(?!\\p{L}))';
const TIME = new RegExp(
  `(?<!\\d)(?:${[
    `(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d+)?)?${HALF}?`,
    `(?<hour>\\d{1,2})(?:[.](?<minute>\\d{2}))?${HALF}`,
    '(?<hour>\\d{1,2})(?:[.](?<minute>\\d{2}))?(?=\\s?(?:[Uu]hr|uur)(?!\\p{L}))',
    '(?<hour>\\d{1,2})\\s?h\\s?(?<minute>\\d{2})?(?![\\p{L}\\d])',
    '(?<=\\d{8}T)(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?',
    '(?<hour>\\d{1,2})時(?:(?<minute>\\d{2})分)?',
  ].join('|')})(?:\\s?(?:[Uu]hr|uur))?\\s?\\(?(?<zone>${[
    '(?:UTC|GMT)\\s?[+\u2212-]\\d{1,2}(?::?\\d{2})?',
    '\\+\\d{2}(?::?\\d{2})?',
    // "10:00-12:00" is from ten to twelve.
    '(?<=T[\\d:.]+)-\\d{2}(?::?\\d{2})?',
    `(?:Z|UTC|GMT|${Object.keys(ZONES).join('|')})(?!\\p{L})`,
  ].join('|')})?(?!\\d)`,
  'u',
);

function isReal(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (lengths[month - 1] ?? 0);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** Month names in English and German, long and short, without accents and dots. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ['sept', 9],
  ...['de', 'en'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, at): [string, number] => {
        const name = new Date(Date.UTC(2024, at, 15)).toLocaleDateString(language, {
          month,
          timeZone: 'UTC',
        });
        return [
          name
            .normalize('NFKD')
            .replace(/\p{M}|\.$/gu, '')
            .toLowerCase(),
          at + 1,
        ];
      }),
    ),
  ),
]);

/** A pattern for the name of a month, long names first. */
export const MONTH = `(?:${[...MONTHS.keys()].sort((one, other) => other.length - one.length).join('|')})\\.?`;
