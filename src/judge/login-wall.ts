import { gateOf } from './gate.ts';
import { isTextOf, type PageReading } from './page-reading.ts';

interface LoginFinding {
  confidence: number;
  reason: string;
}

/**
 * The site wanted a login and did not get a good one. A login form on the last page proves nothing by itself (the
 * task may have ended with signing out), so the result must be of the wall too: its words, or nothing at all.
 */
export function loginWall(
  page: PageReading | null,
  texts: string[],
  goal: string,
  isHollow: boolean,
): LoginFinding | null {
  if (ABOUT_LOGIN_PAGE.test(goal)) return null;
  const text = texts.join('\n').trim();
  const isShort = text.length <= 600;
  const gate = texts.length <= 2 ? gateOf(text.replace(HEADING, ''), goal) : null;
  if (gate === 'rejected' && !ABOUT_ERRORS.test(goal)) return rejected(0.85);
  if (gate === 'login' && !(page && showsLoginForm(page)))
    return { confidence: 0.85, reason: 'The result is a request to log in, not content of the site.' };
  if (page && isHollow && page.sparse && !page.asksPassword && isWallInWords(page.text))
    return { confidence: 0.8, reason: 'The page asks for a login instead of showing its content.' };
  if (!page || !showsLoginForm(page)) return null;
  const isOfTheWall =
    isHollow ||
    gate === 'login' ||
    (isShort && texts.length > 0 && texts.every((part) => isOfPage(page, part))) ||
    (texts.length === 1 && text.length <= 300 && /^[\s#*]*(?:log|sign) ?-?in\b/i.test(text));
  if (!isOfTheWall) return null;
  if (gateOf(page.text, '') === 'rejected' && !ABOUT_ERRORS.test(goal)) return rejected(0.9);
  return { confidence: 0.85, reason: 'The run ended at a login page instead of the content behind it.' };
}

/** A heading over the demand is no content. */
const HEADING = /^#+ [^\n]*\n+/;

/** Many pages invite to log in; a page that shows nothing without a login says so, and hardly more. */
function isWallInWords(text: string): boolean {
  return text.length <= 600 && ['login', 'rejected'].includes(gateOf(text.slice(0, 150), '', 4) ?? '');
}

export function showsLoginForm(page: PageReading): boolean {
  if (page.status === 401) return true;
  if (page.text.length > 4000) return false;
  const isNamedLogin = LOGIN_PATH.test(page.url) || LOGIN_TITLE.test(page.title);
  // Some sites ask for the name first and for the password on the next page.
  return (isNamedLogin && page.hasFields) || (page.asksPassword && LOGIN_WORDS.test(page.text));
}

/** The text of a page that ends at a paywall; a single value from it may still be complete. */
export function isCutByPaywall(page: PageReading, text: string): boolean {
  return text.length > 80 && PAYWALL.test(page.text) && isOfPage(page, text);
}

/** Nearly every word of the text stands on the page, in any order. */
function isOfPage(page: PageReading, text: string): boolean {
  if (isTextOf(page, text)) return true;
  const words = (from: string) => from.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = words(text);
  const seen = new Set(words(`${page.title} ${page.text}`));
  return said.length >= 4 && said.filter((word) => seen.has(word)).length >= said.length * 0.85;
}

function rejected(confidence: number): LoginFinding {
  return { confidence, reason: 'The site rejected the login.' };
}

const LOGIN_PATH =
  /^https?:\/\/(?:(?:login|signin|auth|accounts?|sso|id)\.[^/?#]+\/|[^/?#]+\/(?:[^?#]*\/)?(?:log-?_?in|sign-?_?in|sign_in|authwall|logon|signon|sso|authenticate|auth\/[^?#]*|sessions?\/new)(?:\.[a-z]{2,5})?(?:[/?#]|$))/i;
const LOGIN_TITLE = /(?:^|[|\-–:·] ?)(?:log ?-?in|sign ?-?in|log ?on|login required)\b/i;

/** The caller asks about the login page itself. */
const ABOUT_LOGIN_PAGE =
  /\b(?:log ?-?in|sign ?-?in|log ?on|sign ?-?up|registration|password) (?:page|form|screen|button|link|url|field|box|title|wall|options?|methods?)|\b(?:is|whether|if) (?:a |the )?log ?-?in (?:is )?(?:required|needed)|requires? (?:a )?log ?-?in/i;
const ABOUT_ERRORS =
  /\b(?:error|message|invalid|incorrect|wrong|reject(?:s|ed)?|fail(?:s|ed|ure)?|validation)\b/i;

const PAYWALL =
  /\b(?:subscribe|sign up|register|become a (?:member|subscriber)|buy a subscription|start your (?:free )?trial)\b[^.]{0,40} to (?:continue|keep|finish|go on) reading|\bto (?:continue|keep) reading,? (?:please )?(?:subscribe|register|sign|log|become)|\b(?:this|the (?:full|rest of the)) (?:article|story|content|text) is (?:only )?(?:for|available to|reserved for) (?:\w+ )?(?:subscribers|members)|\b(?:article|story) (?:is )?reserved for subscribers/i;

const LOGIN_WORDS =
  /\b(?:log|sign)(?:ged|ed)? ?-?in\b|anmelden|einloggen|connecter|sesión|accedi|entrar|inloggen|zalog|войти|ログイン|登录|로그인/i;
