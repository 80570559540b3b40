import { stem } from '../words/words.ts';

/** "The cheapest", "the most points". */
export interface Extreme {
  toward: 'most' | 'least';
  of: string[];
  said: RegExp;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const COUNT_WORDS = 'two three four five six seven eight nine ten'.split(' ');

export function takeOrdinal(text: string): { rest: string; ordinal: number | null; limit: number | null } {
  const several = text.match(
    /\b(first|top|last)\s+(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b/i,
  );
  if (several?.[2]) {
    const limit = Number(several[2]) || COUNT_WORDS.indexOf(several[2].toLowerCase()) + 2;
    return {
      rest: text.replace(several[0], ' '),
      ordinal: null,
      limit: several[1]?.toLowerCase() === 'last' ? -limit : limit,
    };
  }
  const starter = text.match(
    /^who (?:started|opened|began|asked)\b(?=.*\b(?:thread|topic|discussion|question)\b)/i,
  );
  if (starter) return { rest: text.replace(/^who \S+/i, 'who'), ordinal: 1, limit: null };
  const lead = text.match(/\b(?:leads|is leading|tops|is on top of)\b/i);
  if (lead) return { rest: text.replace(lead[0], ' '), ordinal: 1, limit: null };
  const match = text.match(ORDINAL);
  if (!match?.[1]) return { rest: text, ordinal: null, limit: null };
  const word = match[1].toLowerCase();
  const ordinal = match[2]
    ? Number(match[2])
    : /^(?:last|final)$/.test(word)
      ? -1
      : word === 'top'
        ? 1
        : ORDINALS.indexOf(word) + 1;
  return { rest: text.replace(match[0], ' '), ordinal, limit: null };
}

export const ORDINAL =
  /\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last(?=\s+\p{L})|(?<=\b(?:is|are|was|were|came|comes|finished|ranked|placed) )last(?=\s?\?)|top(?=\s+\p{L}+\??$)|final|(\d{1,3})(?:st|nd|rd|th))\b(?!\s+(?:updated?|modified|names?|year|month|week|night|edited|changed|seen|visited|published|edition|world|floor|class|aid|of \p{Lu}))/iu;

/** Superlatives, what they measure, and the way they point. The measure `*` is whatever the question names beside it. */
const EXTREMES: readonly (readonly [RegExp, 'most' | 'least', string])[] = [
  [
    /\b(?:cheapest|least expensive|lowest[- ]priced|most affordable|least costly|g[üu]nstigste\w*|billigste\w*|le moins cher|la moins ch[eè]re|m[aá]s barat[oa]|goedkoopste)\b/i,
    'least',
    'price',
  ],
  [
    /\b(?:most expensive|priciest|dearest|costliest|highest[- ]priced|most costly|teuerste\w*|le plus cher|la plus ch[eè]re|m[aá]s car[oa]|duurste)\b/i,
    'most',
    'price',
  ],
  [/\b(?:highest|best|top)[- ]rated\b|\bbest (?:rating|reviews?|score)\b/i, 'most', 'rating'],
  [/\b(?:lowest|worst)[- ]rated\b/i, 'least', 'rating'],
  [/\b(?:most recent(?:ly)?|latest|newest)\b(?! updated)/i, 'most', 'date'],
  [/\b(?:next|soonest)\b(?= \p{L}+\s?\??$)/iu, 'least', 'date time'],
  [
    /\b(?<=\b(?:due|ends?|starts?|begins?|expires?|leaves?|arrives?|departs?|closes?|runs? out) )(?:first|soonest|earliest|next)\b/i,
    'least',
    'due deadline end start date time',
  ],
  [
    /\b(?<=\b(?:due|ends?|starts?|begins?|expires?|leaves?|arrives?|departs?|closes?|runs? out) )(?:last|latest)\b/i,
    'most',
    'due deadline end start date time',
  ],
  [/\b(?:oldest|earliest)\b/i, 'least', 'date founded year age built'],
  [/\b(?:heaviest)\b/i, 'most', 'weight'],
  [/\b(?:lightest)\b/i, 'least', 'weight'],
  [/\b(?:longest)\b/i, 'most', 'length duration time distance'],
  [/\b(?:shortest)\b/i, 'least', 'length duration time distance height'],
  [/\b(?:tallest)\b/i, 'most', 'height'],
  [/\b(?:deepest)\b/i, 'most', 'depth'],
  [/\b(?:fastest|quickest)\b/i, 'most', 'speed'],
  [/\b(?:slowest)\b/i, 'least', 'speed'],
  [/\b(?:warmest|hottest)\b/i, 'most', 'temperature high temp'],
  [/\b(?:coldest|coolest)\b/i, 'least', 'temperature low temp'],
  [/\b(?:youngest)\b/i, 'least', 'age'],
  [/\b(?:nearest|closest)\b/i, 'least', 'distance'],
  [/\b(?:most populous|most populated)\b/i, 'most', 'population'],
  [/\b(?:largest|biggest)\b/i, 'most', '* size area'],
  [/\b(?:smallest)\b/i, 'least', '* size area'],
  [
    /\b(?:highest|greatest|maximum|the most|most|h[öo]chste\w*|gr[öo](?:ß|ss)te\w*|(?:la|le) plus (?:grande?|haute?|[eé]lev[eé]e?)|mayor|hoogste|grootste)\b(?! (?:of|likely|people think|\p{L}+ly))/iu,
    'most',
    '*',
  ],
  [/\b(?:lowest|fewest|minimum|the least|least|niedrigste\w*|kleinste\w*|menor|laagste)\b/i, 'least', '*'],
];

export function takeExtreme(text: string): { rest: string; extreme: Extreme | null } {
  for (const [pattern, toward, of] of EXTREMES) {
    const match = text.match(pattern);
    if (!match) continue;
    // "at most", "at least" belong to numbers; "maximum depth" may be a name on the page and stays a word.
    if (/\bat $/i.test(text.slice(0, match.index))) continue;
    const isName = /^(?:maximum|minimum)$/i.test(match[0]);
    const rest = isName ? text : text.replace(match[0], ' ');
    return {
      rest,
      extreme: { toward, of: of.split(' ').map((word) => (word === '*' ? word : stem(word))), said: pattern },
    };
  }
  return { rest: text, extreme: null };
}
