import { gateOf } from './gate.ts';
import { isTechnical } from './hollow-text.ts';
import { isOrdinary, isTextOf, type PageReading } from './page-reading.ts';

/** What the site shows in place of its content, in words; null where it shows content. */
export function shutSite(
  page: PageReading | null,
  {
    spoken,
    leaves,
    goal,
    isReadAsText,
  }: { spoken: string | null; leaves: string[]; goal: string; isReadAsText: boolean },
): string | null {
  const text = leaves.join('\n');
  const isGate = spoken !== null && gateOf(spoken, goal) !== null && !isTechnical(spoken, goal);
  if (page) {
    const error = errorPage(page, text, goal);
    if (error) return error;
    if (spoken && isSoft404(page, goal) && (isReadAsText || isGate))
      return 'The page says that the wanted one is not there, whatever its status.';
    if (isMaintenance(page, text, goal))
      return 'The site says that it is down for maintenance, and nothing else.';
  }
  return isGate && !isOrdinary(page) ? 'The result is the text of an error page.' : null;
}

/** The site's own error page handed over as the result: the site is at fault, and there is no answer. */
function errorPage(page: PageReading, text: string, goal: string): string | null {
  if (page.status === null || page.status < 400 || !page.sparse) return null;
  if (text.length > 600 || ABOUT_ERRORS.test(goal)) return null;
  const isOfThePage = text.trim() === '' || gateOf(text, goal) !== null || isTextOf(page, text);
  return isOfThePage ? `The site answered with an error page (status ${page.status}).` : null;
}

/** A page that says in its title that the wanted one is not there, with a status as if it were. */
function isSoft404(page: PageReading, goal: string): boolean {
  if (ABOUT_ERRORS.test(goal)) return false;
  return page.title.split(/\s+[-|–—:·•»]\s+/).some((part) => NOT_FOUND_TITLE.test(part));
}

/** A page in place of the site that only announces maintenance, with any status. */
function isMaintenance(page: PageReading, text: string, goal: string): boolean {
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
