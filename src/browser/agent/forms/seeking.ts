import type { PageModel, UiElement } from '../sight/page-model.ts';

const SEEKS =
  /^(?:find|search|show|look ?up|see|filter|apply(?: filters?)?|view|browse|compare|go|suchen|calculate|convert|estimate|track|trace|check(?![\s-]*(?:in|out)\b)|get (?:an? |my |the )?(?:price|quote|estimate|rates?|directions))\b/iu;
const ABOUT_SEEKING =
  /^(?:please\s+)?(?:find|search|look|show|list|see|filter|browse|compare|view|check|get|tell|give|what|which|who|how|when|where)\b/iu;

/** Whether a button only looks for something: who wants more than that has not got it by pressing it. */
export function isSeeking({ name }: Pick<UiElement, 'name'>): boolean {
  return SEEKS.test(name.trim());
}

/** Whether it is all that a task wants. */
export function wantsSeeking(goal: string): boolean {
  return ABOUT_SEEKING.test(goal.trim());
}

/** The button of a page whose own form is for looking something up; null where it has another form, or none. */
export function seekingButton({ elements }: PageModel): UiElement | null {
  const buttons = elements.filter(
    ({ isVisible, isFraming, isDisabled, role, tag, type }) =>
      isVisible &&
      !isFraming &&
      !isDisabled &&
      role === 'button' &&
      (type === 'submit' || (tag === 'button' && type === '')),
  );
  return buttons.every(isSeeking) ? (buttons[0] ?? null) : null;
}
