import { limitedAmount } from './amounts.ts';
import { holdsPhrase, normalize, patternOf, readCount } from './words.ts';

/** What must be true of a thing besides its name: "under $50", "that leaves before noon", "without nuts". */
export type Restriction =
  /** Of what, in which unit where one is told. */
  | { kind: 'amount'; of: string; unit?: string; min: number; max: number }
  /** In minutes of the day. */
  | { kind: 'time'; from: number; to: number; isLast: boolean }
  | { kind: 'text'; at: 'anywhere' | 'start' | 'end'; text: string; isNot: boolean };

export function meets(text: string, restriction: Restriction): boolean {
  switch (restriction.kind) {
    case 'amount':
      return isWithin(limitedAmount(text, restriction), restriction);
    case 'time': {
      const times = timesIn(text);
      const time = restriction.isLast ? times.at(-1) : times[0];
      return time !== undefined && time >= restriction.from && time <= restriction.to;
    }
    case 'text':
      return holdsAt(text, restriction) !== restriction.isNot;
  }
}

export function isWithin(amount: number | null, { min, max }: { min: number; max: number }): boolean {
  return amount !== null && amount >= min && amount <= max;
}

function holdsAt(text: string, { at, text: wanted }: Extract<Restriction, { kind: 'text' }>): boolean {
  const [whole, part] = [normalize(text), normalize(wanted)];
  if (at === 'start') return whole.startsWith(part);
  if (at === 'end') return whole.endsWith(part);
  const said = whole.replace(denied(part), ' ');
  return holdsPhrase(said, wanted) || (part.length > 1 && said.includes(part.replace(/s$/u, '')));
}

/** "No breakfast", "breakfast not included". */
function denied(part: string): RegExp {
  const thing = patternOf(part);
  return new RegExp(
    String.raw`\b(?:no|without|excl(?:\.|uding|udes)|not including)\s+(?:\p{L}+\s)?${thing}|${thing}\s+(?:is\s+|are\s+)?(?:not|excluded|extra)\b`,
    'gu',
  );
}

const NUMBER = String.raw`[$€£]?\s?(-?\d[\d,]*(?:\.\d+)?)`;
const LEAST = 'at least|no less than|not less than|a minimum of|minimum';
const MOST = 'at most|no more than|not more than|up to|a maximum of|maximum|within';
const MORE = 'more than|greater than|higher than|above|over|exceeding|better than';
const LESS = 'less than|lower than|fewer than|cheaper than|below|under';
const CLOCK = String.raw`noon|midday|midnight|\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?`;
const LEAVING = 'leav(?:es?|ing)|depart(?:s|ing)?|start(?:s|ing)?|begin(?:s|ning)?|open(?:s|ing)?';
const ARRIVING = 'arriv(?:es?|ing)|land(?:s|ing)?|end(?:s|ing)?|finish(?:es|ing)?|clos(?:es?|ing)';
const HOLDING =
  'contain(?:s|ing)?|includ(?:es?|ing)|mention(?:s|ing)?|hav(?:e|ing)|has|hold(?:s|ing)?|say(?:s|ing)?';

const CURRENCY = String.raw`(?:\s?(?:€|\$|£|euros?|dollars?|pounds?|eur|usd|gbp)(?!\p{L}))?`;
const PRICED = String.raw`\s+(?:(?:that|which)\s+)?(?:costs?\s+|costing\s+|priced\s+(?:at\s+)?|is\s+|for\s+)?`;
/** A number is a price by its sign, its currency or what is said before it. */
const IS_PRICE = String.raw`[$€£]|[\d.,]+\s?(?:€|\$|£|euros?|dollars?|pounds?|eur|usd|gbp)(?!\p{L})|(?<=\b(?:costs?|costing|priced|price|cheapest|expensive)\b.*)\d[\d.,]*(?!\s*(?:\p{L}+\s+(?:or|and)\b|stars?|%|km|miles|min|hours?|gb|tb|inch|people|persons|seats|years?)\b)`;

