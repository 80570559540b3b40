import { contentStems, stem, stemsOf, wordsOf } from '../words/words.ts';
import { type Form, formOf } from './question-form.ts';
import type { Expected } from './question-grammar.ts';
import { impliedBy } from './question-implied.ts';
import { type Bound, takeBounds, takeStock } from './question-limits.ts';
import { type Order, severalExtreme, takeOrder } from './question-order.ts';
import { type Period, periodIn } from './question-period.ts';
import { type Extreme, FOREIGN_ORDINAL, ORDINAL, takeExtreme, takeOrdinal } from './question-pointers.ts';

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
  /** Words it uses for saying that, and for nothing else. */
  said: Set<string>;
  /** What the things are called: the words right behind "how many", "which", "list". */
  noun: string[];
  extreme: Extreme | null;
  /** 1 is the first, -1 the last. */
  ordinal: number | null;
  /** The word that points: "cheapest", "second". */
  pointer: string | null;
  /** "the first three". */
  limit: number | null;
  order: Order | null;
  bounds: Bound[];
  period: Period | null;
  /** Only what can be had, or only what cannot. */
  inStock: boolean | null;
  /** Stems of names and quoted words. A page that does not hold them does not speak of the thing. */
  names: string[];
  /** It asks which thing it is, not what is said of one. */
  asksThing: boolean;
  expects: Expected;
}

/** Whether many things are counted, listed or compared for it. */
export function asksOfMany({ form, extreme }: Question): boolean {
  return extreme !== null || ['count', 'sum', 'average', 'list'].includes(form);
}

export function readQuestion(goal: string): Question {
  const { rest: text, order: sorted } = takeOrder(plainQuestion(goal));
  const most = takeExtreme(text).extreme;
  const several = most && severalExtreme(text, most, takeOrdinal(text).limit);
  const stated = formOf(text, most !== null && !several);
  const form = several && stated === 'value' ? 'list' : stated;
  const { rest: stocked, inStock } = form === 'yes-no' ? { rest: text, inStock: null } : takeStock(text);
  const { rest: unbound, bounds } = takeBounds(stocked);
  const { rest: level, extreme: single } = takeExtreme(unbound);
  const extreme = several ? null : single;
  const { rest, ordinal, limit } = several
    ? { rest: several.without(level), ordinal: null, limit: several.limit }
    : takeOrdinal(level);
  const { implied, expects, said } = impliedBy(text);
  const noun = nounOf(rest);
  const pointer = extreme
    ? (text.match(extreme.said)?.[0] ?? null)
    : ordinal === null
      ? null
      : (text.match(ORDINAL)?.[1] ?? text.match(FOREIGN_ORDINAL)?.[0] ?? null);
  const skipped = form === 'sum' || form === 'average' ? TOTALS : form === 'count' ? COUNTS : NONE;
  const done = extreme === null ? '' : stem(text.match(DOES_MOST)?.[1]?.toLowerCase() ?? '');
  const about = extreme ? rest.replace(WHO_DID, 'who ') : rest;
  const words = contentStems(
    about.replace(IMPERATIVE, ' ').replace(LABELLED, ' ').replace(THERE_ARE, ' '),
  ).filter((word) => !skipped.has(word) && word !== done && !(ordinal !== null && word === stem('place')));
  return {
    text,
    form,
    words: words.filter((word) => !said.has(word)),
    stems: new Set(stemsOf(text)),
    implied,
    said,
    noun: (noun.length > 0 || ordinal === null ? noun : pointedNoun(text, pointer)).filter((word) =>
      words.includes(word),
    ),
    extreme,
    ordinal,
    pointer,
    limit,
    order: several?.order ?? sorted,
    bounds,
    period: periodIn(text),
    inStock,
    names: namesIn(unbound),
    asksThing: ASKS_THING.test(text),
    expects:
      form === 'count'
        ? 'number'
        : (expects ??
          (form !== 'value' ? null : words.includes('pric') ? 'money' : ASKS_WHO.test(text) ? 'name' : null)),
  };
}

