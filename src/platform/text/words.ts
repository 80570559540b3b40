/** Words of tasks and pages, in English and German, made comparable: case, accents and endings do not count. */
import data from './words.json' with { type: 'json' };

export function wordsOf(text: string): string[] {
  const spaced = UNSPACED.test(text) ? setApart(text) : text;
  return (
    spaced
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[łøđıß]/g, (letter) => WHOLE_LETTERS[letter] ?? letter)
      .match(/[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu) ?? []
  ).map((word) =>
    word
      .replace(/['’]s?$/u, '')
      .replace(/['’](?:s|re|ve|ll|d|m)$/u, '')
      .replace(/^(?:[cdjlmnst]|qu|dell|nell|all|un)['’]/u, ''),
  );
}

/** Letters that do not decompose into a letter and a mark. */
const WHOLE_LETTERS: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' };

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}]/u;
let segmenter: Intl.Segmenter | undefined;

function setApart(text: string): string {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return [...segmenter.segment(text.slice(0, 5_000))].map(({ segment }) => segment).join(' ');
}

/** A rough English stem, good enough for two spellings of one word to meet. Both sides go through it. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return IRREGULAR.get(word) ?? word;
  const known = IRREGULAR.get(word);
  if (known) return known;
  // `organiser` and `organizer` are one word.
  let root = word.replace(/(?<=[a-z]{3})is(?=(?:e[drs]?|ers?|ing|ations?)$)/, 'iz');
  if (/(?:[^aeiou]ies)$/.test(root)) root = `${root.slice(0, -3)}y`;
  else if (/(?:x|ch|sh|ss|zz)es$/.test(root)) root = root.slice(0, -2);
  else if (/[^su]s$/.test(root)) root = root.slice(0, -1);
  if (root.length > 5 && root.endsWith('ing')) root = undouble(root.slice(0, -3));
  else if (root.length > 4 && root.endsWith('ed')) root = undouble(root.slice(0, -2));
  // `hired` comes from `hire`.
  if (
    root.length === 3 &&
    word.length > 4 &&
    /^[^aeiou][aeiou][^aeiouwxy]$/.test(root) &&
    !/([a-z])\1(?:ed|ing)$/.test(word)
  )
    root += 'e';
  if (root.length > 8 && root.endsWith('ship')) root = root.slice(0, -4);
  if (root.length > 6 && root.endsWith('ee')) root = root.slice(0, -2);
  if (root.length > 5 && /(?:ion|ity|ance|ence)$/.test(root))
    root = root.replace(/(?:ion|ity|ance|ence)$/, '');
  if (root.length > 6 && root.endsWith('al')) root = root.slice(0, -2);
  if (root.length > 5 && /(?:er|or)$/.test(root)) root = undouble(root.slice(0, -2));
  if (root.length > 4 && /[ey]$/.test(root)) root = root.slice(0, -1);
  return root;
}

function undouble(root: string): string {
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

const IRREGULAR = new Map(
  Object.entries(data.irregular).flatMap(([root, forms]) => forms.split(' ').map((form) => [form, root])),
);

const listed = (byLanguage: Record<string, string>) => Object.values(byLanguage).join(' ').split(' ');
const STOP = new Set(listed(data.stop));
/** Words that help a sentence along; they count only where the page uses them too. */
const SOFT = new Set(listed(data.soft).map(stem));

export function isSoftWord(word: string): boolean {
  return SOFT.has(word);
}

/** The stems of the words that carry a text's meaning, in order, each once. */
export function contentStems(text: string): string[] {
  const words = wordsOf(text);
  const particles = new Set([...text.toLowerCase().matchAll(PARTICLE)].map((match) => match[1]));
  const isDying = /\b(?:did|does|will|to|he|she|they)\s(?:[\p{L}'’]+\s){0,3}die\b/iu.test(text);
  const isKept = (word: string) => !STOP.has(word) || particles.has(word) || (word === 'die' && isDying);
  return [...new Set(words.filter(isKept).map(stem))];
}

/** In "check-out" and "sign in" the little word makes the meaning. */
const PARTICLE = /(?:\p{L}{2}-|\b(?:check|sign|log|opt|built)\s)(in|out|up|off|on|down)(?!\p{L})/gu;

/** All stems of a text, for looking words up in it. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** `priceUsd` as `price_usd`. */
export function snakeCase(key: string): string {
  return key.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
}

/** `priceUsd`, `price_usd` and `product-card__price` in words. */
export function nameWords(name: string): string[] {
  const known = wordsByName.get(name);
  if (known) return [...known];
  const words = splitName(name);
  if (wordsByName.size >= MAX_KNOWN_NAMES) wordsByName.clear();
  wordsByName.set(name, words);
  return [...words];
}

/** The same few names come up for every row of a list. */
const wordsByName = new Map<string, readonly string[]>();
const MAX_KNOWN_NAMES = 5_000;

function splitName(name: string): string[] {
  if (name.trim() === '#') return [stem('position')];
  return wordsOf(
    name
      .replace(/(?<!\p{L})(\p{Lu})[/&](\p{Lu})(?!\p{L})/gu, '$1$2')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/(?<=\p{L}{3})(?=\d{2}(?:_|$))/gu, ' ')
      .replace(/(?<![\p{L}])(\d{2,})([a-z]{1,2})(?![\p{L}\d])/gu, '$1 $2')
      .replace(/[_\-./:]+/g, ' '),
  ).map(stem);
}