const HAVING = String.raw`(?:with|having|(?:that|which)\s+ha(?:s|ve))`;
/** What a thing has so much of, and not what is done with the thing. */
const MEASURED = String.raw`(?!(?:to|in|into|on|from|and|or|for|at|under|below|that|which|with)\b)(\p{L}+)`;
const UNIT =
  '[gtmk]b|ghz|mhz|hz|mp|megapixels?|kg|kilos?|grams?|g|km|cm|mm|inch(?:es)?|lit(?:re|er)s?|l|watts?|w|mah|fps|[mg]bps';

/** Takes the restrictions out of a noun phrase. */
export function takeRestrictions(phrase: string): { rest: string; restrictions: Restriction[] } {
  const restrictions: Restriction[] = [];
  let rest = phrase
    .replace(ALSO, ' with $1')
    .replace(SPELLED, (_whole, limit: string, number: string) => `${limit} ${readCount(number)}`);
  for (const [pattern, read] of READERS) {
    rest = rest.replace(pattern, (whole, ...groups: string[]) => {
      const restriction = read(groups);
      if (restriction) restrictions.push(restriction);
      return restriction ? ' ' : whole;
    });
  }
  return restrictions.length === 0
    ? { rest: phrase, restrictions }
    : {
        rest: rest
          .replace(/\(\s*\)/gu, ' ')
          .replace(/\s+/gu, ' ')
          .trim(),
        restrictions,
      };
}

/** "with free breakfast and a rating above 4": two things that must be true. */
const ALSO = new RegExp(
  String.raw`\s+and\s+((?:an?\s+|the\s+)?\p{L}[\p{L} ]{1,25}?\s+(?:of\s+)?(?:${LEAST}|${MOST}|${MORE}|${LESS})\s+[$€£]?\d)`,
  'giu',
);

/** "At least four stars". */
const SPELLED = new RegExp(
  String.raw`\b(${LEAST}|${MOST}|${MORE}|${LESS})\s+(one|two|three|four|five|six|seven|eight|nine|ten)\b`,
  'giu',
);

type Reader = readonly [RegExp, (groups: string[]) => Restriction | null];

