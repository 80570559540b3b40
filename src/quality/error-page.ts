import { isTextOf, type PageReading } from './page-reading.ts';

/** The text of an error page, whole and without a page beside it that could say more. */
export function isErrorText(text: string, goal: string): boolean {
  return text.length <= 200 && !ABOUT_ERRORS.test(goal) && opensWithError(text);
}

export function opensWithError(text: string): boolean {
  return ERROR_TEXT.test(text.trim().replaceAll('’', "'"));
}

/** The site's own error page handed over as the result: the site is at fault, and there is no answer. */
export function errorPage(page: PageReading, text: string, goal: string): string | null {
  if (page.status === null || page.status < 400 || !page.sparse) return null;
  if (text.length > 600 || ABOUT_ERRORS.test(goal)) return null;
  const isOfThePage = text.trim() === '' || ERROR_WORDS.test(text) || isTextOf(page, text);
  return isOfThePage ? `The site answered with an error page (status ${page.status}).` : null;
}

/** A page that says in its title that the wanted one is not there, with a status as if it were. */
export function isSoft404(page: PageReading, goal: string): boolean {
  if (ABOUT_ERRORS.test(goal)) return false;
  return page.title.split(/\s+[-|–—:·•»]\s+/).some((part) => NOT_FOUND_TITLE.test(part));
}

/** A page in place of the site that only announces maintenance, with any status. */
export function isMaintenance(page: PageReading, text: string, goal: string): boolean {
  if (!page.sparse || page.text.length > 400 || ABOUT_ERRORS.test(goal) || ABOUT_OUTAGE.test(goal))
    return false;
  const isSaid = AT_WORK.test(page.text) || AT_WORK_TITLE.test(page.title);
  return isSaid && (text.trim() === '' || AT_WORK.test(text) || isTextOf(page, text));
}

const WORK =
  '(?:(?:a|an|some|scheduled|planned|routine|regular|essential|urgent|brief|short) ){0,3}maintenance';
const AT_WORK = new RegExp(
  `\\b(?:(?:(?:web)?site|page|service|shop|store|server|system|platform|portal|app)(?: is|'s)|we(?: are|'re)) (?:(?:currently|temporarily|now|briefly) ){0,2}(?:(?:down|offline|unavailable|closed|away) (?:for|due to|because of) ${WORK}|under(?:going)? ${WORK}|in maintenance mode|(?:performing|carrying out|doing) ${WORK})`,
  'i',
);
const AT_WORK_TITLE =
  /^(?:(?:scheduled|planned|site|under|undergoing|down for) )?maintenance(?: mode| break| work)?[.!]?$/i;
const ABOUT_OUTAGE =
  /\b(?:maintenance|outages?|downtime|back)\b|\b(?:is|was|be)\b[^.?]{0,40}\b(?:up|down)\b/i;

const NOT_FOUND_TITLE =
  /^(?:(?:http )?(?:error )?404(?: error)?|(?:(?:error )?404:? )?(?:(?:the |this )?page )?(?:was |could )?not (?:be )?found(?: \(?404\)?)?|(?:the |this )?page (?:does not|doesn't|no longer) exists?)[.!]?$/i;
const ABOUT_ERRORS =
  /\b(?:[45]\d\d|status|errors?|exists?|online|offline|available|reachable|up or down|broken|working)\b/i;
const ERROR_TEXT =
  /^(?:#+ )?(?:(?:http )?(?:error )?[45]\d\d\b.{0,5}(?:(?:page )?not found|bad gateway|internal server error|service (?:temporarily )?unavailable|gateway time-?out|server error)|(?:(?:oops|whoops|sorry|uh[- ]?oh|error)\W{0,3})?(?:something went wrong|an (?:unexpected |internal )?error (?:has )?occurred|page not found|(?:this|the) (?:site|page) (?:can't be reached|isn't working|is not working)|the page you(?:'re| are)? (?:looking for|requested) (?:could not|cannot|can't|does not|doesn't|was not|no longer)|internal server error\W*$|bad gateway\W*$|service unavailable\W*$))/i;
const ERROR_WORDS =
  /\b(?:page (?:was |is |could )?not (?:be )?found|not found|404|410|500|502|503|504|internal server error|bad gateway|service unavailable|gateway time-?out|something went wrong|page (?:does not|doesn't|no longer) exist)/i;
