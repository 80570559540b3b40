/** Repeated parts of a page: the rows of tables, the entries of lists, cards. */

import { stemsOf } from '../words.ts';
import { elementAt, elementsIn, isInside, type PageModel, textOf, type UiElement } from './page-model.ts';

/** A row, card or entry: the top node of it. */
export interface Row {
  node: number;
  text: string;
}

const LARGEST = 400;

/** The largest part of the page that holds this element and none of its peers. */
function itemOf(model: PageModel, element: UiElement, peers: readonly UiElement[]): number {
  const others = peers.filter(
    (peer) => !isInside(model, peer.node, element.node) && !isInside(model, element.node, peer.node),
  );
  let node = element.node;
  for (;;) {
    const parent = model.parents[node] ?? -1;
    if (parent < 0 || others.some((peer) => isInside(model, peer.node, parent))) return node;
    if ((model.ends[parent] ?? parent) - parent > LARGEST) return node;
    node = parent;
  }
}

/**
 * The row that an element stands in: the smallest that says something of its own, beside the element and what every row
 * has; null where it stands in none.
 */
export function rowOf(model: PageModel, element: UiElement): Row | null {
  const own = new Set(stemsOf(element.name || element.text));
  const common = commonStems(model);
  const around = rowsOf(model).filter(
    ({ node, text }) =>
      node !== element.node &&
      isInside(model, element.node, node) &&
      stemsOf(text).some((stem) => !own.has(stem) && !common.has(stem)),
  );
  return around.reduce<Row | null>((best, row) => (best === null || row.node > best.node ? row : best), null);
}

const commonKnown = new WeakMap<PageModel, ReadonlySet<string>>();

/** Text common to many rows: the names of their buttons. */
function commonStems(model: PageModel): ReadonlySet<string> {
  const known = commonKnown.get(model);
  if (known) return known;
  const rows = rowsOf(model);
  const counts = new Map<string, number>();
  for (const { text } of rows)
    for (const stem of new Set(stemsOf(text))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const common = new Set(
    [...counts].filter(([, count]) => count > Math.max(3, 0.25 * rows.length)).map(([stem]) => stem),
  );
  commonKnown.set(model, common);
  return common;
}

/** All rows of the page, each once: of tables, of lists, and other repeated boxes with a control. */
export function rowsOf(model: PageModel): Row[] {
  const known = rowsKnown.get(model) ?? findRows(model);
  rowsKnown.set(model, known);
  return known;
}

const rowsKnown = new WeakMap<PageModel, Row[]>();

function findRows(model: PageModel): Row[] {
  const nodes = new Set<number>();
  for (const { node, role, isVisible } of model.elements)
    if (isVisible && (role === 'row' || role === 'listitem' || role === 'option' || role === 'treeitem'))
      nodes.add(node);
  const families = Map.groupBy(
    model.elements.filter(({ isVisible }) => isVisible),
    ({ signature, tag }) => `${tag} ${signature}`,
  );
  for (const family of families.values()) {
    if (family.length < 2 || family.length > 200) continue;
    for (const one of family) nodes.add(itemOf(model, one, family));
  }
  for (const node of nodes) {
    if (/^(?:cell|gridcell|columnheader|rowheader)$/u.test(roleAt(model, node))) nodes.delete(node);
  }
  return [...nodes]
    .filter((node) => (model.ends[node] ?? node) - node <= LARGEST)
    .map((node) => ({ node, text: textOf(model, node) }))
    .filter(({ text }) => text !== '' && text.length < 1_200);
}

/** Marks of an element among others of its kind: its group, and the rest of its row or card. */
export function wordsNear(model: PageModel, element: UiElement): string {
  return `${element.group} ${rowOf(model, element)?.text ?? ''} ${dialogOf(model, element)}`.trim();
}

/** The name or heading of the dialog around an element. */
function dialogOf(model: PageModel, { node }: UiElement): string {
  const at = closest(model, node, (one) => /^(?:alert)?dialog$/u.test(roleAt(model, one)));
  return at === null ? '' : (elementsIn(model, at).find(({ role }) => role === 'heading')?.name ?? '');
}

function closest(model: PageModel, node: number, isIt: (node: number) => boolean): number | null {
  for (let at = node; at >= 0; at = model.parents[at] ?? -1) if (isIt(at)) return at;
  return null;
}

function roleAt(model: PageModel, node: number): string {
  return elementAt(model, node)?.role ?? '';
}
