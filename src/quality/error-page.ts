import { isTextOf, type PageReading } from './page-reading.ts';

/** The text of an error page, whole and without a page beside it that could say more. */
export function isErrorText(text: string, goal: string): boolean {
  return text.length <= 200 && !ABOUT_ERRORS.test(goal) && ERROR_TEXT.test(text.trim().replaceAll('’', "'"));
}

/** The site's own error page handed over as the result: the site is at fault, and there is no answer. */
export function errorPage(page: PageReading, text: string, goal: string): string | null {
  if (page.status === null || page.status < 400 || !page.sparse) return null;
  if (text.length > 600 || ABOUT_ERRORS.test(goal)) return null;
  const isOfThePage = text.trim() === '' || ERROR_WORDS.test(text) || isTextOf(page, text);
  return isOfThePage ? `The site answered with an error page (status ${page.status}).` : null;
}

const ABOUT_ERRORS =
  /\b(?:[45]\d\d|status|errors?|exists?|online|offline|available|reachable|up or down|broken|working)\b/i;
const ERROR_TEXT =
  /^(?:#+ )?(?:(?:http )?(?:error )?[45]\d\d\b.{0,5}(?:(?:page )?not found|bad gateway|internal server error|service (?:temporarily )?unavailable|gateway time-?out|server error)|(?:(?:oops|whoops|sorry|uh[- ]?oh|error)\W{0,3})?(?:something went wrong|an (?:unexpected |internal )?error (?:has )?occurred|page not found|(?:this|the) (?:site|page) (?:can't be reached|isn't working|is not working)|the page you(?:'re| are)? (?:looking for|requested) (?:could not|cannot|can't|does not|doesn't|was not|no longer)|internal server error\W*$|bad gateway\W*$|service unavailable\W*$))/i;
const ERROR_WORDS =
  /\b(?:page (?:was |is |could )?not (?:be )?found|not found|404|410|500|502|503|504|internal server error|bad gateway|service unavailable|gateway time-?out|something went wrong|page (?:does not|doesn't|no longer) exist)/i;
