import { parseNumber } from '../values/number.ts';
import { contentStems, stem, stemsOf, wordsOf } from '../words/words.ts';

type Form = 'text' | 'summary' | 'count' | 'list' | 'value' | 'yes-no' | 'sum' | 'average';

/** A question taken apart into what can be looked up on a page. */
export interface Question {
  text: string;
  form: Form;
  /** The stems that must be accounted for: what is asked, of what, and what narrows it down. */
  words: string[];
  /** All its stems, the little words too. */
  stems: Set<string>;
  /** Further names of what is asked, which the form of the question gives away: "how much" asks for a price. */
  implied: string[];
  /** What the things are called: the words right behind "how many", "which", "list". */
  noun: string[];
  extreme: { toward: 'most' | 'least'; of: string[]; said: RegExp } | null;
  /** 1 is the first, -1 the last. */
  ordinal: number | null;
  /** The word that points: "cheapest", "second". */
  pointer: string | null;
  /** "the first three". */
  limit: number | null;
  bounds: Bound[];
  /** Only what can be had, or only what cannot. */
  inStock: boolean | null;
  /** Stems of names and quoted words. A page that does not hold them does not speak of the thing. */
  names: string[];
  /** It asks which thing it is, not what is said of one. */
  asksThing: boolean;
  expects: 'date' | 'number' | 'money' | 'name' | 'duration' | null;
}

export interface Bound {
  isUpper: boolean;
  isStrict: boolean;
  value: number;
  /** Stems beside the number: "cost", "points". */
  near: string[];
  isMoney: boolean;
}

export function readQuestion(goal: string): Question {
  const text = plainQuestion(goal);
  const form = formOf(text, takeExtreme(text).extreme !== null);
  const { rest: stocked, inStock } = form === 'yes-no' ? { rest: text, inStock: null } : takeStock(text);
  const { rest: unbound, bounds } = takeBounds(stocked);
  const { rest: level, extreme } = takeExtreme(unbound);
  const { rest, ordinal, limit } = takeOrdinal(level);
  const { implied, expects, said } = impliedBy(text);
  const noun = nounOf(rest);
  const skipped = form === 'sum' || form === 'average' ? TOTALS : form === 'count' ? COUNTS : NONE;
  const words = contentStems(rest.replace(IMPERATIVE, ' ')).filter(
    (word) => !skipped.has(word) && !(ordinal !== null && word === stem('place')),
  );
  return {
    text,
    form,
    words: words.filter((word) => !said.has(word)),
    stems: new Set(stemsOf(text)),
    implied,
    noun: noun.filter((word) => words.includes(word)),
    extreme,
    ordinal,
    pointer: extreme
      ? (text.match(extreme.said)?.[0] ?? null)
      : ordinal === null
        ? null
        : (text.match(ORDINAL)?.[1] ?? null),
    limit,
    bounds,
    inStock,
    names: namesIn(unbound),
    asksThing: ASKS_THING.test(text),
    expects:
      form === 'count'
        ? 'number'
        : (expects ?? (words.includes('pric') && form === 'value' ? 'money' : null)),
  };
}

const IMPERATIVE =
  /^(?:list|find|read|open|visit|name|enumerate|collect|scrape|identify|determine|report|check|count|compute|calculate|take|state|see|print|copy|download|crawl)\b/i;
const NONE = new Set<string>();
const TOTALS = new Set(
  ['total', 'sum', 'average', 'mean', 'add', 'combin', 'together', 'altogether', 'overall'].map(stem),
);
const COUNTS = new Set(['number', 'count', 'total', 'altogether', 'overall', 'there'].map(stem));

/** Without addresses, politeness and orders about the form of the answer. */
function plainQuestion(goal: string): string {
  const sentences = goal
    .replace(/https?:\/\/\S+/gi, ' ')
    .split(/(?<=[.?!])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence) && !ABOUT_FORM.test(sentence));
  const asked = sentences.filter((sentence) => sentence.endsWith('?'));
  const text = (asked.length > 0 ? asked : sentences).join(' ');
  return text
    .replace(/^[¿¡\s]+/, '')
    .replace(LEAD_IN, '')
    .replace(LEAD_IN, '')
    .trim();
}

