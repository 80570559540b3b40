import { ABOUT_BLOCKING, type BlockFinding, type Defense } from './block-page.ts';

/** An answer in which the runner says in its own words that it was stopped. `isFine`: its last page was full and fine. */
export function blockInReport(text: string, goal: string, isFine: boolean): BlockFinding | null {
  if (text.length > 800 || ABOUT_BLOCKING.test(goal)) return null;
  return finding(sentencesOf(text).find((sentence) => saysStopped(sentence, isFine)));
}

/** The message of a failed runner: the name of the obstacle is enough. */
export function blockInFailure(message: string, goal: string): BlockFinding | null {
  if (message.length > 800 || ABOUT_BLOCKING.test(goal)) return null;
  const isBlock = (sentence: string) =>
    CHALLENGE_WORD.test(sentence) || (VAGUE_WORD.test(sentence) && STOP_WORD.test(sentence));
  return finding(sentencesOf(message).find(isBlock));
}

/**
 * News and stories mention security checks and blocked people too, so the sentence must tell that the runner met the obstacle;
 * names of vendors and other vague words also need that it went no further.
 */
function saysStopped(sentence: string, isFine: boolean): boolean {
  if (CHALLENGE_WORD.test(sentence)) {
    return STOPPED.test(sentence) || MET.test(sentence) || COULD_NOT_GERMAN.test(sentence);
  }
  return !isFine && VAGUE_WORD.test(sentence) && STOPPED.test(sentence);
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n/);
}

function finding(sentence: string | undefined): BlockFinding | null {
  if (sentence === undefined) return null;
  return {
    defense: defenseNamed(sentence),
    confidence: 0.75,
    reason: 'The runner reported that a bot challenge or block stopped it.',
  };
}

const CHALLENGE_WORD =
  /\bcaptchas?\b|recaptcha|hcaptcha|turnstile|bot[- ](?:detection|protection|challenge|check|mitigation|wall)|anti-?bot|human verification|verify (?:that )?(?:you are|i am|i'm|you're) (?:a |not a )?(?:human|robot)|(?:verification|security|cloudflare) challenge/i;
const VAGUE_WORD =
  /datadome|perimeterx|cloudflare|akamai|access (?:was |is )?denied|\b403 forbidden\b|security (?:check|verification)/i;

const COULD_NOT_GERMAN = /(?:konnte|kann) (?:\S+ ){0,8}nicht|nicht möglich/iu;
const SUBJECT =
  "(?:\\b(?:i|we|it|access(?! denied)|automation|navigation|the (?:agent|browser|runner|bot|task|page|site|website|server|request|session|scraper))\\b(?: [\\w'’()-]+){0,8}? ?|^(?:unfortunately|however|error|sorry|failed)?[\\s,:]*)";
const STOPS =
  "\\b(?:blocked|denied|stopped|prevented|refused|rejected|stuck|challenged|unable to|not able to|failed to|could not|couldn't|can't|cannot|can not)\\b";
const STOPPED = new RegExp(`${SUBJECT}${STOPS}`, 'i');
const STOP_WORD = new RegExp(STOPS, 'i');
const MET = new RegExp(
  `${SUBJECT}\\b(?:presented|presents|shows?|showed|displays?|displayed|encountered|hit|ran into|faced|asks|asked|requires|required|demands|demanded|returned|got|detected|kept|keeps|was|were|is|am|are)\\b`,
  'i',
);

function defenseNamed(text: string): Defense {
  const named = /recaptcha|turnstile|datadome|perimeterx|cloudflare|akamai/i.exec(text);
  return named ? (named[0].toLowerCase() as Defense) : 'unknown';
}
