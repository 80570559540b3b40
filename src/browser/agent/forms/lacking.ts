import { isOfTerms } from '../language/terms.ts';
import type { UiElement } from '../sight/page-model.ts';
import type { Control } from '../talk/controls.ts';

/** The elements that a control consists of. */
export function partsOf({ element, options }: Control): UiElement[] {
  const own = options.map((option) => option.element).filter((one) => one !== null);
  return own.length > 0 ? own : [element];
}

/** The form says that it wants this. */
export function isRequired(control: Control): boolean {
  return partsOf(control).some(({ isRequired: must }) => must) || /\*\s*$/u.test(rawLabel(control));
}

function rawLabel({ kind, element, label }: Control): string {
  return kind === 'choice' && element.role === 'radio' ? element.group : element.name || label;
}

export function isEmptyControl(control: Control): boolean {
  const { kind, element } = control;
  if (kind === 'box') return element.isChecked !== true;
  if (kind === 'stepper') return false;
  if (kind === 'choice' && element.role === 'radio')
    return !partsOf(control).some(({ isChecked }) => isChecked === true);
  if (element.tag === 'select')
    return (element.options.find(({ isSelected }) => isSelected)?.value ?? '') === '';
  if (kind === 'choice')
    return !control.options.some(({ label }) => element.text.includes(label) || element.value === label);
  return element.value === '';
}

/** Sending the form means these; anything else is a choice that nobody made. */
export function isTerms({ kind, label }: Control): boolean {
  return kind === 'box' && isOfTerms(label);
}

const NEUTRAL =
  /^(?:no preference|any(?:one|body|time|where)?|either|doesn'?t matter|does not matter|don'?t mind|no matter|not specified|prefer not|none of|egal|indifférent)\b|^(?:an)?other\b|\b(?:something|anything|everything) else\b|^general\b|^miscellaneous\b/iu;

/** The choice that commits to nothing, or the only one there is. */
export function neutralOption({ kind, options }: Control): string | null {
  if (kind !== 'choice') return null;
  const [only] = options;
  return (
    options.find(({ label }) => NEUTRAL.test(label.trim()))?.label ??
    (only && options.length === 1 ? only.label : null)
  );
}

const OPTIONAL = /\b(?:optional|if any|if you like|if applicable|freiwillig|facultatif)\b/iu;

/** What still stands empty, as far as it may be wanted. */
export function emptyOnes(controls: Control[]): Control[] {
  return controls.filter(
    (control) =>
      isEmptyControl(control) &&
      control.label !== '' &&
      !OPTIONAL.test(control.label) &&
      (control.kind !== 'box' || isTerms(control)),
  );
}
