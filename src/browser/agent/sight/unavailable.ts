import type { PageModel, UiElement } from './page-model.ts';
import { plain } from './panels.ts';

/** Whether a choice cannot be made: it is switched off, said to be gone, or the one of its kind that answers no press. */
export function isUnavailable({ elements }: PageModel, element: UiElement): boolean {
  if (element.isDisabled || GONE.test(element.hints)) return true;
  const answers = ({ isClickable, isHeard }: UiElement) => isClickable || isHeard;
  const kin = elements.filter(
    ({ node, isVisible, tag, signature }) =>
      isVisible &&
      node !== element.node &&
      tag === element.tag &&
      plain(signature) === plain(element.signature),
  );
  return !answers(element) && kin.length > 1 && kin.every(answers);
}

/** Words that say of a thing that it cannot be had now. */
export const GONE = /\b(?:sold ?out|out of stock|unavailable|(?:not|no longer) available|notify me)\b/iu;
