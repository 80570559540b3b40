import data from './words.json' with { type: 'json' };

/** The kind of a clause: a question, something to read, to look at or to do, or only a remark. */
export type ClauseKind = 'question' | 'read' | 'look' | 'act' | 'say';

const all = (byLanguage: Record<string, string>) => new Set(Object.values(byLanguage).join(' ').split(' '));
const QUESTION = all(data.question);
const READ = all(data.read);
const LOOK = all(data.look);
const ACT = all(data.act);
const ACT_WITH_OBJECT = all(data.actWithObject);
const SMALL = all(data.small);
const OBJECT = all(data.object);
const PAGE = new RegExp(
  `^(?:(?:to|at|on|up|through|the|this|that|a|my|our|given|following|linked|same|home|web|target|die|diese)\\s+)*(?:${data.page})[\\s.,;:!]*$`,
  'iu',
);
/** Words that begin something to do: only these cut a sentence at "and" or at a comma. */
const CUTTING = [
  data.cut,
  'what which who when where how whether why',
  ...[data.read, data.look, data.act].map(foreign),
]
  .join(' ')
  .split(' ')
  .join('|');
const AND = String.raw`(?:and|und)\s+`;
const ALSO = String.raw`(?:also\s+|please\s+|finally\s+)*`;

function foreign({ en: _english, ...others }: Record<string, string>): string {
  return Object.values(others).join(' ');
}

const QUOTED = /"([^"]*)"|“([^“”]*)”|«([^«»]*)»|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])|‘([^‘’]*)’/u;
const KEPT = new RegExp(
  `${QUOTED.source}|https?://[^\\s,;"”]+|(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]+(?:\\.[\\w-]+)+`,
  'gu',
);
const CUT = new RegExp(
  [
    String.raw`(?<=[.!?…;])(?<!\b(?:Dr|Mr|Mrs|Ms|St|No|vs|approx|Prof|Nr)\.)\s+`,
    String.raw`(?<=⟧)\s+(?=(?:${CUTTING})\b)`,
    String.raw`(?<!\s)\s*\n\s*`,
    String.raw`(?<![,\s])[,\s]+(?:${AND})?(?:then|afterwards|after that|finally|dann)[,\s]+`,
    String.raw`,\s*(?:${AND}|but\s+)?${ALSO}(?!(?-i:\p{Lu})\p{L}+\s+\d)(?=(?:${CUTTING})(?!\p{L}|-|\s*[:=]))`,
    String.raw`(?<!\s)\s+${AND}${ALSO}(?=(?:${CUTTING})(?!\p{L}|-|\s*(?:[:=,]|by\b|as\b|into\b|out\b)))`,
  ].join('|'),
  'giu',
);

/** The clauses that order an act. A statement or a question is none, nor is the rest of its sentence. */
export function deedsIn(task: string, hasSchema: boolean): string[] {
  return task.split(SENTENCE).flatMap((sentence) => {
    const [head = '', ...rest] = clausesOf(sentence);
    const kind = clauseKind(head, hasSchema);
    if (kind === 'question') return [];
    const request = REQUEST.exec(sentence);
    const clauses =
      kind !== 'say' || isNothingToDo(head) || opensWithDeed(head)
        ? [head, ...rest]
        : request
          ? clausesOf(sentence.slice(request.index))
          : [];
    // "Employer, city and pay": behind another clause a bare verb is mostly a noun.
    return clauses.filter(
      (clause, at) => (at === 0 || /\s/u.test(clause)) && clauseKind(clause, hasSchema) === 'act',
    );
  });
}

/** "Select river and click Submit": the words after such an opening show that it is an order. */
function opensWithDeed(clause: string): boolean {
  const [word = ''] = /^\p{L}+/u.exec(clause.replace(POLITE, '')) ?? [];
  return ACT_WITH_OBJECT.has(word.toLowerCase());
}