const ABOUT_FORM =
  /^(?:please\s+)?(?:return|answer|respond|reply|output|give|format|write|use|provide|do not|don't|be|only|just)\b[^?]{0,80}\b(?:only|just|json|format|words?|sentences?|number|concise|brief|short|explanation|plain|nothing else|units?|symbols?)\b[^?]{0,60}[.!]?$/i;
const LEAD_IN =
  /^(?:please\s+|hi[,.!]?\s+|(?:can|could|would) you\s+(?:please\s+)?|i (?:want|need|would like) (?:to know|you to)\s+|(?:go to|open|visit|navigate to|browse to|look at|load|read|check)\s+(?:the |this |that )?(?:given |following |linked )?(?:web\s?)?(?:page|site|website|url|link|address|article|document)?\s*(?:,|and|then|to|and then)\s+|(?:on|from|in|at|according to) (?:the|this) (?:web\s?)?(?:page|site|website)\s*,?\s+|tell me\s+|find out\s+|let me know\s+)/i;

function formOf(text: string, hasExtreme: boolean): Form {
  if (
    /\b(?:summari[sz]e|summary of|tl;?dr|sum up|in (?:one|two|three|a few|\d) sentences?|what is (?:this|the) (?:page|article|site|website|text|document) about|main (?:points?|idea)|overview of the page)\b/i.test(
      text,
    )
  )
    return 'summary';
  if (isAboutText(text)) return 'text';
  if (
    /\baverage\b|\bthe mean\b(?! of\b.{0,40}\?)|\bmean (?:price|value|temperature|age|score)\b/i.test(text) &&
    !hasExtreme
  )
    return 'average';
  if (
    /\b(?:sum of|sum up|add up|in total|total|combined|altogether)\b/i.test(text) &&
    !/\btotal number of\b|^how many\b.*\bare there in total\b/i.test(text)
  )
    return 'sum';
  if (
    /\b(?:how many|(?<!\b(?:phone|telephone|fax|contact|account|tracking|order|model|serial|registration|vat|tax|reference|card|house|room|flight|telephone|mobile) )number of|count (?:the|all|of)|count how many|wie viele|combien (?:de|d['’])(?! temps)|cu[aá]nt[oa]s|hoeveel (?!kost|weegt)|quant[ie])(?!\p{L})/iu.test(
      text,
    )
  )
    return 'count';
  if (/一覧|リスト/.test(text)) return 'list';
  if (
    /^(?:ist|sind|gibt es|hat|est-ce|y a-t-il|hay|es|son|tiene|zijn|heeft)\s/i.test(text) &&
    text.includes('?')
  )
    return 'yes-no';
  if (/^(?:is|are|was|were|does|do|did|has|have|can|could|will|would|should|may|must)\b/i.test(text))
    return 'yes-no';
  if (!hasExtreme && isPlural(text)) return 'list';
  return 'value';
}

function isAboutText(text: string): boolean {
  if (text === '') return true;
  if (
    /^(?:extract|get|read|return|fetch|scrape|give|show|convert|print|copy|download|crawl|want|need|what is|what's|provide|grab|display|output)\b.{0,60}\b(?:text|contents?|markdown|transcript|article|body|everything|full page|whole page|entire page|poem|story|lyrics)\b(?!\s+(?:of|in|under|from) (?:the )?(?:title|heading|button|first|last|second|section|cell|table|column|row))/i.test(
      text,
    )
  )
    return !/\b(?:title|author|date|price|name|number|count|url|link|headline)s?\b/i.test(text);
  return /^(?:read|fetch|get|open|scrape|extract|crawl|load|show|visit|view)\s+(?:me\s+)?(?:the |this |that |it|all )*(?:data|page|site|website|url|link|document|web ?page|information)?(?:\s+(?:from|of|on|at|in) (?:the |this )?(?:page|site|website|url|link|document))?[.!]?$/i.test(
    text,
  );
}

function isPlural(text: string): boolean {
  if (
    /^(?:list|enumerate|name|show|give|extract|get|find|return|collect|scrape|what are|which are)\b.{0,30}\b(?:all|every|each|names of|list of)\b/i.test(
      text,
    )
  )
    return true;
  if (/^(?:list|enumerate)\b/i.test(text)) return true;
  if (
    /^(?:what|which|who) are\b|^(?:welche sind|was sind|nenne|quel(?:le)?s sont|cu[aá]les son|quali sono|wat zijn)\s/i.test(
      text,
    )
  )
    return true;
  if (/^(?:which|what)\s/i.test(text))
    return /^(?:which|what)\s+(?:[\p{L}-]+\s+){0,2}?\p{L}+(?:[^sui]s|ies|people|children|men|women|dishes)\s+(?:are|have|do|were|did|can|will|cost|contain|include|run|start|take|with|that|in|on|of|by|under|over|below|above|come|sleep|weigh|offer|support|from|for|does|is|has|there)\b/iu.test(
      text,
    );
  return /^(?:extract|get|find|show|return|name|scrape|collect)\s+(?:me\s+)?(?:the\s+)?(?:[\p{L}-]+\s+){0,2}?\p{L}{2,}(?:[^sui]s|ies|people|children|men|women)\b/iu.test(
    text,
  );
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const COUNT_WORDS = 'two three four five six seven eight nine ten'.split(' ');

function takeOrdinal(text: string): { rest: string; ordinal: number | null; limit: number | null } {
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
  const lead = text.match(/\b(?:leads|is leading|tops|is on top of)\b/i);
  if (lead) return { rest: text.replace(lead[0], ' '), ordinal: 1, limit: null };
  const match = text.match(ORDINAL);
  if (!match?.[1]) return { rest: text, ordinal: null, limit: null };
  const word = match[1].toLowerCase();
  const ordinal = match[2]
    ? Number(match[2])
    : /^(?:last|final)$/.test(word)
      ? -1
      : ORDINALS.indexOf(word) + 1;
  return { rest: text.replace(match[0], ' '), ordinal, limit: null };
}

const ORDINAL =
  /\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last(?=\s+\p{L})|final|(\d{1,3})(?:st|nd|rd|th))\b(?!\s+(?:updated?|modified|names?|year|month|week|night|edited|changed|seen|visited|published|edition|world|floor|class|aid|of \p{Lu}))/iu;

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

function takeExtreme(text: string): { rest: string; extreme: Question['extreme'] } {
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

const AMOUNT = '([$€£¥₹]?\\s?\\d[\\d.,]*\\s?(?:k|million|thousand|billion)?)';
const BELOW =
  'less than|fewer than|cheaper than|lower than|smaller than|lighter than|shorter than|younger than|under|below|at most|no more than|not more than|up to|maximum of|<=?';
const ABOVE =
  'more than|greater than|higher than|larger than|bigger than|longer than|heavier than|older than|better than|above|over|at least|no less than|exceeding|exceeds?|minimum of|>=?';

function takeBounds(text: string): { rest: string; bounds: Bound[] } {
  const bounds: Bound[] = [];
  let rest = text;
  const add = (match: RegExpMatchArray, isUpper: boolean, isStrict: boolean, amount: string): void => {
    const value = parseNumber(amount);
    if (value === undefined) return;
    const before = wordsOf(rest.slice(0, match.index)).slice(-3).map(stem);
    const after = wordsOf(rest.slice((match.index ?? 0) + match[0].length))
      .slice(0, 2)
      .map(stem);
    bounds.push({
      isUpper,
      isStrict,
      value,
      near: [...after, ...before.toReversed()],
      isMoney: /[$€£¥₹]|cheaper/.test(match[0]),
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
      `${AMOUNT}\\s?(?:\\p{L}+ )?or (more|higher|above|better|greater|less|fewer|lower|below|cheaper)\\b`,
      'iu',
    ),
  );
  if (orMore?.[1] && orMore[2]) {
    add(orMore, /^(?:less|fewer|lower|below|cheaper)$/i.test(orMore[2]), false, orMore[1]);
    rest = rest.replace(orMore[0], ' ');
  }
  return { rest, bounds };
}

function takeStock(text: string): { rest: string; inStock: boolean | null } {
  const gone = text.match(/\b(?:out of stock|sold out|unavailable|not (?:available|in stock))\b/i);
  const had = text.match(/\b(?:in stock|(?:currently|still) available)\b/i);
  const match = gone ?? had;
  if (
    !match ||
    (/\bhow (?:many|much)\b.{0,40}\b(?:in stock)\b/i.test(text) && !/\bare in stock\b/i.test(text))
  )
    return { rest: text, inStock: null };
  return { rest: text.replace(match[0], ' '), inStock: gone === null };
}

/** What the shape of a question asks for without naming it. `said` are words it uses for that and nothing else. */
function impliedBy(text: string): { implied: string[]; expects: Question['expects']; said: Set<string> } {
  const rules: readonly (readonly [RegExp, string, Question['expects'], string])[] = [
    [
      /\bhow heavy\b|\bhow much (?:does|do|did) .{1,80} weigh\b|\bwie schwer\b|\bhoe zwaar\b|\bcombien p[eè]se|\bcu[aá]nto pesa/i,
      'weight',
      'number',
      'schwer zwaar pese pesa',
    ],
    [/^wie hoch\b|^wie lautet\b/i, '', null, 'hoch'],
    [
      /\bwie lange\b|\bcombien de temps\b|\bcu[aá]nto tiempo\b|\bhoe lang\b|\bquanto tempo\b/i,
      'duration time',
      'duration',
      'lange temps tiempo lang tempo',
    ],
    [
      /\bwas kostet\b|\bwie ?viel kostet\b|\bcombien co[uû]te|\bcu[aá]nto cuesta|\bhoeveel kost|\bwat kost\b|\bquanto costa|いくら/i,
      'price cost',
      'money',
      'kostet coute cuesta kost costa',
    ],
    [
      /^wann\b|^quand\b|^cu[aá]ndo\b|^wanneer\b|^quando\b|いつ|[àa] quelle heure|um wie ?viel uhr|a qu[eé] hora/i,
      'date time day',
      'date',
      'heure uhr hora',
    ],
    [
      /^wo\b|^o[uù] (?:est|a|se)\b|^d[oó]nde\b|^waar\b|^dove\b|どこ/i,
      'location address place city',
      null,
      'lieu',
    ],
    [/^wer\b|^qui\b|^qui[eé]n(?:es)?\b|^wie (?:is|heeft)\b|^chi\b|誰/i, 'author name person', 'name', ''],
    [
      /\bhow much (?:is|are|does|do|did|was|were|will|would)\b|\bhow expensive\b|\bwhat does .{1,80} cost\b/i,
      'price cost',
      'money',
      'expensive',
    ],
    [/\bhow (?:tall|high)\b/i, 'height level', 'number', 'tall high'],
    [/\bhow deep\b/i, 'depth', 'number', 'deep'],
    [
      /\bhow (?:long|quickly|soon|fast)\b/i,
      'duration length time days',
      'duration',
      'long quickly soon fast',
    ],
    [/\bhow old\b/i, 'age', 'number', 'old'],
    [/\bhow far\b/i, 'distance', 'number', 'far'],
    [/\bhow (?:big|large)\b/i, 'size area', 'number', 'big large'],
    [
      /^who\b|\bwho (?:is|was|wrote|are|teaches|made|created|runs|leads)\b/i,
      'author name person',
      'name',
      '',
    ],
    [/\b(?:what|which) (?:time|date|day)\b/i, 'date time day', 'date', 'time date day'],
    [
      /\b(?:when|what date|which date|what day|what time|until when|since when)\b/i,
      'date time day',
      'date',
      '',
    ],
    [/\bwhere\b.*\btakes? place\b/i, 'location address venue city', null, 'take place'],
    [/\bwhere\b|\bin which (?:city|town|place)\b/i, 'location address place city', null, ''],
  ];
  for (const [pattern, implied, expects, said] of rules) {
    if (pattern.test(text))
      return {
        implied: implied.split(' ').filter(Boolean).map(stem),
        expects,
        said: new Set(said.split(' ').filter(Boolean).map(stem)),
      };
  }
  return { implied: [], expects: null, said: new Set() };
}

/** The words right behind "how many", "which", "list all". */
function nounOf(text: string): string[] {
  const match = text.match(
    /\b(?:how many|number of|count (?:all |of )?(?:the )?|wie viele|combien de|cu[aá]nt[oa]s|hoeveel|welche[rs]?|quel(?:le)?s?|qu[eé]|which(?: of the)?|list(?: all)?(?: of)?(?: the)?(?: names of(?: all)?(?: the)?)?|what are the|names of(?: all)?(?: the)?|all(?: of)?(?: the)?|what)\s+((?:[\p{L}\p{N}'-]+\s*){1,3})/iu,
  );
  const words: string[] = [];
  for (const word of wordsOf(match?.[1] ?? '')) {
    if (VERBS.test(word)) break;
    words.push(word);
  }
  return contentStems(words.join(' '));
}

const VERBS =
  /^(?:is|are|was|were|does|do|did|has|have|had|can|cost|costs|will|in|on|of|by|with|from|that|which|who|there|sleeps?|run|runs|leave|take|includes?|and|for)$/;

const ASKS_THING =
  /^(?:which|who|(?:in|on|at|for|from|with|to|of) which|welche[rsnm]?|wer|quel(?:le)?s?|qui|cu[aá]l(?:es)?|qu[eé]|qui[eé]n(?:es)?|welke|quale|quali|chi)\s/i;
const GERMAN =
  /^(?:was|wie|wer|wen|wem|wo|wann|warum|welche[rsnm]?|nenne|ist|sind|gibt|hat|kann|bis|in welche\w*|auf|für|seit)\s.*\b(?:der|die|das|den|dem|des|ein\w*|ist|sind|hat|werden|wird|es|ich|man|kostet)\b/i;

/** Names and quoted words. A question all in capitals or Title Case says nothing by them. */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const quoted of text.matchAll(/["“«']([^"”»']{2,80})["”»'](?![\p{L}])/gu))
    for (const word of contentStems(quoted[1] ?? '')) names.add(word);
  const tokens = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  const capitals = tokens.filter((token) => /^\p{Lu}/u.test(token));
  if (capitals.length <= Math.max(2, tokens.length * 0.6)) {
    // German writes every noun with a capital.
    const isGerman = GERMAN.test(text);
    for (const token of tokens.slice(1))
      if ((/^\p{Lu}/u.test(token) && !isGerman) || /\d/.test(token))
        for (const word of contentStems(token)) names.add(word);
  }
  return [...names];
}
