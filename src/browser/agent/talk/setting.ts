import { normalize } from '../language/words.ts';
import type { Control } from './controls.ts';
import type { Mention } from './mentions.ts';

/** What the task says a control should hold. */
export interface Setting {
  control: Control;
  /** The words to enter, the label to choose, or the number to reach; for a box whether it is to be ticked. */
  value: string | boolean;
  /** It comes to what the control is given already. */
  isFurther?: boolean;
}

export interface Placed extends Setting {
  at: Mention | null;
}

export function isDone({ control, value }: Setting): boolean {
  const { element, kind, options } = control;
  if (kind === 'box') return element.isChecked === value;
  if (kind === 'choice' && element.tag === 'select')
    return element.options.find(({ isSelected }) => isSelected)?.label === value;
  if (kind === 'choice') return options.find(({ label }) => label === value)?.element?.isChecked === true;
  if (kind === 'stepper') return element.text.trim() === value;
  return normalize(element.value) === normalize(String(value));
}
