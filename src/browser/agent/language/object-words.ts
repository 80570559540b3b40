import { personIn } from './stated-facts.ts';

/**
 * The words of an act that tell its object from others: "a 4 star review of the Alder lantern titled ..." is about the
 * Alder lantern, "one mug for Per Dahl, Storgata 3 ..." about a mug.
 */
export function objectWords(phrase: string): string {
  const bare = phrase
    .replace(/"[^"]*"|“[^”]*”/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const head = (bare.split(BEGINS_DETAILS)[0] ?? bare).trim();
  const about = head.match(ABOUT)?.[1] ?? head.match(/^to\s+(?=\p{Lu})(.+)$/u)?.[1] ?? head;
  const to = head.match(/^(\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*)\s+(?:an?|the|this|my)\s/u)?.[1];
  const person = personIn(about);
  const thing = person ? about.replace(new RegExp(`\\s+for\\s+${person}.*$`, 'u'), '') : about;
  return (to ?? thing)
    .replace(/\b(?:who|which|that)\s+(?:has|have|is|are|was|lives?|works?|costs?|comes?)\b/giu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const BEGINS_DETAILS =
  /[,:;]\s|\.\s|\s+(?:titled|entitled|saying|that says|(?:from|on|until|between|at)\s+(?:the\s+)?(?:\d|today|tomorrow|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|worth|for\s+(?:collection|delivery|pick-?up|me|us|our)|(?:to be\s+)?(?:collect|deliver|pick|sen[dt])(?:ed)?\s+(?:up\s+)?(?:at|to|from)|for\s+(?:\d+|one|two|three|four|five|six)|with\s+(?:the|an?)\s+(?:text|message|title|subject|comment|note|words?|body|content|description|rating)|under\s+the\s+name)\b/iu;

const ABOUT =
  /\b(?:review|comment|reply|message|note|post|question|e-?mail|letter|complaint|feedback|rating|answer|testimonial)s?\s+(?:of|on|for|to|about|under|regarding)\s+(?:the\s+)?(.+)$/iu;

/** The proper names and numbers in it, which nothing else can stand for. */
export function namesIn(words: string): string[] {
  const names = words.match(
    /(?:\p{Lu}[\p{L}\p{N}'’-]*|#?\p{L}?\p{L}?-?\d[\p{L}\p{N}-]*)(?:\s+(?:\p{Lu}[\p{L}\p{N}'’-]*|\d+))*/gu,
  );
  return (names ?? []).filter((name) => name.length > 1);
}
