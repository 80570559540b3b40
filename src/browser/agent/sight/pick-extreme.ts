import { amountOf, numberIn } from '../language/amounts.ts';
import { readDay } from '../language/read-date.ts';
import type { Extreme } from '../language/target-words.ts';
import { normalize, similarity } from '../language/words.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';
import { cellInColumn } from './read-tables.ts';

/** Of several like things the one with the lowest or highest price, duration, number ... */
export function pickExtreme(model: PageModel, peers: UiElement[], extreme: Extreme): UiElement | null {
  if (extreme.of === 'alphabet') {
    const ordered = peers.toSorted((one, other) => normalize(one.name).localeCompare(normalize(other.name)));
    return ordered.at(extreme.end === 'min' ? 0 : -1) ?? null;
  }
  const of = columnOf(model, peers, extreme.of);
  const measured = peers
    .map((element) => ({ element, amount: measure(model, element, peers, of) }))
    .filter((entry): entry is { element: UiElement; amount: number } => entry.amount !== null);
  // Where nothing has a number, the drawn size is compared.
  const sized = peers.map((element) => ({ element, amount: element.box.width * element.box.height }));
  const sorted = (measured.length > 0 ? measured : sized).sort(
    (one, other) => one.amount - other.amount || one.element.node - other.element.node,
  );
  const rank = extreme.rank ?? 1;
  return sorted.at(extreme.end === 'min' ? rank - 1 : -rank)?.element ?? null;
}

/** "The lowest stock (quantity)": of the two names the one that the page has a column for. */
function columnOf(model: PageModel, peers: UiElement[], of: string): string {
  const names = of.split(/\s*[()]\s*/u).filter(Boolean);
  return (
    names.find((name) => peers.some((peer) => cellInColumn(model, peer, name) !== null)) ?? names[0] ?? of
  );
}

/** How much of something the row or card of an element tells. */
export function measure(model: PageModel, element: UiElement, peers: UiElement[], of: string): number | null {
  if (of === 'height' || of === 'width') return element.box[of];
  if (of === 'lying') return element.box.y;
  if (of === 'letters') return (element.text || element.name).length;
  const around = withoutStruck(model, itemOf(model, element, peers));
  if (of === 'date') return momentIn(around);
  // "The oldest post" is the one with the earliest date; "the oldest member" the one of the highest age.
  if (of === 'age' && !/\bage\b/iu.test(around) && dateIn(around) !== null) return -(dateIn(around) ?? 0);
  const own = numberIn(element.text || element.name);
  if (of === '' && own !== null) return own;
  const cell = of === '' ? null : cellInColumn(model, element, of);
  const told = cell === null ? labelled(model, itemOf(model, element, peers), of) : amountOf(cell, of);
  return told ?? amountOf(around, of) ?? own;
}

/** What an item says, without what is struck through: the price that it had before. */
function withoutStruck(model: PageModel, item: number): string {
  return elementsIn(model, item)
    .filter(({ tag }) => /^(?:del|s|strike)$/u.test(tag))
    .reduce(
      (text, { text: struck }) => (struck === '' ? text : text.replaceAll(struck, ' ')),
      wholeTextOf(model, item),
    );
}

/** The number right after a label of its own: "Amount" and "480", each for itself. */
function labelled(model: PageModel, item: number, of: string): number | null {
  const parts = elementsIn(model, item).filter(({ isVisible, text }) => isVisible && text !== '');
  const at = parts.findIndex(({ text }) => of !== '' && !/\d/u.test(text) && similarity(text, of) > 0.8);
  const next = at < 0 ? undefined : parts[at + 1];
  return next ? numberIn(next.text) : null;
}

/** The first day and the first time of day that a text names, of which one may be missing. */
function momentIn(text: string): number | null {
  const day = dateIn(text);
  const [, hour, minute, half] = text.match(/\b(\d{1,2})[:.](\d{2})\s*([ap])?\.?m?\b/iu) ?? [];
  if (hour === undefined || Number(hour) > 23) return day;
  const noon = half?.toLowerCase() === 'p' && Number(hour) < 12 ? 12 : 0;
  return (day ?? 0) + ((Number(hour) + noon) * 60 + Number(minute)) / 1440;
}

/** The first day a text names, as a number that grows with time; numbers of years alone count too. */
function dateIn(text: string): number | null {
  const named = text.match(
    /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\p{Lu}\p{Ll}{2,8}\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}\s+\p{Lu}\p{Ll}{2,8}\.?\s+\d{4}/u,
  )?.[0];
  const day = named ? readDay(named) : null;
  if (day) return day.year * 372 + day.month * 31 + day.day;
  const year = text.match(/\b(?:19|20)\d{2}\b/u)?.[0];
  if (year) return Number(year) * 372;
  const ago = text.match(/\b(\d+)\s+(minute|hour|day|week|month|year)s?\s+ago\b/iu);
  return ago?.[1] && ago[2] ? -Number(ago[1]) * (DAYS[ago[2].toLowerCase()] ?? 1) : null;
}

const DAYS: Readonly<Record<string, number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 31,
  year: 372,
};
