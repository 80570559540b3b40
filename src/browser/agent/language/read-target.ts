import { countFromEnd } from './count-from-end.ts';
import { outermost } from './outermost.ts';
import { type Protected, restore, soleToken } from './protect.ts';
import { readCell } from './read-cell.ts';
import { type Restriction, takeRestrictions } from './restrictions.ts';
import {
  COLOURS,
  EXTREMES,
  type Extreme,
  KINDS,
  type Kind,
  PATCHES,
  SHAPE_NAMES,
  SHAPES,
} from './target-words.ts';
import { normalize, readOrdinal } from './words.ts';

/** A thing on the page as a task describes it. */
export interface Target {
  /** Its name or text; '' when only its kind, place or look is given. */
  text: string;
  /** The task put the name in quotes: it must be met exactly. */
  isQuoted: boolean;
  kind: Kind | null;
  /** Counting from 1; -1 is the last. */
  ordinal: number | null;
  /** The side it is counted from; null for the order of reading. */
  from: 'left' | 'right' | 'top' | 'bottom' | null;
  /** What stands beside it, in the same row, card or section. */
  near: string | null;
  place: string | null;
  colour: string | null;
  shape: string | null;
  size: 'small' | 'large' | null;
  extreme: Extreme | null;
  /** What else must be true of it. */
  restrictions: Restriction[];
  /** How it lies to something else. */
  distance: { end: 'min' | 'max'; to: Target } | null;
  /** On which side of what it lies, among things of that kind. */
  lies: { side: 'above' | 'below' | 'left' | 'right' | 'before' | 'after'; of: string; what: string } | null;
  /** A place in a grid of points. */
  point: GridPoint | null;
  /** A row and a column, counted from 1; -1 is the last. */
  cell: { row: number; column: number } | null;
  /** In which of several like parts of the page it stands, counted from 1; -1 is the last. */
  part: number | null;
  /** The one that is unlike all the others of its kind. */
  isOdd: boolean;
  /** "it", "them": what the clause before spoke of. */
  isPronoun: boolean;
}

export interface GridPoint {
  x: number;
  y: number;
}

export function readTarget(told: string, tokens: Protected['tokens']): Target {
  const phrase = outermost(told);
  const lying = phrase.match(
    /^(.+?),?\s+(?:(?:that|which)\s+is\s+|lying\s+)?(?:(closest|nearest)(?:\s+to)?|(?:farthest|furthest)(?:\s+away)?\s+from)\s+(.+)$/iu,
  );
  if (lying?.[1] && lying[3])
    return {
      ...readTarget(lying[1], tokens),
      distance: { end: lying[2] ? 'min' : 'max', to: readTarget(lying[3], tokens) },
    };
  const restricted = takeRestrictions(plainTimes(phrase, tokens));
  return restricted.restrictions.length === 0
    ? readPlainTarget(phrase, tokens)
    : {
        ...readPlainTarget(restricted.rest, tokens),
        restrictions: restricted.restrictions.map((one) =>
          one.kind === 'text' ? { ...one, text: restore(one.text, tokens) } : one,
        ),
      };
}

/** Times of day are told apart from names only where they limit something. */
export function plainTimes(phrase: string, tokens: Protected['tokens']): string {
  return phrase.replace(/[\ue000-\uf8ff]/gu, (mark) =>
    soleToken(mark, tokens)?.kind === 'time' ? restore(mark, tokens) : mark,
  );
}

