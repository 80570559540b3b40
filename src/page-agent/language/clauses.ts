/** A task cut into what is to be done one after the other. */

/** Words that begin something to do. Only these cut a sentence at "and" or at a comma. */
const VERBS =
  `accept activate add adjust agree allow answer apply approve archive arrange ask assign attach block book browse buy
call cancel change check choose clear click close collapse comment compose complete confirm continue copy create
deactivate decline delete deny deselect disable dismiss donate download drag drop edit empty enable enrol enroll enter
expand export fill filter finish flag follow forward get give go grant hide highlight hover import increase decrease
insert invite join keep leave like list load lock log login lower make mark move mute navigate open order pause pay
pick pin place play post press print proceed publish put raise rate read reduce refresh register reject reload remind
remove rename reopen reorder reply report request reschedule reserve reset resolve respond restore return revoke rsvp
save say schedule scroll search select send set share show sign skip sort star start stop submit subscribe suspend
switch take tap tell tick toggle transfer turn type unarchive unblock uncheck undo unfollow unlike unlock unmute unpin
unstar unsubscribe unselect untick update upload upvote use view visit vote wait write find look withdraw deposit
checkout upgrade downgrade renew extend merge duplicate invert zoom rotate crop exit quit connect disconnect unlink
verify validate hire rent react endorse recommend appoint swap exchange redeem claim dial run replace calculate convert
generate solve ensure hit push`.split(/\s+/u);
/** Verbs that are mostly nouns in the middle of a sentence. */
const NOUNS = 'name message link record review head end track split'.split(' ');
const QUESTIONS = 'what which who when where how whether why'.split(' ');
const CUTTING = [...VERBS, ...QUESTIONS].join('|');

export function isVerb(word: string): boolean {
  return VERBS.includes(word.toLowerCase()) || NOUNS.includes(word.toLowerCase());
}

const CUT = new RegExp(
  [
    String.raw`(?<=[.!?;])(?<!\b(?:Dr|Mr|Mrs|Ms|St|No|vs|approx|Prof|Nr)\.)\s+(?=[\p{L}\p{N}(⟦])`,
    String.raw`(?<=⟧)\s+(?=(?:${CUTTING})\b)`,
    String.raw`\s*\n+\s*`,
    String.raw`\s*;\s+`,
    String.raw`,?\s+(?:and\s+)?(?:then|afterwards|after that|finally)[,\s]\s*(?=\p{L}|⟦)`,
    String.raw`,\s*(?:and|but)?\s*(?:also\s+|please\s+|finally\s+)*(?!(?-i:\p{Lu})\p{L}+\s+\d)(?=(?:${CUTTING})\b(?!-|\s*[:=]))`,
    String.raw`\s+and\s+(?:also\s+|please\s+|finally\s+)*(?=(?:${CUTTING})\b(?!-|\s*(?:[:=,]|by\b|as\b|into\b|out\b)))`,
  ].join('|'),
  'giu',
);

const POLITE =
  /^(?:(?:please|kindly|first(?:ly| of all)?|next|now|finally|also|afterwards|then|and|so|ok(?:ay)?|hi|hello|hey|(?:can|could|would|will) you(?: please)?|i(?: would|['’]d)? (?:want|need|like)(?: you)? to|you (?:should|need to|have to|must)|let['’]s|go ahead and|make sure (?:to(?! not)|you|that you)|be sure to|try to|your task is to|the task is to|help me(?: to)?|(?:find|locate|look for) and)[,:]?\s+)+/iu;
const THANKS = /^(?:thanks|thank you|cheers|many thanks|best regards|greetings)\b/iu;

/** "In my settings turn on X": between the place and what is to be done there. */
const PLACE_FIRST =
  /(?<=^(?:in|on|under|at)\s+(?:my|the|this|our)\s+[\p{L}\s-]{2,40})\s+(?=(?:turn|set|change|click|choose|select|open|add|delete|remove|tick|type|enter|move)\s)/iu;

/** Quoted texts and addresses stand as one sign each while a text is cut. */
export interface Guarded {
  text: string;
  restore(part: string): string;
}

export function guard(text: string): Guarded {
  const kept: string[] = [];
  const guarded = text.replace(
    /"[^"]*"|“[^”]*”|«[^»]*»|(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])|‘[^’]*’|https?:\/\/[^\s,;"”]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
    (match) => `⟦${kept.push(match) - 1}⟧`,
  );
  return {
    text: guarded,
    restore: (part) => part.replace(/⟦(\d+)⟧/gu, (_all, at) => kept[Number(at)] ?? ''),
  };
}

export function clausesOf(task: string): string[] {
  const { text, restore } = guard(task.replace(/\be\.g\.\s/giu, 'for example '));
  return text
    .split(CUT)
    .map((clause) =>
      restore(clause)
        .trim()
        .replace(POLITE, '')
        .replace(/^[-*•]\s+|^\d{1,2}[.)]\s+/u, '')
        .trim(),
    )
    .flatMap((clause) => clause.split(PLACE_FIRST))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause) && !THANKS.test(clause))
    .map((clause) => (/["”'’]$/u.test(clause) ? clause : clause.replace(/[,;.!\s]+$/u, '')));
}

/** The text within the quotes, where all of it is quoted. */
export function unquoted(text: string): string {
  const plain = text.trim().replace(/(?<=["”'’»])[.,;]$/u, '');
  return /^(?:"[^"]*"|“[^”]*”|«[^»]*»|'[^']*'|‘[^’]*’)$/u.test(plain) ? plain.slice(1, -1) : plain;
}

/** Every quoted text, in its order. */
export function quotesIn(text: string): string[] {
  return [
    ...text.matchAll(
      /"([^"]+)"|“([^”]+)”|«([^»]+)»|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])|‘([^’]+)’/gu,
    ),
  ].map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
}
