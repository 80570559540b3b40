/** Small pages for the tests of what needs no browser: elements in reading order, nested by depth. */
import type { PageModel, UiElement } from './page-model.ts';

type Given = Partial<UiElement> & { depth?: number };

/** `depth` says how deep an element stands; one follows its parent. */
export function pageOf(given: Given[]): PageModel {
  const parents: number[] = [-1];
  const path: number[] = [0];
  const elements: UiElement[] = [];
  given.forEach(({ depth = 1, ...known }, index) => {
    const node = index + 1;
    path.length = depth;
    parents.push(path.at(-1) ?? 0);
    path[depth] = node;
    elements.push({ ...blank, ...known, node, name: known.name ?? known.text ?? '' });
  });
  const ends = parents.map((_, node) => {
    let end = node;
    for (let other = node + 1; other < parents.length && isBelow(parents, other, node); other += 1)
      end = other;
    return end;
  });
  return { url: 'http://page.test/', title: 'Page', elements, parents, ends };
}

function isBelow(parents: number[], node: number, ancestor: number): boolean {
  for (let at = node; at >= 0; at = parents[at] ?? -1) if (at === ancestor) return true;
  return false;
}

const blank: UiElement = {
  frame: 0,
  node: 0,
  tag: 'div',
  type: '',
  role: '',
  name: '',
  text: '',
  flow: '',
  hints: '',
  value: '',
  placeholder: '',
  group: '',
  options: [],
  isChecked: null,
  isExpanded: null,
  isSelected: null,
  isDisabled: false,
  isReadonly: false,
  isRequired: false,
  isVisible: true,
  isCovered: false,
  isClickable: false,
  isHeard: false,
  isEditable: false,
  isDraggable: false,
  canScroll: false,
  isMultiple: false,
  isFocused: false,
  isFraming: false,
  href: '',
  opens: -1,
  autocomplete: '',
  min: null,
  max: null,
  maxLength: -1,
  box: { x: 0, y: 0, width: 10, height: 10 },
  signature: '',
};

export const button = (text: string, more: Given = {}): Given => ({
  tag: 'button',
  role: 'button',
  text,
  isClickable: true,
  ...more,
});

export const field = (name: string, more: Given = {}): Given => ({
  tag: 'input',
  type: 'text',
  role: 'textbox',
  name,
  isEditable: true,
  isClickable: true,
  ...more,
});
