import { parseDate } from '../values/date.ts';
import { isMoney } from '../values/number.ts';
import { isGrownFrom, isSameName, isSameThing, isSameWord, isThing } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, stem } from '../words/words.ts';
import { paidFor, tellsOf } from './asked-of.ts';
import type { Fact } from './fact.ts';
import { coverage, isOwn, type PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

export interface FoundFact {
  fact: Fact;
  coverage: number;
  score: number;
}

type Wanted = Pick<Question, 'words' | 'implied' | 'expects'>;

/** The named value that accounts best for the question. */
export function findFact(
  index: PageIndex,
  question: Wanted & Pick<Question, 'text' | 'form' | 'stems'>,
): FoundFact | undefined {
  let best: FoundFact | undefined;
  const paid = paidFor(index, question);
  for (const fact of index.facts) {
    if (isThing(fact.name, 'price') && !tellsOf(paid, [...fact.context, ...(fact.beside ?? [])])) continue;
    if (fact.isOfMarkup && !OF_DOCUMENT.test(question.text)) continue;
    if (isSaidIn(fact, question)) continue;
    // "The head of production" is not what the page is headed by.
    if (/^who\b/i.test(question.text) && fact.node === -1 && isThing(fact.name, 'title')) continue;
    const found = matchFact(index, fact, question);
    if (found && found.score > (best?.score ?? 0) + 1e-9) best = found;
  }
  return best;
}

/** "Where is the Office Manager job" does not ask which job it is. */
function isSaidIn({ value }: Fact, { form, stems }: Pick<Question, 'form' | 'stems'>): boolean {
  if (form !== 'value' || typeof value !== 'string' || value.length > 80) return false;
  const words = contentStems(value);
  return words.length > 1 && words.every((word) => stems.has(word));
}

/** All named values that answer to a key, the best first. What is told of its neighbours says nothing of a value. */
export function rankFacts(index: PageIndex, wanted: Wanted): FoundFact[] {
  return index.facts
    .map((fact) => matchFact(index, fact, wanted, NO_WORDS))
    .filter((found) => found !== undefined)
    .sort((one, other) => other.score - one.score)
    .slice(0, 300);
}

const OF_DOCUMENT =
  /(?<!\b(?:on|from) (?:the|this) )\b(?:page|site|website|article|text|document|post|content)\b/i;
const NO_WORDS: ReadonlySet<string> = new Set();

function matchFact(
  index: PageIndex,
  fact: Fact,
  question: Wanted,
  beside: ReadonlySet<string> = fact.beside ?? NO_WORDS,
): FoundFact | undefined {
  const { words, implied, expects } = question;
  const told = fact.name.filter((word) => !FILLERS.has(word));
  // What belongs to one of several things is found with that thing.
  if (fact.isOfItem || told.length === 0 || !isOfKind(fact, expects)) return undefined;
  // What something cost before is not what it costs.
  if (
    isThing(told, 'original price') &&
    !isThing(words, 'original price') &&
    !words.some((word) => BEFORE.has(word))
  )
    return undefined;
  // A price cut is no price.
  const head = told.at(-1) ?? '';
  if (told.length > 1 && TURNING.has(head) && !words.includes(head)) return undefined;
  if (isThing(told, 'price') && !isAmount(String(fact.value))) return undefined;
  const isSame = isSameName(fact.name, words);
  const used = isSame ? { words, isConcept: true } : usedWords(words, told);
  const hinted = told.filter((each) => implied.some((word) => isSameWord(word, each)));
  const isConcept =
    used.isConcept || (used.words.length === 0 && implied.some((word) => isSameThing([word], told)));
  if (used.words.length === 0 && !(hinted.length > 0 || isConcept)) return undefined;
  // Who did something is not told by the name of the page.
  if (used.words.length === 0 && isThing(told, 'title')) return undefined;
  // The day of a page is no answer to when something on it happens.
  if (
    isThing(told, 'date') &&
    words.some(
      (word) =>
        !used.words.includes(word) &&
        !SUBJECTS.has(word) &&
        !(fact.node === -1 && fact.context.has(word) && !index.own.has(word)),
    ) &&
    !words.some((word) => PUBLISHING.has(word))
  )
    return undefined;
  // A class that only says "number" says it of anything.
  if (fact.trust < 0.8 && words.length > told.length && told.every((word) => BLANK.has(word)))
    return undefined;
  const met = told.filter(
    (each) => words.some((word) => isSameWord(word, each)) || hinted.includes(each),
  ).length;
  if (fact.isWhole && !told.every((each) => isSaid(each, words) || isThing([each], 'price')))
    return undefined;
  const share = isConcept ? Math.max(0.9, met / told.length) : met / told.length;
  if (share < 0.5) return undefined;
  const isElsewhere = (word: string): boolean =>
    LINKING.has(word) ||
    fact.context.has(word) ||
    beside.has(word) ||
    isOwn(index, word) ||
    (SUBJECTS.has(word) && !(word === PHONE && words.includes(NUMBER))) ||
    told.some((each) => isGrownFrom(each, word));
  const explained = coverage(index, words, (word) => used.words.includes(word) || isElsewhere(word));
  const inPlace = words.filter((word) => !used.words.includes(word) && fact.context.has(word)).length;
  const score =
    explained * 4 + share * 0.8 + fact.trust * 0.6 + Math.min(0.4, inPlace * 0.2) + used.words.length * 0.1;
  return { fact, coverage: explained, score };
}

function isSaid(word: string, words: readonly string[]): boolean {
  return words.some((each) => isSameWord(each, word));
}

const BEFORE = new Set(
  ['origin', 'original', 'old', 'regular', 'before', 'previou', 'previous', 'former', 'list'].flatMap(
    (word) => [word, stem(word)],
  ),
);
const PHONE = stem('phone');
const NUMBER = stem('number');
const PUBLISHING = new Set(
  'date published publish publication publishing posted post released release created written write appeared appear updated modified dated'
    .split(' ')
    .flatMap((word) => [word, stem(word)]),
);
const BLANK = new Set(
  'count number value num total text label amount score'.split(' ').flatMap((word) => [word, stem(word)]),
);
const TURNING = new Set(
  ['cut', 'drop', 'change', 'history', 'alert', 'match', 'guarantee', 'reduction', 'increase', 'policy'].map(
    stem,
  ),
);
const LINKING = new Set(['the', 'of', 'a', 'per', 'and', 'for', 'to', 'is', 'at', 'on', 'by']);
const FILLERS = new Set(['the', 'of', 'a', 'per', 'in', 'and', 'for', 'to', 'no', 'is', 'amp']);

/** The words of a question that a name answers to, alone or as a phrase. */
function usedWords(words: string[], told: string[]): { words: string[]; isConcept: boolean } {
  for (let size = Math.min(3, words.length); size >= 1; size -= 1) {
    for (let at = 0; at + size <= words.length; at += 1) {
      const phrase = words.slice(at, at + size);
      if (phrase.join(' ') === told.join(' ') || isSameThing(phrase, told)) {
        const further = words.filter((word) => told.some((each) => isSameWord(each, word)));
        return { words: [...new Set([...phrase, ...further])], isConcept: true };
      }
    }
  }
  return { words: words.filter((word) => told.some((each) => isSameWord(each, word))), isConcept: false };
}

function isAmount(written: string): boolean {
  // "£65,000 – £80,000" is one amount.
  const text = written.replace(/\s*\([^()]*\)/g, '').replace(/\d[\d.,]*\s?(?:–|-|to)\s?(?=\D{0,3}\d)/, '');
  return (
    text.length <= 60 &&
    (text.match(/\d[\d.,]*/g) ?? []).length <= 1 &&
    (isMoney(text) ||
      /^\d[\d.,]*(?:\s?(?:p|pence|ct|cents?))?$/.test(text) ||
      /^(?:free|gratis)\b/i.test(text))
  );
}

function isOfKind(fact: Fact, expects: Question['expects']): boolean {
  const text = String(fact.machine ?? fact.value);
  if (expects === 'money') return isAmount(text);
  if (expects === 'duration' && isMoney(text)) return false;
  if (expects === 'name') return /\p{L}{2}/u.test(text) && !/^\d[\d.,]*\s?(?:\/|\p{Ll}+$)/u.test(text);
  if (expects === 'number') return /\d/.test(text) || /^(?:none|zero)\b/i.test(text);
  if (expects === 'date')
    return (
      /\d/.test(text) ||
      parseDate(text) !== undefined ||
      /day|month|week|noon|midnight|tag\b|woche|monat|曜日|毎日|lundi|mardi|jeudi|samedi|dimanche|lunes|martes|domingo/i.test(
        text,
      )
    );
  return true;
}
