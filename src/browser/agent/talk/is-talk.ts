import { beginsWithVerb } from '../language/split-clauses.ts';

const SUBJECT =
  /(?<![\p{L}'’])(?:I|I['’](?:m|d|ve|ll)|[Ww]e|[Ww]e['’](?:re|d|ll|ve)|[Ii]ch|[Ww]ir|[Jj]e|[Nn]ous|[Oo]n sera)(?!\p{L})/u;
const ASKING = /\b(?:would|could|can|will) you\b|\bwould be\b|,\s*please\b|\bthanks\b/iu;
const ELSEWHERE =
  /(?<!\p{L})(?:bitte|möchte|hätte|könnten|buche|voudra\p{L}+|s['’]il vous|pourriez|réserve\p{L}*|quiero|quisiera|somos|por favor|necesito)(?!\p{L})/iu;
const ASIDE =
  /,\s*so\b(?! that)|\b(?:since|because|instead of|rather than|as well as|(?:but|and) (?:no|not|don['’]t)|(?:must|should)(?: not|n['’]t))\b|,\s*(?:no|not|without|who|whose)\s|^as\s/iu;

/** Something is said of how things are or should be. */
const STATED =
  /\b(?:is|are|was|were|has|have|will|should|must|ought|may|might|['’](?:s|ll)|wants?|needs?|likes?|begins|starts|takes|lasts|ends)\b/iu;

/** Whether a task is told as people talk to each other, rather than as a list of things to do. */
export function isTalk(goal: string): boolean {
  const said = unquoted(goal).replace(/https?:\/\/\S+/gu, ' ');
  const sentences = said.split(
    /(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr))[.;!?]\s+|(?<=\b(?:is|are|was|has)\b[^:]*):\s+/iu,
  );
  const isTold = sentences.length > 1 && sentences.some(isStatement);
  return isTold || [SUBJECT, ASKING, ELSEWHERE, ASIDE].some((sign) => sign.test(said));
}

/** "It is urgent", "they are at" an address say nothing that the page could be asked for. */
function isStatement(sentence: string): boolean {
  const words = sentence.trim();
  return STATED.test(words) && words.split(/\s+/u).length > 3 && !beginsWithVerb(words);
}

/** "Tell me when they open": an answer is wanted, and what else is said only leads to it. */
export function isAsking(goal: string): boolean {
  return ANSWER.test(unquoted(goal));
}

const ANSWER =
  /\b(?:tell me|let me know|find out|i(?:['’]d| would) like to know|i(?: want|['’]d like)? to know|can you see|list (?:all|the|every|each|me)|extract|summari[sz]e|how (?:many|much)|give me the)\b|(?:^|[.!?]\s+)(?:what|when|where|who|how|which|is|are|does|do)\b[^.!]*\?/iu;

/** "If there is A, take it, otherwise B". */
export function isFork(goal: string): boolean {
  return /\b(?:if|unless) there(?:['’]s| is| are)\b/iu.test(unquoted(goal));
}

const DOING =
  /\b(?:book|reserve|order|buy|send|submit|request|register|cancel|delete|remove|archive|star|tick|assign|create|set up|wake|donate|vote|update|save|change|forward|sign|apply|subscribe|choose|get (?:us|me)|give|add|put|switch|turn|ask for|appointment|table|tickets?|buch\p{L}*|termin|réserv\p{L}+|compr\p{L}+|reserv\p{L}+)\b/iu;

/** Whether somebody who talks wants something done, rather than told. */
export function isRequest(goal: string): boolean {
  return isTalk(goal) && !isAsking(goal) && DOING.test(unquoted(goal));
}

/** A question without what is said around it: "When do they open? I'd like to pay them a visit." */
export function withoutAsides(goal: string): string {
  const sentences = goal.split(/(?<=[.!?])\s+/u);
  if (
    !sentences.some((sentence) => /^(?:what|when|where|who|how|which|is|are|does|do)\b.*\?$/iu.test(sentence))
  )
    return goal;
  const kept = sentences.filter(
    (sentence) => !/^(?:I|I['’]\p{L}+|We|We['’]\p{L}+)\s/u.test(sentence) || sentence.endsWith('?'),
  );
  return kept.join(' ');
}

function unquoted(goal: string): string {
  return goal.replace(/"[^"]*"|“[^”]*”/gu, '""');
}
