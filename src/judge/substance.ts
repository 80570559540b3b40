import { contentStems, stem, withoutQuotes, wordsOf } from '../task/index.ts';
import data from './words.json' with { type: 'json' };
import {
  IN_THE_WORLD,
  isDeed,
  isFactName,
  isGateWord,
  holds as isIn,
  isOnScreen,
  isWorkWord,
  OF_A_HOUSE,
  stems,
} from './work-words.ts';

/** What a text holds besides words about operating a browser, for one task. */
export interface Substance {
  /** A value, a name or a sentence with content that is neither in the task nor about the work. */
  holds: boolean;
  /** It says that something could not be done, or asks back. */
  isUnable: boolean;
  /** It only announces. */
  isPromised: boolean;
}

/** One rule for every voice: an answer contains something that answers. Linear in the text. */
export function substanceOf(text: string, task: AskedTask): Substance {
  const found: Substance = { holds: false, isUnable: false, isPromised: false };
  const sentences = sentencesOf(text);
  const openings = sentences
    .flatMap((each) => each.split(/[;,]\s/))
    .filter((each) => isDeed(wordsOf(each)[0] ?? ''));
  const isListed = openings.length > 1 && !task.isAboutWords;
  for (const sentence of sentences) {
    // A heading over what is to come.
    if (/^[^:]{1,30}:$/.test(sentence)) continue;
    if (/[?？]\s*$/u.test(sentence) && !task.isAboutWords) {
      found.isUnable = true;
      continue;
    }
    weighSentence(sentence, { ...task, isListed }, found);
    if (found.holds) return found;
  }
  return found;
}

/** The words of the task that an answer may repeat without telling anything. */
export interface AskedTask {
  goal: string;
  stems: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  /** It asks for a way, a place or the words of a page, which are told with the words of the work. */
  isAboutWords: boolean;
  isAboutScreen: boolean;
  /** It asks for a figure, a day or a time. */
  wantsFigure: boolean;
  /** It asks for a day or a year. */
  wantsDay: boolean;
  /** It asks who it is. */
  wantsName: boolean;
  isCount: boolean;
  /** It asks what happened: then a deed is an answer. */
  isEvent: boolean;
  /** A statement about its own words answers it. */
  isYesNo: boolean;
}

/** All leaves of a result are held against the same task. */
let last: AskedTask | null = null;

export function askedTask(goal: string): AskedTask {
  if (last?.goal !== goal) last = readAsked(goal);
  return last;
}

function readAsked(goal: string): AskedTask {
  return {
    goal,
    stems: new Set(contentStems(withoutQuotes(goal)).map(keyOf)),
    numbers: new Set([
      ...(goal.match(NUMBER) ?? []),
      ...wordsOf(goal)
        .filter((word) => SPELLED.has(word))
        .flatMap((word) => [word, stem(word)]),
    ]),
    isAboutWords: ASKS_FOR_WORDS.test(goal),
    isAboutScreen: ASKS_FOR_SCREEN.test(goal),
    wantsFigure: FIGURE_ASKED.test(goal) && !ASKS_FOR_SCREEN.test(goal),
    wantsDay: OF_TIME.test(goal),
    wantsName: NAME_ASKED.test(goal),
    isYesNo: YES_NO.test(goal.trim()),
    isEvent:
      /\b(?:happen\w*|decid\w*|become|became|change[ds]?|status|state|did|why)\b|passiert|beschlossen|geschehen|entschied|warum/iu.test(
        goal,
      ),
    isCount: /\bhow many\b|\bnumber of\b|\bcount\b|wie ?viele|anzahl|combien|cu[aá]nt|quant/iu.test(goal),
  };
}

const FIGURE_ASKED = new RegExp(data.figureKinds, 'iu');
const FIGURE_WORDS = new Set([...stems(data.figureWords), ...'free frei'.split(' ')]);