/** "The publisher", "the name of the director": somebody, though nobody asks who. */
const ASKS_WHO =
  /^(?:what (?:is|was) |(?:find|get|show|give)(?: me)? )?(?:the |its )?(?:[\p{L}-]+['’]s )?(?:name of the )?(?:publisher|publishing house|organi[sz]er|author|writer|director|manufacturer|maker|composer|editor|illustrator|translator|photographer|artist)(?:['’]s name)?(?=[?.!]*$| (?:of|for|on|behind)\b)/iu;
/** "Which account pays the most interest": how it comes by the most is not what is compared. */
const DOES_MOST =
  /^(?:which|what) [\p{L}-]+ (pays?|paid|scored?|scores|gets?|got|gives?|gave|earn(?:s|ed)?|made|makes|offers?|provides?) the (?:most|least|highest|lowest|fewest|largest|biggest)\b/iu;
/** Whoever did it is named on the thing, whatever it is called to have done it. */
export const WHO_DID =
  /^who (?:has |had )?(?:opened|created|wrote|written|posted|submitted|reported|filed|raised|started|placed|made|published|uploaded|added)(?!\p{L})/iu;
/** "Labelled bug": what follows is what the thing bears. */
const LABELLED = /\b(?:labell?ed|tagged|flagged|marked)(?: as| with)?(?=\s+["“\p{L}])/giu;
const IMPERATIVE =
  /^(?:list|find|read|open|visit|name|enumerate|collect|scrape|identify|determine|report|check|count|compute|calculate|take|state|see|print|copy|download|crawl)\b/i;
/** "How many products do they sell": how many there are. */
const THERE_ARE =
  /\b(?:do|does) (?:they|you|we|it|(?:the|this) (?:site|shop|store|page|website|company)) (?:sell|offer|carry|have|list|stock|show)\b/giu;
const NONE = new Set<string>();
const TOTALS = new Set(
  'total sum average mean add combin together altogether overall everything whole entire spend spent'
    .split(' ')
    .map(stem),
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
  // "I lost my key. What do I have to do?": what it is about stands before it.
  const isAlone = contentStems(asked.join(' ')).length > 0;
  const text = (isAlone ? asked : sentences).join(' ');
  return text
    .replace(SHORT_IS, '$1 is')
    .replace(NOW, ' ')
    .replace(/\b(?:job openings|open (?=(?:positions|jobs|roles|vacancies)\b))/gi, (said) =>
      said.startsWith('j') ? 'jobs' : '',
    )
    .replace(/^[¿¡\s]+/, '')
    .replace(LEAD_IN, '')
    .replace(LEAD_IN, '')
    .replace(LEAD_IN, '')
    .replace(INDIRECT, '$1 $3 $2')
    .replace(/\bpage count\b/i, 'number of pages')
    .replace(LAST_DAY, 'the deadline to ')
    .replace(CAME_OUT, 'was $1 released')
    .replace(IN_YEAR, 'when ')
    .replace(/\b(?:leave|vacate|be out of) (?:the|my|our) room\b/i, 'check out')
    .replace(SERVED, 'how many servings')
    .replace(MEASURED_TIME, 'how long $1')
    .replace(MEASURED_WEIGHT, 'how heavy $1')
    .replace(BEFORE_SALE, 'what was the original price of $1')
    .replace(MADE_OF, 'what is the material of $1')
    .replace(UNITS_OF, 'how many ')
    .replace(LEFT_OF, 'how many $1 do we have in stock')
    .replace(PAID_TO, '$1 spend at ')
    .replace(IN_CHARGE, 'who is the manager')
    .replace(ASKING_FOR, 'what is the price of ')
    .replace(NO_LIMIT, 'unlimited $1')
    .replace(/\blet in\b/i, 'concede')
    .replace(/\b(?:lets?|allows?) (?:me|us|you|users?|people)(?: to)?\b/i, 'have')
    .replace(/\s(?:were|was|are|is) (?:found|listed|shown|displayed|returned)(?=\s|\?|$)/i, ' are there')
    .trim();
}

const SHORT_IS = /\b(what|who|where|when|how|which)['’]s\b/gi;
/** What a page says, it says of now. */
const NOW = /\s(?:(?:on )?this season|at the moment|right now|these days|currently)(?=\s*[?.!]|$)/gi;
const BEFORE_SALE =
  /^how much (?:did|was|were) (.{1,60}?)(?: cost)? (?:before (?:the |it was )?(?:sale|discount|reduction|reduced)|originally)\b/i;
const LAST_DAY = /\bthe last (?:day|date) (?:to|for) /i;
const CAME_OUT = /\b(?:did|does|will) (.{1,60}?) come out\b/i;
const IN_YEAR =
  /^(?:in )?(?:what|which) year (?=(?:was|were) .{1,60}\b(?:founded|established|formed|started|opened|built|born)\b)/i;
const SERVED =
  /^how many (?:people|persons|portions|servings) (?:(?:is|are) (?:it|this|that|the \p{L}+) for|(?:does|will|can) (?:it|this|that|the \p{L}+) (?:serve|feed|make|yield))\b/iu;
/** Units are measured, not counted. */
const MEASURED_TIME =
  /^how many (?:minutes|hours|days|weeks|months|years) ((?:is|are) [^?]{1,60}(?=\?|$)|(?:does|do|did|will) .{1,60} (?:take|last|run)\b)/i;
const MEASURED_WEIGHT = /^how many (?:grams|kilos|kilograms|pounds) ((?:is|are) [^?]{1,60}(?=\?|$))/i;
/** "How many of the part X are left": one number, and no things to be counted. */
const LEFT_OF =
  /^how (?:many|much)(?: (?:pieces|units|items|copies))? of (?:the |our )?(?:\p{L}+ (?=["“]))?(.{1,60}?) (?:are|is|do we have|have we got)(?: there| left| still| currently)* (?:in stock|left|available)\b/iu;
/** "How many grams of flour": how much of it, in whatever unit the page says it. */
const UNITS_OF =
  /^how many (?:k?g|grams?|kilos?|kilograms?|[mcd]?l|(?:milli|centi|deci)?lit(?:re|er)s?|ounces?|oz|pounds?|lbs?|cups?|table ?spoons?|tea ?spoons?|pinches) of (?=\p{L})/iu;
/** "How much did I pay Blue Cafe": whoever was paid, it was spent with them. */
const PAID_TO =
  /^((?:how much(?: money)?|what) (?:did|have|has) (?:i|we|they|you|he|she)) (?:pay|paid|give|gave|given|transfer(?:red)?|send|sent) (?:to (?:the )?|(?=\p{Lu}))/iu;
/** Who is in charge is not told by what is free of charge. */
const IN_CHARGE = /^who(?:['’]s| is| are) (?:the (?:person|one) )?in charge\b/i;
const ASKING_FOR =
  /^(?:how much|what) (?:are|is|do|does|did|were|was) (?:they|the \p{L}+|he|she) (?:asking|wanting|want) for /iu;
const NO_LIMIT = /\b(?:no|without (?:an?|any)) ((?:\p{L}+ ){0,3}?)limits?\b/iu;
const MADE_OF = /^what (?:is|are) (.{1,60}?) made (?:out )?of\b/i;
const ABOUT_FORM =
  /^(?:please\s+)?(?:return|answer|respond|reply|output|give|format|write|use|provide|do not|don't|be|only|just)\b[^?]{0,80}\b(?:only|just|json|format|words?|sentences?|number|concise|brief|short|explanation|plain|nothing else|units?|symbols?)\b[^?]{0,60}[.!]?$/i;
/** "What the price is", as it stands behind "I was wondering". */
const INDIRECT =
  /^(what|who|where|when|how (?:long|old|big|large|heavy|high|far|much))\s((?:the|its|this|that|their|your|his|her|it)\b[^,.?!]{0,80}?)\s(is|are|was|were)(?=[.?!]*$)/i;
const LEAD_IN =
  /^(?:please\s+|hi[,.!]?\s+|(?:can|could|would) you\s+(?:please\s+)?|hello[,.!]?\s+|(?:i|we)(?:['’]d| would)? (?:want|need|like|have) (?:to (?:know|find out|learn|see)|you to)\s+|(?:i|we)(?:['’]m| am| are|['’]re| was| were) (?:just )?(?:wondering|curious|trying to find out|looking for|asking)(?: about)?\s+|do you (?:happen to )?know\s+|any idea\s+|(?:look up|figure out)\s+|(?:go to|open|visit|navigate to|browse to|look at|load|read|check)\s+(?:the |this |that )?(?:given |following |linked )?(?:web\s?)?(?:page|site|website|url|link|address|article|document)?\s*(?:,|and|then|to|and then)\s+|(?:on|from|in|at|according to) (?:the|this) (?:web\s?)?(?:page|site|website)\s*,?\s+|tell me\s+|find out\s+|let me know\s+)/i;

/** The words right behind "how many", "which", "list all". */
function nounOf(text: string): string[] {
  const match = text.match(
    /\b(?:how many(?: of (?:the|your|our|my|these|those))?|number of|count (?:all |of )?(?:the )?|wie viele|combien de|cu[aá]nt[oa]s|hoeveel|quant[ie]|quant[oa]s|welche[rsnm]?|welke?|quel(?:le)?s?|quali|quale|quais|qual|kt[óo]r[aeyą]\p{L}{0,2}|jaki[em]?\p{L}{0,2}|qu[eé]|which(?: of the)?|list(?: all)?(?: of)?(?: the)?(?: names of(?: all)?(?: the)?)?|what are the|names of(?: all)?(?: the)?|all(?: of)?(?: the)?|what)\s+((?:[\p{L}\p{N}'-]+\s*){1,3})/iu,
  );
  const words: string[] = [];
  for (const word of wordsOf(match?.[1] ?? '')) {
    if (VERBS.test(word)) break;
    words.push(word);
  }
  return contentStems(words.join(' '));
}

/** "the second principal keeper": what follows the word that points. */
function pointedNoun(text: string, pointer: string | null): string[] {
  const behind = pointer === null ? '' : text.slice(text.indexOf(pointer) + pointer.length);
  const words: string[] = [];
  for (const word of wordsOf(behind).slice(0, 2)) {
    if (VERBS.test(word)) break;
    words.push(word);
  }
  return contentStems(words.join(' '));
}

const VERBS =
  /^(?:is|are|was|were|does|do|did|has|have|had|can|cost|costs|will|in|on|of|by|with|from|that|which|who|there|sleeps?|run|runs|leave|take|includes?|and|for|offers?|sells?|makes?|wins?|won|holds?|scored?|pays?|gives?|gets?|earns?|needs?|uses?|comes?|goes|lasts?|supports?|contains?|fix(?:es)?|costs?|ist|sind|ci|sono|hay|zijn|est|sont|jest|sa|é|è|ha|hat|hanno|tiene|tienen|heeft|ma|es|son|gibt|er|y|kun|kan|staan|lets?|allows?|likes?|accepts?|covers?)$/;

const ASKS_THING =
  /^(?:which|who|(?:in|on|at|for|from|with|to|of) which|welche[rsnm]?|wer|quel(?:le)?s?|qui|cu[aá]l(?:es)?|qu[eé]|qui[eé]n(?:es)?|welke?|quale?|quali|quais|quem|chi|kt[óo]r[aey]|kto|jaki[em]?|in welche[rm]|どの|どれ)\s|どれ|どの/i;
const GERMAN =
  /^(?:was|wie|wer|wen|wem|wo|wann|warum|welche[rsnm]?|nenne|ist|sind|gibt|hat|kann|bis|in welche\w*|auf|für|seit|an|ab|am|um|von|mit|bei|aus|womit|wofür|wozu|wessen|zu)\s.*\b(?:der|die|das|den|dem|des|ein\w*|ist|sind|hat|werden|wird|es|ich|man|kostet)\b/i;

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
