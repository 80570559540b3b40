import { stem, wordsOf } from '../words/words.ts';
import { type Extreme, takeExtreme } from './question-pointers.ts';

/** "Sorted by price", "newest first", "the three cheapest". */
export interface Order {
  /** What is compared, the likeliest first. */
  by: string[];
  toward: 'most' | 'least';
}

const EDGE = '(?<!\\p{L})';
const SORTED = new RegExp(
  `[,;]?\\s*${EDGE}(?:and\\s+)?(?:(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arrange[d]?)(?:\\s+(?:them|it|the list|the results))?\\s+by|sortiert nach|geordnet nach|tri[ée]e?s? par|ordenad[oa]s? por|ordinat[ieao] per|gesorteerd op)\\s+(?:the\\s+|their\\s+|dem\\s+|der\\s+|le\\s+|el\\s+)?([\\p{L}-]+(?:\\s(?!in\\b|from\\b|and\\b|with\\b|first\\b|as\\b|ascending|descending|increasing|decreasing|low|high|cheap|new|old|most|least|croissant|d[ée]croissant|aufsteigend|absteigend)[\\p{L}-]+)?)`,
  'iu',
);
const DIRECTION =
  /[,;(]?\s*(?:in\s+)?(?<!\p{L})(?:(ascending|increasing|aufsteigend\p{L}*|croissants?|ascendente)|(descending|decreasing|absteigend\p{L}*|d[ée]croissants?|descendente))(?:\s+order)?\)?/iu;
const FIRST =
  /[,;(]?\s*(?:from\s+)?(?:the\s+)?(?<!\p{L})((?:most|least)\s+\p{L}+|\p{L}+est|highest|lowest)\s+(?:(?:\p{L}+\s)?first|to\s+(?:the\s+)?(?:(?:most|least)\s+\p{L}+|\p{L}+est))(?!\p{L})\)?/iu;
const ALPHABETIC =
  /[,;]?\s*(?:sorted\s+|ordered\s+)?(?:in\s+)?(?<!\p{L})alphabetical(?:ly|\s+order)(?!\p{L})/iu;

export function takeOrder(text: string): { rest: string; order: Order | null } {
  const alphabetic = text.match(ALPHABETIC);
  if (alphabetic)
    return { rest: text.replace(alphabetic[0], ' '), order: { by: [stem('title')], toward: 'least' } };
  const sorted = text.match(SORTED);
  const first = text.match(FIRST);
  // "Which one ends the earliest, the first or ..." asks, and sorts nothing.
  if (!sorted && (!first || /^(?:which|what|who)\b/i.test(text))) return { rest: text, order: null };
  const direction = sorted ? text.match(DIRECTION) : null;
  const { extreme } = takeExtreme(first?.[1] ?? '');
  const by = sorted ? wordsOf(sorted[1] ?? '').map(stem) : measuresOf(extreme);
  if (by.length === 0) return { rest: text, order: null };
  const toward = direction ? (direction[2] ? 'most' : 'least') : (extreme?.toward ?? usual(by));
  const rest = [sorted?.[0], first?.[0], direction?.[0]].reduce<string>(
    (left, part) => (part ? left.replace(part, ' ') : left),
    text,
  );
  return { rest: rest.trim(), order: { by, toward } };
}

interface Several {
  order: Order;
  limit: number;
  /** The question without the number. */
  without(text: string): string;
}

/** "The three cheapest", "the cheapest 3". */
export function severalExtreme(text: string, extreme: Extreme, limit: number | null): Several | null {
  const by = measuresOf(extreme);
  const said = text.match(extreme.said)?.[0] ?? '';
  const at = text.indexOf(said);
  const before = /(\p{L}+|\d{1,3})\s*$/u.exec(text.slice(0, at))?.[1];
  const behind = /^\s*(\p{L}+|\d{1,3})/u.exec(text.slice(at + said.length))?.[1];
  const number = limit ?? countIn(before) ?? countIn(behind);
  if (by.length === 0 || number === undefined || number < 2) return null;
  const word = countIn(before) === number ? before : behind;
  return {
    order: { by, toward: extreme.toward },
    limit: number,
    without: (question) =>
      question.replace(limit === null ? new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u') : TOP, ' '),
  };
}

function measuresOf(extreme: Extreme | null): string[] {
  return extreme?.of.filter((measure) => measure !== '*') ?? [];
}

function countIn(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,3}$/.test(word)) return Number(word);
  const at = COUNTS.indexOf(word.toLowerCase());
  return at < 0 ? undefined : at + 2;
}

const TOP = /(?<!\p{L})(?:top|first|last)\s+(?:\p{L}+|\d{1,3})/iu;
const COUNTS = 'two three four five six seven eight nine ten'.split(' ');

/** Ratings and dates are wanted from the top, when nothing is said. */
function usual(by: string[]): Order['toward'] {
  return by.some((word) => DOWNWARD.has(word)) ? 'most' : 'least';
}

const DOWNWARD = new Set(['rating', 'score', 'popularity', 'review', 'points', 'stars'].map(stem));
