import type { PageModel, UiElement } from '../sight/page-model.ts';

/** The like fields of a board or a spread of cards, row by row; exactly `count` of them when that is given. */
export function largestGrid(model: PageModel, count: number | null): UiElement[] {
  const fields = model.elements.filter(
    ({ isVisible, isEditable, box, tag }) =>
      isVisible && !isEditable && box.width >= 12 && box.height >= 12 && tag !== 'body' && tag !== 'svg',
  );
  const families = [...Map.groupBy(fields, kinOf).values()].filter((family) =>
    count === null ? family.length >= 4 : family.length === count,
  );
  const largest = families.toSorted((one, other) => other.length - one.length)[0] ?? [];
  return largest.toSorted(
    (one, other) => Math.round((one.box.y - other.box.y) / 6) || one.box.x - other.box.x,
  );
}

/** Fields of one family have one tag and one size; their classes change as they are played. */
function kinOf({ tag, box }: UiElement): string {
  return `${tag} ${Math.round(box.width / 3)} ${Math.round(box.height / 3)}`;
}

/** What a field shows, so that two looks can be compared. */
export function lookOf({ text, name, hints, colour }: UiElement): string {
  return [text || name, colour, hints.replace(/\d+/gu, '')].join('|');
}
