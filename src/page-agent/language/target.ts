/** What a clause speaks of: a thing of the page, in the words of the task. */
import { quotesIn, withoutQuotes } from '../../task/index.ts';
import { readCount, readOrdinal } from '../words.ts';

export interface Target {
  /** All its words, with those that tell where it stands. */
  phrase: string;
  /** A name in quotes. */
  quoted: string | null;
  kind: 'button' | 'link' | 'tab' | 'field' | 'row' | 'menu' | 'box' | '';
  /** 1 for the first, -1 for the last. */
  ordinal: number | null;
  extreme: Extreme | null;
  /** All things that fit, or so many of them. */
  many: number | null;
}

/** "the cheapest", "the newest", "the highest rating". */
export interface Extreme {
  of: 'price' | 'date' | 'rating' | 'number';
  /** What is measured, where it is named: "the most comments". */
  what: string;
  isMost: boolean;
}

const KINDS: [RegExp, Target['kind']][] = [
  [/\b(?:button|icon)\b/iu, 'button'],
  [/\b(?:hyper)?links?\b/iu, 'link'],
  [/\btab\b/iu, 'tab'],
  [/\b(?:(?:text|input|search) ?(?:field|box|area|bar)|field|textbox|textarea|input)\b/iu, 'field'],
  [/\b(?:check ?box|radio button|switch|toggle)\b/iu, 'box'],
  [/\b(?:drop-?down|menu|list box)\b/iu, 'menu'],
  [/\b(?:search )?(?:results?|rows?|entry|entries|items?|hits?)\b/iu, 'row'],
];

const EXTREMES: [RegExp, Omit<Extreme, 'what'>][] = [
  [/\b(?:cheapest|least expensive|lowest[- ]priced?|lowest[- ]cost)\b/iu, { of: 'price', isMost: false }],
  [/\b(?:most expensive|dearest|highest[- ]priced?|priciest)\b/iu, { of: 'price', isMost: true }],
  [/\b(?:newest|latest|most recent)\b/iu, { of: 'date', isMost: true }],
  [/\b(?:oldest|earliest)\b/iu, { of: 'date', isMost: false }],
  [/\b(?:best|highest|top)[- ]rated\b/iu, { of: 'rating', isMost: true }],
  [/\b(?:worst|lowest)[- ]rated\b/iu, { of: 'rating', isMost: false }],
  [/\b(?:fastest|quickest|shortest)\b/iu, { of: 'number', isMost: false }],
  [/\b(?:longest|slowest)\b/iu, { of: 'number', isMost: true }],
];

export function readTarget(words: string): Target {
  const whole = words.trim().replace(/[.,;!?]+$/u, '');
  const quotes = quotesIn(whole);
  const unnamed = quotes.length > 0 ? withoutQuotes(whole) : whole;
  let phrase = unnamed;
  const kind = KINDS.find(([pattern]) => pattern.test(unnamed))?.[1] ?? '';
  const extreme = extremeIn(unnamed);
  if (extreme) for (const [pattern] of EXTREMES) phrase = phrase.replace(pattern, ' ');
  const [, first = ''] =
    /\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\d{1,2}(?:st|nd|rd|th)|number \d{1,2})\b/iu.exec(
      unnamed,
    ) ?? [];
  const ordinal = first.startsWith('number')
    ? kind === 'row'
      ? readCount(first.slice(7))
      : null
    : readOrdinal(first);
  const isFromEnd = ordinal !== null && /\bfrom the (?:bottom|end|right)\b/iu.test(unnamed);
  if (ordinal !== null) phrase = phrase.replace(/\bfrom the (?:top|bottom|end|left|right)\b/iu, ' ');
  if (ordinal !== null) phrase = phrase.replace(new RegExp(`\\b${first}\\b`, 'iu'), ' ');
  for (const [pattern] of KINDS)
    if (quotes.length > 0 || isMore(phrase, pattern))
      phrase = phrase.replace(new RegExp(pattern, 'giu'), ' ');
  const all = /^(?:all|every|each|both)\b/iu.test(unnamed.trim());
  const count = /^(?:the )?(two|three|four|five|six|\d{1,2}) \p{L}/iu.exec(unnamed.trim())?.[1];
  return {
    phrase: `${phrase} ${quotes.join(' ')}`
      .replace(/^\s*(?:all|every|each|both)\b(?: of)?/iu, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
    quoted: quotes[0] ?? null,
    kind,
    ordinal: isFromEnd && ordinal !== null ? -ordinal : ordinal,
    extreme,
    many: all ? Number.POSITIVE_INFINITY : count ? readCount(count) : null,
  };
}

/** The word for its kind may be all there is of a name. */
function isMore(phrase: string, pattern: RegExp): boolean {
  return /[\p{L}\p{N}]/u.test(
    phrase.replace(new RegExp(pattern, 'giu'), ' ').replace(/\b(?:the|an?|this|that)\b/iu, ' '),
  );
}

function extremeIn(text: string): Extreme | null {
  const found = EXTREMES.find(([pattern]) => pattern.test(text))?.[1];
  if (found) return { ...found, what: '' };
  const [, word = '', what = ''] =
    /\b(?:with |has |have )?the (most|least|fewest|highest|lowest|largest|smallest|biggest|longest|shortest)\s+(\p{L}+(?: \p{L}+)?)/iu.exec(
      text,
    ) ?? [];
  if (word === '') return null;
  return {
    of: /price|cost|fare/iu.test(what) ? 'price' : 'number',
    what,
    isMost: !/^(?:least|fewest|lowest|smallest|shortest)$/iu.test(word),
  };
}
