import type { PageModel, UiElement } from './page-model.ts';

/** The headings of the column and the row that a cell's element stands under and beside. */
export function headsOf(model: PageModel, element: UiElement): string {
  const x = element.box.x + element.box.width / 2;
  const y = element.box.y + element.box.height / 2;
  const heads = model.elements.filter(
    ({ role, tag, isVisible, text }) =>
      isVisible && text !== '' && (tag === 'th' || role === 'columnheader' || role === 'rowheader'),
  );
  const column = heads.findLast(
    ({ box }) => box.x <= x && x <= box.x + box.width && box.y + box.height <= element.box.y + 2,
  );
  const row = heads.findLast(
    ({ box }) => box.y <= y && y <= box.y + box.height && box.x + box.width <= element.box.x + 2,
  );
  return [column, row]
    .map((head) => head?.text ?? '')
    .join(' ')
    .trim();
}
