import { normalize, patternOf, stem, wordsOf } from './words.ts';

/** Words for one and the same choice, as people say it and as pages write it. */
const ALIKE: readonly (readonly string[])[] = [
  ['walk', 'walking', 'on foot'],
  ['car', 'drive', 'driving', 'by car'],
  ['bike', 'bicycle', 'cycle', 'cycling', 'by bike'],
  ['yearly', 'annual', 'annually', 'per year', 'a year', 'each year', 'every year'],
  ['monthly', 'per month', 'a month', 'each month', 'every month'],
  ['weekly', 'per week', 'a week', 'each week', 'every week'],
  ['daily', 'per day', 'a day', 'each day', 'every day'],
];

const BEFORE =
  '(?:on|in|for|by|with|during|at|from|to|as|of|using|under|via|through|when|if|paid|billed|pay)';
/** What a choice of a page may be called behind its name: "the Team plan". */
export const CHOICES =
  '(?:branch|billing|payment|plan|view|version|mode|tab|tariff|period|edition|release|package)';
const BETWEEN = String.raw`(?:\s+\p{L}+){0,2}?`;

/**
 * The words by which a question says under which choice of the page it is asked: "on the develop branch", "by bus", "if I
 * pay yearly", "for 3 people". Null where it only speaks of it: "Is it closed?". `kind` is what the page calls the choice.
 */
export function toldChoice(question: string, option: string, kind: string): string | null {
  const name = normalize(option.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})]+$/gu, ''));
  const text = normalize(question);
  if (name === '' || wordsOf(name).length > 5) return null;
  const family = ALIKE.find((words) => words.includes(name));
  const said = family?.find((words) => words.includes(' ') && holds(text, patternOf(words)) !== null);
  if (said !== undefined) return said;
  const own = (family ?? [name]).map(patternOf).join('|');
  const told =
    holds(text, `${BEFORE}${BETWEEN}\\s+["“']?(?:${own})["”']?`) ??
    holds(text, `(?:the|our|my)\\s+["“']?(?:${own})["”']?\\s+${CHOICES}`);
  if (told === null || !/^\d+\+?$/u.test(name)) return told;
  // A mere number is one of many things; a year is a year.
  if (/^(?:19|20)\d\d$/u.test(name)) return told;
  const unit = text.match(new RegExp(`(?<![\\p{L}\\p{N}.,])${patternOf(name)}\\s+(\\p{L}+)`, 'u'))?.[1];
  const isOfKind = unit !== undefined && wordsOf(kind).map(stem).includes(stem(unit));
  return isOfKind ? `${told} ${unit}` : null;
}

function holds(text: string, pattern: string): string | null {
  return text.match(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}/])`, 'u'))?.[0] ?? null;
}

/** Whether choosing there only changes what is shown. What belongs to a thing is a filter only where all can be shown too. */
export function isViewChoice(kind: string, options: readonly string[]): boolean {
  return !OF_A_THING.test(normalize(kind)) || options.some((option) => EVERYTHING.test(normalize(option)));
}

const OF_A_THING =
  /\b(?:status|state|role|priority|severity|assignee|assigned|owner|visibility|access|permissions?|password|stage|progress|label|rating|answer|vote)\b/u;
const EVERYTHING = /^(?:\p{L}+\s+)?(?:all|any|every\p{L}*|whichever)(?:\s|$)/u;
