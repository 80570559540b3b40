import type { PageModel, UiElement } from '../sight/page-model.ts';
import { canonical, normalize } from './words.ts';

const NAME = "(\\p{Lu}[\\p{L}'’-]+(?:\\s+\\p{Lu}[\\p{L}'’-]+)*)";
const DAY =
  '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December';
const PERSON = new RegExp(
  `\\b(?:for|named|called|[Rr]egister|[Ss]ign up(?: as)?|[Ii]nvite|[Ee]nrol|account for|(?<!(?:first|last|user|family|given|full)\\s)name(?:\\s+is)?|i am|i'm)\\s+(?!(?:${DAY})\\b)${NAME}`,
  'u',
);
const PLACE = new RegExp(`\\b(?:from|in|at|to|near|of)\\s+${NAME}`, 'u');

/** What prose says that only one kind of field can take: "for Maud" is a name, "from Lisbon" a place. */
export function factFor(element: UiElement, text: string): string | null {
  const label = normalize(`${element.name || element.placeholder}`)
    .replace(/[*:]+$/u, '')
    .trim();
  const person = PERSON.exec(text)?.[1];
  if (/^(?:(?:your|full|customer|guest|contact|passenger)\s+)*name$/u.test(label)) return person ?? null;
  if (/^(?:first|given) name$/u.test(label)) return person?.split(/\s+/u)[0] ?? null;
  if (/^(?:last|family) name$|^surname$/u.test(label))
    return person?.includes(' ') ? (person.split(/\s+/u).at(-1) ?? null) : null;
  if (/^(?:(?:your|home)\s+)?(?:city|town|country|location|place|place of residence|hometown)$/u.test(label))
    return PLACE.exec(text)?.[1] ?? null;
  if (/\b(?:amount|sum|donation|budget)\b/u.test(label)) {
    const money =
      /[$€£]\s*(\d[\d.,]*\d|\d)|\b(\d[\d.,]*)\s*(?:dollars?|euros?|pounds?|usd|eur|gbp|[$€£])/iu.exec(text);
    return money?.[1] ?? money?.[2] ?? null;
  }
  if (/^(?:quantity|qty|amount|how many|pieces|count|number of (?:items|pieces))\b/u.test(label))
    return (
      /\b(\d{1,3})\s+(?:pieces?|items?|units?|copies|of\s+(?:them|it|these))\b/iu.exec(text)?.[1] ?? null
    );
  const age = /\b(?:aged?\s+|is\s+)?(\d{1,3})(?:\s+years?(?:\s+old)?)\b|\baged?\s+(\d{1,3})\b/iu.exec(text);
  return /^(?:your\s+)?age$/u.test(label) ? (age?.[1] ?? age?.[2] ?? null) : null;
}

/** Boxes of a form that the words agree to: "accepting the terms", "subscribe to the newsletter". */
export function agreedBoxes(model: PageModel, text: string): UiElement[] {
  const subjects = [...text.matchAll(AGREEING)].map(([, subject = '']) => canonical(subject));
  return model.elements.filter(
    (element) =>
      element.role === 'checkbox' &&
      !element.isDisabled &&
      element.isChecked === false &&
      subjects.some((subject) => sharesWord(canonical(element.name), subject)),
  );
}

const AGREEING =
  /(?<!\b(?:not|without|never|don['’]t)\s+)\b(?:accept|agree|consent|subscrib)(?:e|ing|s)?\b(?:\s+(?:to|with|for))?\s+((?:\p{L}+\s*){1,6})/giu;

function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.split(' ').filter((word) => word.length > 3));
  return other.split(' ').some((word) => words.has(word));
}