function readPlainTarget(phrase: string, tokens: Protected['tokens']): Target {
  let rest = phrase.trim().replace(/[.!,;:]+$/u, '');
  const target: Target = {
    text: '',
    isQuoted: false,
    kind: null,
    ordinal: null,
    from: null,
    near: null,
    place: null,
    colour: null,
    shape: null,
    size: null,
    extreme: null,
    restrictions: [],
    distance: null,
    lies: null,
    point: null,
    cell: null,
    part: null,
    isOdd: false,
    isPronoun: false,
  };
  if (ODD.test(phrase)) return { ...target, isOdd: true };
  const widget = phrase.match(/^(?:(?:on|an?|any|the)\s+)*(\S+)\s+(?:widget|control)$/iu)?.[1];
  const kindOf = widget && KINDS.find(([, pattern]) => pattern.test(restore(widget, tokens)))?.[0];
  if (kindOf) return { ...target, kind: kindOf };
  const point = /\(\s*([-−]?\d+)\s*[,;]\s*([-−]?\d+)\s*\)/u.exec(phrase);
  if (point?.[1] && point[2])
    return {
      ...target,
      point: { x: Number(point[1].replace('−', '-')), y: Number(point[2].replace('−', '-')) },
    };
  rest = rest.replace(
    /,?\s+(?:which|that)\s+(?:is|are|stands?|lies)\s+(?=(?:directly\s+|right\s+|just\s+)?(?:to\s+the\s+(?:left|right)\s+of|above|below|under|beneath|next\s+to|beside|near|in\s+the|inside)\b)/iu,
    ' ',
  );
  const lies = readLies(phrase, tokens);
  if (lies) return { ...target, lies };
  const cell = readCell(phrase);
  if (cell) return { ...target, cell };
  rest = rest.replace(THAT_IS, '$1$3 $2').replace(/^(?:on|at|over|to|into|onto|in)\s+/u, '');
  rest = rest.replace(/,?\s+(?:in|on|from|within)\s+(?:one|any|some)\s+of\s+.*$/iu, '');
  rest = rest.replace(
    /(?<=\S)\s+(?:on|in|of|from|there on)\s+(?:it|them|there|(?:that|this)\s+(?:page|list|tab|screen|view))$/iu,
    '',
  );
  // "result number 2"
  rest = rest.replace(
    /\b(result|option|item|button|link|row|entry|image|choice|hit)\s+(?:number|no\.?|#)\s*(\d{1,3})$/iu,
    (_whole, noun: string, count: string) => `${count}th ${noun}`,
  );
  // "the smallest of these numbers", "the third of the buttons"
  rest = rest.replace(
    /^(the\s+\S+(?:\s+one)?)\s+(?:of|among|out\s+of)\s+(?:all\s+)?(?:of\s+)?(?:these|those|the)\s+(?:(?:\p{N}+|two|three|four|five|six)\s+)?(?=\p{Ll}+$)/iu,
    '$1 ',
  );
  rest = rest.replace(/,?\s+(?:which|that)\s+(?:is|are|may|can|might|could|stands?)\b.*$/iu, '');
  rest = rest.replace(
    /\s+(?:in|on|from|of|within)\s+the\s+(?:picture|image|page|list|table|dialog(?: box)?|menu|tree|screen|drawing|figure|grid|chart|pop-?up|window|text|paragraph|toolbar)(?:\s+(?:below|above))?(?=$|[,;.\s])(?!\s+(?:of|for|with))/giu,
    '',
  );
  if (
    /^(?:[Ii]t|them|this|that|one|him|her|(?:this|that)\s+(?:name|person|one|word|number|item|box|shape))$/u.test(
      rest,
    )
  )
    return { ...target, isPronoun: true };

  const part = rest.match(IN_PART);
  if (part?.[1] && part.index !== undefined) {
    target.part = readOrdinal(part[1]);
    rest = rest.slice(0, part.index);
  }
  const side = countFromEnd(rest).match(COUNTED_FROM);
  if (side?.[1] && side[2]) {
    rest = side[1];
    target.from = SIDES[side[2].toLowerCase()] ?? null;
  }
  const near = NEAR.map((pattern) => pattern.exec(rest)).find((match) => match && match.index >= 0);
  if (near) {
    const beside = near[1] ?? near[2] ?? '';
    // "next to that name": what was spoken of, which is kept in mind anyway.
    target.near = /^(?:it|him|her|them|(?:that|this)\s+\p{L}+)$/iu.test(beside)
      ? null
      : strip(restore(beside, tokens)) || null;
    rest = `${rest.slice(0, near.index)} ${rest.slice(near.index + near[0].length)}`.trim();
    // "Buy, for the product with the lowest price": what stands beside it is told by comparing.
    const extreme = EXTREMES.find(([pattern]) => pattern.test(target.near ?? ''));
    if (extreme) {
      target.extreme = {
        end: extreme[1].end,
        of:
          extreme[1].of || strip((target.near ?? '').replace(extreme[0], ' ').replace(/^.*\bwith\b/iu, ' ')),
      };
      target.near = null;
    }
  }
  const alphabet = rest.match(
    /\b(first|last)\s+(?:in\s+(?:the\s+)?(?:alphabet\b|alphabetical\s+order|dictionary)|alphabetically)/iu,
  );
  if (alphabet) {
    target.extreme = { end: alphabet[1]?.toLowerCase() === 'last' ? 'max' : 'min', of: 'alphabet' };
    rest = rest.replace(alphabet[0], ' ').replace(/\b(?:that|which)?\s*(?:comes?|is|stands?)\b/iu, ' ');
  }
  const rank = rest.match(RANK);
  if (rank?.[1]) rest = rest.replace(rank[0], ' ');
  for (const [pattern, extreme] of EXTREMES) {
    if (target.extreme || !pattern.test(rest)) continue;
    const of =
      extreme.of ||
      rest
        .replace(pattern, ' ')
        .replace(/[\ue000-\uf8ff]/gu, ' ')
        .replace(/^.*\bwith\b/iu, ' ')
        .replace(/\b(?:the|with|button|number|value|one|a|an|on|click|for|product|item|link|in|of)\b/giu, ' ')
        .replace(/\s+/gu, ' ')
        .trim();
    target.extreme = { end: extreme.end, of, ...(rank?.[1] ? { rank: readOrdinal(rank[1]) ?? 1 } : {}) };
    rest = rest.replace(pattern, ' ').replace(/\bwith\s+(?:the\s+|an?\s+)?.*$/iu, ' ');
    break;
  }
  const place = rest.match(
    /\b(?:in|at|on)\s+the\s+(?:far\s+|very\s+|extreme\s+)?((?:top|bottom|upper|lower)(?:[- ](?:left|right|middle|centre|center))?|(?:middle|centre|center)|left|right)(?:[- ]hand)?(?:\s+(?:corner|side|of the page))*|\b((?:top|bottom|upper|lower)[- ](?:left|right)(?:most)?|leftmost|rightmost|topmost|bottommost|uppermost|lowermost)\b/iu,
  );
  if (place) {
    target.place = normalize(place[1] ?? place[2] ?? '')
      .replace('upper', 'top')
      .replace('lower', 'bottom')
      .replace(/cent(?:re|er)/u, 'middle')
      .replace('-', ' ')
      .replace('most', '');
    rest = rest.replace(place[0], ' ');
  }
  const ordinal = rest.match(side || OF_LIST.test(phrase) ? ORDINAL : ORDINAL_BUT_NAME);
  // "First" with a capital in the middle of a phrase is a name: "First class".
  const isName = /^(?:the\s+)?(?!The\b)\p{Lu}/u.test(rest) && /^\p{Lu}/u.test(ordinal?.[1] ?? '');
  if (ordinal?.[1] && !isName) {
    const count = readOrdinal(ordinal[1]);
    target.ordinal = count !== null && /^(?:end|back)$/iu.test(side?.[2] ?? '') ? -Math.abs(count) : count;
    rest = rest.replace(ordinal[0], ' ');
  }
  const said = rest.match(
    /\b(?:labell?ed|named|called|titled|marked|that says|saying|with the (?:text|label|name|title|letter|number|digit|word|sign)|reading)\s+(.+)$/iu,
  );
  const quoted = rest.match(/[\ue000-\uf8ff]/u)?.[0];
  const look = rest.match(
    new RegExp(
      `\\b(${COLOURS})\\b(?:[- ]colou?red)?(?=\\s+(?:\\w+\\s+)?(?:${SHAPES}|${PATCHES}|button|tile|item|one|colou?r)|\\s+\\S$|\\s*$)`,
      'iu',
    ),
  );
  if (look?.[1] && !quoted) {
    target.colour = normalize(look[1]);
    rest = rest
      .replace(look[0], ' ')
      .replace(new RegExp(`^\\s*(?:the\\s+)?(?:${PATCHES}|one)\\s*$`, 'iu'), ' ');
  }
  const size = rest.match(
    /\b(small(?:er|est)?|tiny|little|large(?:r|st)?|big(?:ger|gest)?)\b(?=\s+(?:\w+\s+)?(?:circle|square|rectangle|triangle|item|shape|digit|letter|number|\w+$))/iu,
  );
  if (size?.[1] && !quoted) {
    target.size = /^(?:large|big)/iu.test(size[1]) ? 'large' : 'small';
    rest = rest.replace(size[0], ' ');
  }
  const shape = said
    ? null
    : rest.match(new RegExp(`\\b(${SHAPES})(?:es|s)?\\b(?!\\s+(?:button|field))`, 'iu'));
  if (
    shape?.[1] &&
    !quoted &&
    !/\b(?:check|tick|text|list|combo|search|dialog|message) ?box/iu.test(rest) &&
    (target.colour ||
      target.size ||
      target.place ||
      target.extreme ||
      target.from ||
      !/^(?:box|bar)$/iu.test(shape[1]))
  ) {
    target.shape = SHAPE_NAMES[normalize(shape[1])] ?? normalize(shape[1]);
    rest = rest.replace(shape[0], ' ');
  }
  for (const [kind, pattern] of KINDS) {
    const outside = rest.replace(/[\ue000-\uf8ff]/gu, ' ');
    const match = [...outside.matchAll(new RegExp(pattern.source, 'giu'))].at(-1);
    if (!match) continue;
    const before = outside.slice(0, match.index).trim();
    const after = outside.slice((match.index ?? 0) + match[0].length).trim();
    // "Tab #2" and "Section 3" are names; "the Save button" and "button Save" say what kind it is.
    if ((kind === 'tab' || kind === 'section' || kind === 'item') && /^#?\d/u.test(after) && !quoted) {
      target.kind = kind;
      break;
    }
    // "Products" with a capital and nothing else is a name.
    if (!quoted && before === '' && after === '' && /^\p{Lu}\p{Ll}+s?$/u.test(match[0])) break;
    target.kind = kind;
    const text = quoted ? '' : strip(before) || strip(after);
    if (!quoted && text !== '') rest = text;
    else if (!quoted) rest = '';
    break;
  }
  if (said?.[1] && !quoted) {
    rest = strip(said[1]);
    if (target.kind === 'number') target.kind = null;
  }
  target.text = quoted ? restore(quoted, tokens) : strip(restore(rest, tokens));
  if (
    (target.extreme || target.ordinal !== null) &&
    target.kind === null &&
    target.shape === null &&
    (/^(?:one|thing|ones)$/iu.test(target.text) ||
      (target.ordinal !== null && /^(?:name|person)$/iu.test(target.text)))
  ) {
    target.kind = 'item';
    target.text = '';
  }
  // "the message from Ann": what it goes by is all its name.
  const isBare = target.text === '' && !target.colour && !target.shape && target.ordinal === null;
  if (target.kind && NAMED_BY.has(target.kind) && isBare && target.near && !target.extreme)
    return { ...target, text: target.near, near: null };
  target.isQuoted = quoted !== undefined && soleToken(quoted, tokens)?.kind === 'quote';
  return target;
}

/** "the triangle that is green": the green triangle. */
const THAT_IS = new RegExp(
  `^((?:the|an?)\\s+)?(.+?),?\\s+(?:that|which)\\s+(?:is|has\\s+the\\s+colou?r)\\s+(${COLOURS}|small|large|big)$`,
  'iu',
);

/** "the first link in the third paragraph" */
const IN_PART =
  /\s+(?:in|of|on|from|inside|within)\s+the\s+(\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|last)\s+(?:paragraph|list|section|card|box|group|table|article|column|panel|block|line|sentence|menu|set)$/iu;

/** "the second cheapest", "the 3rd largest": a place in the order of what is compared. */
const RANK = /\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[\s-]+(?=(?:\p{L}+est|most|least|best|top)\b)/iu;

/** "the section for Oslo", "the message from Ann". */
const NAMED_BY: ReadonlySet<Kind> = new Set(['item', 'section', 'tab', 'dialog']);

const ODD =
  /\bodd[- ](?:one|man) out\b|\b(?:different|differs?|unlike|distinct)\b.*\b(?:others?|rest|all)\b|\bnot\s+(?:like|the\s+same\s+as|match(?:ing)?)\s+(?:all\s+)?the\s+(?:others?|rest)\b|\b(?:does(?:n['’]t| not)|not)\s+(?:belong|match|fit)\b|\bstands?\s+out\b|\bodd\s+one\b/iu;

/** "the letter below J", "the tile to the left of 7" */
const LIES =
  /^(?:the\s+|a\s+)?((?:\p{Ll}+\s+)?(?:letter|number|digit|cell|tile|square|box|card|word|symbol|one|button|link|icon|image|picture|shape|circle|triangle|rectangle|item))\s+(?:(?:that|which)\s+(?:is|comes?|stands?)\s+)?(?:directly\s+|right\s+|just\s+|immediately\s+)?(above|over|below|under|beneath|(?:to|on)\s+the\s+(?:left|right)(?:\s+side)?\s+of|left\s+of|right\s+of|(?<=\b(?:is|comes?|stands?)\s+(?:\p{L}+\s+)?)(?:after|before))\s+(.+)$/iu;

const SIDE_WORDS: readonly (readonly [RegExp, NonNullable<Target['lies']>['side']])[] = [
  [/left/iu, 'left'],
  [/right\s+(?:side\s+)?of/iu, 'right'],
  [/above|over/iu, 'above'],
  [/before/iu, 'before'],
  [/after/iu, 'after'],
];

function readLies(phrase: string, tokens: Protected['tokens']): Target['lies'] {
  const [, what = '', words = '', mark = ''] = phrase.match(LIES) ?? [];
  const side = SIDE_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'below';
  const of = strip(restore(mark, tokens)).replace(
    /^(?:letter|number|digit|cell|tile|square|box|card|word|symbol)\s+/iu,
    '',
  );
  return of === ''
    ? null
    : {
        side,
        of,
        what: /^(?:letter|number|digit|cell|tile|square|box|card|word|symbol|one|item)$/iu.test(what)
          ? ''
          : what,
      };
}

const LATER = String.raw`\d{1,3}(?:st|nd|rd|th)|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth`;
const ORDINAL = new RegExp(String.raw`\b(first|second|last|${LATER})\b`, 'iu');
/** A first name and a last name are fields of a form, unless the task counts the names of a list. */
const ORDINAL_BUT_NAME = new RegExp(String.raw`\b((?:first|second|last)(?!\s+name)|${LATER})\b`, 'iu');
const OF_LIST = /\b(?:in|of|on|from)\s+(?:the|this|that)\s+(?:list|page|table|screen|menu)\b/iu;

/** "the second box from the right" */
const COUNTED_FROM =
  /^(.*\b(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\b.*?),?\s+(?:count(?:ed|ing)\s+)?from\s+(?:the\s+)?(left|right|top|bottom|end|back|start|beginning)(?:\s+side)?$/iu;

const SIDES: Readonly<Record<string, NonNullable<Target['from']>>> = {
  left: 'left',
  right: 'right',
  top: 'top',
  bottom: 'bottom',
};

const NEAR = [
  /\s(?:on|of|in|for|under)\s+([^\s]+(?:\s+[^\s]+)?)['’]s\s+(?:post|card|entry|row|tweet|message|e-?mail|comment|line|profile|photo|item|order|name)$/iu,
  /\s(?:in|on|of|from)\s+the\s+row\s+(?:of|for|with|containing|named)\s+(.+)$/iu,
  /\s(?:next\s+to|beside|near|alongside|opposite)\s+(.+)$/iu,
  /\s(?:on|in|of|under|for)\s+the\s+(?:post|card|entry|item|product|email|mail|message|user|tweet)s?\s+(?:by|of|from|called|named|with|titled)?\s*(.+)$/iu,
  /\s(?:in|under|below|within|inside)\s+the\s+(?:sub-?menu|section|group|heading|category|menu|form|row|tab|panel)\s+(?:of|for|called|named)?\s*(.+)$/iu,
  /\s(?:in|under|below|within|inside)\s+(?:the\s+)?(.+?)\s+(?:sub-?menu|section|group|category|row|tab|panel|box|card|tile|block|widget)$/iu,
  /\s(?:in|on|under|within|inside)\s+(?:the\s+)?((?:tab|section|panel|step|chapter)\s+(?:#?\d+|[\ue000-\uf8ff]))$/iu,
  /\s(?:under|below|beneath)\s+(.+)$/iu,
  /\s(?:for|of|by|from)\s+(?:the\s+|user\s+)*(.+)$/iu,
];

/** Without articles and the words around a name. */
export function strip(text: string): string {
  return (
    text
      .replace(/\s+/gu, ' ')
      .trim()
      // With a capital it may be a name: "On", "A".
      .replace(
        /^(?:(?:on|[Tt]he|a|an|[Yy]our|[Oo]ur|[Mm]y|[Tt]his|[Tt]hat|any|some|its|their|his|her|in|at)(?:\s+|$))+/u,
        '',
      )
      .replace(
        /(?:\s+(?:in|on|the|with|of|to|from|at|as|below|above|shown|and|which is.*|that is.*|on the page|in that row|in the (?:list|table|picture|dialog(?: box)?|page|menu|tree)|from the (?:list|page)))+$/iu,
        '',
      )
      .replace(/^[,;:.\s]+|[,;:.\s]+$/gu, '')
      .replace(/^(?:below|above|shown|here|there)$/iu, '')
      .trim()
  );
}
