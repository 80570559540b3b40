import { RUN_METADATA } from './canonical-output.ts';

interface EmptyFinding {
  confidence: number;
  reason: string;
  /** The empty result in words. */
  statement: string;
}

/** Nothing found is an answer too, when the result says so. Takes a canonical output. */
export function emptyResult(output: unknown): EmptyFinding | null {
  if (output === 0 || (typeof output === 'string' && ZERO.test(output.trim()))) {
    return { confidence: 0.85, reason: 'The result is zero.', statement: String(output).trim() };
  }
  if (typeof output === 'string') {
    if (!saysNothingFound(output)) return null;
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

/** An array without items, or an object whose every list is empty and whose other values carry no data. */
export function isEmptyCollection(output: unknown): boolean {
  if (Array.isArray(output)) return output.length === 0;
  if (output === null || typeof output !== 'object') return false;
  const facts = Object.entries(output).filter(([key]) => !RUN_METADATA.has(key) && !ABOUT_REQUEST.test(key));
  const isNothing = ([, value]: [string, unknown]) =>
    value === 0 ||
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'string' && (value.trim() === '' || saysNothingFound(value)));
  const hasMeasure = facts.some(([, value]) => Array.isArray(value) || value === 0);
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
    .filter(([, value]) => Array.isArray(value) || value === 0)
    .map(([key, value]) => (value === 0 ? `${key} is 0` : `${key} is empty`));
  return `No results: ${lists.join(', ')}.`;
}

function saysNothingFound(text: string): boolean {
  const body = text.trim();
  if (body.length > 240 || /[$€£¥₹]|\b(?:but|however|instead|although|except)\b/i.test(body)) return false;
  if (body.split(/[.!?]+\s+|\n+/).filter((part) => part.trim() !== '').length > 2) return false;
  return NOTHING.test(body);
}

const ZERO = /^(?:0|zero)(?: (?:results?|items?|matches|hits|records?|products?|entries|found))?[.!]?$/i;

const THINGS =
  '(?:results?|items?|products?|records?|match(?:es)?|entries|listings?|hits|documents?|jobs?|flights?|hotels?|articles?|posts?|reviews?|orders?|messages?|files?|events?|data|rows?|appointments?|offers?|properties|openings|tickets?|comments?|videos?|images?|companies|people|users?|pages?)';

const NOTHING = new RegExp(
  [
    `\\b(?:no|zero|0) (?:[\\w'"-]+ ){0,4}?${THINGS}\\b(?: [\\w'"-]+){0,8}? ?(?:found|available|returned|match(?:ed|ing)?|exist|listed|yet|to (?:show|display))?`,
    '\\bno (?:[\\w\'"-]+ ){1,6}(?:(?:was|were|is|are|could be) )?(?:found|available|listed|matching|matched)\\b',
    '\\bnothing (?:was |has been )?(?:found|matched|matches|to (?:show|display)|here)',
    "\\b(?:did not|didn't|does not|doesn't|do not|don't) (?:match|return|find|contain|have|list|show) any\\b",
    "\\b(?:could not|couldn't|cannot|can't|unable to) (?:find|see|locate) any\\b",
    '\\b(?:list|cart|basket|inbox|table|folder|wish ?list|feed|queue|page) is (?:currently )?empty\\b',
    '^none(?: found| available)?[.!]?$',
    '^no (?:results?|matches|data)[.!]?$',
  ].join('|'),
  'i',
);
