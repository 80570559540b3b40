import { itemOf, type PageModel, textOf, type UiElement } from '../sight/page-model.ts';

/** Something that was done to an element of a page. */
export interface Trace {
  label: string;
  value: string;
  /** The words around it: its group, and the row or card that it stands in. */
  near: string;
  isOk: boolean;
}

/** What tells an element from others of its kind: its group, and what else stands in its row or card. */
export function wordsNear(model: PageModel, element: UiElement): string {
  const peers = model.elements.filter(
    ({ signature, isVisible, node }) => isVisible && signature === element.signature && node !== element.node,
  );
  const row = peers.length > 0 ? textOf(model, itemOf(model, element, peers)) : '';
  return `${element.group} ${row}`.trim();
}

/** What stands beside a text on the page that was then written elsewhere. */
export function wordsBeside(model: PageModel, value: string): string {
  const sources = model.elements.filter(
    ({ isVisible, isEditable, text }) => isVisible && !isEditable && value !== '' && text.trim() === value,
  );
  return sources.map((source) => wordsNear(model, source)).join(' ');
}
