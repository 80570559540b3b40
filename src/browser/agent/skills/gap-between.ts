import { amountOf, numberIn } from '../language/amounts.ts';
import { canonical } from '../language/words.ts';
import { type PageModel, textOf } from '../sight/page-model.ts';
import { lookUpCell } from '../sight/read-tables.ts';

const MORE = String.raw`(?:more|less|fewer|\p{L}+er)\b`;
const FORMS: readonly RegExp[] = [
  // "How many degrees warmer is A than B?", "How many more points did A score than B?"
  new RegExp(
    String.raw`\bhow\s+(?:many|much)\s+(?<of>(?:\p{L}+\s+)*?)(?<more>${MORE})(?<after>(?:\s+\p{L}+)*?)\s+(?:is|are|was|were|does|do|did|has|have)\s+(?<one>.+?)\s+than\s+(?<other>.+?)[?.!]*$`,
    'iu',
  ),
  new RegExp(
    String.raw`\bby\s+how\s+(?:many|much)\s*(?<of>(?:\p{L}+\s+)*?)(?:is|are|was|were)\s+(?<one>.+?)\s+(?:${MORE})(?:\s+\p{L}+)?\s+than\s+(?<other>.+?)[?.!]*$`,
    'iu',
  ),
  /\bdifference\s+(?:in\s+(?<of>\p{L}[\p{L} ]*?)\s+)?between\s+(?<one>.+?)\s+and\s+(?<other>.+?)[?.!]*$/iu,
];

export interface Gap {
  /** What is counted or measured; '' where only an adjective tells. */
  of: string;
  one: string;
  other: string;
}

/** What two things are compared by. Null for what is no such question. */
export function readGap(phrase: string): Gap | null {
  const told = FORMS.map((form) => phrase.match(form)?.groups).find(Boolean);
  if (!told?.one || !told.other) return null;
  const of = `${told.of ?? ''} ${told.after ?? ''}`.replace(/\s+/gu, ' ').trim();
  return { of, one: nameOf(told.one), other: nameOf(told.other) };
}

/** How far apart the amounts are that the page tells of two things. */
export function gapBetween(model: PageModel, { of, one, other }: Gap): string | null {
  const [first, second] = [amountOfThing(model, one, other, of), amountOfThing(model, other, one, of)];
  if (first === null || second === null) return null;
  return String(Math.round(Math.abs(first - second) * 1e6) / 1e6);
}

function amountOfThing(model: PageModel, name: string, other: string, of: string): number | null {
  const cell = of === '' ? null : lookUpCell(model, of, name);
  if (cell !== null && numberIn(cell) !== null) return numberIn(cell);
  const bearers = model.elements.filter(
    ({ isVisible, isEditable, text }) => isVisible && !isEditable && canonical(text) === canonical(name),
  );
  for (const { node } of bearers) {
    for (let at = node; at >= 0; at = model.parents[at] ?? -1) {
      const said = textOf(model, at).replace(name, ' ');
      if (canonical(said).split(' ').includes(canonical(other))) break;
      if (/\d/u.test(said)) return amountOf(said, of);
    }
  }
  return null;
}

/** Without what is said of a thing besides its name: "Oslo today", "the city of Oslo". */
function nameOf(said: string): string {
  return said
    .replace(/^(?:the\s+)?(?:(?:city|town|player|team|product)\s+(?:of\s+)?)?/iu, '')
    .replace(/\s+(?:have|has|get|score|scored|cost|costs|weigh|today|now)$/iu, '')
    .trim();
}
