import { formVerb, readAct } from './read-act.ts';
import { readTick } from './read-choose.ts';
import { readType } from './read-type.ts';
import type { Rule } from './reading.ts';

/** "Write a review of the lamp", "write to Ann": something with a form of its own, not words for the field at hand. */
const COMPOSING =
  /^(?:write|put)\s+(?:to\s+(?!(?:the|a|an|both|all|each)\b)(?-i:\p{Lu})|(?:an?|the|another|my)\s+(?:[\p{L}\p{N}-]+\s+){0,3}?(?:review|comment|reply|message|note|post|notice|e-?mail|letter|question|complaint|testimonial)\b(?!\s+(?:in|into)\s))/iu;

/** Errands as people tell them, in the middle of which the forms of a site stand. */
export const ERRAND_RULES: readonly Rule[] = [
  [
    /^sign\s+(?:(?:it|this|the\s+\p{L}+)\s+)?(?:as|with(?:\s+(?:the|your)\s+name)?)\s+([\ue000-\uf8ff]|\p{Lu}\S*(?:\s+\p{Lu}\S*)*)$/u,
    (match, at) => readType(`${match[1]} as the name`, at),
  ],
  [COMPOSING, (_match, at) => readAct(at)],
  [
    /^(?:sign|put)\s+(?:me|us)\s+(?:up|down)\s+(.+)$|^enroll?\s+(?:me|us)\s+(.+)$/iu,
    (match, at) => ({ kind: 'fill', verb: formVerb(`sign up ${match[1] ?? match[2]}`), source: at.source }),
  ],
  [
    /^(?:sign|put)\s+(.{2,40}?)\s+(?:up|down)\s+(for\s+.+)$|^enroll?\s+(.{2,40}?)\s+((?:for|in|on)\s+.+)$/iu,
    (match, at) => readAct({ ...at, text: `register ${match[2] ?? match[4]}` }),
  ],
  [
    /^stop\s+(?:sending\s+(?:me\s+)?|getting\s+|receiving\s+)?(?:the\s+|all\s+|any\s+)?(.*\b(?:e-?mails?|reminders?|notifications?|newsletters?|messages|alerts))$/iu,
    (match, at) => readTick(match[1] ?? '', false, at),
  ],
  [
    /^put\s+((?:the|this|that|it)\b.*?)\s+on(?:to)?\s+(?:the|my|your)\s+((?:\p{L}+\s+)?(?:wish ?list|list))$/iu,
    (match, at) => readAct({ ...at, text: `add ${match[1]} to the ${match[2]}` }),
  ],
  [
    /^compare\s+.+?[:,]\s*(?:which|what|who|is|are)\b/iu,
    (_match, at) => ({ kind: 'ask', source: at.source }),
  ],
];

/** Somebody speaks of themselves, or of what they asked for. */
export const DETAIL =
  /^(?:my|our|i|i['’]m|i['’]d|we|it|its|they|he|she|his|her|their)\s+\p{L}|^the\s+(?:[\p{L}-]+\s+){0,3}(?:code|number|reference|e-?mail|address|reason|message|subject|topic|phone)\s+(?:is|are|will be)\s|^(?:deliver|ship)\s+(?:it|them|this|these|everything)?\s*to\b/iu;

/** "Pick up.": how something is wanted, told by a verb that has no object. */
export const MANNER = /^(?:pick|take|drop|eat|dine|carry)[- ](?:up|away|out|off|in)$/iu;

/** "Delivery.", "Extra cheese.": a choice that is told without any verb. */
export const FRAGMENT =
  /^(?!(?:thanks?|cheers|please|ok|okay|good|great|hi|hello|dear|that|this|yes|no|not|if|when|then)\b)\p{L}[\p{L}-]*(?:\s+[\p{L}-]+){0,2}$/iu;
