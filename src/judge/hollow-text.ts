import { clauseKind, clausesOf, nameWords, ruleText, stem, wordsOf } from '../task/index.ts';
import { RUN_METADATA } from './canonical-output.ts';
import { emptyResult, isNoFact, isOneFact } from './empty-result.ts';
import { gateOf } from './gate.ts';
import { isEcho, isPlaceholder, isTemplate } from './placeholder.ts';
import {
  type AskedTask,
  askedTask,
  isPast,
  lacksFigure,
  newWords,
  substanceOf,
  YES_NO,
} from './substance.ts';
import data from './words.json' with { type: 'json' };
import { IN_THE_WORLD, isDeed, isOfBrowser, isWorkWord } from './work-words.ts';

interface HollowFinding {
  confidence: number;
  reason: string;
}

/**
 * A text without an answer: it narrates, promises, gives up, or repeats the task. A sentence that
 * stands on the page narrates nothing.
 */
export function hollowText(
  text: string,
  goal: string,
  isOfPage = false,
  isLeaf = false,
): HollowFinding | null {
  const body = text.trim();
  if (body === '') return { confidence: 0.9, reason: 'The runner finished without returning anything.' };
  if (isGarbled(body)) return { confidence: 0.9, reason: 'The result is not readable text.' };
  const missing = noFact(body, goal);
  if (missing) return missing;
  if (emptyResult(body, goal) !== null || isQuotation(body)) return null;
  if (isPlaceholder(body) || (TRUTH.test(body) && OPEN_QUESTION.test(goal.trim())))
    return { confidence: 0.85, reason: 'The result is a placeholder, not an answer.' };
  if (body.length <= 300 && NEEDS_SCRIPT.test(body) && !/javascript|noscript/i.test(goal))
    return { confidence: 0.85, reason: 'The page needs JavaScript, and the runner did not run it.' };
  if (isTechnical(body, goal))
    return { confidence: 0.8, reason: 'The result is an error message of the runner, not an answer.' };
  const task = askedTask(goal);

  if (body.length > LONGEST_HOLLOW) return null;
  const isOpen = !isLeaf && lacksFigure(body, task);
  if (!isOpen && (isNamed(body, task) || isShortAnswer(body, goal, task))) return null;
  const { holds, isUnable, isPromised } = substanceOf(body, task);
  if (holds && !isOpen) return null;
  if (isUnable)
    return { confidence: 0.8, reason: 'The runner said that it could not do the task, or asked back.' };

  if (isPromised) return { confidence: 0.85, reason: 'The result only promises what would be done.' };
  if (isOfPage || !asksForInformation(goal)) return null;
  return { confidence: 0.85, reason: 'The result only narrates actions and holds no answer.' };
}

export function noFact(output: unknown, goal: string): HollowFinding | null {
  const reason = 'Nothing was found where the task asks for one fact.';
  return isNoFact(output, ruleText(goal)) ? { confidence: 0.8, reason } : null;
}

const LONGEST_HOLLOW = 3_000;

const NEEDS_SCRIPT =
  /\b(?:(?:need|have) to|please|must) (?:enable|turn on|activate) javascript\b|\bjavascript (?:is|must be|has to be) (?:disabled|required|enabled|turned off|not enabled)|\brequires javascript\b|^loading(?:[.…]|please wait)*$/i;

