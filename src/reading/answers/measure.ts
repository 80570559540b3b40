import type { Field } from '../page/page.ts';
import { parseDate } from '../values/date.ts';
import { minutesOf } from '../values/duration.ts';
import { parseNumber, parseNumberWord } from '../values/number.ts';
import { stem } from '../words/words.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A field's value as a number that can be compared: an amount, a day, a time of day. Undefined when it is none. */
export function measureOf(field: Field | undefined, language: string | null): number | undefined {
  if (!field) return undefined;
  const text = (field.machine && /\d/.test(field.machine) ? field.machine : field.value).trim();
  // "★★★☆☆"
  const stars = /^(?:[★⭐]\s?){1,5}(?:☆\s?){0,5}$/u.test(text) ? text.match(/[★⭐]/gu)?.length : undefined;
  if (stars !== undefined) return stars;
  const time = text.match(/^(\d{1,2}):(\d{2})(?::\d{2})?\s?(am|pm)?$/i);
  if (time)
    return (
      ((Number(time[1]) % (time[3] ? 12 : 24)) + (/pm/i.test(time[3] ?? '') ? 12 : 0)) * 60 + Number(time[2])
    );
  const day = text.match(/^(?:\p{L}{2,9},?\s)?(?:(\p{L}{3,9})\.?\s(\d{1,2})|(\d{1,2})\.?\s(\p{L}{3,9}))$/u);
  const month = day ? MONTHS.indexOf(stem((day[1] ?? day[4] ?? '').toLowerCase())) : -1;
  if (day && month >= 0) return month * 31 + Number(day[2] ?? day[3]);
  const long = text.length < 30 ? minutesOf(text, 'length_minutes') : undefined;
  if (long !== undefined) return long;
  const date = parseDate(text, language);
  if (date) return Date.parse(`${date.date}T${date.time ?? '00:00:00Z'}`);
  if (/^(?:free|gratis|none|–|-)$/i.test(text)) return /^free|gratis/i.test(text) ? 0 : undefined;
  return parseNumber(text, language) ?? parseNumberWord(text);
}
