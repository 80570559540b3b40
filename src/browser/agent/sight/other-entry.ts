import { holdsPhrase, wordsOf } from '../language/words.ts';
import { isInside, itemOf, type PageModel, type UiElement } from './page-model.ts';

/**
 * Whether a control stands in the row or card of another entry than the one that is called so: among entries of one kind,
 * each with its own part of the page, a deed stays with its own.
 */
export function isOfOtherEntry(model: PageModel, control: UiElement, name: string): boolean {
  const said = wordsOf(name).join(' ');
  const own = model.elements.filter(
    ({ isVisible, isFraming, text }) => isVisible && !isFraming && wordsOf(text).join(' ') === said,
  );
  const [label, ...more] = own;
  if (said === '' || !label || more.length > 0 || holdsPhrase(control.name, name)) return false;
  const peers = model.elements.filter(
    ({ isVisible, signature, tag, text }) =>
      isVisible && text !== '' && tag === label.tag && signature === label.signature,
  );
  return peers.some((peer) => peer !== label && isInside(model, control.node, itemOf(model, peer, peers)));
}
