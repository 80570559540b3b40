import { ruleText } from './rule-text.ts';

/** A login that the words of a task tell, wherever in them it stands. */
export interface TaskLogin {
  username: string;
  password: string;
  /** The rest of the task; '' when logging in is all. */
  rest: string;
}

/** Null where the words bring no whole login, or mean its values for something else than logging in first. */
export function loginInTask(told: string): TaskLogin | null {
  const text = ruleText(told);
  const found = SHAPES.map((shape) => shape.exec(text)).find((match) => match !== null);
  const { username: name, password: word } = found?.groups ?? {};
  if (!found || name === undefined || word === undefined) return null;
  const head = text.slice(0, found.index);
  const password = bare(word);
  const end = found.index + found[0].lastIndexOf(word) + keptLength(word);
  const isNamedFirst = found[0].lastIndexOf(word) > found[0].indexOf(name);
  const tail = isNamedFirst ? text.slice(end) : text.slice(found.index + found[0].length);
  const isOwnForm = !IN_WORDS.test(found[0]) && OTHER_FORM.test(text);
  if (isOwnForm || BEFORE_IT.test(head)) return null;
  const rest = joined(head, withoutBracket(tail, found[0]));
  // A task with several users tells their logins step by step.
  if (SHAPES.some((shape) => shape.test(rest))) return null;
  return { username: bare(name), password, rest };
}

/** Every password in a text of any length, for any purpose. */
export function passwordsIn(text: string): string[] {
  const named = [...text.matchAll(PASSWORDS)].map(({ groups }) => bare(groups?.password ?? ''));
  const told = loginInTask(text)?.password;
  return [...new Set(told === undefined ? named : [told, ...named])];
}

const DETERMINER = String.raw`(?:(?:the|my|our|your|an?|this|their|his|her)\s+)?`;
const LINK = String.raw`(?:\s*(?:\bis\b|\bas\b|:|=))?\s*`;
const QUOTED = `"[^"]{1,200}"|“[^”]{1,200}”|'[^']{1,200}'|‘[^’]{1,200}’`;
const NO_VALUE = String.raw`(?!(?:and|or|the|my|our|your|an?|to|with|as|using|by|in|into|on|is|are|for|from|of|at|it|its|you|that|which|then|first|there|user|username|password|field|fields|box|below|above|shown|given|again|twice|reset|policy|manager|protected|details|data|credentials|page|form|if|must|should)(?=[,;:)?.]*(?:\s|$)))`;
const NAME_VALUE = String.raw`(?<username>${QUOTED}|${NO_VALUE}[^\s,;/()"“]+(?:\s(?-i:\p{Lu})[^\s,;/()"“]*)?)`;
const PASSWORD_VALUE = String.raw`(?<password>${QUOTED}|${NO_VALUE}[^\s"“]\S*)`;
const NAME_LABEL = String.raw`\b(?:user[\s-]?(?:name|id)|user|log-?in(?:\s+(?:name|id))?|e-?mail(?:\s+address)?|account(?:\s+(?:name|number|id))?|(?:member|customer|client)(?:ship)?\s+(?:number|id|name|no\.?))`;
const PASSWORD = String.raw`\b(?:password|passphrase|passcode|pwd|pass)\b${LINK}${PASSWORD_VALUE}`;
const PASSWORDS = new RegExp(PASSWORD, 'giu');
const JOIN = String.raw`\s*[,;/(]?\s*(?:(?:and|with|using|plus)\s+)*${DETERMINER}`;
const SIGNING = String.raw`(?:\b(?:log(?:ging|ged)?|sign(?:ing|ed)?)(?:\s+(?:me|us|yourself))?[\s-]*(?:in|on)\b|\blog-?in\b|\bcredentials\b|\baccess\s+data\b)`;
/** "You can log in to the shop as", "For the login,", "My login is". */
const INTRODUCTION = [
  String.raw`\(?(?:\b(?:(?:you|we|i)\s+(?:can|may|should|must|have\s+to|need\s+to|will)|(?:you|i)(?:['’]re|\s+are|\s+have|['’]ve)?|please|first|then|and|after|once|by|when|to|for|do|this|use|using|with|here\s+(?:is|are)|the|my|our)\b[\s,]*){0,8}`,
  SIGNING,
  String.raw`(?:\s+(?:details|data|name|first|there|now))*`,
  String.raw`(?:\s+(?:in)?(?:to|at|on)\s+[^,.;:()"“]{1,40}?)?`,
  String.raw`\s*(?:\b(?:is|are)\b)?\s*[:,;(]?\s*(?:(?:as|with|using|by|under|use)\s+)?`,
].join('');

