import { holdsPhrase, similarity } from '../language/words.ts';
import { elementsIn, type PageModel, type UiElement } from './page-model.ts';

/**
 * The elements that belong to a named thing: of the smallest part of the page around its name that has any that fit.
 * Empty when the page does not speak of it.
 */
export function inRowOf(model: PageModel, name: string, fits: (element: UiElement) => boolean): UiElement[] {
  const labels = model.elements.filter(
    (element) =>
      element.isVisible &&
      !element.isEditable &&
      element.text.length < 120 &&
      (similarity(element.text, name) > 0.8 || holdsPhrase(element.text, name)),
  );
  const rows = labels
    .toSorted((one, other) => similarity(other.text, name) - similarity(one.text, name))
    .map((label) => rowAround(model, label, fits))
    .filter((row) => row !== null);
  // Of two as near, what is called just so, and not what only speaks of it beside others.
  return rows.sort((one, other) => one.levels - other.levels)[0]?.members ?? [];
}

/** Where the rows of a grid have no frame of their own, those on the line of the label. */
function onLine(members: UiElement[], { box }: UiElement): UiElement[] {
  const beside = members.filter((member) => {
    const middle = member.box.y + member.box.height / 2;
    return member.box.height > 0 && box.height > 0 && middle >= box.y && middle <= box.y + box.height;
  });
  return beside.length > 0 ? beside : members;
}

/** Where labels and what belongs to them stand in one row, those behind the label and before the next of its kind. */
function upToNext({ elements, parents }: PageModel, members: UiElement[], label: UiElement): UiElement[] {
  const next = elements.find(
    ({ node, tag, signature, text }) =>
      node > label.node &&
      parents[node] === parents[label.node] &&
      tag === label.tag &&
      signature === label.signature &&
      text !== '',
  );
  const own = members.filter(
    ({ node }) => node > label.node && node < (next?.node ?? Number.POSITIVE_INFINITY),
  );
  return own.length > 0 && !members.some(({ node }) => node === next?.node) ? own : members;
}

const MAX_LEVELS = 4;

function rowAround(model: PageModel, label: UiElement, fits: (element: UiElement) => boolean) {
  let node = label.node;
  for (let levels = 0; levels < MAX_LEVELS && node >= 0; levels += 1) {
    const members = elementsIn(model, node).filter(
      (element) => element.isVisible && element.node !== label.node && fits(element),
    );
    if (members.length > 0) return { members: onLine(upToNext(model, members, label), label), levels };
    node = model.parents[node] ?? -1;
  }
  return null;
}
