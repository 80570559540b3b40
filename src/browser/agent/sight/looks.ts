import type { Scene } from './scene.ts';

/** What can be seen of a page and of the state of its things, to tell whether a press has changed anything. */
export function looksOf({ model, text }: Scene): string {
  const states = model.elements
    .filter(({ isVisible }) => isVisible)
    .map(({ name, hints, value, isChecked, isSelected, isExpanded, isDisabled, colour }) =>
      [name, hints, value, isChecked, isSelected, isExpanded, isDisabled, colour].join(),
    );
  return [model.url, text, ...states].join('\n');
}
