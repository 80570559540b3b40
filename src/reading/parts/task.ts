import { contentStems, nameWords } from '../../platform/text/words.ts';
import { type Kind, kindAsked } from './kinds.ts';

/** The question of one clause to a page. */
export interface TaskWords {
  /** The asking words, without those around them. */
  text: string;
  /** Stems of the words that carry it. */
  words: string[];
  kind: Kind | null;
  asksWhy: boolean;
  /** All of several things are asked for. */
  asksMany: boolean;
}

export function readClause(text: string): TaskWords {
  const meant = text.replace(MAIN_THING, ' ');
  const kind = kindAsked(text);
  return {
    text,
    words: wordsIn(meant, kind),
    kind,
    asksWhy: /\bwhy\b|\breasons?\b/i.test(text),
    asksMany: /\b(?:all|every|each|list|compare|which of|most|least|\p{L}+est)\b/iu.test(text),
  };
}

/** "Name" says nothing in a question, and alone it is what is asked for, as the price is in "How much?". */
function wordsIn(text: string, kind: Kind | null): string[] {
  const words = contentStems(text);
  if (words.length > 0) return words;
  return /\bname\b/iu.test(text) ? ['name'] : kind === 'money' ? nameWords('price') : [];
}

/** A word for the main thing of the page names no part. */
const MAIN_THING =
  /\b(?:this|the|that|these|those|your)\s+(?:(?:particular|specific|above|given|current|same|whole)\s+)?(?:product|item|thing|article|post|story|recipe|page|listing|offer|ad|advert|job|position|role|vacancy|posting|event|show|course|class|film|movie|book|novel|property|house|home|flat|apartment|place|company|firm|business|shop|store|restaurant|practice|clinic|office|site|website|document|table|thread|topic|question|profile|person|guy|release|version|model|piece|text|one)s?\b(?!['’]s\s)|\b(?:here|above|below)\b/giu;
