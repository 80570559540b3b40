import { isBesideThePoint } from './beside-the-point.ts';
import { RUN_METADATA } from './canonical-output.ts';
import {
  DEED_ABROAD,
  FINDING_ABROAD,
  NARRATION_ABROAD,
  PROMISE_ABROAD,
  STATUS_ABROAD,
  SURRENDER_ABROAD,
} from './narration-abroad.ts';

interface HollowFinding {
  confidence: number;
  reason: string;
}

/**
 * A text without an answer: it narrates, promises, gives up, or repeats the task. A sentence that
 * stands on the page narrates nothing.
 */
export function hollowText(text: string, goal: string, isOfPage = false): HollowFinding | null {
  const body = text.trim();
  if (body === '') return { confidence: 0.9, reason: 'The runner finished without returning anything.' };
  if (isGarbled(body)) return { confidence: 0.9, reason: 'The result is not readable text.' };
  if (PLACEHOLDER.test(body) || (TRUTH.test(body) && OPEN_QUESTION.test(goal.trim())))
    return { confidence: 0.85, reason: 'The result is a placeholder, not an answer.' };
  if (
    body.length <= 500 &&
    TECHNICAL.test(body) &&
    !/\b(?:errors?|exceptions?|logs?|console|message)\b/i.test(goal)
  )
    return { confidence: 0.8, reason: 'The result is an error message of the runner, not an answer.' };
  if (body.length <= 300 && NEEDS_SCRIPT.test(body) && !/javascript|noscript/i.test(goal))
    return { confidence: 0.85, reason: 'The page needs JavaScript, and the runner did not run it.' };
  if (body.length <= goal.length + 100 && repeats(body, goal))
    return { confidence: 0.9, reason: 'The result only repeats the task.' };
  if (body.length > LONGEST_HOLLOW) return null;
  // "Completed" may be the state of an order.
  if (NAME.test(body) || (body.length <= 40 && ABOUT_STATE.test(goal))) return null;
  if (isOneWord(body) && YES_NO.test(goal.trim()) && !STATUS_ONLY.test(body)) return null;
  const isForPlace = /\bwhere\b/i.test(goal);
  const isListed = (body.match(/^\s*(?:\d{1,2}[.)]|[-*•]|step \d)/gim)?.length ?? 0) > 1;
  const kinds = sentences(body).map((sentence) =>
    (!isForPlace && POINTER.test(sentence)) || isNoValue(sentence, isListed, goal)
      ? 'narration'
      : kindOf(sentence),
  );
  if (kinds.some((kind) => kind === 'substance')) return null;
  if (kinds.includes('surrender'))
    return { confidence: 0.8, reason: 'The runner said that it could not do the task, or asked back.' };
  if (kinds.includes('promise'))
    return { confidence: 0.85, reason: 'The result only promises what would be done.' };
  if (isOfPage || !asksForInformation(goal)) return null;
  return { confidence: 0.85, reason: 'The result only narrates actions and holds no answer.' };
}

function isNoValue(sentence: string, isListed: boolean, goal: string): boolean {
  const plain = withoutTargets(sentence.replace(LEAD, '').replace(TRAIL, ''));
  return isBesideThePoint(plain.trim(), isListed, goal);
}

/** "Closed" may be the state of a shop. */
function isOneWord(body: string): boolean {
  return /^\p{L}+[.!]?$/u.test(body);
}

