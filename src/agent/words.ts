/** Comparing the words of a task with the words of a page. */
import { parseNumberWord } from '../platform/text/number.ts';
import { stem } from '../platform/text/words.ts';

export function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[\s_]+/gu, ' ')
    .trim();
}

export function wordsOf(text: string): string[] {
  return normalize(text)
    .replace(/['’]s\b/gu, '')
    .split(/[^\p{L}\p{N}@+]+/u)
    .filter(Boolean);
}

/** Words for one and the same control; the first stands for all. */
const SAME = [
  ['delete', 'remove', 'trash', 'bin', 'discard', 'erase', '🗑'],
  ['star', 'favorite', 'favourite', 'bookmark', '☆', '★'],
  ['close', 'dismiss', '×', '✕', '✖'],
  ['next', '›', '»', '→', '▶'],
  ['previous', 'prev', '‹', '«', '←', '◀'],
  ['search', 'find', '🔍'],
  ['login', 'log in', 'sign in', 'signin', 'log on'],
  ['logout', 'log out', 'sign out'],
  ['register', 'sign up', 'signup', 'create account'],
  ['cart', 'basket', 'bag', 'trolley'],
  ['email', 'e-mail', 'mail'],
  ['phone', 'telephone', 'mobile', 'tel'],
  ['colour', 'color'],
  ['postcode', 'zip', 'zip code', 'postal code'],
  ['quantity', 'qty'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['like', 'heart', '♥', '♡'],
  ['edit', '✎', '✏'],
  ['more', '⋮', '…', '⋯', '•••'],
];

const HEADS = new Map(SAME.flatMap((words) => words.map((word) => [word, words[0] as string] as const)));

/** The same word in the singular: what a label and its mention share. */
function singular(word: string): string {
  return word.length > 3 ? word.replace(/ies$/u, 'y').replace(/([^s])s$/u, '$1') : word;
}

/** Words as a label and a task both write them, common controls by one name. */
export function plainWords(text: string): string[] {
  return stemsOf(text, singular);
}

/** Stems, with every word for a common control replaced by the one that stands for it. */
export function stemsOf(text: string, cut: (word: string) => string = stem): string[] {
  const words = wordsOf(text.replace(/[☆★×✕✖›»→▶‹«←◀♥♡✎✏⋮…⋯🗑🔍]/gu, ' $& ').replace(/e-mail/giu, 'email'));
  const signs = text.match(/[☆★×✕✖›»→▶‹«←◀♥♡✎✏⋮…⋯]|🗑|🔍/gu) ?? [];
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const pair = HEADS.get(`${words[at]} ${words[at + 1] ?? ''}`);
    if (pair !== undefined) at += 1;
    out.push(cut(pair ?? HEADS.get(words[at] ?? '') ?? words[at] ?? ''));
  }
  return [...out, ...signs.flatMap((sign) => cut(HEADS.get(sign) ?? ''))].filter(Boolean);
}

/** Words that say nothing of which thing is meant. */
const FILLERS = new Set(
  `the a an of to in on for and or is are it its this that with your my me i you please as at by from into onto be do
   there here all any some so then`.split(/\s+/u),
);

export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** The stems that tell one thing from another, each once. */
export function tellingStems(text: string): string[] {
  return [...new Set(stemsOf(text))].filter((word) => !FILLERS.has(word));
}

/** How well a name answers what was asked for, from 0 to 1. */
export function similarity(name: string, wanted: string): number {
  const [one, other] = [normalize(name), normalize(wanted)];
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const [bareOne, bareOther] = [bare(one), bare(other)];
  if (bareOne !== '' && bareOne === bareOther) return 0.97;
  const named = new Set(stemsOf(name));
  const asked = new Set(stemsOf(wanted));
  const weight = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + (FILLERS.has(word) ? 0.2 : 1), 0);
  const shared = weight([...asked].filter((word) => named.has(word)));
  if (shared === 0) return 0;
  const recall = shared / weight(asked);
  const precision = shared / weight(named);
  const f = (2 * recall * precision) / (recall + precision);
  if (f > 0.999) return 0.95;
  const isPhrase = holdsPhrase(name, wanted) || holdsPhrase(wanted, name);
  return Math.min(0.94, (isPhrase ? 0.5 : 0.3) * recall + (isPhrase ? 0.45 : 0.55) * f);
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether the text holds the phrase as whole words. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const inner = wordsOf(phrase).join(' ');
  return inner !== '' && ` ${wordsOf(text).join(' ')} `.includes(` ${inner} `);
}

/** "3", "three", "twice". */
export function readCount(word: string): number | null {
  const plain = normalize(word);
  if (/^\d{1,4}$/u.test(plain)) return Number(plain);
  if (/^(?:an?|once|single)$/u.test(plain)) return 1;
  if (plain === 'twice' || plain === 'both') return 2;
  return parseNumberWord(plain) ?? null;
}

export function numberIn(text: string): number | null {
  const match = /-?\d[\d,]*(?:\.\d+)?/u.exec(text.replaceAll('−', '-'))?.[0];
  const number = match === undefined ? Number.NaN : Number(match.replaceAll(',', ''));
  return Number.isFinite(number) ? number : null;
}

/** New words of the page. */
export function freshLines(before: string, after: string): string[] {
  const old = new Set(before.split('\n').map((line) => line.trim()));
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !old.has(line));
}

/** Names as they are written, of one word or more, and quoted texts; a verb that begins the sentence is none. */
export function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/["“]([^"“”]+)["”]/gu)].map((match) => match[1] ?? '');
  const rest = text.replace(/["“][^"“”]*["”]/gu, ' , ');
  const named =
    rest.match(
      /(?<=\S\s)\p{Lu}[\p{L}\p{N}'’-]*(?:\s\p{Lu}[\p{L}\p{N}'’-]*)*|@[\w.-]+|(?<![\p{L}-])[\p{L}-]{0,60}\d[\p{L}\p{N}.-]*|(?<![\w-])[\w-]{1,60}\.\p{L}{2,4}\b/gu,
    ) ?? [];
  return [...quoted, ...named.map((name) => name.replace(/['’]s$|[.,]$/u, ''))].filter((name) => name !== '');
}
