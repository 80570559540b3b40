import { wordsOf } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** "Set the brightness to 50" where the one button that keeps it is called "Set", or "Set brightness". */
export function buttonOfVerb({ elements }: PageModel, clause: string): UiElement | null {
  const [verb = '', ...said] = wordsOf(clause);
  const isOwn = ({ isVisible, isDisabled, role, name }: UiElement) => {
    const [first, ...others] = wordsOf(name);
    const isCalled = first === verb && others.every((word) => said.includes(word));
    return isVisible && !isDisabled && role === 'button' && isCalled;
  };
  const buttons = elements.filter(isOwn);
  return buttons.length === 1 ? (buttons[0] ?? null) : null;
}
