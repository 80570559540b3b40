import type { ChoiceOption, UiElement } from '../sight/page-model.ts';
import { type Day, dayWords, isoDay, readDay, readTime, relativeDay } from './read-date.ts';
import { normalize, readCount } from './words.ts';

const NUMBER = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

/** "Two nights from 3 May" ends two days after that; null when the words tell no length. */
export function endOfStay(text: string): string | null {
  const [first] = dayWords(text);
  const [, number = '', unit = ''] =
    text.match(new RegExp(`\\b${NUMBER}\\s+(night|day|week)s?\\b`, 'iu')) ?? [];
  const count = readCount(number);
  if (first === undefined || count === null) return null;
  return `${count * (unit.toLowerCase() === 'week' ? 7 : 1)} days after ${first}`;
}

/** What a field for the begin or the end of a time takes: "from 2 pm for three hours" ends at 17:00. */
export function spanTime({ name, placeholder, options }: UiElement, text: string): string | null {
  const label = normalize(name || placeholder);
  const isEnd = /^(?:until|till|to|ends?|ending|finish(?:es)?|end time|time to)\b/u.test(label);
  if (!isEnd && !/^(?:from|starts?|starting|begins?|start time|time from)\b/u.test(label)) return null;
  const times = timesIn(text);
  const time = isEnd ? (times[1] ?? endOf(times[0], text)) : times[0];
  if (time === undefined || time === null) return null;
  return options.find((option) => readTime(option.label) === time)?.label ?? time;
}

/** What a field for a day with a time takes: of several such fields the first the begin, the second the end. */
export function momentFor(element: UiElement, fields: UiElement[], text: string): string | null {
  if (element.type !== MOMENT) return null;
  const place = fields.filter(({ type }) => type === MOMENT).findIndex(({ node }) => node === element.node);
  const [days, times] = [dayWords(text), timesIn(text)];
  const day = days[place] ?? days[0];
  const time = times[place] ?? (place === 1 ? endOf(times[0], text) : null);
  return day === undefined || time === null ? null : `${day} ${time}`;
}

/** As such a field holds it; what the words leave open stays as it was. Null where that makes no day with a time. */
export function momentIn(words: string, today: Day, held: string): string | null {
  const [named = ''] = dayWords(words);
  const told = readDay(named) ?? readDay(words) ?? relativeDay(named, today);
  const [day, time] = held.split('T');
  const date = told ? isoDay(told) : day;
  const clock = readTime(words) ?? time ?? (told ? '00:00' : undefined);
  return date && clock ? `${date}T${clock}` : null;
}

export const MOMENT = 'datetime-local';

/** What one of several lists for a time takes: of 15:15 the hour 3, the minute 15 and the half PM. */
export function partOfTime({ name, options }: UiElement, fields: UiElement[], text: string): string | null {
  const isPart = ({ tag, name: label, options: offered }: UiElement, part: RegExp) =>
    tag === 'select' && part.test(normalize(label)) && offered.some(({ label: one }) => NUMERAL.test(one));
  const hours = fields.find((field) => isPart(field, HOURS));
  const isAnyPart = HOURS.test(normalize(name)) || MINUTES.test(normalize(name)) || isHalves(options);
  if (!hours || !isAnyPart) return null;
  const [hour = 0, minute = 0] = timesIn(text)[0]?.split(':').map(Number) ?? [];
  if (timesIn(text).length === 0) return null;
  const isShort = Math.max(...hours.options.map(({ label }) => Number(label) || 0)) <= 12;
  const isTold = !isShort || hour <= 12 || fields.some((field) => isHalves(field.options));
  const fits = ({ label }: ChoiceOption) =>
    isHalves(options)
      ? /^p/iu.test(label) === hour >= 12
      : NUMERAL.test(label) &&
        Number(label) === (MINUTES.test(normalize(name)) ? minute : isShort ? hour % 12 || 12 : hour);
  return isTold ? (options.find(fits)?.label ?? null) : null;
}

const NUMERAL = /^\d{1,2}$/u;
const HOURS = /\bhours?\b/u;
const MINUTES = /\bmin(?:ute)?s?\b/u;

/** A list of "AM" and "PM". */
function isHalves(options: ChoiceOption[]): boolean {
  return options.length > 1 && options.every(({ label }) => /^[ap]\.?m\.?$/iu.test(label.trim()));
}

/** Of lengths to choose from the one that the words tell, or that lies between the two times they tell. */
export function lengthOf({ options }: UiElement, text: string): string | null {
  const offered = options.filter(({ label }) => minutesIn(label) !== null);
  const [from, to] = timesIn(text).map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return 60 * hour + minute;
  });
  const between = from !== undefined && to !== undefined && to > from ? to - from : null;
  const wanted = offered.length < 2 ? null : (minutesIn(text) ?? between);
  return offered.find(({ label }) => minutesIn(label) === wanted)?.label ?? null;
}

function minutesIn(text: string): number | null {
  if (/\bhalf an? hour\b/iu.test(text)) return 30;
  const [, number = '', unit = ''] = text.match(LENGTH) ?? [];
  const count = /\d/u.test(number) ? Number(number) : readCount(number);
  return count === null || number === '' ? null : count * (/^h/iu.test(unit) ? 60 : 1);
}

const LENGTH =
  /\b(\d{1,3}(?:\.5)?|an?|one|two|three|four|five|six|eight|ten|twelve)[\s-]+(hours?|hrs?|h|minutes?|mins?)\b(?!\s+(?:clock|format|time)\b)/iu;

function timesIn(text: string): string[] {
  return [...text.matchAll(/\b\d{1,2}(?::\d{2})?\s*[ap]\.?m\b|\b\d{1,2}:\d{2}\b/giu)]
    .map(([time]) => readTime(time))
    .filter((time) => time !== null);
}

function endOf(start: string | undefined, text: string): string | null {
  const length = text.match(new RegExp(`\\b${NUMBER}\\s+(hour|minute)s?\\b`, 'iu'));
  const count = readCount(length?.[1] ?? '');
  if (start === undefined || count === null) return null;
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const end = hours * 60 + minutes + count * (length?.[2]?.toLowerCase() === 'hour' ? 60 : 1);
  return end < 24 * 60
    ? `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
    : null;
}
