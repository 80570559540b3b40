import { holdsPhrase, normalize } from '../language/words.ts';
import { isInside, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';

/**
 * Whether a control of many like ones, one to a row, stands in another row than the one that is named: the list says the
 * name somewhere, and this row does not. The row that is named may have no such control, being sold out.
 */
export function isOfOtherRow(model: PageModel, control: UiElement, names: readonly string[]): boolean {
  const peers = model.elements.filter(
    ({ isVisible, isClickable, name, tag }) =>
      isVisible && isClickable && tag === control.tag && normalize(name) === normalize(control.name),
  );
  if (peers.length < 2 || !peers.some(({ node }) => node === control.node)) return false;
  const row = wholeTextOf(model, itemOf(model, control, peers));
  const list = wholeTextOf(model, listOf(model, peers));
  return names.some((name) => !holdsPhrase(row, name) && holdsPhrase(list, name));
}

/** The smallest part of the page that holds them all. */
function listOf({ parents, ...model }: PageModel, peers: UiElement[]): number {
  let node = peers[0]?.node ?? 0;
  while (node > 0 && !peers.every((peer) => isInside({ parents, ...model }, peer.node, node)))
    node = parents[node] ?? 0;
  return node;
}
