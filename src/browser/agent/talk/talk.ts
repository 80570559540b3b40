import { stem as plainStem } from '../language/words.ts';
import { plainTalk } from './plain-talk.ts';

/** A task as it was told: its words in order, each in the part of a sentence it stands in. */
export interface Talk {
  /** With numbers and times in figures. */
  text: string;
  /** As it was written. */
  goal: string;
  words: Word[];
  roots: ReadonlySet<string>;
}

export interface Word {
  raw: string;
  stem: string;
  /** Where it stands in the text. */
  at: number;
  end: number;
  /** Words of one part belong together: "but no onions" is one of its own. */
  part: number;
  sentence: number;
  isQuoted: boolean;
  /** First word of a sentence, whose capital says nothing. */
  isFirst: boolean;
}

const CUT =
  /^(?:but|whereas|while|because|although|though|however|so|then|unless|otherwise|sondern|aber|weil|denn|mais|car|donc|pero|porque|sino)$/u;
/** "And" begins something new only before such words; else it joins two things. */
const FRESH =
  /^(?:i|i'd|i'm|we|we'd|it|he|she|they|there|please|do|don't|no|not|my|our|the|then|have|let|yes|also|without|with|come|returning|return|give|takes|lasts|ends|make|save|und|je|nous)$/u;

export function readTalk(goal: string): Talk {
  const text = plainTalk(goal);
  const words: Word[] = [];
  let part = 0;
  let sentence = 0;
  let isQuoted = false;
  let isFirst = true;
  for (const match of text.matchAll(
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{1,2}:\d{2}|[\p{L}\p{N}#+][\p{L}\p{N}'’#+_-]*(?:\.[\p{L}\p{N}]{1,5}(?![\p{L}\p{N}]))?|[.,;:!?()–—"“”]/gu,
  )) {
    const [raw] = match;
    if (/^["“”]$/u.test(raw)) {
      isQuoted = !isQuoted;
      continue;
    }
    if (/^[.,;:!?()–—]$/u.test(raw)) {
      if (isQuoted) continue;
      part += 1;
      if (/[.;!?]/u.test(raw)) {
        sentence += 1;
        isFirst = true;
      }
      continue;
    }
    const lower = raw.toLowerCase();
    const last = words.at(-1);
    const isFresh = /^(?:and|und|et|y)$/u.test(last?.raw.toLowerCase() ?? '') && FRESH.test(lower);
    if (!isQuoted && (CUT.test(lower) || isFresh)) part += 1;
    words.push({
      raw: raw.replace(/['’]s$/u, ''),
      stem: rootOf(raw),
      at: match.index,
      end: match.index + raw.length,
      part,
      sentence,
      isQuoted,
      isFirst,
    });
    isFirst = false;
  }
  return { text, goal, words, roots: new Set(words.map(({ stem }) => stem)) };
}

const IRREGULAR: Readonly<Record<string, string>> = {
  paid: 'pay',
  bought: 'buy',
  sent: 'send',
  done: 'do',
  made: 'make',
  got: 'get',
  took: 'take',
  taken: 'take',
  wrote: 'writ',
  written: 'writ',
  read: 'read',
  fed: 'feed',
  met: 'meet',
  sold: 'sell',
  told: 'tell',
  found: 'find',
  swept: 'sweep',
  built: 'build',
  children: 'child',
  kids: 'child',
  kid: 'child',
  people: 'person',
  persons: 'person',
  men: 'man',
  women: 'woman',
  began: 'begin',
  given: 'giv',
  gave: 'giv',
  chosen: 'choos',
  chose: 'choos',
  left: 'leav',
  tickets: 'ticket',
  parcels: 'parcel',
};

/** The root of a word, whatever form it is said in: "paid" is "pay", "monthly" is "month". */
function rootOf(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/^e-?mails?$/u, 'email')
    .replace(/^(pick|drop)-?(?:up|off)$/u, '$1');
  const known = IRREGULAR[plain];
  if (known !== undefined) return known;
  const bare = plain.length > 5 ? plain.replace(/ly$/u, '') : plain;
  // "Watered" leads to "water", and that to the same as "water" does.
  return plainStem(plainStem(bare)).replace(/([^aeiou\d])\1$/u, '$1');
}

const PLAIN = new Set(
  'a an the of to in on at for by with and or is it this that your my our me us you i we be are as do no not any some from please le la les un une des du de et au aux el los las una y con der die das den dem ein eine einen und mit fur am im zu auf pour par'.split(
    ' ',
  ),
);

/** The roots of the words of a label that say something. */
export function rootsOf(label: string): string[] {
  const all = label.match(/\d{1,2}:\d{2}|[\p{L}\p{N}#+]+(?:['’][\p{L}]+)?(?:[-.][\p{L}\p{N}]+)*/gu) ?? [];
  const roots = all.map(rootOf);
  const telling = roots.filter((root) => !PLAIN.has(root));
  return telling.length > 0 ? telling : roots;
}
