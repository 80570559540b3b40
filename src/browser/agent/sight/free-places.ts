import { normalize, readCount } from '../language/words.ts';
import { elementsIn, type PageModel, type UiElement } from './page-model.ts';

/** Places of a plan that are told by how many there are and where, not by their codes. */
export interface PlaceWish {
  count: number;
  /** What the row goes by; null for any row. */
  row: string | null;
  isTogether: boolean;
}

const COUNTED =
  /\b(an?|one|two|three|four|five|six|\d{1,2})\s+(?:\p{Ll}+\s+){0,2}?(?:seats?|places?|spots?|desks?|lockers?|pitch(?:es)?|berths?)\b/iu;
const TOGETHER =
  /\b(?:next\s+to\s+(?:each\s+other|one\s+another)|side\s+by\s+side|adjacent|adjoining|neighbou?ring|beside\s+each\s+other|together)\b/iu;
const ROW = /\b(?:in|from|of)\s+(?:the\s+)?row\s+["“]?(\p{L}|\d{1,2})\b/iu;

/** "Two free seats next to each other in row C"; null where the words do not leave open which. */
export function readPlaceWish(words: string): PlaceWish | null {
  const count = readCount(COUNTED.exec(words)?.[1] ?? '');
  const row = ROW.exec(words)?.[1] ?? null;
  const isTogether = TOGETHER.test(words) && (count ?? 0) > 1;
  return count !== null && (row !== null || isTogether) ? { count, row, isTogether } : null;
}

interface Place {
  element: UiElement;
  row: string;
  number: number;
}

/** The places that are meant, in their order: null where the page has no plan, empty where no free ones are so. */
export function freePlaces(model: PageModel, { count, row, isTogether }: PlaceWish): UiElement[] | null {
  const all = placesOn(model);
  if (all.length < 4) return null;
  const rows = Map.groupBy(all, (place) => place.row);
  for (const [name, places] of rows) {
    if (row !== null && normalize(name) !== normalize(row)) continue;
    const free = places.filter(({ element }) => isFree(element)).toSorted(byNumber);
    const runs = free
      .map((_, at) => free.slice(at, at + count))
      .filter((run) => run.length === count && (!isTogether || run.every(isNextTo)));
    const [first] = runs;
    if (first) return first.map(({ element }) => element);
  }
  return [];
}

function byNumber(one: Place, other: Place): number {
  return one.number - other.number;
}

/** Beside the one before it, with no aisle between them. */
function isNextTo(place: Place, at: number, run: Place[]): boolean {
  const before = run[at - 1];
  if (!before) return true;
  const [left, right] = [before.element.box, place.element.box].toSorted((one, other) => one.x - other.x);
  const gap = left && right ? right.x - left.x - left.width : 0;
  return place.number === before.number + 1 && gap <= place.element.box.width;
}

const TAKEN = /\b(?:taken|occupied|reserved|sold|booked|unavailable|disabled|blocked|busy|not available)\b/iu;

function isFree({ isDisabled, hints, name, isChecked }: UiElement): boolean {
  return !isDisabled && isChecked !== true && !TAKEN.test(hints) && !TAKEN.test(name);
}

function placesOn(model: PageModel): Place[] {
  return model.elements.flatMap((element) => {
    const isPlace =
      element.isVisible &&
      !element.isEditable &&
      (element.isClickable || element.isHeard || element.isDisabled);
    const place = isPlace ? (coded(element) ?? numbered(model, element)) : null;
    return place ? [{ element, ...place }] : [];
  });
}

/** "C5", "12A", "Row C, seat 5". */
function coded({ name, text, hints }: UiElement): Omit<Place, 'element'> | null {
  const said = (name || text).trim();
  const [, long = '', seat = ''] =
    /^row\s+(\p{L}|\d{1,2})\b\D*?\b(?:seat|place|no\.?)?\s*(\d{1,2}|\p{L})\b/iu.exec(said) ?? [];
  if (long !== '' && seat !== '') return { row: long, number: orderOf(seat) };
  const [, letter = '', digits = ''] = /^(?:seat\s+)?([A-Z])\s?-?(\d{1,2})\b/iu.exec(said) ?? [];
  if (letter !== '' && said.length < 30) return { row: letter, number: Number(digits) };
  const [, line = '', column = ''] = /^(?:seat\s+)?(\d{1,2})([A-Z])\b/u.exec(said) ?? [];
  if (line !== '' && said.length < 30) return { row: line, number: orderOf(column) };
  const own = said === '' ? hints.split(' ').find((word) => /^[a-z]\d{1,2}$/u.test(word)) : undefined;
  return own ? { row: own.slice(0, 1), number: Number(own.slice(1)) } : null;
}

function orderOf(seat: string): number {
  return /^\d/u.test(seat) ? Number(seat) : (seat.toLowerCase().codePointAt(0) ?? 0);
}

/** A bare number in a row that is headed "C" or "Row C". */
function numbered(model: PageModel, { node, text, name }: UiElement): Omit<Place, 'element'> | null {
  const number = /^(?:seat\s+)?(\d{1,2})$/iu.exec((text || name).trim())?.[1];
  if (number === undefined) return null;
  let at = node;
  for (let level = 0; level < 3; level += 1) {
    at = model.parents[at] ?? -1;
    if (at < 0) return null;
    const heads = elementsIn(model, at).filter(
      (one) => one.isVisible && one.node !== node && HEAD.test(one.text.trim()),
    );
    const [head] = heads;
    if (head && heads.length === 1)
      return { row: HEAD.exec(head.text.trim())?.[1] ?? '', number: Number(number) };
    if (head) return null;
  }
  return null;
}

const HEAD = /^(?:row\s+)?(\p{L}|(?<=row\s)\d{1,2})$/iu;
