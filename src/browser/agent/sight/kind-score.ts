import type { Kind } from '../language/target-words.ts';
import { normalize } from '../language/words.ts';
import type { UiElement } from './page-model.ts';

/** What an element and the part around it are called in the markup; what stands in an open part is not called like that. */
export function ownWords({ hints, signature }: UiElement): string {
  const [own = '', around = ''] = signature.split('<');
  return `${hints} ${normalize(own)} ${/pane|panel|content|body|collapse/iu.test(around) ? '' : normalize(around)}`;
}

/** How far an element is of the kind a task names, from 0 to 1. */
export function kindScore(element: UiElement, kind: Kind): number {
  const { role, tag } = element;
  const is = (...roles: string[]) => roles.includes(role) || roles.includes(tag);
  const plainClick = element.isClickable && role === '';
  switch (kind) {
    case 'button':
      return is('button')
        ? 1
        : plainClick && /\b(?:btn|button)\b/u.test(element.hints)
          ? 0.95
          : element.isClickable && !element.isEditable
            ? 0.6
            : 0.2;
    case 'link':
      return is('link', 'a')
        ? 1
        : plainClick && tag !== 'label'
          ? 0.9
          : /link/u.test(element.hints)
            ? 0.85
            : element.isClickable
              ? 0.5
              : 0.3;
    case 'tab':
      return is('tab')
        ? 1
        : element.isClickable && /\btabs?\b/u.test(ownWords(element))
          ? 0.9
          : element.isClickable
            ? 0.6
            : 0.2;
    case 'checkbox':
      return is('checkbox', 'switch', 'menuitemcheckbox') ? 1 : tag === 'label' ? 0.5 : 0.2;
    case 'radio':
      return is('radio', 'menuitemradio') ? 1 : tag === 'label' ? 0.5 : 0.2;
    case 'switch':
      return is('switch', 'checkbox') ? 1 : 0.3;
    case 'icon':
      return ['i', 'svg', 'img', 'use', 'path'].includes(tag) ||
        element.name.length <= 2 ||
        /icon|glyph|fa\b/u.test(element.hints)
        ? 1
        : element.isClickable
          ? 0.7
          : 0.2;
    case 'image':
      return ['img', 'canvas', 'svg', 'picture'].includes(tag) || role === 'img' ? 1 : 0.2;
    case 'field':
      return element.isEditable ? 1 : is('combobox', 'spinbutton', 'listbox') ? 0.8 : 0.1;
    case 'textarea':
      return tag === 'textarea' || (element.isEditable && tag !== 'input')
        ? 1
        : element.isEditable
          ? 0.5
          : 0.1;
    case 'dropdown':
      return is('combobox', 'select') || /drop ?down|select/u.test(element.hints) ? 1 : 0.3;
    case 'list':
      return is('listbox', 'list', 'ul', 'ol', 'menu') || (element.canScroll && tag !== 'textarea') ? 1 : 0.4;
    case 'option':
      return is('option', 'radio', 'checkbox', 'listitem', 'menuitem') ? 1 : tag === 'label' ? 0.8 : 0.4;
    case 'menuitem':
      return is('menuitem', 'option', 'listitem', 'link') ? 1 : element.isClickable ? 0.8 : 0.5;
    case 'row':
      return is('row', 'tr') ? 1 : 0.4;
    case 'section':
      return element.isExpanded !== null || tag === 'summary'
        ? 1
        : element.isClickable && role === 'heading'
          ? 1
          : /accordion|collaps|section|header|toggle/u.test(element.hints) && element.isClickable
            ? 0.9
            : role === 'heading'
              ? 0.8
              : 0.3;
    case 'slider':
      return is('slider') ? 1 : /slider|handle|thumb/u.test(element.hints) && tag !== 'body' ? 0.85 : 0.1;
    case 'spinner':
      return is('spinbutton') ? 1 : /spinner|stepper|quantity/u.test(element.hints) ? 0.8 : 0.2;
    case 'dialog':
      return is('dialog', 'alertdialog') ? 1 : /dialog|modal|popup/u.test(element.hints) ? 0.8 : 0.2;
    case 'paragraph':
      return tag === 'p' ? 1 : element.text.length > 40 ? 0.85 : 0.2;
    case 'word':
      return /^\p{L}[\p{L}'’-]*$/u.test(element.text) && !['button', 'heading'].includes(role) ? 1 : 0.2;
    case 'number':
      return /^[-−]?\d+(?:[.,]\d+)?$/u.test(element.text || element.name) ||
        element.shape.includes('digit') ||
        element.shape.includes('letter')
        ? 1
        : 0.3;
    case 'result':
      return is('link') ? 1 : element.isClickable ? 0.6 : 0.3;
    case 'item':
      return is('listitem', 'option', 'link', 'menuitem', 'row', 'treeitem', 'cell') ? 0.9 : 0.6;
  }
}