/** The task asks for a figure, a day or a time, and the text has none, nor a word about the asked thing that stands for one. */
export function lacksFigure(text: string, task: AskedTask): boolean {
  if (
    !task.wantsFigure ||
    text.length > 400 ||
    /\d|[０-９一二三四五六七八九十]/u.test(withoutMarks(text, task))
  )
    return false;
  const words = wordsOf(text.replace(/n['’]t\b/giu, ' not'));
  if (
    words.some(
      (word) =>
        SPELLED.has(word) ||
        isIn(FIGURE_WORDS, word) ||
        [...SPELLED].some((count) => count.length > 3 && word.endsWith(count)),
    )
  )
    return false;
  if (DAY.test(text)) return false;
  const isOfTask = words.some((word) => isAsked(stem(word), task)) || words.some((word) => NOT.test(word));
  if (words.length <= 6 && AT.test(text)) return false;
  return !(isOfTask && (newWords(text, task).length > 0 || words.some((word) => NOT.test(word))));
}

/** Without the numbers of the task, of steps, of pages and of errors. */
function withoutMarks(text: string, task: AskedTask): string {
  return text.replace(NUMBER, (found, at: number) => {
    const number = found.replace(/[.,:]+$/, '');
    const after = text.slice(at + found.length, at + found.length + 24);
    const isMark =
      MARKED.test(text.slice(Math.max(0, at - 20), at)) || (MEASURE_OF_WORK.test(after) && !task.isCount);
    return isMark || task.numbers.has(number) || /^[.)]\s/.test(found.slice(number.length) + after)
      ? ' '
      : found;
  });
}

const NAME_ASKED =
  /^(?:who|wer|wie hei(?:ß|ss)(?:t|en)|qui|quién|chi)(?!\p{L})|\bname of\b|\bwho (?:is|was|wrote|won|owns|runs|leads)\b/iu;

const AT =
  /^(?:in|after|before|during|since|until|by|at|on|around|late|early|every|im|am|nach|vor|während|seit|bis|um|gegen|ab|jeden?|en|à|au|a las|al|alle)\s/iu;

/** Also what is said with the words of the work counts for nothing. */
function strictly(task: AskedTask): AskedTask {
  return { ...task, isAboutWords: false, isAboutScreen: false };
}

/** Words of a text that neither the task nor the work bring. */
export function newWords(text: string, task: AskedTask): string[] {
  return contentStems(text.replace(UNSAID, ' ').replace(/n['’]t\b/giu, ' not')).filter(
    (word) =>
      !/^[a-z]$/.test(word) &&
      (/^\p{L}/u.test(word) || !text.includes(word)) &&
      !isAsked(word, task) &&
      (task.isAboutScreen || !(task.isAboutWords ? isFactName(word) : isWorkWord(word))),
  );
}

/** A word of the task in any form: "safety" of "safe". */
function isAsked(word: string, task: AskedTask): boolean {
  return task.stems.has(keyOf(word)) || (word.length > 4 && task.stems.has(word.slice(0, 4)));
}

/** Addresses, and the marks of a gap that nobody filled. */
const UNSAID =
  /https?:\/\/\S+|\b(?:HH:MM|[YJ]{4}|(?:MM|DD|TT)[./-])|(?<!\p{L})\p{L}{1,40}:\s{0,9}(?=[,;]|$)|\b[Ii]n order to\b|\[[^[\]]{1,40}\]|<\w{1,30}>|\bX{1,5}\b|_{2,}/gu;

/** Endings change from task to answer; the beginning of a word does not. */
function keyOf(word: string): string {
  return word.slice(0, 5);
}

export const YES_NO =
  /^(?:is|are|were|was(?! (?:ist|sind|kostet|kosten|hat|haben|macht|bedeutet|steht|sagt|enthält)\b)|has|have|does|do|did|can|could|will|would|should|ist|sind|hat|haben|gibt|kann|darf|wird)\b/i;
const ASKS_FOR_WORDS =
  /\b(?:title|headlines?|status|errors?|message|steps?|recipe|instructions?|guide|manual|texts?|buttons?|labels?|headings?|links?|menu|words?|faq|questions?|tasks?|chores)\b|\bhow (?:do|does|can|to|is|are|should)\b|\bwhat (?:can|should|do (?:i|we|you)|is (?:in|on|at))\b|\bwhere\b.*\b(?:find|found|shown|displayed|listed)\b|(?<!\p{L})(?:wo (?:finde|steht)|wie (?:kann|mache?|wird|werden|geht)|anleitung|schritte|knopf|schaltfläche|überschrift\p{L}*|fragen|meldung|fehler|status)(?!\p{L})/iu;
/** It asks for a place on a screen, or for its words. */
const ASKS_FOR_SCREEN =
  /\bwhere\b.*\b(?:find|found|shown|displayed|listed)\b|\b(?:pages?|site|screen|title|headlines?|status|errors?|message|texts?|buttons?|labels?|headings?|links?|menu|sign)\b|(?<!\p{L})(?:wo (?:finde|steht)|seite|knopf|schaltfläche|überschrift\p{L}*|meldung|fehler|status)(?!\p{L})/iu;
/** Counts in words; "one" is also an article. */
const SPELLED = new Set(
  'two three four five six seven eight nine ten eleven twelve twenty dozen hundred thousand zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig hundert tausend'.split(
    ' ',
  ),
);
const NUMBER = /\d[\d.,:]*/g;

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|(?<=[。！？])|[\r\n]+|\s(?=\d{1,2}[.)]\s)/u)
    .map((part) => part.replace(MARKS, '').trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** List marks, emphasis and the numbers and times of steps at the beginning. */
const MARKS =
  /^(?:[\s\-*•>#✓|_`]|\p{Extended_Pictographic}|\uFE0F|\[?\d{1,2}:\d\d(?::\d\d)?\]?\s|\d{1,3}(?:[.)](?:\s|$)|\s?\||\/\d{1,3}\s)|(?:step|schritt|étape|paso|passo)\s\d{1,2}(?:\/\d{1,2})?\s?[.:)-]?\s?)+/iu;

interface Clause {
  text: string;
  /** The words before it. */
  before: string;
  /** It goes on with the clause before it. */
  isJoined: boolean;
  isTurn: boolean;
  /** "... how many there are": it asks and does not tell. */
  isAsked: boolean;
}

const CUT =
  /\s*[,，、]\s+|\s*[;:：；]\s+|\s+[–—|-]\s+|\s+\(|\s+(?:and|then|und|sowie|et|y|e|but|however|because|since|although|so that|which|who|whose|that|where|while|whether|how|what|when|why|if|aber|jedoch|weil|denn|dass|sodass|wo|wann|warum|wie|ob|welche[rsnm]?|mais|pero|ma)\s+/giu;

const ASKED = /^(?:whether|how|what|where|when|why|if|who|which|wo|wann|warum|wie|ob|welche[rsnm]?)$/iu;

function clausesOf(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let cut = '';
  const push = (to: number) => {
    const text = sentence.slice(from, to).trim();
    const isJoined = clauses.length > 0 && /^(?:[,，、(]|and|then|und|sowie|et|y|e)$/iu.test(cut);
    if (/[\p{L}\p{N}]/u.test(text))
      clauses.push({
        text,
        before: sentence.slice(Math.max(0, from - 16), from),
        isJoined,
        isTurn: /^(?:but|however|aber|jedoch)$/iu.test(cut),
        isAsked: ASKED.test(cut),
      });
  };
  for (const match of sentence.matchAll(CUT)) {
    push(match.index);
    cut = match[0].trim();
    from = match.index + match[0].length;
  }
  push(sentence.length);
  return clauses;
}

/** `isListed`: the text lists what is done. */
type Weighing = AskedTask & { isListed: boolean };

function weighSentence(sentence: string, task: Weighing, found: Substance): void {
  if (task.isAboutWords && !task.isAboutScreen && isInstruction(wordsOf(sentence))) {
    found.holds = true;
    return;
  }
  let isWork = false;
  let isStuck = false;
  for (const { text, before, isJoined, isTurn, isAsked } of clausesOf(sentence)) {
    const clause = readClause(text, isJoined && isWork, task);
    if (isAsked && newWords(text, strictly(task)).length <= 1) clause.isWork = true;
    isWork = clause.isWork;
    if (isTurn) isStuck = false;
    if (clause.isUnable) {
      isStuck = true;
      found.isUnable = true;
    }
    if (clause.isPromised) found.isPromised = true;
    if (!isStuck && holds(text, before, clause, task)) {
      found.holds = true;
      return;
    }
  }
}

interface ClauseReading {
  isWork: boolean;
  isUnable: boolean;
  isPromised: boolean;
  words: string[];
}

function holds(
  text: string,
  before: string,
  { isWork, isPromised, words }: ClauseReading,
  task: AskedTask,
): boolean {
  if (isPromised) return false;
  if (hasValue(text, before, isWork, task)) return true;
  if (!isWork) {
    const told = newWords(text, task);
    const isOfScreen = words.some(isOnScreen);
    return told.some((word) => !isOfScreen || /\p{L}/u.test(word)) || isSaidOfTask(words, task);
  }
  const told = words.findIndex((word) => TELLS.has(word));
  const after = words.slice(told + 1);
  return told >= 0 && newWords(after.join(' '), strictly(task)).length > after.filter(isOnScreen).length;
}

/** A yes in a sentence, or that the asked thing is not so. */
function isSaidOfTask(words: string[], task: AskedTask): boolean {
  if (!words.some((word) => task.stems.has(keyOf(stem(word))))) return false;
  const isStatement = words.some((word) => FINITE.has(word)) && !words.some(isOnScreen);
  return (
    (task.isAboutScreen && words.some((word) => FINITE.has(word))) ||
    (task.isYesNo && isStatement) ||
    words.some((word) => NOT.test(word))
  );
}

const NOT = /^(?:not|no|none|neither|nobody|nothing|never|nicht|nie|kein\p{L}{0,2})$/u;

/** Verbs behind which also a report tells something. */
const TELLS = new Set(
  'found saw noticed discovered learned by is are costs says reads states shows amounts von ist sind kostet lautet beträgt steht durch est cuesta'.split(
    ' ',
  ),
);

function readClause(text: string, isCarriedOn: boolean, task: Weighing): ClauseReading {
  const plain = text.replace(QUOTED, ' x ').replace(/https?:\/\/\S+/giu, ' x ');
  const words = wordsOf(plain.replace(/\b(\w+)n't\b/giu, '$1 not').replace(/cannot/giu, 'can not'));
  const start = words.findIndex((word) => !LEADS.has(word));
  const rest = start < 0 ? [] : words.slice(start);
  const agent = rest.slice(0, 6).find((word) => AGENTS.has(word));
  const hasDeed = rest.some(isDeed);
  const isUnable = INABLE.test(plain) && (agent !== undefined || hasDeed);
  const isHouse = isOfHouse(rest, agent);
  const isPromised = agent !== undefined && FUTURE.test(plain) && !isHouse && (hasDeed || agent !== 'let');
  const isWork =
    isUnable ||
    /^(?:please|bitte|kindly)\b/iu.test(text) ||
    isPromised ||
    (agent !== undefined && !/^(?:we|wir|lets?)$/.test(agent) && !task.isAboutWords) ||
    ((hasDeed || rest.some((word) => WAS.has(word))) && !isHouse && isReport(rest, agent, task)) ||
    (isCarriedOn && !rest.some((word) => TELLS.has(word)) && (rest.length <= 4 || rest.some(isOnScreen)));
  return { isWork, isUnable, isPromised, words };
}

const QUOTED = /"[^"]{0,80}"|“[^”]{0,80}”|„[^“”]{0,80}[“”]|(?<!\p{L})'[^']{0,80}'(?!\p{L})/gu;
const LEADS = new Set(
  'first firstly second secondly third then next now finally lastly afterwards also successfully already just once okay ok sure great alright certainly done unfortunately sorry after that this dann danach zuerst zunachst anschliessend nun jetzt schliesslich ausserdem zuletzt abschliessend erfolgreich leider ensuite puis despues luego poi'.split(
    ' ',
  ),
);
const AGENTS = new Set('i we agent browser bot assistant runner script let lets ich wir je nous'.split(' '));
const FUTURE =
  /\b(?:will|shall|going to|about to|need to|needs to|have to|plan to|intend to|should|let me|let us|let's)\b|['’]ll\b|(?<!\p{L})(?:werde|werden|wird|lass|lassen|gleich|muss|müssen|vais|allons)(?!\p{L})/iu;
const INABLE =
  /\b(?:could|can|was|were|am|did|do|does) not\b|n't\b|\bcannot\b|\bunable\b|\bfailed to\b|\bgave up\b|\bimpossible\b|(?<!\p{L})(?:nicht|fehlgeschlagen|gescheitert|no pude|n'ai pas|impossible|non (?:sono|è|ho)|не удалось)(?!\p{L})|ませんでした/iu;

/** "We closed the café": a house speaks of itself. */
function isOfHouse(words: string[], agent: string | undefined): boolean {
  if ((agent !== 'we' && agent !== 'wir') || words.some(isOnScreen)) return false;
  const deed = words.findIndex(isDeed);
  const word = words[deed];
  if (word === undefined || OF_A_HOUSE.has(stem(word))) return true;
  // "We take all cards": a habit is no report.
  return !isPast(word) && !words.slice(0, deed).some((before) => /^(?:have|had|haben|will)$/.test(before));
}

/** Told as done, to do or going on, and not as a state of the world. */
function isReport(words: string[], agent: string | undefined, task: Weighing): boolean {
  if (agent !== undefined) return true;
  // "He" is English unless a participle follows: "he visitado".
  if (words[0] === 'he' && !/(?:[ai]do|to|cho)$/.test(words[1] ?? '')) return false;
  const was = words.findIndex((word) => WAS.has(word));
  if (was >= 0) {
    const done =
      words.findLast((word, at) => at > was && isPast(word) && isDeed(word)) ??
      words.findLast((word, at) => at > was && isPast(word)) ??
      words.slice(0, was).findLast(isPast);
    if (done === undefined) return false;
    if (!isDeed(done)) return false;
    return (
      !IN_THE_WORLD.has(stem(done)) || newWords(words.join(' '), task).length === 0 || words.some(isOnScreen)
    );
  }
  const lead = words.findIndex((word) => !HAVE.has(word));
  const [word = '', next] = words.slice(lead);
  if (isDeed(word) && !(task.isAboutWords && !isPast(word))) {
    const isOfTask = next !== undefined && (isWorkWord(next) || task.stems.has(keyOf(stem(next))));
    if (IN_THE_WORLD.has(stem(word)) && isPast(word) && newWords(words.join(' '), task).length > 0)
      return false;
    if (next === undefined || task.isListed || isOfTask || TARGETS.has(next) || /^\d/.test(next)) return true;
  }
  // "Price extracted", "Angebotsseite geöffnet", "1. Seite aufrufen".
  const last = words.findLastIndex((one) => !TRAILS.has(one));
  const end = words[last] ?? '';
  if (!isDeed(end) || words.some((one) => FINITE.has(one)) || !(isPast(end) || /en$/.test(end))) return false;
  return !IN_THE_WORLD.has(stem(end)) || newWords(words.join(' '), task).length === 0;
}

export function isPast(whole: string): boolean {
  const word = whole.slice(0, LONGEST_WORD);
  return (
    /(?:ed|ung)$/.test(word) ||
    /^(?:went|took|found|began|chose|seen|saw|read|got|sent|put|run|done|gone|taken|hit|sought)$/.test(
      word,
    ) ||
    /ge.{2,}(?:t|en)$|iert$|^(?:be|er|ver|uber|unter|durch)\p{L}{3,}(?:t|en)$/u.test(word) ||
    /(?:rte|rtes|ite|ee|ees|ado|ada|ido|ida|ato|ata|uto|uta|ito|erto|erta|etto)$/.test(word)
  );
}

const LONGEST_WORD = 40;

const WAS = new Set('was were been wurde wurden worden ete fue fueron stata stato stati sido'.split(' '));
const HAVE = new Set('have has had am is are be being habe hat haben bin he ai ho hemos ha x'.split(' '));
const FINITE = new Set('is are has ist sind hat costs kostet'.split(' '));
const TRAILS = new Set(
  'successfully correctly completely now x erfolgreich vollstandig as requested worden for you'.split(' '),
);
const TARGETS = new Set(
  'the a an to for on down up through into at in over until out and all each it that this my your its from with by if whether as back der die das den dem des auf nach zu zum zur im ein eine einen am alle bis la le les el los il lo x'.split(
    ' ',
  ),
);

/** A number that is neither of the task nor of a step, a page or a wait. In a report of work only one that counts nothing of it. */
function hasValue(text: string, ahead: string, isWork: boolean, task: AskedTask): boolean {
  const repeated = (figure: string) => (task.numbers.has(figure.replace(/[.,:]+$/, '')) ? ' ' : figure);
  const plain = text
    .replace(/https?:\/\/\S+/giu, ' ')
    .replace(NUMBER, (figure) => (isWork ? repeated(figure) : figure))
    .replace(isWork ? QUOTED : /(?!)/gu, ' ');
  if (/[$€£¥₹%]\s?\d|\d\s?[$€£¥₹%°]|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]/iu.test(plain)) return true;
  if (!isWork && DAY.test(plain)) return true;
  const said = wordsOf(plain);

  if (!isWork && said.some((word) => SPELLED.has(word) && !task.numbers.has(word))) return true;
  if (MEASURE.test(plain)) return true;
  if (isWork && said.some(isOnScreen) && !task.isCount && !said.some((word) => TELLS.has(word))) return false;
  for (const { 0: found, index } of plain.matchAll(NUMBER)) {
    const number = found.replace(/[.,:]+$/, '');
    const before = `${ahead} ${plain.slice(0, index)}`.slice(-20);
    const after = plain.slice(index + found.length, index + found.length + 24);
    const token =
      /[\w-]*$/.exec(plain.slice(Math.max(0, index - 40), index))?.[0] +
      number +
      (/^[\w-]{0,40}/.exec(after)?.[0] ?? '');
    if (/^(?:\d{1,3}\.){3}\d{1,3}$/.test(number) || HASH.test(token)) continue;
    if (/^\/\d/.test(after) && after.startsWith(`/${number}`)) continue;
    if (/^[45]\d\d$/.test(number) && wordsOf(`${ahead} ${plain}`).some(isCodeWord)) continue;
    if (isWork && /^(?:st|nd|rd|th)\b/.test(after)) continue;
    if (MARKED.test(before) || (MEASURE_OF_WORK.test(after) && !task.isCount)) continue;
    if (task.numbers.has(number) && (isWork || newWords(text, task).length === 0)) continue;
    if (isWork && /^(?:19|20)\d\d$/.test(number) && !task.wantsDay) continue;
    const [next = ''] = wordsOf(after);
    if (isWork && !task.isCount && (isWorkWord(next) || task.stems.has(keyOf(stem(next))))) continue;
    return true;
  }
  return false;
}

/** "Rate limit exceeded (429)", not "The limit is 450". */
function isCodeWord(word: string): boolean {
  return (
    isGateWord(word) &&
    !/^(?:limit|rate|price|prices|not|id|account|country|land|region|ob|um|wegen|viele)$/.test(word)
  );
}

const OF_TIME = /\b(?:when|year|date|since)\b|wann|jahr|datum|seit|quand|cuándo|quando/iu;
const MARKED =
  /(?:step|page|tab|number|element|node|index|row|column|item|link|button|status|http|error|code|id|ref|reference|chapter|section|paragraph|version|result|line|entry|duration|runtime|time|elapsed|tokens?|steps|actions|fehler|schritt|seite|kapitel|abschnitt|absatz|zeile|spalte|treffer|dauer|laufzeit|nr\.?|#)\s?[#:.]?\s*$/iu;
/** A quantity of the world. */
const MEASURE =
  /\d\s?(?:[kcm]?m[²³2]?|k?g|[cm]?l|ft|mph|km\/h|kwh?|[gmk]b|met(?:re|er)s?|kilo\p{L}+|miles?|feet|euros?|dollars?|pounds?|kronor|eur|usd|gbp|percent|prozent|years?|jahren?|degrees?|grad|people|personen|a\.?m|p\.?m|uhr)(?!\p{L})/iu;
/** An id of letters and digits. */
const HASH = /^(?=[0-9-]*[a-f])(?=[a-f-]*\d)[0-9a-f-]{4,}$/;
const MEASURE_OF_WORK =
  /^(?:st|nd|rd|th)?(?:\s?(?:of|von|\/)\s?\d{1,4})?\s?(?:ms|s|sec(?:onds?)?|steps?|clicks?|times|actions?|pages?|tabs?|scrolls?|turns?|iterations?|tokens?|schritten?|sekunden?|aktionen|klicks?|mal|seiten|sections?)(?!\p{L})/iu;

const DAY =
  /(?<!\p{L})(?:Jan(?:uar)?y?|Feb(?:ruar)?y?|March|März|April|May|Mai|June|Juni|July|Juli|August|September|O[ck]tober|November|De[cz]ember|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tags?|Mittwochs?|[Tt]omorrow|[Yy]esterday|[Tt]onight|[Mm]idnight|[Nn]oon|[Hh]eute|[Mm]orgen|[Gg]estern)(?!\p{L})/u;

/** Two steps that a reader is to take. */
function isInstruction(words: string[]): boolean {
  const deeds = words.filter(isDeed);
  return deeds.length > 1 && !words.some((word) => AGENTS.has(word) || WAS.has(word)) && !deeds.some(isPast);
}
