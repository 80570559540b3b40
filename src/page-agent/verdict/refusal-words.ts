import { stem, wordsOf } from '../words.ts';

/**
 * Whether a page says no to what was done, by the shape of its sentence and not by how it marks it. A state that the task
 * itself speaks of ("decline the offer") is what was wanted.
 */
export function saysNo(line: string, task: string): boolean {
  return sentencesOf(line).some((sentence) => DENIED.test(sentence) || isBadState(sentence, task));
}

/**
 * "Please choose a day.", "Pick one first", "Names are 4 to 20 letters long.": asks for something before it goes on, which
 * is no refusal where it is the next step of many.
 */
export function insists(line: string): boolean {
  return (
    sentencesOf(line).some((sentence) => INSISTS.test(sentence) || ORDERS.test(sentence)) ||
    FIRST.test(line.trim()) ||
    MEASURE.test(line)
  );
}

/** Whether it says in so many words that the thing was done. */
export function saysDone(line: string): boolean {
  return sentencesOf(line).some((sentence) => DONE.test(sentence) && !DENIED.test(sentence));
}

/**
 * "Nothing saved yet.", "Not submitted yet", "You have unsaved changes": what the page says as long as something is still
 * to be done, by the word for that deed. Null where a line says no such thing.
 */
export function stillToBe(line: string): string | null {
  const plain = line.trim();
  if (UNSAVED.test(plain)) return 'saved';
  return PENDING.exec(plain)?.[1]?.toLowerCase() ?? null;
}

/** Only sentences: a name or a state in a list says nothing of what was done. Questions lead elsewhere. */
function sentencesOf(line: string): string[] {
  return line
    .split(/(?<=[.!?…])\s+/u)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        !sentence.endsWith('?') && (/[.!]$/u.test(sentence) || OPENS.test(sentence)) && sentence.length > 3,
    );
}

const OPENS =
  /^(?:the|this|that|these|those|your|you|we|sorry|no|not|there|it|unfortunately|please|only|invalid|incorrect|wrong|unknown|access|permission|thanks?|welcome|congratulations|success|done|successfully|nothing|unsupported)\b/iu;

function isBadState(sentence: string, task: string): boolean {
  const [state] = sentence.match(BAD_STATE) ?? [];
  if (state === undefined) return false;
  const asked = new Set(wordsOf(task).map(stem));
  return !wordsOf(state).some((word) => word.length > 3 && asked.has(stem(word)));
}

/** Verbs for a requested thing, after "not" and its like. */
const ACHIEVED =
  'accepted|added|allowed|applied|approved|authori[sz]ed|available|booked|changed|completed?|confirmed|correct|created|deleted|delivered|eligible|enough|entitled|executed|found|granted|placed|permitted|possible|posted|processed|published|received|recogni[sz]ed|registered|removed|reserved|saved|sent|submitted|supported|updated|uploaded|valid';

const PENDING = new RegExp(
  String.raw`^(?:nothing|none|not|no \p{L}+|(?:\p{L}+ ){1,3}(?:is|are|was|were|has|have) not)\s+(?:(?:is|are|was|were|has|have)\s+)?(?:been\s+)?(${ACHIEVED}|stored|signed)\s+(?:yet|so far)\b.{0,20}$`,
  'iu',
);
const UNSAVED =
  /^(?:\S{1,2}\s+)?(?:you have |there are )?(?:unsaved (?:changes|edits)|changes not saved)\b.{0,60}$/iu;

