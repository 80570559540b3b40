import { isMoney, parseNumber, parseNumberWord } from '../values/number.ts';
import { isGrownFrom, isSameWord } from '../words/concepts.ts';
import { nameWords, snakeCase, tokensOf } from '../words/words.ts';
import { askedWords } from './key-words.ts';

/** `number_of_floors`, `max_tries`, `page_count`: a key for how many there are of something. */
export function asksHowMany(key: string): boolean {
  const words = snakeCase(key).toLowerCase().split(/[_-]/);
  const last = words.at(-1) ?? '';
  if (/^(?:number|num|count)$/.test(words[0] ?? '') && words.length > 1) return true;
  if (/^counts?$/.test(last) && words.length > 1) return true;
  if (countedThing(key) !== undefined) return true;
  return /[^aious]s$/.test(last) && !MEASURED.has(last) && askedWords(key).includes(nameWords(last)[0] ?? '');
}

/** `willows_planted`, `copies_sold`: the things that something was done to. */
export function countedThing(key: string): string | undefined {
  const [thing = '', deed = ''] = snakeCase(key).toLowerCase().split(/[_-]/).slice(-2);
  const isThings = /(?:[^aious]s|people|children)$/.test(thing) && !MEASURED.has(thing);
  return isThings && DONE.test(deed) ? nameWords(thing)[0] : undefined;
}

const DONE =
  /^(?:[a-z]{3,}ed|sold|built|won|lost|made|held|sent|born|caught|grown|taken|given|spent|written|run)$/;

/** Plurals that are units, sums or measures, and no things that are counted. */
const MEASURED = new Set(
  'hours minutes seconds days weeks months years costs fees sales charges earnings savings revenues profits prices taxes points credits calories degrees dimensions litres liters metres meters kilometers miles grams pounds dollars euros cents watts knots shares'.split(
    ' ',
  ),
);

/** "52 m²", "250 ms", "£8", "27 January", "in 2018": a number that counts nothing. */
export function isMeasure(text: string, { at, end }: { at: number; end: number }): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  const behind = text.slice(end, end + 20);
  return (
    UNIT.test(behind) ||
    MONTH.test(behind) ||
    MONTH_BEFORE.test(before) ||
    isMoney(`${before.slice(-2)}${text.slice(at, end)}`) ||
    (/^(?:1[5-9]|20)\d\d$/.test(text.slice(at, end)) && /\b(?:in|since|from|until|of|by)\s$/i.test(before))
  );
}

const UNIT =
  /^\s?(?:[mck]?m[²³23]?|k?m\/h|sq\.? ?(?:ft|m)|[µm]?s|secs?|mins?|h|hrs?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|k?g|mg|lbs?|oz|m?l|litres?|liters?|(?:kilo)?met(?:re|er)s?|miles?|feet|ft|[kMGT]?B|[kM]?W(?:h|p)?|[kMG]?Hz|V|px|[ap]\.?m\.?|cents?|pence|euros?|dollars?|pounds?|percent|per cent)(?![\p{L}\d])|^\s?[%°€£$×]/u;
const MONTHS = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const MONTH = new RegExp(`^(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTHS}`);
const MONTH_BEFORE = new RegExp(`${MONTHS}[a-z]*\\.?\\s$`);

/** The numbers of a sentence that say how many there are of a thing: "six more tries", "floors: 5", "a crew of 85". */
export function countsOf(
  text: string,
  noun: string,
  language: string | null,
): { value: number; at: number; end: number }[] {
  const tokens = tokensOf(text);
  const isNoun = (stem: string) => isSameWord(stem, noun) || isGrownFrom(stem, noun);
  return [...text.matchAll(WRITTEN)].flatMap((match) => {
    const [written] = match;
    const span = { at: match.index, end: match.index + written.length };
    const value = /^\d/.test(written) ? parseNumber(text.slice(span.at), language) : parseNumberWord(written);
    if (value === undefined || isMeasure(text, span)) return [];
    const next = tokens.filter(({ at }) => at >= span.end).slice(0, 3);
    const behind = next.find(({ stem }) => isNoun(stem));
    const before = tokens.findLast(({ end, stem }) => end <= span.at && isNoun(stem));
    const isBefore = behind !== undefined && !APART.test(text.slice(span.end, behind.at));
    const isBehind = before !== undefined && LINK.test(text.slice(before.end, span.at));
    return isBefore || isBehind ? [{ value, ...span }] : [];
  });
}

const WRITTEN = /(?<![\p{L}\p{N}.,:/#-])(?:\d(?:[\d.,'’]*\d)?|\p{L}{2,10})(?![\p{Lu}\p{Ll}\p{N}]|[:/-]\d)/gu;
/** What parts a number from a word further on: it counts something else. */
const APART = /[.,;:()!?–—]|\b(?:on|in|at|by|to|for|from|with|and|or|the|per|a)\b/i;
const LINK =
  /^\s?(?:[:=–—(-]|(?:is|are|was|were|of|totals?|numbers?|reached|stands? at|stood at|about|around|over|nearly|almost|some|up to|approximately|just|more than|at least|at most)\b|\s)*$/i;
