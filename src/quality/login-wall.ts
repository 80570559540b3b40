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
    REJECTED.test(text) &&
    !/\b(?:if|when)\b/i.test(text) &&
    !ABOUT_ERRORS.test(goal)
  ) {
    return rejected(0.85);
  }
  if (isShort && (WALL_OPENING.test(text) || WALL_REPORT.test(text))) {
    return { confidence: 0.85, reason: 'The result is a request to log in, not content of the site.' };
  }
  if (!page || !showsLoginForm(page)) return null;
  const isOfTheWall =
    isHollow || (isShort && texts.length > 0 && texts.every((part) => isTextOf(page, part)));
  if (!isOfTheWall) return null;
  if (REJECTED.test(page.text) && !ABOUT_ERRORS.test(goal)) return rejected(0.9);
  return { confidence: 0.85, reason: 'The run ended at a login page instead of the content behind it.' };
}

export function showsLoginForm(page: PageReading): boolean {
  if (page.status === 401) return true;
  if (page.text.length > 4000) return false;
  const isNamedLogin = LOGIN_PATH.test(page.url) || LOGIN_TITLE.test(page.title);
  // Some sites ask for the name first and for the password on the next page.
  return (isNamedLogin && page.hasFields) || (page.asksPassword && WALL_DEMAND.test(page.text));
}

function rejected(confidence: number): LoginFinding {
  return { confidence, reason: 'The site rejected the login.' };
}

const LOGIN_PATH =
  /^https?:\/\/(?:(?:login|signin|auth|accounts?|sso|id)\.[^/?#]+\/|[^/?#]+\/(?:[^?#]*\/)?(?:log-?_?in|sign-?_?in|sign_in|logon|signon|sso|authenticate|auth\/[^?#]*|sessions?\/new)(?:\.[a-z]{2,5})?(?:[/?#]|$))/i;
const LOGIN_TITLE = /(?:^|[|\-–:·] ?)(?:log ?-?in|sign ?-?in|log ?on|login required)\b/i;

/** The login page itself is what the caller wants to know about. */
const ABOUT_LOGIN_PAGE =
  /\b(?:log ?-?in|sign ?-?in|log ?on|sign ?-?up|registration|password) (?:page|form|screen|button|link|url|field|box|title|wall|options?|methods?)|\b(?:is|whether|if) (?:a |the )?log ?-?in (?:is )?(?:required|needed)|requires? (?:a )?log ?-?in/i;
const ABOUT_ERRORS =
  /\b(?:error|message|invalid|incorrect|wrong|reject(?:s|ed)?|fail(?:s|ed|ure)?|validation)\b/i;

const REJECTED =
  /\b(?:invalid|incorrect|wrong|unrecogni[sz]ed|bad) (?:(?:user ?name|e-?mail|login|user|account|password|credentials?|passcode|code|pin)(?: address| name| id)?(?: or | and |\/| ?, ?)?){1,3}|\b(?:password|user ?name|credentials?|log ?-?in details?) (?:you (?:have )?entered |provided |supplied )?(?:is|are|was|were|did|do|does) (?:not (?:match|correct|valid|recogni[sz]ed)|n't match|incorrect|invalid|wrong|rejected)|\b(?:log ?-?in|sign ?-?in|authentication) (?:has )?(?:failed|was (?:rejected|unsuccessful|refused))|\bcould ?n[o']t (?:log|sign) (?:you |me )?in\b/i;

const DEMAND =
  '(?:you (?:must|need to|have to|should) (?:be logged in|be signed in|log ?-?in|sign ?-?in)|please (?:log|sign) ?-?in|(?:log|sign) ?-?in (?:to (?:continue|view|see|access|your|proceed|use)|is required|required)|log ?-?in required|authentication (?:is )?required|this (?:page|content|area) (?:is (?:only )?(?:for|available to|visible to)|requires)[^.]{0,40}(?:log|sign|member|account))';
const WALL_DEMAND = new RegExp(`\\b${DEMAND}`, 'i');
const WALL_OPENING = new RegExp(
  `^[\\s#*]*(?:(?:log ?-?in|sign ?-?in|log ?-?in required|members only|restricted)[\\s.:|!-]*)?${DEMAND}`,
  'i',
);
const WALL_REPORT =
  /\b(?:site|page|website|portal|it|content|which) (?:requires?|required|needs?|asks? for|asked for|is asking for|redirected(?: me)? to) (?:a |me to |you to |the |user |valid )*(?:log ?-?in|sign ?-?in|credentials|authentication|be logged in|log in page)|\b(?:could not|couldn't|cannot|can't|unable to|not able to)\b[^.]{0,80}\b(?:without (?:logging|signing) in|because[^.]{0,40}(?:log ?-?in|sign ?-?in|credentials|authentication)|not (?:logged|signed) in)/i;
