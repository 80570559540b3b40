import type { Question } from './question.ts';

/**
 * Lines that stand on a page and state nothing of what it is about: who wrote or pictured it, what a guest wrote of it, the
 * code of a program. None of them answers but who asks for just that.
 */
export function isNoStatement(line: string, { text, expects }: Pick<Question, 'text' | 'expects'>): boolean {
  if (isCredit(line)) return expects !== 'name' && expects !== 'date' && !ASKS_CREDIT.test(text);
  if (QUOTED.test(line)) return !ASKS_OPINION.test(text);
  return isCode(line) && !ASKS_CODE.test(text);
}

/** "Photographs by Ann Lee.", "By Ann Lee, chief reporter", "by ann_l » Wed 9 Sep": no sentence, but a name behind "by". */
function isCredit(line: string): boolean {
  return line.length <= 120 && (CREDIT.test(line) || BYLINE.test(line));
}

const CREDIT =
  /^(?:words|text|story|report|reporting|interview|photos?|photographs?|photography|pictures?|images?|illustrations?|drawings?|artwork|video|music|translat(?:ed|ion)|written|posted|edited|illustrated|photographed|reviewed)(?:(?:,| and| &) \p{L}+){0,2}(?: by|:| ©) \p{Lu}/iu;
const BYLINE =
  /^by (?:\p{Lu}|\w+_)[\p{L}\d_'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){0,3}(?:\s?[,»·|–—].*)?[^.!?]$|^by \S+ [»·|–—] /u;
const ASKS_CREDIT = /\b(?:author|writer|photographer|illustrator|credit|byline|wrote|written by)\b/i;

/** What is said in marks, and by whom: a guest's word, and not the house's. */
const QUOTED = /^["“„«][^"”“»]{3,}["”“»]\s*(?:[-–—]|\bby\b)\s*\p{Lu}/u;
const ASKS_OPINION =
  /\b(?:guests?|customers?|visitors?|reviews?|reviewers?|people|opinions?|quotes?|testimonials?|say|says|said|think|thinks|thought|like|liked)\b/i;

function isCode(line: string): boolean {
  const signs = line.match(/[{}=;<>]|\w\(|\b(?:def|const|var|import|return|function)\b/g)?.length ?? 0;
  return signs >= 6 && signs * 25 > line.length;
}

const ASKS_CODE = /\b(?:code|example|command|snippet|syntax|script|function|method|call|curl|import)\b/i;