const YES_NO = /^(?:is|are|was|were|has|have|does|do|did|can|could|will|would|should)\b/i;
/** Tells where the answer stands, in place of the answer. */
const POINTER =
  /^(?:(?:the|all|your|this|that) (?:[\w'-]+ ){1,8}?(?:is|are|was|were|can be) (?:clearly |also )?(?:displayed|shown|listed|visible|available|found|located|provided|given|stated|seen) (?:on|in|at|above|below|here)\b(?: (?:the|this|its|that) (?:[\w-]+ ){0,3}(?:page|website|site|screenshot|screen|document|section|link|image|table))?|(?:please )?(?:see|refer to|check|view|look at) (?:the )?(?:above|below|attached|screenshots?|page|website|site|link|image|results? above)\b[^.:]{0,60})[.!]*$/i;

const ABOUT_STATE =
  /\b(?:status|state|progress|stage|zustand|statut|état|estado|stato|stan)\b|\b(?:is|are|was|has)\b.{0,60}\b(?:complete[d]?|done|finished|ready)\b/i;

/** Bytes of a file taken for letters: a tenth of them occur in no text. */
function isGarbled(body: string): boolean {
  const start = body.slice(0, 4_000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell a file from a text.
  const strange = start.match(/[\x00-\x08\x0e-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return strange >= 5 && strange > start.length / 10;
}

function repeats(text: string, goal: string): boolean {
  const asked = words(goal);
  return asked !== '' && (words(text) === asked || words(withoutLead(text)) === asked);
}

/** True when a report of actions is all one can expect as an answer, and all there is. */
export function isReportOfActions(text: string, goal: string): boolean {
  if (asksForInformation(goal) || text.length > LONGEST_HOLLOW) return false;
  return sentences(text).every((sentence) => kindOf(sentence) === 'narration');
}

const LONGEST_HOLLOW = 3000;
const PLACEHOLDER =
  /^(?:null|undefined|nan|n\/?a|todo|tbd|\[object object\]|[.\-–—_?…\s]+|<[^>]{0,40}>|[\w ]{1,30}: (?:not found|n\/a|not available|unknown|undefined|null)|lorem ipsum.*)$/i;

/** A yes or no in place of a thing. */
const TRUTH = /^(?:true|false)$/i;
const OPEN_QUESTION =
  /^(?:who|whose|when|where|why|how (?:much|many|long|old|far|big))\b|^what\b.*\b(?:cost|price|name|title|date|address|number|e-?mail|headline|author|description)s?\b/i;
const NEEDS_SCRIPT =
  /\b(?:(?:need|have) to|please|must) (?:enable|turn on|activate) javascript\b|\bjavascript (?:is|must be|has to be) (?:disabled|required|enabled|turned off|not enabled)|\brequires javascript\b|^loading(?:[.…\s]|please wait)*$/i;

/** The words of a broken program. */
const TECHNICAL =
  /^(?:uncaught |unhandled )?(?:\w{0,20}error|exception|traceback)\b[^.\n]{0,40}:|\bnet::err_|\b(?:econnrefused|econnreset|enotfound|etimedout)\b|\b(?:navigation|page|request|connection|operation|task) (?:has )?time(?:d |-)?out\b|\btimeout (?:of )?\d+ ?m?s (?:exceeded|reached)/i;

/** A structured result that only says how the work went: a status, or one step of an agent's thinking. */
export function hollowData(output: unknown, goal: string): HollowFinding | null {
  if (output === true || output === false) return hollowText(String(output), goal);
  if (output === null || typeof output !== 'object' || Array.isArray(output)) return null;
  const entries = Object.entries(output).filter(([key]) => !RUN_METADATA.has(key));
  if (
    entries.some(([key]) => THOUGHT.test(key)) &&
    entries.every(([key]) => THOUGHT.test(key) || STEP.test(key))
  )
    return { confidence: 0.85, reason: "The result is one step of the agent's thinking, not an answer." };
  if (
    entries.some(([key, value]) => /^errors?$/i.test(key) && Boolean(value)) &&
    entries.every(([key]) => isAboutWork(key))
  )
    return { confidence: 0.8, reason: 'The result is an error message of the runner, not an answer.' };
  if (!asksForInformation(goal) || !entries.some(([key]) => STATE.test(key))) return null;
  const isOnlyState = entries.every(([key, value]) => {
    if (` ${words(goal)} `.includes(` ${words(key)} `)) return false;
    if (STATE.test(key)) return typeof value !== 'object' || value === null;
    if (LOG.test(key) && Array.isArray(value)) return !/^how\b/i.test(goal) && value.every(isAct);
    return REMARK.test(key) && (typeof value !== 'string' || hollowText(value, goal) !== null);
  });
  return isOnlyState ? { confidence: 0.7, reason: 'The result holds a status and no answer.' } : null;
}

/** "open page", "Clicked the lamp". */
function isAct(entry: unknown): boolean {
  return typeof entry === 'string' && entry.length <= 120 && ACT.test(entry);
}

function isAboutWork(key: string): boolean {
  return STATE.test(key) || REMARK.test(key) || /^(?:code|status_?code|stack|type)$/i.test(key);
}

const THOUGHT =
  /^(?:thoughts?|thinking|reasoning|next_?goal|memory|evaluation_?previous_?goal|current_?state)$/i;
const STEP = /^(?:actions?|index|tool|tool_?input|arguments|args|params|step|coordinates?|selector)$/i;
const STATE = /^(?:success|ok|done|completed?|finished|status|state|is_?done|is_?success(?:ful)?)$/i;
const LOG = /^(?:steps?|steps_?taken|actions?|actions_?taken|log|logs|history|trace)$/i;
const REMARK = /^(?:message|msg|detail|note|summary|result|output|error|errors|reason)$/i;

type Kind = 'narration' | 'promise' | 'surrender' | 'substance';

function kindOf(sentence: string): Kind {
  const plain = sentence.replace(LEAD, '').replace(TRAIL, '');
  if (plain.trim() === '') return 'narration';
  if (SURRENDER.test(plain)) return 'surrender';
  if (STATUS_ONLY.test(plain) || PASSIVE.test(plain)) return 'narration';
  if (PROMISE.test(plain) || THOUGHT_ALOUD.test(plain)) return 'promise';
  if (NARRATION.test(plain) && !isOfItself(plain) && !FINDING.test(withoutTargets(plain))) return 'narration';
  return kindAbroad(plain);
}

function kindAbroad(sentence: string): Kind {
  if (STATUS_ABROAD.test(sentence)) return 'narration';
  if (SURRENDER_ABROAD.test(sentence)) return 'surrender';
  if (FINDING_ABROAD.test(withoutTargets(sentence))) return 'substance';
  if (PROMISE_ABROAD.test(sentence)) return 'promise';
  return NARRATION_ABROAD.test(sentence) ? 'narration' : 'substance';
}

/** Marks of emphasis and signs of joy behind a sentence. */
const TRAIL = /(?:[*_`\s]|\p{Extended_Pictographic}|\uFE0F)+$/u;

function sentences(text: string): string[] {
  return text
    .slice(0, LONGEST_HOLLOW)
    .split(/(?<=[.!?])\s+|(?<=。)|[\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part) && !/^\d{1,2}[.)]$/.test(part));
}

/** Addresses and names of buttons hold digits and verbs that are not findings. */
function withoutTargets(sentence: string): string {
  return sentence
    .replace(/https?:\/\/\S+/gi, ' ')
    .replace(/"[^"]{0,80}"|“[^”]{0,80}”|(?<![a-z])'[^']{0,80}'(?![a-z])/gi, ' ')
    .replace(
      /\b(?:step|page|tab|link|button|item|row|result|element|node|index) #?\d+\b|\b\d+(?:st|nd|rd|th|ms| ?seconds?| ?times?)\b/gi,
      ' ',
    );
}

const LEAD =
  /^(?:[-*•>#\s✓]+|\p{Extended_Pictographic}|\uFE0F|\d{1,2}[.)]\s+|step \d{1,2}[.:)]?\s*|(?:first(?:ly)?|second(?:ly)?|then|next|now|finally|lastly|after (?:that|this)|afterwards|okay|ok|sure|great|alright|certainly|of course)\b[,:.!]?\s*)+/iu;

function withoutLead(text: string): string {
  return text.replace(/^(?:task|goal|request|instruction|input|user)s?:\s*/i, '').replace(LEAD, '');
}

const VERB =
  '(?:navigat|click|scroll|open|visit|wait|typ|enter|search|look|brows|load|press|select|submitt?|fill|hover|tapp?|clos|switch|mov|dragg?|check|inspect|review|examin|read|head|return|refresh|reload|launch|start|proceed|continu|perform|execut|us|access|analy[sz]|process|fetch|extract|scrapp?|locat|gather|collect|retriev|try|tri|attempt|identif[iy]|accept|dismiss|logg?|sign|complet|finish|follow|pick|choos|download|sav|captur|tak|record|stor|add|updat|screenshott?)';
const PAST_VERB = `(?:${VERB}ed|went|took|found|began|chose)`;
const ACT = new RegExp(`^${VERB}(?:e?d?|e?s|ing)\\b|^(?:went|go|going)\\b`, 'i');
/** Words after a verb in a report; "Opening hours" and "Used by millions" are not reports. */
const TARGET = `(?: (?:to|for|the|on|down|up|an?|through|into|at|in|over|until|out|and|all|each|it)\\b| [\\d"'“]|[.…!]*$)`;

const PROMISE = new RegExp(
  `^(?:(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to|'m about to| am about to| need to| should| plan to| intend to|'d like to)(?: now| first| then| next| also)?|let me|let's|going to|about to)\\s+(?:be )?(?:(?:${VERB})(?:e?s?|ing)|find|go|begin|run|see|get|do)\\b`,
  'i',
);
/** A model that talks to itself about the task. */
const THOUGHT_ALOUD =
  /^(?:the user (?:wants|asked|asks|is asking|needs|would like)|(?:my|the) (?:next|first) step is|i (?:now )?(?:need|have) to)\b/i;
const ADVERBS = '(?:(?:now|then|also|successfully|already|just|first|been|currently)\\s+)*';
const NARRATION = new RegExp(
  `^(?:(?:i|we|the (?:agent|browser|bot|assistant|runner|script))(?:'ve|'m|'re| have| has| am| are| is| was| were)?\\s+${ADVERBS}(?:${VERB}[a-z]*|go(?:ing|es)?|went|took|find(?:ing)?|found|began|chose|able to (?:${VERB}e?|find|get|see))\\b|${ADVERBS}(?:${PAST_VERB}|${VERB}ing|going)(?=${TARGET}))`,
  'i',
);
/** "We take all cards", "We opened a second branch", "We closed the café because ...": a site speaks of itself. */
function isOfItself(sentence: string): boolean {
  if (OF_ITSELF.test(sentence)) return true;
  return (
    /^we\b/i.test(sentence) && !ON_SCREEN.test(sentence) && (REASON.test(sentence) || OWN_DEED.test(sentence))
  );
}

const REASON = /\b(?:because|since|so that|due to|owing to|thanks to|in order to|as a result)\b/i;
/** Verbs of a house as well as of a browser; the object tells them apart. */
const OWN_DEED =
  /^we(?:'ve| have| had)? (?:(?:now|then|also|already|just|first|recently|finally|even) )*(?:opened|closed|moved|started|began|launched|chose|picked|took|added|used|switched|updated|completed|finished|signed|stored|saved|collected|entered|tried|followed)\b/i;
/** Things that only a browser deals with. */
const ON_SCREEN =
  /\b(?:web ?)?(?:page|site|website|links?|buttons?|tabs?|browser|url|address bar|menu item|dialog|pop-?up|banner|cookies?|form|field|dropdown|screen(?:shot)?|cart|basket|checkout|log-?in|search|results?|steps?|task|request|data|information|details?|answer|price|listing|section|item|element|https?)\b/i;
const OF_ITSELF =
  /^we (?:(?:also|always|only|usually|now|currently|normally|do|do not|don't|cannot|can't|can|will|may) )*(?:take|open|close|accept|send|check|read|review|select|search|visit|use|make|start|enter|get|go|look|load|show|try|wait|access|process|submit|collect)\b/i;
/** One phrase in title case is a name ("Searching for Bobby Fischer"), with any first word. */
const NAME = /^\S+(?: (?:\p{Lu}[\p{L}'’-]*|of|the|a|an|in|for|to|by|and|with|on))* \p{Lu}[\p{L}'’-]*$/u;

const STATUS_ONLY =
  /^(?:(?:the |this |your |all )?(?:tasks?|steps?|actions?|request|job|work|operation|process|workflow|goal|objective|page|website|site|form|action)\b(?: (?:steps?|requested|you requested))? ?(?:has|have|is|are|was|were)?(?: been| now)?(?: successfully| fully)? ?(?:complete[d]?|done|finished|loaded|opened|executed|performed|submitted|accomplished|processed|ready|in progress)(?: successfully| as requested)?|(?:all )?done|(?:data |page |web )?(?:extraction|scraping|processing|navigation|search|analysis) (?:is |was |has been )?(?:complete[d]?|done|finished|successful)(?: successfully)?|\d+ (?:items?|pages?|records?) (?:were |was )?(?:processed|scraped|extracted)(?: successfully)?|completed?(?: successfully)?|finished|success(?:ful(?:ly)?)?|ok(?:ay)?|working on it|in progress|please wait|one moment|(?:here (?:is|are) |i (?:have )?(?:found|located|gathered|collected|retrieved|extracted|obtained) )(?:all )?(?:the |your )?(?:requested |relevant |required |needed |necessary )?(?:information|data|details|results?|answer|content|page)(?: (?:that )?you (?:requested|asked for|wanted|need(?:ed)?))?|(?:please )?let me know if .{0,120}|is there anything else .{0,80})[.!: ]*$/i;
/** "The price has been extracted": said of the thing that was asked for, in place of the thing. */
const PASSIVE =
  /^(?:the|all|your|this|that|requested) (?:[\w-]+ ){0,6}?(?:has|have|was|were) (?:been )?(?:successfully )?(?:extracted|retrieved|located|collected|gathered|obtained|identified|fetched|scraped|captured|recorded|processed|found|saved)(?: successfully| as requested| for you| from the (?:page|site|website))?[.!]*$/i;
const SURRENDER =
  /^(?:unfortunately,? |i'?m sorry,? (?:but )?|sorry,? (?:but )?|i apologi[sz]e,? (?:but )?|as an ai(?:[^,]{0,60}, | (?:language )?(?:model|assistant),? )){0,3}(?:(?:i|we|the (?:agent|browser|runner|task))(?:'m| am| was| were| is|'ve been| have been| has been)? (?:(?:un|not )able to|could not|couldn't|cannot|can't|can not|failed to|don't have|do not have|did not manage to|didn't manage to|gave up|ran out of)(?! (?:find|see|locate) any)|unable to (?!find any)|failed to|could not (?:complete|access|find the|load|reach|finish|perform)|(?:the )?task (?:failed|could not be|was not|cannot be)|max(?:imum)? (?:number of )?steps|(?:the )?(?:agent|task|run|execution) (?:was |has been )?(?:stopped|aborted|terminated|halted)\b|(?:the |this )?(?:[\w-]+ ){1,5}(?:could not|couldn't|cannot|can't) be (?:determined|found|located|retrieved|extracted|identified|loaded|accessed|completed)|(?:could|can|would) you (?:please )?(?:tell|provide|clarify|specify|confirm|share|like)\b|please (?:provide|specify|clarify|tell me)\b|(?:i can|i'd be happy to|i would be happy to|how can i) help\b|(?:the (?:agent|task|run|runner) |i |we )(?:has |have )?(?:reached|hit|exceeded) (?:the|its|my|our) (?:maximum|max|step|time|limit))/i;
const FINDING =
  /[$€£¥₹]|\d|\b(?:is|are|shows?|showed|says?|said|reads|states?|stated|displays?|displayed|costs?|equals?|named|called|titled|contains?|contained|lists|listed|reveals?|revealed|indicates?|confirm(?:s|ed)|appears?|appeared|found that|there (?:was|were)|which was|was (?:a|an|the))\b|: \S/i;

/** Whether the task wants to know something, or only wants something done. Unclear tasks want to know. */
export function asksForInformation(goal: string): boolean {
  const plain = goal
    .replace(/"[^"]{0,200}"|“[^”]{0,200}”|(?<![a-z])'[^']{0,200}'(?![a-z])|https?:\/\/\S+/gi, ' ')
    .trim();
  if (plain === '' || QUESTION.test(plain)) return true;
  const lastDeed = lastMatch(plain, DEED);
  if (lastDeed < 0 && DEED_ABROAD.test(plain)) return SEEKING_ABROAD.test(plain);
  return lastDeed < 0 || lastMatch(plain, SEEKING) > lastDeed;
}

const QUESTION =
  /[?？]|^(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|can)\b|\b(?:what(?:'s| is| are| was| does)|how (?:many|much|long|old|far)|extract|list|return|tell|give me|report|summari[sz]e|summary|scrape|describe|compare|answer|explain|provide|output|respond|reply with|print|read (?:me|out|the)|write down|note)\b/i;
const SEEKING =
  /\b(?:find|get|fetch|collect|look ?up|look for|search for|check (?!(?:the |a |all )?(?:check)?box)|show|identify|determine|see|read|count|track|monitor|verify)\b/gi;
const SEEKING_ABROAD =
  /(?<!\p{L})(?:finde|suche|nenne|liste|zeige?|lies|sag|welche\p{L}?|was|wie|wann|wo|wer|trouve|cherche|liste[sz]?|montre|donne|quel(?:le)?s?|combien|quand|encuentra|busca|lista|muestra|dime|dame|qué|cuál|cuánto|trova|cerca|elenca|mostra|dimmi|quale|quanto|encontre|procure|liste|mostre|diga|zoek|toon|noem|hoeveel|znajdź|wymień|pokaż|podaj|ile|jaki)(?!\p{L})|教えて|探して|調べて|一覧/iu;
const DEED =
  /\b(?:click|press|submit|fill|type|enter|select|choose|check (?:the |a |all )?(?:check)?box(?:es)?|toggle|book|buy|order|purchase|add|remove|delete|log ?-?in|sign ?-?in|log ?-?out|sign ?-?out|subscribe|unsubscribe|upload|download|send|post|navigate|go to|open|visit|close|scroll|drag|drop|switch|cancel|register|sign ?-?up|accept|dismiss|hover|expand|collapse|save|set|move|copy|paste|mark|like|follow|share|tap|create|reserve|schedule|apply|rename|play|pause|sort|tick|untick|uncheck|turn (?:on|off))\b/gi;

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index;
  return last;
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