const NAMED = String.raw`${DETERMINER}(?:${NAME_LABEL}\b${LINK})`;
const NAME = `${NAMED}?${NAME_VALUE}`;
const SHAPES = [
  `${INTRODUCTION}${NAME}${JOIN}${PASSWORD}`,
  String.raw`${INTRODUCTION}${NAMED}?${NAME_VALUE}\s*/\s*${PASSWORD_VALUE}`,
  String.raw`${INTRODUCTION}${DETERMINER}${PASSWORD}${JOIN}(?:(?:for|as)\s+${DETERMINER})?${NAMED}${NAME_VALUE}`,
  String.raw`\(?(?:\b(?:as|with|using|use|under)\s+)?${NAMED}${NAME_VALUE}${JOIN}${PASSWORD}`,
].map((shape) => new RegExp(shape, 'iu'));

const IN_WORDS = new RegExp(SIGNING, 'iu');
/** The values go into a form that the words speak of themselves: a registration, one to be typed into. */
const OTHER_FORM =
  /\b(?:register|registration|registering|sign(?:ing)?[\s-]*up|create|creating|new\s+(?:account|user|member)|join|enrol|enroll|invite|add|enter|type|fill|put|write|insert|set|change|update|reset)\b/iu;
/** An act that has to come before the login. */
const BEFORE_IT =
  /\b(?:register|sign(?:ing)?[\s-]*up|create\s+(?:an?|my|the)\s+(?:\p{L}+\s+)?account|log(?:ging)?[\s-]*out|sign(?:ing)?[\s-]*out|enter|type|fill|reset)\b/iu;

/** The length of the value in a word: without the sentence's full stop and the bracket around it. */
function keptLength(word: string): number {
  if (/^["“'‘]/u.test(word)) return word.length;
  const stopped = word.replace(/[.,;:]+$/u, '');
  const isOpen = stopped.endsWith(')') && !stopped.includes('(');
  return isOpen ? keptLength(stopped.slice(0, -1)) : stopped.length;
}

function bare(word: string): string {
  return word.slice(0, keptLength(word)).replace(/^["“'‘](.+)["”'’]$/u, '$1');
}

/** The bracket that the login opened is closed behind it. */
function withoutBracket(tail: string, login: string): string {
  return login.includes('(') ? tail.replace(')', '') : tail;
}

function joined(head: string, tail: string): string {
  const before = head.replace(/(?:[\s,;:(]|\b(?:and|then|but|first))+$/iu, '');
  const after = tail
    .replace(
      /^\s*(?:(?:at|on|in|to|into)\s+(?:the|my|our)\s+[\p{L} -]{2,30}?(?=\s+(?:and|then)\b|[,.]))/iu,
      '',
    )
    .replace(/^(?:[\s,;:.!)]|(?:and|then|to|before)\b(?=\s))+/iu, '');
  if (after === '') return before === '' || /[.!?]$/u.test(before) ? before : `${before}.`;
  const isSentence = before === '' || /[.!?]$/u.test(before) || /^[\s)]*[.!]/u.test(tail);
  const stop = before === '' || /[.!?]$/u.test(before) ? '' : '.';
  return isSentence
    ? `${before}${stop} ${after[0]?.toUpperCase()}${after.slice(1)}`.trim()
    : `${before}, then ${after}`;
}
