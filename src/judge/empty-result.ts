import { fileAsked, wordsOf } from '../task/index.ts';
import { RUN_METADATA } from './canonical-output.ts';
import { askedTask, newWords } from './substance.ts';
import data from './words.json' with { type: 'json' };

interface EmptyFinding {
  confidence: number;
  reason: string;
  /** The empty result in words. */
  statement: string;
}

/** Nothing found is an answer too, when the result says so. Takes a canonical output. */
export function emptyResult(output: unknown, goal = ''): EmptyFinding | null {
  if (isOneFact(goal) && isBare(output, goal)) return null;
  if (output === 0 || (typeof output === 'string' && ZERO.test(output.trim()))) {
    return { confidence: 0.85, reason: 'The result is zero.', statement: String(output).trim() };
  }
  if (typeof output === 'string') {
    if (
      !saysNothingFound(output, goal) ||
      (ABOUT_RULES.test(goal) && !/\bfound\b|\bresults?\b/i.test(output))
    )
      return null;
    const isTerse = /^none[.!]?$/i.test(output.trim());
    return {
      confidence: isTerse ? 0.55 : 0.85,
      reason: 'The result says that nothing was found.',
      statement: output.trim(),
    };
  }
  if (!isEmptyCollection(output)) return null;
  return {
    confidence: 0.8,
    reason: 'The result is an empty collection.',
    statement: emptyStatement(output),
  };
}

/** Nothing where the task asks for one fact. */
export function isNoFact(output: unknown, goal: string): boolean {
  if (!isOneFact(goal) || ABOUT_RULES.test(goal)) return false;

  return isBare(output, goal) && emptyResult(output) !== null;
}

/** A task after one fact, or after a text, is not answered by a search without results. */
export function isOneFact(goal: string): boolean {
  const plain = goal.trim();
  if (fileAsked(goal) !== null) return false;
  return ONE_FACT.test(plain) || (KNOWN.test(plain) && !SEVERAL.test(plain));
}

const ONE_FACT = new RegExp(data.oneFact, 'iu');
const SEVERAL = new RegExp(data.several, 'iu');
/** Words of the languages in which the kinds of tasks are known. */
const KNOWN = new RegExp(data.known, 'iu');

function isBare(output: unknown, goal: string): boolean {
  if (typeof output === 'string') return newWords(output, askedTask(goal)).every((word) => BARE.has(word));
  return output === 0 || (typeof output === 'object' && output !== null);
}

const BARE = new Set(
  'empty leer leere leeres leer list came report vorhand dazu result match found search nothing none keine ergebni ergebnisse treffer ergebnis gefunden nicht matching your search returned there are were wurd wurden e es gab gibt 0 zero resultat resultado risultat aucun'.split(
    ' ',
  ),
);

/** An array without items, or an object whose every list is empty and whose other values carry no data. */
export function isEmptyCollection(output: unknown): boolean {
  if (Array.isArray(output)) return output.length === 0;
  if (output === null || typeof output !== 'object') return false;
  const facts = Object.entries(output).filter(([key]) => !RUN_METADATA.has(key) && !ABOUT_REQUEST.test(key));
  const isNothing = ([, value]: [string, unknown]) =>
    value === 0 ||
    value === null ||
    value === false ||
    isEmptyCollection(value) ||
    (typeof value === 'string' && (value.trim() === '' || saysNothingFound(value)));
  const hasMeasure = facts.some(([, value]) => isEmptyCollection(value) || value === 0);
  return hasMeasure && facts.every(isNothing);
}

/** Keys that echo the question or describe the paging of the answer. */
const ABOUT_REQUEST =
  /^(?:query|q|search|search_term|keyword|term|filters?|page|page_size|per_page|limit|offset|status|success|ok)$/i;

function emptyStatement(output: unknown): string {
  if (Array.isArray(output)) return 'No results: the list is empty.';
  const said = Object.values(output as object).find(
    (value) => typeof value === 'string' && saysNothingFound(value),
  );
  if (typeof said === 'string') return said.trim();
  const lists = Object.entries(output as object)
    .filter(([, value]) => value === 0 || isEmptyCollection(value))
    .map(([key, value]) => (value === 0 ? `${key} is 0` : `${key} is empty`));
  return `No results: ${lists.join(', ')}.`;
}

/** For a question about rules, "no refunds" is an answer. */
const ABOUT_RULES =
  /\b(?:polic(?:y|ies)|terms|rules?|conditions?|allowed|permitted|required|requirements?|guidelines)\b/i;

/** A statement that a search or a list has nothing in it. */
export function saysNothingFound(text: string, goal = ''): boolean {
  const body = text.trim().replaceAll('’', "'");
  if (body.length > 240 || /[$€£¥₹;]|\b(?:but|however|instead|although|except)\b/i.test(body)) return false;
  if (body.split(/[.!?]+\s+|\n+/).filter((part) => part.trim() !== '').length > 2) return false;
  return NOTHING.test(body) || NOTHING_GERMAN.test(body) || (goal !== '' && isNoneOfAsked(body, goal));
}