const READERS: readonly Reader[] = [
  // "who have not been seen for more than 90 days", "older than 30 days"
  [
    new RegExp(
      String.raw`\s+(?:(?:who|that|which)\s+)?(?:(?:(?:ha(?:ven|sn)['’]t|ha(?:ve|s)\s+not|did(?:n['’]t|\s+not))\s+(?:been\s+)?\p{L}+(?:\s+in)?|(?:(?:are|is|were|ha(?:ve|s)\s+been)\s+)?(?:inactive|idle|unused|overdue|late|away))\s+(?:for|in|by)\s+(?:(${LEAST})|(${MORE}))?|(?:are\s+|is\s+)?(?:(older than)))\s*${NUMBER}\s*(days?|weeks?|months?|years?|hours?)\b`,
      'iu',
    ),
    ([least, more, older, amount, unit]) =>
      inUnit(
        amountLimit('', [more || older ? '' : (least ?? 'at least'), '', more ?? older, '', amount]),
        unit ?? '',
      ),
  ],
  [
    new RegExp(
      String.raw`\s*,?\s*\b(?:except|excluding|other than|apart from|but not)\s+(?:for\s+)?(?:those|the ones|ones|any)\s+(?:(?:that|which|who)\s+)?(?:(?:${HOLDING})|with)\s+(.+)$`,
      'iu',
    ),
    ([text]) => holding(text, true),
  ],
  [
    new RegExp(
      String.raw`\s+(?:(?:that|which|who)\s+)?(?:do(?:es)?\s+not|do(?:es)?n['’]t|not)\s+(?:${HOLDING})\s+(.+)$`,
      'iu',
    ),
    ([text]) => holding(text, true),
  ],
  [
    /\s+(?:(?:that|which)\s+)?(start|begin|end)(?:s|ing|ning)?\s+with\s+(?:the\s+(?:letters?|word|extension)\s+)?(\S+)/iu,
    ([end, text]) => ({
      kind: 'text',
      at: end?.toLowerCase() === 'end' ? 'end' : 'start',
      text: unquoted(text ?? ''),
      isNot: false,
    }),
  ],
  [
    /\s+(?:whose|where\s+the)\s+\p{L}[\p{L} -]{1,25}?\s+(?:is|are|equals|says|reads)\s+(?!(?:at|no|not|above|below|under|over|more|less|higher|lower|between|greater|fewer)\b)(.+)$/iu,
    ([text]) => holding(text, false),
  ],
  [
    /\s+(?:(?:that|which|who)\s+(?:contains?|includes?|mentions?)|and\s+(?:(?:that|which)\s+)?(?:contains|includes|offers))\s+(.+)$/iu,
    ([text]) => holding(text, false),
  ],
  [
    /\s+with\s+(?:the\s+|a\s+)?(?:status|state|type|priority|category|label|tag|role|level|country|city|department|rank|grade|owner)\s+(?:of\s+|:\s*)?(?!(?:at|above|below|under|over|more|less|between)\b)(.+)$/iu,
    ([text]) => holding(text, false),
  ],
  [
    new RegExp(
      String.raw`\s+\(?(?:(?:that|which)\s+)?(?:(${LEAVING})|(${ARRIVING}))?\s*(?:no\s+)?(before|after|until|by|later than|earlier than)\s+(${CLOCK})\)?(?=\s|$|[,.])`,
      'iu',
    ),
    ([leaving, arriving, word, clock]) => timeLimit(word ?? '', clock ?? '', Boolean(arriving && !leaving)),
  ],
  [
    /\b(morning|afternoon|evening)\s+(?=(?:flight|departure|train|bus|slot|appointment|session|class|show)s?\b)/iu,
    ([part]) => DAY_PARTS[part?.toLowerCase() ?? ''] ?? null,
  ],
  [
    new RegExp(
      String.raw`\s+${HAVING}\s+(?:(${LEAST})|(${MOST})|(${MORE})|(${LESS}))\s+${NUMBER}\s*(${UNIT})\b(?:(?:\s+of)?\s+${MEASURED})?`,
      'iu',
    ),
    ([least, most, more, less, amount, unit, of]) =>
      inUnit(amountLimit(of ?? '', [least, most, more, less, amount]), unit ?? ''),
  ],
  // "rated 4 stars or better", "with 4+ stars", "that has 4.5 stars and up"
  [
    new RegExp(
      String.raw`\s+(?:(?:that|which)\s+(?:is|are|has|have)\s+|with\s+)?(?:(?:a\s+)?rat(?:ed|ing)\s+(?:of\s+)?)?(?:(?:${LEAST})\s+)?${NUMBER}(?:\+\s*stars?|\s*stars?\s+(?:or\s+(?:more|better|higher|above)|and\s+(?:up|above|more)))`,
      'iu',
    ),
    ([amount]) => amountLimit('rating', ['at least', '', '', '', amount]),
  ],
  // "with 16 GB of RAM or more", "with 16+ GB"
  [
    new RegExp(
      String.raw`\s+${HAVING}\s+${NUMBER}(?:(\+)\s*(${UNIT})\b(?:(?:\s+of)?\s+${MEASURED})?|\s*(${UNIT})\b(?:(?:\s+of)?\s+${MEASURED})?\s+or\s+(?:(more|higher|better|above)|less|lower|fewer))`,
      'iu',
    ),
    ([amount, plus, unit, of, otherUnit, otherOf, more]) => {
      const isLeast = Boolean(plus ?? more);
      const limit = amountLimit(of ?? otherOf ?? '', [
        isLeast ? 'at least' : '',
        isLeast ? '' : 'at most',
        '',
        '',
        amount,
      ]);
      return inUnit(limit, unit ?? otherUnit ?? '');
    },
  ],
  [
    new RegExp(
      String.raw`\s+${HAVING}\s+(?:(${LEAST})|(${MOST})|(${MORE})|(${LESS}))\s+${NUMBER}\s*(?:[\p{L}%"]+\s+of\s+)?(\p{L}+)`,
      'iu',
    ),
    ([least, most, more, less, amount, of]) => amountLimit(of ?? '', [least, most, more, less, amount]),
  ],
  [
    new RegExp(
      String.raw`\s+(?:with|having|(?:that|which|whose)(?:\s+has)?)\s+(?:an?\s+|the\s+|its\s+)?(\p{L}[\p{L} ]{1,25}?)\s+(?:of\s+|is\s+|that is\s+)?(?:(${LEAST})|(${MOST})|(${MORE})|(${LESS}))\s+${NUMBER}(?:\s*(?:stars?|%|or (?:more|higher|better)))?`,
      'iu',
    ),
    ([of, ...limits]) => amountLimit(of ?? '', limits),
  ],
  [
    new RegExp(
      String.raw`${PRICED}(?:(${LEAST})|(${MOST})|(${MORE})|(${LESS}))\s+(?=${IS_PRICE})${NUMBER}${CURRENCY}`,
      'iu',
    ),
    (limits) => amountLimit('price', limits),
  ],
  [
    new RegExp(
      String.raw`${PRICED}between\s+(?=${IS_PRICE})${NUMBER}${CURRENCY}\s+and\s+${NUMBER}${CURRENCY}`,
      'iu',
    ),
    ([low, high]) => ({
      kind: 'amount',
      of: 'price',
      min: Number((low ?? '').replaceAll(',', '')),
      max: Number((high ?? '').replaceAll(',', '')),
    }),
  ],
  // "the cheapest hotel with free breakfast": of what is compared only those count.
  [
    /(?<=\b(?:cheapest|most\s+\p{L}+|least\s+\p{L}+|\p{L}{3,}est|best[- ]rated|top[- ]rated)\b.*)\s+with\s+(?!(?:the\s+|a\s+)?(?:\p{L}+est|most|least|best|number|text|name|label)\b)(?:an?\s+)?(\p{L}[\p{L} -]{2,40})$/iu,
    ([text]) => holding(text, false),
  ],
];

