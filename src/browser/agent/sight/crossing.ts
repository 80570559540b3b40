import type { PageModel, UiElement } from './page-model.ts';

type Head = (element: UiElement) => boolean;

/** What stands where the column under one head crosses the row of the other, however the table is turned; none where it has no such heads. */
export function crossingOf(model: PageModel, one: Head, other: Head): UiElement[] {
  const along = atCrossing(model, one, other);
  return along.length > 0 ? along : atCrossing(model, other, one);
}

/** The same where it is told which head stands above. */
export function atCrossing({ elements }: PageModel, isTop: Head, isSide: Head): UiElement[] {
  const shown = elements.filter(({ isVisible, box, tag }) => isVisible && box.width > 4 && tag !== 'body');
  const top = shown.find(isTop);
  const side = shown.find(
    (element) =>
      isSide(element) && top !== undefined && element.box.x < top.box.x && element.box.y > top.box.y,
  );
  if (!top || !side) return [];
  return shown.filter(
    (element) =>
      element !== top &&
      element !== side &&
      element.box.height < 2 * side.box.height &&
      isBetween(element.box.x + element.box.width / 2, top.box.x, top.box.width) &&
      isBetween(element.box.y + element.box.height / 2, side.box.y, side.box.height),
  );
}

function isBetween(middle: number, start: number, length: number): boolean {
  return middle > start && middle < start + length;
}
