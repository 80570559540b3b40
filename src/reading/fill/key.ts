import { nameWords } from '../../platform/text/words.ts';
import { isSameThing } from '../words/names.ts';
import type { Schema } from './schema-shape.ts';

/** A key of a schema, as the names by which a page may know it; the surest first. */
export function namesOfKey(key: string, { title }: Schema): string[][] {
  return [askedWords(key), typeof title === 'string' ? nameWords(title) : []].filter(
    ({ length }) => length > 0,
  );
}

/** `price_usd` asks for the price; the unit is for the conversion. */
function askedWords(key: string): string[] {
  const words = nameWords(key).map(
    (word) => DAYS.find((day) => word.length === 3 && day.startsWith(word)) ?? word,
  );
  // In `business_hours` the hours are no unit.
  if (isSameThing(words, words)) return words;
  const kept = words.filter((word, at) => at === 0 || !UNITS.has(word));
  return kept.length > 0 ? kept : words;
}

const DAYS = nameWords('monday tuesday wednesday thursday friday saturday sunday');

const UNITS = new Set(
  'c f usd eur gbp kg g gram grams lb lbs oz cm mm km m meter meters inch inches ft feet mile miles sqm m2 km2 sqft sq ml litre litres liter liters mb gb tb minut minutes min mins second seconds hour hours day days week month months year years percent pct celsius fahrenheit mbps hz mhz ghz w kw kwh v mah bar psi kmh mph rpm hp bhp kcal kj million billion watt watts'
    .split(' ')
    .flatMap((word) => [word, ...nameWords(word)])
    .filter((word) => word !== 'minimum'),
);

/** Whether a link is wanted, and not the words on it. */
export function wantsLink(key: string, { format }: Schema): boolean {
  return format === 'uri' || format === 'url' || /(?:url|link|href)$/i.test(key);
}