const DENIED = new RegExp(
  [
    String.raw`(?<!will )(?<!\bif )\b(?:not|never)\s+(?:yet\s+)?(?:been\s+|be\s+)?(?:\p{L}+ly\s+)?(?:${ACHIEVED})\b(?! until)`,
    String.raw`n['’]t\s+(?:be(?:en)?\s+)?(?:\p{L}+ly\s+)?(?:${ACHIEVED})\b`,
    String.raw`\b(?:nothing|none|no changes?)\s+(?:(?:was|were|is|has been|have been)\s+)?(?:${ACHIEVED})\b`,
    String.raw`\bno(?:\s+\p{L}+){1,3}\s+(?:was|were|has been|have been)\s+(?:${ACHIEVED}|charged|made|taken)\b`,
    String.raw`\bwe(?:\s+\p{L}+)?\s+(?:cannot|can['’]t|can not|are (?:not |un)able to)\s+(?!wait\b|guarantee\b|promise\b)\p{L}+`,
    String.raw`\b(?:cannot|can['’]t|can not) be (?:accepted|added|applied|booked|completed|confirmed|created|delivered|found|placed|processed|reserved|saved|sent|submitted)\b`,
    String.raw`^only\s.{2,80}\s(?:is|are|can be|may be)\s+(?:${ACHIEVED})\b|^unsupported \p{L}+`,
    String.raw`\b(?:could not|couldn['’]t|unable to|failed to)\b`,
    String.raw`\bdo(?:es)?(?: not|n['’]t) (?:exist|match|accept|allow|support|deliver|ship|recogni[sz]e|have (?:the |any )?(?:access|permissions?|rights?))\b`,
    String.raw`\byou (?:may not|must not|can['’]t|cannot|can not|are not|aren['’]t)\b(?! undo| see)`,
    String.raw`\balready (?:been )?(?:taken|used|exists?|in use|registered|booked|reserved|claimed|redeemed|sold|voted|applied|enrolled|signed up|subscribed|a member)\b`,
    String.raw`\bno longer (?:available|valid|active|accepted|possible|exists?|on sale|offered|open)\b`,
    String.raw`\bno (?:\p{L}+ ){0,3}(?:left|available|remaining)\b`,
    String.raw`\b(?:must (?:be|have|contain|include|match)|(?:is|are) (?:required|missing|invalid|incorrect|wrong|unknown|forbidden|unavailable))\b`,
    String.raw`^(?:invalid|incorrect|wrong|unknown) \p{L}+|\bno such\b`,
    String.raw`\btoo (?:short|long|weak|large|big|small|many|few|late|early|high|low|old|young)\b`,
    String.raw`\b(?:insufficient|exceed(?:s|ed)|permission denied|access denied|limit (?:has been |was )?reached)\b`,
  ].join('|'),
  'iu',
);

/** A state, and perhaps the intended one. */
const BAD_STATE =
  /\bexpired\b|\bsold out\b|\bout of stock\b|\bfully booked\b|\b(?:was|were|has been|have been|is|are) (?:declined|rejected|refused|denied|blocked|locked|closed|suspended|full)\b|\bfailed\b/iu;

/** Verbs for a form before it is sent. */
const GIVING =
  'choose|select|pick|enter|fill|provide|type|tick|attach|upload|accept|agree|correct|complete|specify|set|answer';
const INSISTS = new RegExp(
  String.raw`\bplease (?:first |also |now )?(?:${GIVING}|give|add|log ?in|sign in|use a|try)\b|\byou (?:must|need to|have to)\b`,
  'iu',
);
/** The bare verb, and what of: "Choose a day.", "Fill in everything." */
const ORDERS = new RegExp(
  String.raw`^(?:${GIVING})\s+(?:in\s+|out\s+|to\s+)?(?:an?|the|your|one|two|at least|all|both|every\p{L}*|each|some|any\p{L}*|which|how|where|when|who|what)\b`,
  'iu',
);
/** An instruction to a person about a first step. */
const FIRST =
  /^(?!(?:the|an?|your|you|this|that|it|we|i|my|our|at|come)\b)\p{L}+\s(?:[^.!?]{1,60}\s)?(?:first|before (?:you|continuing|going on|sending|submitting)\b[^.!?]{0,40})[.!]?$/iu;
/** How long what is written has to be. */
const MEASURE =
  /(?:\b(?:at least|at most|more than|no (?:more|fewer|less|longer|shorter) than|up to|exactly|minimum(?: of)?|maximum(?: of)?)\s+(?:\d{1,4}|\p{L}{3,6})|\b\d{1,4}\s?(?:to|and|or|-|–)\s?\d{1,4})\s+(?:\p{L}+\s)?(?:characters?|letters?|digits?|symbols?|signs?|words?)\b/iu;

const DONE =
  /^(?:done|saved|sent|success|thanks?|thank you|congratulations|welcome|all set)\b|\bsuccessful(?:ly)?\b|\b(?:has|have) been \p{L}+(?:ed|en|nt|ht|ut|ade)\b|\b(?:is|are|was|were|now|you are|you['’]re) (?:confirmed|booked|reserved|registered|subscribed|saved|sent|signed up|on its way|complete)\b|\p{L} (?:saved|sent|added|booked|reserved|created|updated|deleted|removed|submitted|confirmed|placed|completed|published|posted|uploaded|received|applied|arrived|changed|moved|renamed|archived|shared|ordered|accepted|cancelled)(?: safely| successfully)?[.!]?$/iu;
