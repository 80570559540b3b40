import type { UiElement } from '../sight/page-model.ts';
import { dayWords, readTime } from './read-date.ts';
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
  const times = [...text.matchAll(/\b\d{1,2}(?::\d{2})?\s*[ap]\.?m\b|\b\d{1,2}:\d{2}\b/giu)]
    .map(([time]) => readTime(time))
    .filter((time) => time !== null);
  const time = isEnd ? (times[1] ?? endOf(times[0], text)) : times[0];
  if (time === undefined || time === null) return null;
  return options.find((option) => readTime(option.label) === time)?.label ?? time;
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
