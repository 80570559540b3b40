import { holdsPhrase, normalize, similarity } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** What looks as if it opened a list. */
export function popupsOf({ elements }: PageModel): UiElement[] {
  return elements.filter(
    (element) =>
      element.isVisible &&
      element.isClickable &&
      element.tag !== 'select' &&
      element.role !== 'treeitem' &&
      !element.isDisabled &&
      (element.role === 'combobox' ||
        element.isExpanded === false ||
        /drop ?down|select|chosen|combo/u.test(`${element.hints} ${normalize(element.signature)}`) ||
        /[▾▼⌄]|^(?:choose|select|pick)\b/iu.test(element.text)),
  );
}

/** The one that is called so, or stands right behind what the page calls so. */
export function popupNamed(model: PageModel, field: string): UiElement | null {
  const popups = popupsOf(model);
  const best = popups
    .map((element) => ({
      element,
      score: Math.max(similarity(element.name, field), holdsPhrase(element.text, field) ? 0.8 : 0),
    }))
    .sort((one, other) => other.score - one.score)[0];
  if (best && best.score > 0.5) return best.element;
  const label = model.elements.find(
    ({ isVisible, text }) => isVisible && normalize(text).replace(/[:?*]+$/u, '') === normalize(field),
  );
  return (label && (shownValue(model, label) ?? popups.find(({ node }) => node > label.node))) ?? null;
}

/** What stands right behind a label, is no control by its markup and yet answers a press: the value of a list drawn by hand. */
function shownValue({ elements, parents, ends }: PageModel, label: UiElement): UiElement | null {
  if (label.isHeard) return null;
  const behind = elements.find(({ node, isVisible }) => isVisible && node > (ends[label.node] ?? label.node));
  if (!behind?.isHeard || behind.role !== '' || behind.isEditable || behind.text === '') return null;
  const around = parents[label.node] ?? -1;
  const isBeside = [parents[behind.node], parents[parents[behind.node] ?? -1]].includes(around);
  return isBeside && behind.tag !== 'label' ? behind : null;
}
