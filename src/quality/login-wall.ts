import { LOGIN_ABROAD, REJECTED_ABROAD } from './other-languages.ts';
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
  if (
    text.length <= 200 &&
    isRejection(text) &&
    !/\b(?:if|when|wenn|si|falls|cuando|quand)\b/i.test(text) &&
    !ABOUT_ERRORS.test(goal)
  ) {
    return rejected(0.85);
  }
  if (
    isShort &&
    (opensWithWall(text) ||
      isTitledWall(text) ||
      WALL_REPORT.test(text) ||
      (!page && texts.length <= 2 && isFormInWords(text)))
  ) {
    return { confidence: 0.85, reason: 'The result is a request to log in, not content of the site.' };
  }
  if (page && isHollow && page.sparse && !page.asksPassword && isWallInWords(page.text))
    return { confidence: 0.8, reason: 'The page asks for a login instead of showing its content.' };
  if (!page || !showsLoginForm(page)) return null;
  const isOfTheWall =
    isHollow ||
    (isShort && texts.length > 0 && texts.every((part) => isOfPage(page, part))) ||
    (texts.length === 1 && text.length <= 300 && /^[\s#*]*(?:log|sign) ?-?in\b/i.test(text));
  if (!isOfTheWall) return null;
  if (isRejection(page.text) && !ABOUT_ERRORS.test(goal)) return rejected(0.9);
  return { confidence: 0.85, reason: 'The run ended at a login page instead of the content behind it.' };
}

/** Many pages invite to log in; a page that shows nothing without a login says so first. */
function isWallInWords(text: string): boolean {
  const opening = text.slice(0, 150);
  return (
    text.length <= 600 && (WALL_OPENING.test(text) || FIRM_DEMAND.test(opening) || LOGIN_ABROAD.test(opening))
  );
}

export function showsLoginForm(page: PageReading): boolean {
  if (page.status === 401) return true;
  if (page.text.length > 4000) return false;
  const isNamedLogin = LOGIN_PATH.test(page.url) || LOGIN_TITLE.test(page.title);
  // Some sites ask for the name first and for the password on the next page.
  const isWall = WALL_DEMAND.test(page.text) || LOGIN_ABROAD.test(page.text);
  return (isNamedLogin && page.hasFields) || (page.asksPassword && isWall);
}

/** The text of a page that ends at a paywall; a single value from it may still be complete. */
export function isCutByPaywall(page: PageReading, text: string): boolean {
  return text.length > 80 && PAYWALL.test(page.text) && isOfPage(page, text);
}

function isRejection(text: string): boolean {
  return REJECTED.test(text) || REJECTED_ABROAD.test(text);
}

function opensWithWall(text: string): boolean {
  return WALL_OPENING.test(text) || (text.length <= 300 && LOGIN_ABROAD.test(text.slice(0, 60)));
}

/** A heading, and under it nothing but the demand. */
function isTitledWall(text: string): boolean {
  const body = text.replace(/^#+ [^\n]*\n+/, '');
  return body !== text && body.length <= 200 && FIRM_OPENING.test(body);
}

/** The words of a login form read aloud: its labels and links, and hardly anything else. */
function isFormInWords(text: string): boolean {
  const found = FORM_PARTS.flatMap((part) => text.match(part) ?? []);
  const read = found.reduce((sum, words) => sum + words.length, 0);
  return (
    found.length >= 3 && FORM_PARTS[0]?.test(text) === true && read * 2 >= text.replace(/\s+/g, ' ').length
  );
}

const FORM_PARTS = [
  /\b(?:log|sign) ?-?in\b[^\n.]{0,40}/i,
  /\bpassword\b(?! (?:for|to|must|should|is))/i,
  /\b(?:forgot(?:ten)?|reset|lost) (?:your |my )?(?:password|e-?mail|user ?name)\??/i,
  /\b(?:remember me|keep me (?:logged|signed) in|stay signed in)\b/i,
  /\b(?:create (?:an? |your )?(?:new )?account|sign up|register(?: now)?|join now|new to [\w .]{1,30}\?|don't have an account\??|no account yet\??)/i,
  /\b(?:e-?mail(?: address)?(?: or (?:phone|mobile|user ?name)(?: number)?)?|user ?name(?: or e-?mail)?|phone number)\b/i,
  /\b(?:continue|log in|sign in) with (?:google|apple|facebook|microsoft|github|sso)/i,
];

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

const REJECTED =
  /\b(?:invalid|incorrect|wrong|unrecogni[sz]ed|bad) (?:(?:user ?name|e-?mail|login|user|account|password|credentials?|passcode|code|pin)(?: address| name| id)?(?: or | and |\/| ?, ?)?){1,3}|\b(?:password|user ?name|credentials?|log ?-?in details?) (?:you (?:have )?entered |provided |supplied )?(?:is|are|was|were|did|do|does) (?:not (?:match|correct|valid|recogni[sz]ed)|n't match|incorrect|invalid|wrong|rejected)|\b(?:log ?-?in|sign ?-?in|authentication) (?:has )?(?:failed|was (?:rejected|unsuccessful|refused))|\bcould ?n[o']t (?:log|sign) (?:you |me )?in\b|\b(?:your|this|the) account (?:has been|is|was) (?:temporarily )?(?:locked|suspended|disabled)|\btoo many (?:failed |unsuccessful |invalid )?(?:log ?-?in |sign ?-?in )?attempts/i;

const FIRM =
  '(?:you (?:must|need to|have to|should) (?:be logged in|be signed in|log ?-?in|sign ?-?in)|please (?:log|sign) ?-?in|(?:log|sign) ?-?in (?:is required|required)|log ?-?in required|authentication (?:is )?required|401:? unauthori[sz]ed|(?:your )?session (?:has )?(?:expired|timed out))';
const DEMAND = `(?:${FIRM}|(?:log|sign) ?-?in to (?:continue|view|see|access|your|proceed|use)|(?:please )?enter your (?:password|credentials|user ?name)\\b[^.]{0,40} to (?:continue|proceed|log|sign)|this (?:page|content|area) (?:is (?:only )?(?:for|available to|visible to)|requires)[^.]{0,40}(?:log|sign|member|account|subscri)|subscribe (?:now )?to (?:continue|keep) reading|(?:continue|keep) reading with a [^.]{0,30}(?:subscription|account))`;
const FIRM_DEMAND = new RegExp(`\\b${FIRM}`, 'i');
const FIRM_OPENING = new RegExp(`^${FIRM}`, 'i');
const WALL_DEMAND = new RegExp(`\\b${DEMAND}`, 'i');
const WALL_OPENING = new RegExp(
  `^[\\s#*]*(?:(?:log ?-?in|sign ?-?in|log ?-?in required|members only|restricted)[\\s.:|!-]*)?${DEMAND}`,
  'i',
);
const WALL_REPORT =
  /\b(?:site|page|website|portal|it|content|which) (?:requires?|required|needs?|asks? for|asked for|is asking for|redirected(?: me)? to) (?:a |me to |you to |the |user |valid )*(?:log ?-?in|sign ?-?in|credentials|authentication|be logged in|log in page)|\b(?:could not|couldn't|cannot|can't|unable to|not able to)\b[^.]{0,80}\b(?:without (?:logging|signing) in|because[^.]{0,40}(?:log ?-?in|sign ?-?in|credentials|authentication)|not (?:logged|signed) in)/i;
