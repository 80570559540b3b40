import { parseNumber, parseNumberWord } from '../values/number.ts';
import { stem, wordsOf } from '../words/words.ts';

export interface Bound {
  isUpper: boolean;
  isStrict: boolean;
  value: number;
  /** Stems beside the number: "cost", "points". */
  near: string[];
  isMoney: boolean;
  /** What the comparison measures: "shorter than". */
  measures: string[];
}

const AMOUNT =
  '([$€£¥₹]?\\s?\\d[\\d.,]*\\s?(?:k|million|thousand|billion)?|(?:one|two|three|four|five|six|seven|eight|nine|ten)(?= ))';
const BELOW =
  'less than|fewer than|cheaper than|lower than|smaller than|lighter than|shorter than|younger than|under|below|at most|no more than|not more than|up to|maximum of|<=?';
const ABOVE =
  'more than|greater than|higher than|larger than|bigger than|longer than|heavier than|older than|better than|above|over|at least|no less than|exceeding|exceeds?|minimum of|>=?';

export function takeBounds(text: string): { rest: string; bounds: Bound[] } {
  const bounds: Bound[] = [];
  let rest = text;
  const add = (
    match: RegExpMatchArray,
    isUpper: boolean,
    isStrict: boolean,
    amount: string,
    unit = '',
  ): void => {
    const value = parseNumber(amount) ?? parseNumberWord(amount);
    if (value === undefined) return;
    const before = wordsOf(rest.slice(0, match.index)).slice(-3).map(stem);
    const after = wordsOf(rest.slice((match.index ?? 0) + match[0].length))
      .slice(0, 2)
      .map(stem);
    bounds.push({
      isUpper,
      isStrict,
      value,
      near: [...wordsOf(unit).map(stem), ...after, ...before.toReversed()],
      isMoney: /[$€£¥₹]|cheaper/.test(match[0]) || CURRENCY.test(after[0] ?? ''),
      measures: MEASURES.find(([look]) => look.test(match[0]))?.[1] ?? [],
    });
  };
  const between = rest.match(new RegExp(`\\bbetween ${AMOUNT} and ${AMOUNT}`, 'i'));
  if (between?.[1] && between[2]) {
    add(between, false, false, between[1]);
    add(between, true, false, between[2]);
    rest = rest.replace(between[0], ' ');
  }
  for (const [words, isUpper] of [
    [BELOW, true],
    [ABOVE, false],
  ] as const) {
    const match = rest.match(new RegExp(`(?:\\b|(?=[<>]))(${words})\\s*${AMOUNT}`, 'i'));
    if (!match?.[1] || !match[2]) continue;
    const isStrict = !/^(?:at most|at least|no |not |up to|maximum|minimum|<=|>=)/i.test(match[1]);
    add(match, isUpper, isStrict, match[2]);
    rest = rest.replace(match[0], ' ');
  }
  const orMore = rest.match(
    new RegExp(
      `${AMOUNT}\\s?(\\p{L}+ )?or (more|higher|above|better|greater|less|fewer|lower|below|cheaper)\\b`,
      'iu',
    ),
  );
  if (orMore?.[1] && orMore[3]) {
    add(orMore, /^(?:less|fewer|lower|below|cheaper)$/i.test(orMore[3]), false, orMore[1], orMore[2]);
    rest = rest.replace(orMore[0], ' ');
  }
  return { rest, bounds };
}

const CURRENCY =
  /^(?:eur|euro|usd|dollar|gbp|pound|chf|franken|frank|zł|zl|pln|sek|nok|dkk|kr|yen|jpy|cad|aud|rupe)/;
const MEASURES: readonly (readonly [RegExp, string[]])[] = [
  [/shorter|longer/i, ['length', 'duration', 'distance', 'time', 'height'].map(stem)],
  [/lighter|heavier/i, [stem('weight')]],
  [/younger|older/i, [stem('age')]],
  [/smaller|larger|bigger/i, ['size', 'area'].map(stem)],
  [/better/i, [stem('rating')]],
];

export function takeStock(text: string): { rest: string; inStock: boolean | null } {
  const left = text.match(/(?:\bnot(?: yet)?|n['’]t) (?:out of stock|sold out|unavailable)\b/i);
  const gone = left
    ? null
    : text.match(/\b(?:out of stock|sold out|unavailable|not (?:available|in stock))\b/i);
  const had =
    left ??
    text.match(
      /\b(?:in stock|(?:currently|still) available|(?<=\bonly (?:the )?)available(?= \p{L})|(?<=\b(?:that|which) (?:are|is) )available(?=\s*[.?!]?$)|(?<!\p{L})(?:auf Lager|lieferbar\p{L}*|en stock|disponibles?|op voorraad|disponibili?)(?!\p{L}))/iu,
    );
  const match = gone ?? had;
  if (
    !match ||
    (/\bhow (?:many|much)\b.{0,40}\b(?:in stock)\b/i.test(text) && !/\bare in stock\b/i.test(text))
  )
    return { rest: text, inStock: null };
  return { rest: text.replace(match[0], ' '), inStock: gone === null };
}