function holding(text: string | undefined, isNot: boolean): Restriction {
  return { kind: 'text', at: 'anywhere', text: unquoted(text ?? ''), isNot };
}

function unquoted(text: string): string {
  return text
    .replace(/["“”']/gu, '')
    .replace(/[.,;]+$/u, '')
    .replace(/^(?:the|any|an?)\s+/iu, '')
    .trim();
}

function amountLimit(of: string, [least, most, more, less, amount]: (string | undefined)[]): Restriction {
  const number = Number((amount ?? '').replaceAll(',', ''));
  const min = least ? number : more ? number + 1e-6 : Number.NEGATIVE_INFINITY;
  const max = most ? number : less ? number - 1e-6 : Number.POSITIVE_INFINITY;
  return { kind: 'amount', of: /^(?:costs?|priced?)$/iu.test(of) ? 'price' : normalize(of), min, max };
}

function inUnit(limit: Restriction, unit: string): Restriction {
  return limit.kind === 'amount' ? { ...limit, unit: unit.toLowerCase() } : limit;
}

const DAY_PARTS: Readonly<Record<string, Restriction>> = {
  morning: { kind: 'time', from: 0, to: 719, isLast: false },
  afternoon: { kind: 'time', from: 720, to: 1079, isLast: false },
  evening: { kind: 'time', from: 1080, to: 1439, isLast: false },
};

function timeLimit(word: string, clock: string, isLast: boolean): Restriction | null {
  const time = /^(?:noon|midday)$/iu.test(clock)
    ? 720
    : /^midnight$/iu.test(clock)
      ? 1440
      : timesIn(clock, true)[0];
  if (time === undefined) return null;
  return /^(?:after|later than)$/iu.test(word)
    ? { kind: 'time', from: time, to: 1440, isLast }
    : { kind: 'time', from: 0, to: /^(?:before|earlier than)$/iu.test(word) ? time - 1 : time, isLast };
}

/** The times of day in a text, in minutes. */
function timesIn(text: string, isBare = false): number[] {
  const pattern = isBare
    ? /(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\b/giu
    : /\b(\d{1,2}):(\d{2})\s*([ap])?\.?m?\b|\b(\d{1,2})\s*([ap])\.?m\b/giu;
  return [...text.matchAll(pattern)].map((match) => {
    const hours = Number(match[1] ?? match[4]);
    const half = (match[3] ?? match[5])?.toLowerCase();
    const base = half === 'p' ? (hours % 12) + 12 : half === 'a' ? hours % 12 : hours;
    return base * 60 + Number(match[2] ?? 0);
  });
}
