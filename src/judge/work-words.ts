import { stem, wordsOf } from '../task/index.ts';
import data from './words.json' with { type: 'json' };

/**
 * The few words by which people tell of operating a browser (`words.json`). What is said with these words, with small words and
 * with the words of the task alone answers nothing. English and German are complete; of other languages what runners say most.
 */

/** What a browser, or somebody at one, does. */
const DEEDS = stems(data.deeds);
/** Deeds of a house as well as of a browser: "We closed the café". */
export const OF_A_HOUSE = stems(data.house);
/** Of these, what is also done to things of the world: "The proposal was accepted". */
export const IN_THE_WORLD = stems(data.world);
/** Things that only a browser deals with. */
const ON_SCREEN = stems(data.screen);
/** Places where a page keeps its facts. */
const SOURCES = stems(data.source);
/** Names of facts in place of the facts, and words of praise for the work. */
const NOTHING_SAID = stems(data.facts);
/** What a site says in place of its content: it refuses, asks who is there, has no such page, or does not work. */
const AT_THE_GATE = stems(data.gate);

/** Whether these are the words of a gate: then a number such as 403 is its code. */
export function isGateWord(word: string): boolean {
  return holds(AT_THE_GATE, word);
}

/** With their adverbs. */
export function stems(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .flatMap(wordsOf)
      .flatMap((word) => [word, stem(word), stem(`${word}ly`)]),
  );
}

/** As a word or as its stem: the stem of a stem is not always the same. */
export function holds(words: ReadonlySet<string>, word: string): boolean {
  return words.has(word) || words.has(stem(word));
}

/** Also behind the separable prefixes of German verbs. */
export function isDeed(word: string): boolean {
  if (holds(DEEDS, word)) return true;
  const bare = word.replace(PREFIX, '');
  return bare !== word && bare.length > 3 && holds(DEEDS, bare);
}

const PREFIX =
  /^(?:heraus|herunter|zuruck|weiter|durch|hinauf|hinunter|nach|auf|aus|ein|her|hin|vor|uber|an|ab|zu|um)(?=\p{L}{4})/u;

export function isOfBrowser(word: string): boolean {
  return holds(ON_SCREEN, word);
}

export function isOnScreen(word: string): boolean {
  return holds(ON_SCREEN, word) || holds(SOURCES, word);
}

/** Whether a word tells nothing by itself. */
export function isWorkWord(word: string): boolean {
  return isDeed(word) || isOnScreen(word) || isGateWord(word) || isFactName(word);
}

/** "price", "Erscheinungsdatum": a name for a fact in place of the fact. */
export function isFactName(word: string): boolean {
  return holds(NOTHING_SAID, word);
}