/** "None at the moment", "Leider nichts frei": a negation, and no content word that the task lacks. */
function isNoneOfAsked(body: string, goal: string): boolean {
  const words = wordsOf(body);
  return (
    words.length <= 12 &&
    words
      .slice(0, 6)
      .some((word) => /^(?:no|none|nothing|nobody|zero|keine?[nrms]?|nichts|niemand)$/.test(word)) &&
    !/^(?:no|nein)\b\s*[,.]?/i.test(body.replace(/^no \p{L}+s\b/iu, '')) &&
    newWords(body, askedTask(goal)).every((word) => FREE.test(word))
  );
}

const FREE =
  /^(?:no|none|noth|nobod|kein|nicht|niemand|avail|free|frei|found|plann|offer|left|now|present|there|moment|zero)/;

const ZERO = /^(?:0|zero)(?: (?:results?|items?|matches|hits|records?|products?|entries|found))?[.!]?$/i;

const THINGS =
  '(?:results?|items?|products?|records?|match(?:es)?|entries|titles?|books?|listings?|hits|documents?|jobs?|flights?|hotels?|articles?|posts?|reviews?|orders?|messages?|e-?mails?|notifications?|files?|events?|data|rows?|appointments?|offers?|properties|openings|tickets?|comments?|videos?|images?|companies|people|users?|pages?)';
/** A word between "no" and the thing; a preposition there makes another sentence ("no costs on orders"). */
const WORD = '(?!(?:on|of|for|in|at|to|from|with|than|is|are|was|will|can|and)\\b)[\\w\'"-]+ ';
const FOUND = '(?:found|available|returned|match(?:ed|ing)?|exist|listed|here|yet|in )';
/** Words that may follow the thing; another verb tells something about it ("no data is shared"). */
const END = `(?=\\s*(?:$|[.!,;:"“(])| (?:for|in|on|at|from|with|within|under|near|by|that|which|to (?:show|display|see)|today|right now|matching|match|meet|(?:(?:is|are|was|were|have been|could be) )?(?:currently )?${FOUND}))`;

const NOTHING = new RegExp(
  [
    `\\b(?:no|zero|0) (?:${WORD}){0,4}?${THINGS}\\b${END}`,
    // "... available after 30 days" is a rule.
    '\\bno (?:[\\w\'"-]+ ){1,6}(?:(?:was|were|is|are|could be) )?(?:found|available|listed|matching|matched)\\b(?! (?:after|before|if|unless|once|without|beyond|until|when|outside|at the door))',
    "\\byou(?:'ve got| (?:currently |still )?have) no (?:[\\w'-]+ ){0,3}?[\\w'-]+s\\b[^,;]{0,40}$",
    '\\b(?:showing|displaying) (?:0|zero)\\b|\\b(?:0|zero) of (?:0|zero)\\b',
    '\\bnothing (?:was |has been )?(?:found|matched|matches|to (?:show|display)|here|new)',
    "\\b(?:did not|didn't|does not|doesn't|do not|don't) (?:match|return|find|contain|have|list|show|yield) any\\b",
    "\\b(?:haven't|have not|hasn't|has not) (?:yet )?(?:placed|made|added|received|created|saved|posted|ordered|booked|published|written|bought) any",
    "\\b(?:could not|couldn't|cannot|can't|unable to) (?:find|see|locate|match) (?:any(?:thing)?|a match)\\b",
    '\\b(?:your|the|this|my|our) (?:[\\w-]+ ){0,2}[\\w-]+ is (?:currently |still )?empty\\b',
    "^(?:you're |you are )?all caught up\\b",
    "^there (?:are|were) (?:currently |at the moment |presently )?no (?:[\\w'-]+ ){0,4}?[\\w'-]+s\\b[^,]{0,60}$",
    "^there (?:aren't|are not|weren't|were not) (?:currently )?any\\b",
    '^none(?: found| available| left| remaining)?[.!]?$',
    '^no (?:results?|matches|data)[.!]?$',
    '^(?:search )?(?:results?|matches|hits)[: ]+\\(?(?:0|none)\\)?[.!]?$',
    '\\bfound (?:nothing|no (?:results?|match(?:es)?|hits))\\b',
  ].join('|'),
  'i',
);

const NOTHING_GERMAN =
  /\b0 (?:treffer|ergebnisse|artikel)|keine (?:\S+ ){0,3}?(?:ergebnisse|suchergebnisse|treffer|artikel|produkte|einträge|nachrichten|bestellungen|angebote|flüge|termine)|keine[nr]? (?:\S+ ){1,4}(?:gefunden|verfügbar|vorhanden)|nichts gefunden|(?:warenkorb|liste|postfach|merkzettel|ordner) ist (?:noch |derzeit )?leer/iu;
