import { normalize } from '../language/words.ts';
import { crossingOf } from './crossing.ts';
import type { PageModel, UiElement } from './page-model.ts';
import { inRowOf } from './row-of.ts';

/** The place of a plan that goes by a code like "C4" without showing it: its markup has it, or its row is headed C. */
export function placeOf(model: PageModel, code: string): UiElement | null {
  const isPlace = ({ isVisible, isHeard, isClickable, isEditable }: UiElement) =>
    isVisible && (isHeard || isClickable) && !isEditable;
  const wanted = normalize(code);
  const named = model.elements.filter(
    (element) =>
      isPlace(element) && (normalize(element.name) === wanted || element.hints.split(' ').includes(wanted)),
  );
  if (named.length > 0) return named.at(-1) ?? null;
  const [, letter = ''] = /([A-Z])/u.exec(code) ?? [];
  const number = code.replace(/\D/gu, '');
  const row = inRowOf(model, letter, (element) => isPlace(element) && element.text === number);
  if (row.length > 0) return row.length === 1 ? (row[0] ?? null) : null;
  const crossing = crossingOf(
    model,
    ({ text }) => text === letter,
    ({ text }) => text === number,
  );
  return crossing.findLast(isPlace) ?? null;
}