const SENTENCE = /(?<=[.!?…])\s+|(?<!\s)\s*\n\s*/u;
const REQUEST =
  /(?<!\p{L})(?:please|kindly|(?:can|could|would|will) you(?! (?:be|mind))|(?:i|we)(?: would|['’]d)? (?:want|need|like)(?: you)? to|bitte)(?!\p{L})|^(?:from|in|on|under|at|via|using|after|before|once|when|if|for|with|go|now|then|first)\s/iu;

/** Quoted texts and addresses stand as one sign each while a text is cut. */
export function guard(text: string): { text: string; restore(part: string): string } {
  const kept: string[] = [];
  return {
    text: text.replace(KEPT, (match) => `⟦${kept.push(match) - 1}⟧`),
    restore: (part) => part.replace(/⟦(\d+)⟧/gu, (_all, at) => kept[Number(at)] ?? ''),
  };
}

/** The clauses of a task, in order. */
export function clausesOf(task: string): string[] {
  const { text, restore } = guard(task.replace(/\be\.g\.\s/giu, 'for example '));
  return text
    .split(CUT)
    .map((clause) =>
      restore(clause)
        .replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/u, '')
        .trim(),
    )
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** Every quoted text, in its order. */
export function quotesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(QUOTED, 'gu'))]
    .map((match) => match.slice(1).find(Boolean) ?? '')
    .filter(Boolean);
}

export function withoutQuotes(text: string): string {
  return text.replace(new RegExp(QUOTED, 'gu'), ' ');
}