/** Text in quotation marks quotes the page. */
function isQuotation(body: string): boolean {
  return /^["“„«][^"“”„»]{8,}["“”»]$/u.test(body) && wordsOf(body).length > 2;
}

const NAMING =
  /^(?:name|anzahl|number|amount|translation|übersetzung|title|titel|price|preis|date|datum|author|autor|address|adresse|description|beschreibung|summary|zusammenfassung|value|wert|text|content|inhalt|answer|antwort|list|liste|member|item|product|produkt)$/;

/** Bytes of a file taken for letters: a tenth of them occur in no text. */
function isGarbled(body: string): boolean {
  const start = body.slice(0, 4_000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell a file from a text.
  const strange = start.match(/[\x00-\x08\x0e-\x1f\x7f\ufffd]/g)?.length ?? 0;
  return strange >= 5 && strange > start.length / 10;
}

/** One phrase in title case is a name ("Searching for Bobby Fischer"), with any first word. */
function isNamed(body: string, task: AskedTask): boolean {
  const words = body.split(/\s+/);
  if (words.length < 2 || words.length > 12 || !/^\p{Lu}/u.test(words.at(-1) ?? '')) return false;
  const isTitle = words.every(
    (word, at) => at === 0 || /^\p{Lu}[\p{L}'’-]*$/u.test(word) || SMALL.test(word),
  );
  return isTitle && newWords(body, task).length > 0 && !/^(?:i|we|ich|wir)$/i.test(words[0] ?? '');
}

const SMALL =
  /^(?:of|the|a|an|in|for|to|by|and|with|on|nach|dem|der|die|das|und|im|am|zum|von|de|la|le|et|del|y)$/;

/** Yes to a question, one of the things that the task names, the state that it asks for, the words of a button. */
function isShortAnswer(body: string, goal: string, task: AskedTask): boolean {
  const plain = goal.trim();
  const said = wordsOf(body);
  const asked = wordsOf(goal);
  if (YES.test(body) && !OPEN_QUESTION.test(plain)) return true;
  if (said.length > 6) return false;
  if (ABOUT_STATE.test(plain) && said.length <= 2) return true;
  if (said.every((word) => DONE.has(word))) return false;
  const [only = ''] = said;
  if (said.length === 1 && /^\p{L}+$/u.test(only) && !isWorkWord(only) && !asked.includes(only)) return true;
  if (isReport(body)) return false;
  const isOneOf = CHOICE.test(plain);
  const isOfTask =
    !said.some(isDeed) && newWords(body, task).length === 0 && said.some((word) => asked.includes(word));
  if (isOneOf && isOfTask) return said.length < asked.length;
  if (YES_NO.test(plain) && said.length <= 3) return true;
  return (task.isAboutWords || ABOUT_STATE.test(plain)) && said.length <= 4;
}

function isReport(body: string): boolean {
  const said = wordsOf(body);
  const isDone = (word = '') => isDeed(word) && isPast(word) && !IN_THE_WORLD.has(stem(word));
  return /^(?:i|we|ich|wir)$/.test(said[0] ?? '') || isDone(said[0]) || isDone(said.at(-1));
}

/** The task names the things to choose from. */
const CHOICE =
  /\s(?:or|oder|ou|o)\s|\bbetween\b|\b(?:which|welche[rsmn]?)\b.*[,:]|\bof (?:the )?(?:two|following)\b/iu;
const YES =
  /^(?:(?:yes|yep|ja|oui|sí|sì|はい|いいえ)(?!\p{L})|(?:no|nope|nein|non|si|true|false|wahr|falsch)\s*(?:[,.;:!–-]|$))/iu;
const DONE = new Set(
  'all task it is i am everything done ok okay finished ready success successful successfully complete completed saved fertig erledigt abgeschlossen fait termine hecho listo fatto'.split(
    ' ',
  ),
);
const ABOUT_STATE =
  /\b(?:status|state|progress|stage|zustand|statut|état|estado|stato|stan)\b|\b(?:is|are|was|has|ist|wurde)\b.{0,60}\b(?:complete[d]?|done|finished|ready|fertig|erledigt|abgeschlossen)\b/i;
/** A yes or no in place of a thing. */
const TRUTH = /^(?:true|false|wahr|falsch)$/i;
const OPEN_QUESTION =
  /^(?:who|whose|when|where|why|how (?:much|many|long|old|far|big)|wer|wann|wo|warum|wie (?:viel|lange|alt|hoch|heißt)|was kostet)\b|^what\b.*\b(?:cost|price|name|title|date|address|number|e-?mail|headline|author|description)s?\b/i;

/** The words of a broken program. */
export function isTechnical(body: string, goal: string): boolean {
  return body.length <= 500 && TECHNICAL.test(body) && !ABOUT_ERRORS.test(goal);
}

/** A structured result in which no member holds a value: a status, a log, placeholders, the names of the keys. */
export function hollowData(output: unknown, asked: string): HollowFinding | null {
  const goal = ruleText(asked);
  if (output === true || output === false) return hollowText(String(output), goal);
  if (output === null || typeof output !== 'object') return null;
  if (Object.keys(output).length === 0 || emptyResult(output, goal) !== null) return null;
  const isThought = Object.keys(output).some((key) => THOUGHT.test(key));
  if (!isThought && !asksForInformation(goal)) return null;
  const task = askedTask(goal);
  const isShut = Object.entries(output).some(
    ([key, value]) => value === true && gateOf(`${key.replaceAll('_', ' ')} page`, goal),
  );
  if (!isShut && tells(output, goal, task, 0)) return null;

  return { confidence: 0.8, reason: 'The result holds a status, a log or placeholders, and no answer.' };
}

function tells(value: unknown, goal: string, task: AskedTask, depth: number): boolean {
  if (depth > 50) return true;

  if (value === null || typeof value !== 'object') return tellsUnder('', value, goal, task, depth);
  const entries = Object.entries(value);
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (texts.some(([key, item]) => isTemplate(item) || isEcho(key, item))) return false;
  const isGuessed = texts.some(([, item]) => isPlaceholder(item));
  return entries.some(
    ([key, item]) => !(isGuessed && ZERO.test(String(item))) && tellsUnder(key, item, goal, task, depth),
  );
}

const ZERO = /^\W*0+(?:[.,:]0+)?\W*$/;

function tellsUnder(key: string, value: unknown, goal: string, task: AskedTask, depth: number): boolean {
  if (value === null || RUN_METADATA.has(key)) return false;
  const named = nameWords(key);
  const isOfWork = named.length > 0 && named.every(isWorkKey);
  if (isOfWork && !named.some((word) => task.stems.has(word.slice(0, 5)))) return false;
  if (typeof value === 'object') return tells(value, goal, task, depth + 1);
  if (value === -1 || (value === 0 && isOneFact(goal))) return false;
  if (typeof value !== 'string')
    return (
      key === '' ||
      !(
        REMARK.test(key) ||
        (typeof value === 'number' && !task.isCount && (COUNTS.test(key) || WHO.test(goal)))
      )
    );
  if (isPlaceholder(value) || isEcho(key, value) || value.trim() === '') return false;

  const isAskedBack = goal.toLowerCase().includes(value.toLowerCase());
  if (isAskedBack || NAMING.test(value.trim().toLowerCase())) return false;

  const isWordOfData = key !== '' && !REMARK.test(key) && value.split(/\s+/).length <= 3;
  return isWordOfData || hollowText(value, goal, false, true) === null;
}

function isWorkKey(word: string): boolean {
  return WORK_KEYS.has(word) || ((isDeed(word) || isOfBrowser(word)) && !KEPT_KEYS.has(word));
}

const WORK_KEYS = new Set(data.workKeys.split(' ').flatMap((word) => [word, stem(word)]));
/** Words of the work that are also names of things. */
const KEPT_KEYS = new Set(
  'name state group mark share rank cover source address detail open close match score supply explain describe mention match set lead lie live result answer title link section display list contain visit store offer type order record follow note present count number report'
    .split(' ')
    .map(stem),
);
const THOUGHT =
  /^(?:thoughts?|thinking|reasoning|next_?goal|memory|evaluation_?previous_?goal|current_?state)$/i;
const COUNTS = /^(?:count|total|found|results?|matches|number)$/i;
const WHO = /^(?:who|wer|qui|quién|chi)\b/i;
const REMARK =
  /^(?:|message|msg|detail|note|summary|results?|output|answer|text|content|response|error|errors|reason|data|value|final_?(?:answer|result))$/i;

const INFORMING = new RegExp(data.informing, 'iu');

/** Whether the task wants to know something, or only wants something done. Unclear tasks want to know. */
export function asksForInformation(goal: string): boolean {
  if (INFORMING.test(goal)) return true;
  const kinds = clausesOf(goal).map((clause) => clauseKind(clause));
  if (kinds.includes('question')) return true;
  const deed = kinds.lastIndexOf('act');
  return deed < 0 || kinds.lastIndexOf('read') > deed;
}

const TECHNICAL =
  /^(?:uncaught |unhandled )?(?:\w{0,20}error|exception|traceback)\b[^.\n]{0,40}:|\bnet::err_|^(?:await|const|let|def|function|import|page|driver|browser)\b.*[({]|\w\(\w+=.*\)|\b(?:dns|err)_[a-z_]+\b|\b(?:econnrefused|econnreset|enotfound|etimedout)\b|\b(?:navigation|page|request|connection|operation|task) (?:has )?time(?:d |-)?out\b|\btimeout (?:of )?\d+ ?m?s (?:exceeded|reached)/i;
const ABOUT_ERRORS = /\b(?:errors?|exceptions?|logs?|console|message)\b/i;
