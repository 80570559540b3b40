import { contentStems, nameWords, snakeCase, stemsOf } from '../../task/index.ts';
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
    .flatMap((word) => [word, ...nameWords(word)]),
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

/** How pages write the unit that a key names: `price_eur`, `weight_g`, `hoursPerWeek`; null where it names none. */
export function unitOf(key: string): RegExp | null {
  const words = snakeCase(key).split('_');
  return UNIT_SIGNS.find(([unit]) => words.some((word) => unit.test(word)))?.[1] ?? null;
}

const UNIT_SIGNS = [
  ['usd|dollars?', '\\$|usd|dollars?'],
  ['eur|euros?', '€|eur|euros?'],
  ['gbp|pounds?', '£|gbp|pounds?'],
  ['h|hrs?|hours?', 'h|hrs?|hours?|std|stunden?'],
  ['mins?|minutes?|minuten', 'm|mins?|minut\\p{L}*'],
  ['secs?|seconds?', 's|secs?|seconds?'],
  ['days?', 'days?|tagen?|jours?|días?'],
  ['weeks?', 'weeks?|wochen'],
  ['months?', 'months?|mo'],
  ['years?', 'years?|yrs?'],
  ['pct|percent|percentage', '%|per ?cent|pct'],
  ['c|celsius', '°\\s?c|celsius|degrees'],
  ['f|fahrenheit', '°\\s?f|fahrenheit'],
  ['kmh|kph', 'km/?h|kph'],
  ['w|watts?', 'w|watts?'],
  ['kcal|calories|cal', 'k?cal|calories'],
  ['[a-z]{1,2}|mph|kwh|mah|psi|bar|rpm|sqft|sqm', ''],
]
  .map(([key = '', sign = '']) => [new RegExp(`^(?:${key})$`, 'u'), sign] as const)
  .map(
    ([unit, sign]) =>
      [unit, sign === '' ? null : new RegExp(`(?<!\\p{L})(?:${sign})(?!\\p{L})`, 'iu')] as const,
  );

/** Which end of a range a key asks for. */
const FIRST = 'minimum from start begin open opening lower low before old was first'.split(' ').map(stemOf);
const LAST = 'maximum to end until close closing upper high after new now last until till'
  .split(' ')
  .map(stemOf);
export const EDGE_WORDS = new Set([...FIRST, ...LAST]);

export function stemOf(word: string): string {
  return stemsOf(word)[0] ?? word;
}

/** 0 where a key asks for the first of a range, 1 where for its end. */
export function edgeOf(words: readonly string[]): number | null {
  if (words.some((word) => FIRST.includes(word))) return 0;
  return words.some((word) => LAST.includes(word)) ? 1 : null;
}
