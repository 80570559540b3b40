import { normalize } from '../language/words.ts';
import type { PageModel, UiElement } from './page-model.ts';

/** The names of all that the page lets one choose several from, in its order: options, boxes, toggles, or like things that answer a press. */
export function offeredIn({ elements }: PageModel): string[] {
  const shown = elements.filter(
    ({ isVisible, isDisabled, isFraming, name }) => isVisible && !isDisabled && !isFraming && name !== '',
  );
  const list = shown.find(({ tag, isMultiple }) => tag === 'select' && isMultiple);
  const kinds: ((element: UiElement) => boolean)[] = [
    ({ role }) => role === 'option',
    isBox,
    ({ role, isChecked }) => role === 'button' && isChecked !== null,
  ];
  const own = kinds.map((isOne) => shown.filter(isOne)).find((peers) => peers.length > 1);
  const names = list
    ? list.options.map(({ label }) => label)
    : (own ?? likeThings(shown)).map(({ name }) => name);
  return [...new Set(names)];
}

export function isBox({ role, isDisabled }: UiElement): boolean {
  return ['checkbox', 'switch', 'menuitemcheckbox'].includes(role) && !isDisabled;
}

const FEWEST = 3;

function likeThings(shown: UiElement[]): UiElement[] {
  const heard = shown.filter(
    ({ isHeard, isEditable, role, text, tag }) =>
      isHeard && !isEditable && text !== '' && tag !== 'label' && (role === '' || role === 'listitem'),
  );
  const families = [...Map.groupBy(heard, ({ signature }) => signature).values()];
  const largest = families.reduce((most, family) => (family.length > most.length ? family : most), []);
  return largest.length >= FEWEST ? largest : [];
}

/** Whether the page itself gives a group of things this name. */
export function isTitle({ elements }: PageModel, word: string): boolean {
  const plain = (text: string) => normalize(text).replace(/\s*[:?*]+$/u, '');
  return elements.some(({ text, group, name }) =>
    [text, group, name].some((title) => plain(title) === plain(word)),
  );
}
