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
  const lead = text.match(/\b(?:leads|is leading|tops|is (?:on |at )?(?:the )?top of)\b/i);
  if (lead) return { rest: text.replace(lead[0], ' '), ordinal: 1, limit: null };
  const match = text.match(ORDINAL);
  if (!match?.[1]) return foreignOrdinal(text);
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

function foreignOrdinal(text: string): ReturnType<typeof takeOrdinal> {
  const counted = text.match(/第?([1-9]\d?)(?:番目|つ目|件目)/);
  if (counted) return { rest: text.replace(counted[0], ' '), ordinal: Number(counted[1]), limit: null };
  const match = text.match(FOREIGN_ORDINAL);
  const at = match ? FOREIGN_ORDINALS.findIndex(([look]) => look.test(match[0])) : -1;
  const ordinal = FOREIGN_ORDINALS[at]?.[1];
  return match && ordinal !== undefined
    ? { rest: text.replace(match[0], ' '), ordinal, limit: null }
    : { rest: text, ordinal: null, limit: null };
}

export const ORDINAL =
  /\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last(?=\s+\p{L})|(?<=\b(?:is|are|was|were|came|comes|finished|ranked|placed) )last(?=\s?\?)|top(?=\s+\p{L}+(?:\s+\p{L}+)?(?:\s?\?|$|\s+(?:in|on|of|at|for|from)\s))|final|(\d{1,3})(?:st|nd|rd|th))\b(?!\s+(?:updated?|modified|names?|year|month|week|night|edited|changed|seen|visited|published|edition|world|floor|class|aid|of \p{Lu}))/iu;

/** First to fifth and last, in other languages. Numbers that are names there ("seconde", "quinta") stay out. */
const FOREIGN_ORDINALS: readonly (readonly [RegExp, number])[] = [
  [
    /^(?:erste[nrsm]?|premi(?:er|[eè]re)|primer[oa]?|prim[oa]|pierwsz[aey]\p{L}*|eerste|primeir[oa]|最初)$/iu,
    1,
  ],
  [/^(?:zweite[nrsm]?|deuxi[eè]me|segund[oa]|second[oa]|drug[ai]\p{L}*|tweede)$/iu, 2],
  [/^(?:dritte[nrsm]?|troisi[eè]me|tercer[oa]?|terz[oa]|trzeci\p{L}*|derde|terceir[oa])$/iu, 3],
  [/^(?:vierte[nrsm]?|quatri[eè]me|cuart[oa]|quart[oa]|czwart\p{L}+|vierde)$/iu, 4],
  [/^(?:f[üu]nfte[nrsm]?|cinqui[eè]me|quint[oa]|pi[ąa]t[aey]\p{L}{0,2}|vijfde)$/iu, 5],
  [/^(?:letzte[nrsm]?|derni(?:er|[eè]re)|[úu]ltim[oa]|ostatni\p{L}*|laatste|最後)$/iu, -1],
];
export const FOREIGN_ORDINAL = new RegExp(
  `(?<!\\p{L})(?:${FOREIGN_ORDINALS.map(([look]) => look.source.slice(1, -1)).join('|')})(?![\\p{L}-])(?!\\s(?:fois|mal|vez|volta|Mal)(?!\\p{L}))|(?:最初|最後)`,
  'iu',
);

/** "Which job was posted last": by the day on which that was done, wherever it stands in the list. */
const DONE =
  '(?<=\\b(?:is|are|was|were|got) (?!finished|ranked|placed|listed|named|mentioned|called)(?:\\p{L}+ed|built|sold|sent|made|written|born|bought|paid)(?: to| in| on)? )';
const DONE_FIRST = new RegExp(`${DONE}first(?!\\s\\p{L})`, 'iu');
const DONE_LAST = new RegExp(`${DONE}last(?!\\s\\p{L})`, 'iu');

