import { contentStems, nameWords } from '../../platform/text/words.ts';
import { isSameThing } from '../words/names.ts';
import type { Schema } from './schema-shape.ts';

/** A key of a schema, as the names by which a page may know it; the surest first. */
export function namesOfKey(key: string, { description, title }: Schema): string[][] {
  const told = [title, description].filter((text) => typeof text === 'string');
  return [askedWords(key), ...told.flatMap(describedNames)].filter((name) => name.length > 0);
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

/** "Average rating of guests" is an average rating; "Name of the venue" is the venue. */
function describedNames(description: string): string[][] {
  const [head = ''] = description
    .toLowerCase()
    .replace(/^(?:(?:the|a|an|its|full|exact)\s)*/, '')
    .replace(/^(?:(?:name|kind|type|number|amount) of\s)(?:(?:the|a|an)\s)?/, '')
    .split(
      /[,;:.(]|\s(?:of|in|from|to|for|with|on|at|by|that|which|who|when|where|the|as|such|is|are|this|a)\s/,
    );
  const words = contentStems(head);
  return words.length === 0 || words.length > 4 ? [] : [words];
}

/** Whether a link is wanted, and not the words on it. */
export function wantsLink(key: string, { format }: Schema): boolean {
  return format === 'uri' || format === 'url' || /(?:url|link|href)$/i.test(key);
}
