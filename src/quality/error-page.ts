import { isTextOf, type PageReading } from './page-reading.ts';

/** The site's own error page handed over as the result: the site is at fault, and there is no answer. */
export function errorPage(page: PageReading, text: string, goal: string): string | null {
  if (page.status === null || page.status < 400 || !page.sparse) return null;
  if (text.length > 600 || ABOUT_ERRORS.test(goal)) return null;
  const isOfThePage = text.trim() === '' || ERROR_WORDS.test(text) || isTextOf(page, text);
  return isOfThePage ? `The site answered with an error page (status ${page.status}).` : null;
}

const ABOUT_ERRORS =
  /\b(?:[45]\d\d|status|errors?|exists?|online|offline|available|reachable|up or down|broken|working)\b/i;
const ERROR_WORDS =
  /\b(?:page (?:was |is |could )?not (?:be )?found|not found|404|410|500|502|503|504|internal server error|bad gateway|service unavailable|gateway time-?out|something went wrong|page (?:does not|doesn't|no longer) exist)/i;