/** Superlatives, what they measure, and the way they point. The measure `*` is whatever the question names beside it. */
const EXTREMES: readonly (readonly [RegExp, 'most' | 'least', string])[] = [
  [
    /\b(?:cheapest|least expensive|lowest[- ]priced|most affordable|least costly|g[üu]nstigste\w*|billigste\w*|preiswerteste\w*|(?:le|la|les) moins ch(?:er|[eè]re)s?|m[aá]s barat[oa]s?|mais barat[oa]s?|pi[uù] economic[oa]|meno car[oa]|goedkoopste?)\b|najta[nń]sz\p{L}+|(?:一番|最も|いちばん)安い|最安/iu,
    'least',
    'price',
  ],
  [
    /\b(?:most expensive|priciest|dearest|costliest|highest[- ]priced|most costly|teuerste\w*|(?:le|la|les) plus ch(?:er|[eè]re)s?|m[aá]s car[oa]s?|mais car[oa]s?|pi[uù] car[oa]|duurste?)\b|najdro[zż]sz\p{L}+|(?:一番|最も|いちばん)高い(?!評価)/iu,
    'most',
    'price',
  ],
  [/\b(?:highest|best|top)[- ]rated\b|\bbest (?:rating|reviews?|score)\b/i, 'most', 'rating'],
  [/\b(?:lowest|worst)[- ]rated\b/i, 'least', 'rating'],
  [
    /\b(?:most recent(?:ly)?|latest|newest|neueste\w*|aktuellste\w*|(?:le|la) plus r[eé]cente?|m[aá]s reciente|pi[uù] recente)\b(?! updated)|najnowsz\p{L}+|最新/iu,
    'most',
    'date',
  ],
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
  [DONE_FIRST, 'least', '* date year time'],
  [DONE_LAST, 'most', '* date year time'],
  [
    /\b(?:oldest|earliest|[äa]lteste\w*|fr[üu]heste\w*|najstarsz\w+)\b/iu,
    'least',
    'date founded year age built',
  ],
  [/\b(?:heaviest|schwerste\w*)\b/i, 'most', 'weight'],
  [/\b(?:lightest|leichteste\w*)\b/i, 'least', 'weight'],
  [
    /\b(?:longest|l[äa]ngste\w*|(?:la|le) plus longue?|m[aá]s larg[oa]|pi[uù] lung[oa])\b/i,
    'most',
    'length duration time distance',
  ],
  [
    /\b(?:shortest|k[üu]rzeste\w*|(?:la|le) plus courte?|m[aá]s cort[oa]|pi[uù] cort[oa])\b/i,
    'least',
    'length duration time distance height',
  ],
  [/\b(?:tallest)\b/i, 'most', 'height'],
  [/\b(?:deepest)\b/i, 'most', 'depth'],
  [/\b(?:fastest|quickest|schnellste\w*)\b/i, 'most', 'speed duration time'],
  [/\b(?:slowest)\b/i, 'least', 'speed duration time'],
  [/\b(?:warmest|hottest|w[äa]rmste\w*)\b/i, 'most', 'temperature high temp'],
  [/\b(?:coldest|coolest|k[äa]lteste\w*)\b/i, 'least', 'temperature low temp'],
  [/\b(?:youngest)\b/i, 'least', 'age'],
  [/\b(?:nearest|closest)\b/i, 'least', 'distance'],
  [/\b(?:most populous|most populated)\b/i, 'most', 'population'],
  [/\b(?:largest|biggest|gr[öo](?:ß|ss)te\w*|najwi[eę]ksz\w+)\b/i, 'most', '* size area'],
  [/\b(?:smallest|kleinste\w*|najmniejsz\w+)\b/i, 'least', '* size area'],
  [
    /\b(?:highest|greatest|maximum|the most|most|h[öo]chste\w*|meisten|gr[öo](?:ß|ss)te\w*|(?:la|le) plus (?:grande?|haute?|[eé]lev[eé]e?|de)|mayor|m[aá]s(?= \p{L}+(?:\s|\?|$))(?!.*\sque\s)|pi[uù](?= \p{L}+(?:\s|\?|$))(?!.*\s(?:di|d[ei]i|del\p{L}*)\s)|hoogste|grootste|meeste)(?!\p{L})(?! (?:of|likely|people think|\p{L}+ly))|najwi[eę]cej|一番(?:多|大き|高)い|最も(?:多|大き|高)い/iu,
    'most',
    '*',
  ],
  [
    /\b(?:lowest|fewest|minimum|the least|least|niedrigste\w*|wenigsten|kleinste\w*|menor|laagste)\b|najmniej|一番少ない|最も少ない/iu,
    'least',
    '*',
  ],
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
