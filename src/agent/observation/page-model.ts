/** The visible page: its elements in reading order, and their tree. */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ChoiceOption {
  label: string;
  value: string;
  isSelected: boolean;
}

export interface UiElement {
  /** Number of the document (frame) and of the node in it; together they lead back to the live element. */
  frame: number;
  /** Position in the tree of the whole page, in reading order. */
  node: number;
  /** Number of the element in its document; it keeps it while it lives. */
  id: number;
  tag: string;
  /** The `type` of an input, else ''. */
  type: string;
  role: string;
  /** Its name for a person: label, text, tooltip, picture text. */
  name: string;
  /** The text that stands directly in it. */
  text: string;
  /** Its text and that of the parts that stand in the middle of it, in order; '' when it has no such parts. */
  flow: string;
  /** Words from its id, class, name and data attributes. */
  hints: string;
  value: string;
  placeholder: string;
  /** Heading or legend of the group it belongs to. */
  group: string;
  options: ChoiceOption[];
  isChecked: boolean | null;
  isExpanded: boolean | null;
  isSelected: boolean | null;
  isDisabled: boolean;
  isReadonly: boolean;
  isRequired: boolean;
  isVisible: boolean;
  /** Something else lies over its middle. */
  isCovered: boolean;
  isClickable: boolean;
  /** It or something around it answers a press, as far as the page shows that at all. */
  isHeard: boolean;
  /** It has a listener or a pointer of its own. */
  isScripted: boolean;
  isEditable: boolean;
  isDraggable: boolean;
  canScroll: boolean;
  /** Pixels of its content scrolled out above and below. */
  above: number;
  below: number;
  /** Hidden itself, and operated through its visible label. */
  isBehindLabel: boolean;
  isModal: boolean;
  /** Error message of a field with an invalid value. */
  problem: string;
  /** The nearest text, for a control without a name. */
  place: string;
  isMultiple: boolean;
  isFocused: boolean;
  /** Part of the frame around the content: navigation, header, footer. */
  isFraming: boolean;
  href: string;
  /** The node it says it shows or hides; -1 when it says nothing. */
  opens: number;
  autocomplete: string;
  min: number | null;
  max: number | null;
  maxLength: number;
  box: Box;
  /** Elements of one repeated kind share it. */
  signature: string;
}

/** Usual values: only others are transferred from the page. */
export const BLANK: UiElement = {
  frame: 0,
  node: 0,
  id: 0,
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
  isScripted: false,
  isEditable: false,
  isDraggable: false,
  canScroll: false,
  above: 0,
  below: 0,
  isBehindLabel: false,
  isModal: false,
  problem: '',
  place: '',
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

export interface PageModel {
  url: string;
  title: string;
  elements: UiElement[];
  /** By node: its parent (-1 at the top) and the last node below it. */
  parents: number[];
  ends: number[];
  /** By node: `i` inline, `b` block, `r` table row, `c` table cell. */
  layout: string;
  /** The text in reading order: the node before which a piece stands, its owner, the piece. */
  pieces: [before: number, owner: number, text: string][];
  /** Hides secrets in lines of text, whose pieces may split them. */
  scrub?(text: string): string;
  /** Embedded documents: the node of the frame element and the first node of its document. */
  embedded: Map<number, number>;
  /** Something was left out, for the page is too large. */
  isCut: boolean;
  /** Pixels of the page scrolled out above and below. */
  above: number;
  below: number;
}

const FIELD_ROLES = ['combobox', 'listbox', 'slider', 'spinbutton', 'searchbox', 'textbox', 'file', 'color'];
const TICKED_ROLES = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];

/** Something to give a value to. */
export function isField(element: UiElement): boolean {
  return (
    element.isVisible &&
    !element.isDisabled &&
    (element.isEditable || FIELD_ROLES.includes(element.role)) &&
    !(element.role === 'listbox' && element.tag !== 'select')
  );
}

/** On or off. */
export function isTicked({ role }: UiElement): boolean {
  return TICKED_ROLES.includes(role);
}

/** A control by its markup, under any name. */
export function isControl(element: UiElement): boolean {
  return (
    element.isEditable ||
    ['input', 'select', 'textarea', 'button', 'summary'].includes(element.tag) ||
    /^(?:button|link|tab|checkbox|switch|radio|menuitem|option|treeitem|slider|combobox)$/u.test(element.role)
  );
}

/** Something to press that is no field. */
export function isPressable(element: UiElement): boolean {
  return (
    element.isVisible &&
    !element.isDisabled &&
    !element.isEditable &&
    element.tag !== 'select' &&
    (element.isClickable || element.isHeard)
  );
}

export function labelOf(element: UiElement): string {
  return element.name || element.text || element.placeholder || element.hints || element.tag;
}

/** The same element after the page was drawn anew. */
export function keyOf({ tag, type, name, hints, placeholder, frame, group }: UiElement): string {
  return [frame, tag, type, name, placeholder, hints, group].join('|');
}

/** An element of an earlier look in this one. */
export function twinOf({ elements }: PageModel, element: UiElement): UiElement | null {
  const twins = elements.filter(
    (other) =>
      other.signature === element.signature && other.tag === element.tag && other.type === element.type,
  );
  return (
    twins.find((other) => other.node === element.node && other.name === element.name) ??
    twins.find((other) => keyOf(other) === keyOf(element)) ??
    twins.find((other) => other.node === element.node) ??
    null
  );
}

const indexes = new WeakMap<PageModel, Map<number, UiElement>>();

export function elementAt(model: PageModel, node: number): UiElement | null {
  const index = indexes.get(model) ?? new Map(model.elements.map((element) => [element.node, element]));
  indexes.set(model, index);
  return index.get(node) ?? null;
}

export function isInside(model: PageModel, node: number, ancestor: number): boolean {
  return node >= ancestor && node <= (model.ends[ancestor] ?? ancestor);
}

/** The elements in the subtree of a node, itself included. */
export function elementsIn(model: PageModel, node: number): UiElement[] {
  return model.elements.filter((element) => isInside(model, element.node, node));
}

/** Everything that is shown below a node, with the values of its fields. */
export function textOf(model: PageModel, node: number): string {
  let end = -1;
  return elementsIn(model, node)
    .filter(({ isVisible }) => isVisible)
    .map((element) => {
      const isInFlow = element.node <= end;
      if (element.flow !== '' && !isInFlow) end = model.ends[element.node] ?? element.node;
      const own = isInFlow ? '' : element.flow || element.text;
      const isAround = (model.ends[element.node] ?? element.node) > element.node;
      const name = isAround || own.includes(element.name) ? '' : element.name;
      return [own, isInFlow ? '' : name, element.type === 'password' ? '' : element.value].join(' ');
    })
    .join(' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 2_000);
}
