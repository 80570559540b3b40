import { joinPhrases, nearness } from '../words/related.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, isSoftWord, stem, wordsOf } from '../words/words.ts';
import { isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import type { SaidLine } from './said-lines.ts';

/** A word of a question and how much an answer must account for it. */
export interface AskedWord {
  stem: string;
  weight: number;
  /** The whole page is about it: every line is. */
  isOwn: boolean;
  /** That, or it helps the sentence along: it tells no line from another. */
  isTopic: boolean;
  /** The page has it, or a word for the same matter. */
  isSpoken: boolean;
}

/**
 * The words an answer must account for. Undefined when the question names a thing of which the page does not speak in any
 * words: a verb may be another one on the page, a thing may not.
 */
export function askedWords(
  index: PageIndex,
  question: Question,
  lines: readonly SaidLine[],
): AskedWord[] | undefined {
  const text = joinPhrases(question.text.replace(/\b(my|your|our|their|his|her) own\b/gi, '$1'));
  const verbs = verbsIn(text);
  const onPage = new Set([...index.vocabulary, ...lines.flatMap(({ own }) => own)]);
  const asked: AskedWord[] = [];
  for (const word of contentStems(text)) {
    if (question.said.has(word) || ADVERBS.has(word)) continue;
    const own = isOwn(index, word);
    const isSoft = isSoftWord(word);
    // Whether one may have a thing is the same as whether one may take it.
    const isOther = question.form === 'yes-no' ? !onPage.has(word) : !isAmong(onPage, word);
    if (isSoft && verbs.has(word) && isOther) continue;
    if (isAmong(onPage, word))
      asked.push({
        stem: word,
        weight: own ? 0.3 : isSoft ? 0.5 : 1,
        isOwn: own,
        isTopic: own || isSoft,
        isSpoken: true,
      });
    else if (verbs.has(word))
      asked.push({ stem: word, weight: 0.3, isOwn: false, isTopic: true, isSpoken: false });
    else if (question.form === 'yes-no' || (!isSoft && !SUBJECTS.has(word))) return undefined;
  }
  return asked;
}

/** They colour what is done, and are no thing that a page would have to name. */
const ADVERBS = new Set(
  'early again still back ahead later sooner anymore instead together directly actually usually normally exactly roughly approximately really right inside pair couple'
    .split(' ')
    .map(stem),
);

/** Whether the page has the word, or one for the same matter. */
export function isSpokenOf({ vocabulary }: PageIndex, word: string): boolean {
  return isAmong(vocabulary, word);
}

function isAmong(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  for (const each of words) if (nearness(word, each) > 0) return true;
  return false;
}

/** What is done, by where it stands: behind who does it, behind "to", at the end of a question that begins with "do". */
export function verbsIn(text: string): Set<string> {
  const found = [
    ...text.matchAll(BEHIND_SUBJECT),
    ...text.matchAll(BEHIND_NOUN),
    ...text.matchAll(PASSIVE),
    ...text.matchAll(AT_END),
  ];
  return new Set(found.flatMap(([, word]) => wordsOf(word ?? '').map(stem)));
}

const BEHIND_SUBJECT =
  /(?<=\b(?:i|you|we|they|he|she|it|there|to|be|been|who|what)\s(?:still\s|also\s|usually\s)?)([\p{L}-]+)(?!\s(?:is|are|was|were|do|does|did|can|could|will|would|should|must|has|have)\b)/giu;
const BEHIND_NOUN =
  /(?<=\b(?:(?:do|does|did|can|could|will|would|should|must|may)\s(?:the|a|an|my|your|their|his|her)\s[\p{L}-]+|(?:which|what|how many)\s[\p{L}-]+)\s)([\p{L}-]+)/giu;
const PASSIVE = /\b([\p{L}-]+ed|(?<=(?:is|are|was|were)\s)[\p{L}-]+(?:en|ing))\b/giu;
const AT_END =
  /\b(?:do|does|did|can|will|would|should)\s(?:the|a|an|my|your|their|his|her|this|these)\s.*?([\p{L}-]+)\s*\?*$/giu;
