import { formVerb, readAct } from './read-act.ts';
import type { Rule } from './reading.ts';

/** "Write a review of the lamp", "write to Ann": something with a form of its own, not words for the field at hand. */
const COMPOSING =
  /^(?:write|put)\s+(?:to\s+(?!(?:the|a|an|both|all|each)\b)(?-i:\p{Lu})|(?:an?|the|another|my)\s+(?:[\p{L}\p{N}-]+\s+){0,3}?(?:review|comment|reply|message|note|post|notice|e-?mail|letter|question|complaint|testimonial)\b(?!\s+(?:in|into)\s))/iu;

/** Errands as people tell them, in the middle of which the forms of a site stand. */
export const ERRAND_RULES: readonly Rule[] = [
  [COMPOSING, (_match, at) => readAct(at)],
  [
    /^(?:sign|put)\s+(?:me|us)\s+(?:up|down)\s+(.+)$|^enroll?\s+(?:me|us)\s+(.+)$/iu,
    (match, at) => ({ kind: 'fill', verb: formVerb(`sign up ${match[1] ?? match[2]}`), source: at.source }),
  ],
  [
    /^compare\s+.+?[:,]\s*(?:which|what|who|is|are)\b/iu,
    (_match, at) => ({ kind: 'ask', source: at.source }),
  ],
];

/** Somebody speaks of themselves, or of what they asked for. */
export const DETAIL =
  /^(?:my|our|i|i['’]m|i['’]d|we|it|its|they|he|she|his|her|their)\s+\p{L}|^(?:deliver|ship)\s+(?:it|them|this|these|everything)?\s*to\b/iu;
