import { wordsOf } from '../language/words.ts';
import { elementsIn, itemOf, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';

const MAX_LEVELS = 3;

/** A text that does not answer presses stands for the one nameless thing beside it that does: a drawn tick box, an arrow. */
export function controlBeside(model: PageModel, element: UiElement): UiElement | null {
  if (element.isHeard || element.isClickable || element.inside || element.shape.includes('circle'))
    return null;
  let node = element.node;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const heard = elementsIn(model, node).filter(
      (other) =>
        other.isVisible && other.isHeard && other.isClickable && !other.isEditable && other.node !== node,
    );
    const boxes = heard.filter((other) => isSign(other) && /\bcheck ?box\b/u.test(other.hints));
    if (heard.length > 1 && boxes.length === 1) return boxes[0] ?? null;
    if (heard.length > 0) return heard.length === 1 && isSign(heard[0]) ? (heard[0] ?? null) : null;
    node = model.parents[node] ?? -1;
    if (node < 0) return null;
  }
  return null;
}

function isSign(element: UiElement | undefined): boolean {
  return element !== undefined && !/[\p{L}\p{N}]/u.test(element.name);
}

/**
 * Of several like things the one whose row or card the words mean: only words that tell the rows apart count. Null when
 * they do not point at one.
 */
export function meantBy(model: PageModel, members: UiElement[], phrase: string): UiElement | null {
  const rows = members.map((element) => ({
    element,
    words: new Set(wordsOf(wholeTextOf(model, itemOf(model, element, members)))),
  }));
  const telling = [...new Set(wordsOf(phrase))].filter((word) => {
    const count = rows.filter(({ words }) => words.has(word)).length;
    return count > 0 && count < rows.length;
  });
  const ranked = rows
    .map(({ element, words }) => ({ element, hits: telling.filter((word) => words.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits);
  const [best, second] = ranked;
  return best && best.hits > 0 && best.hits > (second?.hits ?? 0) ? best.element : null;
}
