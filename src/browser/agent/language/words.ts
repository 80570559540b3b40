/** Comparing the words of a task with the words of a page. */

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
    .split(/[^\p{L}\p{N}@#+]+/u)
    .map((word) => word.replace(/^#(?=\d+$)/u, ''))
    .filter(Boolean);
}

/** Words for one thing; the first stands for all. A phrase is written with its spaces. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['delete', 'trash', 'remove', 'bin', 'discard', 'erase', 'garbage', '🗑'],
  ['star', 'important', 'favorite', 'favourite', 'flag', 'bookmark', '☆', '★'],
  ['like', 'heart', 'love', '♥', '♡', 'upvote', 'thumbs up'],
  ['share', 'retweet', 'repost'],
  ['reply', 'respond'],
  ['more', 'more options', 'ellipsis', '⋮', '…'],
  ['close', 'dismiss', '×', 'x', '✕', '✖'],
  ['next', '›', '»', '→', '▶', '>', '>>', 'forwards'],
  ['previous', 'prev', '‹', '«', '←', '◀', '<', '<<'],
  ['search', 'find', 'magnifier', 'look up', '🔍'],
  ['login', 'log in', 'sign in', 'signin', 'logon', 'log on'],
  ['logout', 'log out', 'sign out', 'signout'],
  ['register', 'sign up', 'signup', 'create account', 'create an account', 'join'],
  ['cart', 'basket', 'bag', 'trolley'],
  ['buy', 'purchase', 'order'],
  ['email', 'e-mail', 'mail', 'e-mail address', 'email address'],
  ['phone', 'telephone', 'mobile', 'phone number', 'telephone number', 'tel'],
  ['color', 'colour'],
  ['city', 'town'],
  ['username', 'user name', 'user', 'login name', 'account name'],
  ['password', 'passphrase', 'pwd', 'pass'],
  ['first name', 'given name', 'forename'],
  ['last name', 'surname', 'family name'],
  ['postcode', 'zip', 'zip code', 'postal code', 'post code'],
  ['quantity', 'qty', 'amount'],
  ['max', 'maximum', 'maximal'],
  ['min', 'minimum', 'minimal'],
  ['menu', '☰', 'hamburger'],
  ['enter', '⏎', '↵', '⮐'],
  ['plus', '+', 'increase', 'increment'],
  ['minus', '-', '−', 'decrease', 'decrement'],
  ['up', '↑', '⬆', 'move up'],
  ['down', '↓', '⬇', 'move down'],
  ['settings', 'gear', 'preferences'],
  ['agree', 'accept', 'consent'],
  ['subscribe', 'newsletter'],
  ['text', 'message', 'body', 'comment'],
  ['from', 'origin', 'departure city', 'leaving from'],
  ['to', 'destination', 'recipient', 'going to'],
  ['grey', 'gray'],
];

const CANONICAL = new Map(
  SYNONYMS.flatMap((words) => words.map((word) => [normalize(word), words[0] as string] as const)),
);

/** The text with every synonym replaced by the word that stands for it. */
export function canonical(text: string): string {
  const plain = normalize(text)
    .replace(/[:*]+$/u, '')
    .trim();
  const whole = CANONICAL.get(plain);
  if (whole !== undefined) return whole;
  const words = plain
    .replace(/(?<!\S)#(?=\d+(?!\S))/gu, '')
    .split(/[\s,.;:!?"“”()[\]/]+/u)
    .filter(Boolean);
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const pair = CANONICAL.get(`${words[at]} ${words[at + 1] ?? ''}`);
    if (pair !== undefined) at += 1;
    out.push(pair ?? CANONICAL.get(words[at] ?? '') ?? stem(words[at] ?? ''));
  }
  return out.join(' ');
}

/** Takes the usual endings off an English word, so that "expand" meets "expanding" and "sections" meets "section". */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  return word
    .replace(/^(movie|cookie|calorie|rookie|selfie|brownie|smoothie|hoodie|zombie)s?$/u, '$1')
    .replace(/^(.*(?:shel|kni|wi|lea|loa|hal|cal|thie|wol|scar))ves$/u, '$1f')
    .replace(/(?:ies)$/u, 'y')
    .replace(/(?:sses)$/u, 'ss')
    .replace(/([^s])s$/u, '$1')
    .replace(/(?<=\p{L}{3})(?:ing|ed|er)$/u, '')
    .replace(/(?<=\p{L}{3})e$/u, '');
}

/** How well a name answers what was asked for, from 0 to 1. */
export function similarity(name: string, wanted: string): number {
  if (name === '' || wanted === '') return 0;
  if (name.trim() === wanted.trim()) return 1;
  const one = normalize(name);
  const other = normalize(wanted);
  if (one === other) return 0.99;
  if (bare(one) === bare(other) && bare(one) !== '') return 0.97;
  return Math.max(overlap(one, other), 0.95 * overlap(canonical(one), canonical(other)));
}

function overlap(name: string, wanted: string): number {
  if (name === wanted) return 0.97;
  const nameWords = name.split(/[^\p{L}\p{N}@#+]+/u).filter(Boolean);
  const wantedWords = wanted.split(/[^\p{L}\p{N}@#+]+/u).filter(Boolean);
  if (nameWords.length === 0 || wantedWords.length === 0) return 0;
  const named = new Set(nameWords.map(stem));
  const asked = new Set(wantedWords.map(stem));
  const shared = [...asked].filter((word) => named.has(word));
  if (shared.length === 0) return 0;
  const weight = (set: Iterable<string>) =>
    [...set].reduce((sum, word) => sum + (FILLERS.has(word) ? 0.2 : 1), 0);
  const recall = weight(shared) / weight(asked);
  const precision = weight(shared) / weight(named);
  const isPhrase = ` ${nameWords.join(' ')} `.includes(` ${wantedWords.join(' ')} `);
  const f = (2 * recall * precision) / (recall + precision);
  return Math.min(0.96, (isPhrase ? 0.55 : 0.3) * recall + (isPhrase ? 0.4 : 0.55) * f);
}

const FILLERS = new Set('the a an of to in on for and or is it this that with your my please'.split(' '));

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether the text holds the phrase as whole words. */
export function holdsPhrase(text: string, phrase: string): boolean {
  const inner = wordsOf(phrase).join(' ');
  return inner !== '' && ` ${wordsOf(text).join(' ')} `.includes(` ${inner} `);
}

const ORDINAL_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** 1 for "first" or "1st", -1 for "last". */
export function readOrdinal(word: string): number | null {
  const plain = normalize(word);
  const digits = plain.match(/^(\d{1,3})(?:st|nd|rd|th)$/u)?.[1];
  if (digits) return Number(digits);
  const at = ORDINAL_WORDS.indexOf(plain);
  if (at >= 0) return at + 1;
  return plain === 'last' || plain === 'final' ? -1 : null;
}

export function readCount(word: string): number | null {
  const plain = normalize(word);
  if (/^\d{1,4}$/u.test(plain)) return Number(plain);
  if (plain === 'a' || plain === 'an' || plain === 'once') return 1;
  if (plain === 'twice') return 2;
  const at = NUMBER_WORDS.indexOf(plain);
  return at > 0 ? at : null;
}

/** Where shops put what is chosen. */
export const CARTS = String.raw`(?:the|my|your)\s+(?:\p{L}+\s)?(?:cart|basket|bag|trolley|wish ?list)`;

/** A text as a part of a regular expression; its words may stand however far apart. */
export function patternOf(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/(?<=\S)\s+(?=\S)/gu, '\\s+');
}