/** The text within the quotes, where all of it is quoted. */
export function unquoted(text: string): string {
  const plain = text.trim().replace(/(?<=["”'’»])[.,;]$/u, '');
  return new RegExp(`^(?:${QUOTED.source})$`, 'u').test(plain) ? plain.slice(1, -1) : plain;
}

/** Without the polite words before the act. */
export function bareClause(clause: string): string {
  return clause.replace(POLITE, '').trim();
}

const POLITE =
  /^(?:(?:please|kindly|first(?:ly| of all)?|next|now|just|so|also|finally|then|and|ok(?:ay)?|hi|hello|hey|bitte|veuillez|merci de|por favor|per favore|alsjeblieft|s[’']il (?:te|vous) plaît|(?:can|could|would|will) you(?: please| kindly)?|i(?: would|['’]d)? (?:want|need|like)(?: you)? to|you (?:should|need to|have to|must)|let['’]s|go ahead and|(?:make|be) sure (?:to(?! not)|(?:that )?you)|(?:find|locate|look for) and|try to|(?:your|the) task is to|help me(?: to)?)[,:]?\s+)+/iu;
/** "From the File menu": the place of the act, told first. */
const PLACE =
  /^(?:from|in|on|under|at|via|using) (?:the|my|this|our|your) (?:[^\s,.:;]{1,30} ){0,3}?(?:menu|tab|page|section|panel|dialog|form|list|table|toolbar|sidebar|header|footer|settings|options|inbox|editor|board|folder|view|profile|account|cart|basket),? /iu;

/** `hasSchema`: the answer is to be filled in, so an unclear clause is about the answer. */
export function clauseKind(clause: string, hasSchema = false): ClauseKind {
  const isRequest = /\b(?:can|could|would|will) you\b/iu.test(clause);
  const plain = clause.replace(POLITE, '').replace(PLACE, '');
  const [, opening = '', rest = ''] = /^["“]?([\p{L}][\p{L}'’-]*)(.*)$/su.exec(plain) ?? [];
  const word = opening.toLowerCase();
  const after = rest.trim();
  if (QUESTION.has(word) && !ACT.has(word)) return 'question';
  if (/\?\s*$/u.test(plain) && !isRequest) return 'question';
  if (WISH.test(clause)) return 'act';
  if (LOOK.has(word)) return /\s[>›→]\s/u.test(after) ? 'act' : isNothingToDo(plain) ? 'say' : 'look';
  if (isDeed(word, after)) return isAnswer(plain, hasSchema) ? 'read' : 'act';
  if (READ.has(word)) return 'read';
  if (
    SMALL.has(word) ||
    hasSchema ||
    /['’]/u.test(word) ||
    word.length < 3 ||
    /(?:ing|ly|[^s]s)$/u.test(word)
  )
    return 'say';
  return isObject(after) && !/^\d/u.test(after) ? 'act' : 'say';
}

/** "Open the page": it is open already. */
export function isNothingToDo(clause: string): boolean {
  const [, word = '', after = ''] = /^(\p{L}+)\s+(.+)$/su.exec(clause.replace(POLITE, '').trim()) ?? [];
  return LOOK.has(word.toLowerCase()) && PAGE.test(after);
}

/** A verb of an act, with the object that it needs: "Book price list" books nothing. */
function isDeed(word: string, after: string): boolean {
  if (SPECIAL.some((pattern) => pattern.test(`${word} ${after}`))) return true;
  if (NOTHING_DONE.test(`${word} ${after}`)) return false;
  if (ACT.has(word)) return after !== '' || !/^(?:play|focus|sort|place|forward|reply|log)$/u.test(word);
  return ACT_WITH_OBJECT.has(word) && (isObject(after) || NAMED.test(after) || VALUED.test(after));
}

function isObject(after: string): boolean {
  const [first = ''] = after.split(/[\s,.;:!]+/u, 1);
  return OBJECT.has(first.toLowerCase()) || /^(?:["“‘]|\d|[^\s@]+@[^\s@]+\.)/u.test(after);
}

/** "Approve Omar Haddad's request". */
const NAMED = /^(?:\p{Lu}[\p{L}-]*\s){0,2}\p{L}+['’]s\s/u;

/** "Set Espresso to 4", "Select -9 with the spinner", "Choose File > New": the new value, or the way to it. */
const VALUED =
  /^(?:by|with|as|to)\s|^[^.?]{1,40}\s(?:to|out of)\s+["“]?-?\d|^-?\d[\d.,]*\s(?:with|using|on|in|from)\s|^[^.?]{1,40}\s[>›→]\s/u;

/** Reading verbs that do something with certain objects. */
const SPECIAL = [
  /^(?:take|make|capture|grab|create|get|give|return|send|save|produce|provide|show)\s+(?:me\s+)?(?:(?:an?|the|one)\s+)?(?:[\p{L}-]+\s+){0,2}screen[- ]?(?:shot|capture|grab)s?\b/iu,
  /^search (?:the (?:site|shop|store|catalogu?e)\b|(?:for )?["“])/iu,
  /^hit (?:the )?["“]?(?:submit|ok|enter|save|send|go|search|\p{L}+ (?:button|key))\b|^get rid of\b/iu,
  /^(?:set|move|change|transfer|adjust|slide|assign)\s(?:(?!\sfrom\s)[^.?]){1,60}\s(?:to|into|onto)\s|^vote for\s|^select\s[^.?]{1,80}\s(?:from|in) the\s/iu,
  /^use the\b|^check ?out$|^check ?out (?:and|with|the|my)\b/iu,
  /^report\s[^.]{2,120}\sas (?!(?:an? )?(?:\p{L}+ )?(?:json|csv|tsv|xml|yaml|markdown|html|text|list|table|array|object|string|numbers?|integer|sentence|paragraph|bullet)\b)/iu,
  /^thank (?!you\b)\p{L}/iu,
  /^\p{L}{3,}\s[^?]{2,200}\bwith (?:the|an?|this) (?:note|comment|message|reason|subject|title|reply|caption)(?: that (?:says|reads))?:? ["“]/iu,
];
/** "Check whether", "report the": said of reading, though the verb can do something. */
const NOTHING_DONE =
  /^(?:send|give|write|show|bring) (?:me|us)\b|^(?:check|confirm|verify|see)\s+(?:if|whether|how|what|which|that|when|who|where)\b|^report\b|^place of\b|^(?:log|sign)\s+(?!(?:in|on|into|out|off|up|me|us)\b)|^sort of\b|^enter(?:prise|tainment)/iu;
const WISH =
  /\b(?:i|we)(?:['’]d| would)? (?:want|need|like|wish) (?:to be (?!told|informed|advised|shown|given)\p{L}{2,}ed (?:to|from|for|in|on|as|by)\b|(?:my|the|our|this) [^.,]{2,40}? (?:to be )?(?!used|listed|needed|named)\p{L}{2,}ed(?:[.!]|$))/iu;

/** "Fill in the fields from this page", or "the notice" beside a schema: the answer is filled in, no form of the page. */
function isAnswer(clause: string, hasSchema: boolean): boolean {
  const [, what = ''] = /^fill (?:in|out|up)?\s?(.+)$/isu.exec(clause) ?? [];
  if (what === '') return false;
  return FROM_PAGE.test(what) || ANSWER_SHAPE.test(what) || (hasSchema && !ON_PAGE.test(what));
}

const FROM_PAGE =
  /\b(?:from|using|based on|according to|of|on) (?:this|the|that|its) (?:\w+ )?(?:page|site|website|article|document|text|listing|post|content|url|link)\b/iu;
const ANSWER_SHAPE = /\b(?:schema|json|object|template|keys|properties|record|data ?sheet)\b/iu;
/** A form, or the text to write into it: "the name with Ann", `"Ann"`, "Email: ann@example.com". */
const ON_PAGE =
  /\b(?:forms?|box(?:es)?|inputs?|survey|questionnaire|application|captcha|quiz|login|sign-?up|checkout|search)\b|\b(?:with|as|to)\s|["“=@]|:\s/iu;
