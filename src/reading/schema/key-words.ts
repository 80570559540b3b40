import { isLeastOf } from '../values/duration.ts';
import { isSameThing } from '../words/concepts.ts';
import { contentStems, nameWords } from '../words/words.ts';
import type { Schema } from './schema-shape.ts';

/** `price_usd` asks for the price; the unit is for the conversion. */
export function askedWords(key: string): string[] {
  const short = SHORT.get(key.toLowerCase());
  if (short !== undefined) return nameWords(short);
  const words = nameWords(key);
  // In `business_hours` the hours are no unit.
  if (isSameThing(words, words)) return words;
  const kept = words.filter((word, at) => at === 0 || !UNITS.has(word) || isLeastOf(key));
  return kept.length > 0 ? kept : words;
}

const UNITS = new Set(
  'c f usd eur gbp kg g gram grams lb lbs oz cm mm km m meter meters inch inches ft feet mile miles sqm m2 km2 sqkm sqft sq acre ml litre liter liters mb gb tb minut minutes min mins second seconds hour hours day days week month months year years percent pct celsius fahrenheit mbps gbps hz khz mhz ghz w kw kwh v mah hpa bar psi gt kmh kph mph rpm hp ps kcal kj million billion nmi knots watt watts'
    .split(' ')
    .flatMap((word) => [word, ...nameWords(word)]),
);

/** What programmers write for short whatever the page calls it. */
const SHORT = new Map(
  Object.entries({
    addr: 'address',
    amt: 'amount',
    avail: 'availability',
    auth: 'author',
    dob: 'birth date',
    hrs: 'opening hours',
    loc: 'location',
    mfr: 'manufacturer',
    wt: 'weight',
  }),
);

/** `clr` where the page says "Colour", `dept` where it says "Department": the one name that a key is short for. */
export function spelledOut(key: string, names: readonly string[][]): string[] | undefined {
  if (!/^[a-z]{3,5}$/.test(key) || SHORT.has(key) || isSameThing(nameWords(key), nameWords(key)))
    return undefined;
  const isShort = (word: string) =>
    word.length > key.length && (word.startsWith(key) || (!/.[aeiou]/.test(key) && skeleton(key).test(word)));
  const meant = names.filter((name) => name.length <= 2 && isShort(name.at(-1) ?? ''));
  return new Set(meant.map((name) => name.at(-1))).size === 1 ? meant[0]?.slice(-1) : undefined;
}

function skeleton(key: string): RegExp {
  return new RegExp(`^${[...key].join('[a-z]*')}`);
}

/**
 * What a description says a key is, the surest first: "Average rating of guests" is an average rating, and a rating;
 * "Name of the venue" is the venue.
 */
export function describedNames({ description }: Schema): string[][] {
  if (typeof description !== 'string') return [];
  const [head = ''] = description
    .toLowerCase()
    .replace(/^(?:(?:the|a|an|its|full|exact)\s)*/, '')
    .replace(/^(?:(?:name|kind|type|number|amount) of\s)(?:(?:the|a|an)\s)?/, '')
    .split(
      /[,;:.(]|\s(?:of|in|from|to|for|with|on|at|by|that|which|who|when|where|the|as|such|is|are|this|a)\s/,
    );
  const words = contentStems(head);
  const last = words.slice(-1);
  return words.length === 0 || words.length > 4 ? [] : words.length === 1 ? [words] : [words, last];
}
