import { readTime } from './read-date.ts';
import { timesIn } from './telling-names.ts';

/** A time of day as a clock of twelve hours shows it. */
export function onTwelve(time: string): { clock: string; half: 'AM' | 'PM' } {
  const [hour = 0, minute = '00'] = time.split(':').map((part, index) => (index === 0 ? Number(part) : part));
  return { clock: `${Number(hour) % 12 || 12}:${minute}`, half: Number(hour) < 12 ? 'AM' : 'PM' };
}

/** What is new on the page has a time of the task in the other half of the day, and nowhere in its own; null when not. */
export function wrongHalf(task: string, lines: readonly string[]): string | null {
  for (const [whole, clock = '', half = ''] of task.matchAll(/\b(\d{1,2}(?::\d{2})?)\s*([ap])\.?m\b/giu)) {
    const own = readTime(whole);
    const other = new RegExp(
      `(?<![\\d:])0?${clock}\\s*${half.toLowerCase() === 'a' ? 'p' : 'a'}\\.?m\\b`,
      'iu',
    );
    const shown = lines.find((line) => other.test(line));
    if (own !== null && shown !== undefined && !lines.some((line) => timesIn(line).has(own))) return shown;
  }
  return null;
}
