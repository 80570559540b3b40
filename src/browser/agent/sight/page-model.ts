/** What the agent sees of a page: its elements in reading order, and the tree they stand in. */

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
  tag: string;
  /** The `type` of an input, else ''. */
  type: string;
  role: string;
  /** What a person would call it: label, text, tooltip, picture text. */
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
  isEditable: boolean;
  isDraggable: boolean;
  canScroll: boolean;
  isMultiple: boolean;
  isFocused: boolean;
  /** Part of the frame around the content: navigation, header, footer. */
  isFraming: boolean;
  href: string;
  /** It leads to what scripts draw for the name behind the "#", not to a place on this page. */
  isRoute: boolean;
  /** The node it says it shows or hides; -1 when it says nothing. */
  opens: number;
  autocomplete: string;
  colour: string;
  /** Its middle in the picture it is only drawn in; null for what is an element of its own. */
  inside: { x: number; y: number } | null;
  shape: string;
  min: number | null;
  max: number | null;
  maxLength: number;
  box: Box;
  /** Elements of one repeated kind share it. */
  signature: string;
}

export interface PageModel {
  url: string;
  title: string;
  elements: UiElement[];
  /** By node: its parent (-1 at the top) and the last node below it. */
  parents: number[];
  ends: number[];
}

export function isInside(model: PageModel, node: number, ancestor: number): boolean {
  return node >= ancestor && node <= (model.ends[ancestor] ?? ancestor);
}

/** The elements in the subtree of a node, itself included. */
export function elementsIn(model: PageModel, node: number): UiElement[] {
  return model.elements.filter((element) => isInside(model, element.node, node));
}

export function textOf(model: PageModel, node: number): string {
  return elementsIn(model, node)
    .filter((element) => element.isVisible)
    .map((element) => element.text || (element.tag === 'input' || element.tag === 'img' ? element.name : ''))
    .filter(Boolean)
    .join(' ')
    .slice(0, 2_000);
}

/** Every element below, also what its tooltips and pictures say. */
export function wholeTextOf(model: PageModel, node: number): string {
  let end = -1;
  return elementsIn(model, node)
    .map((element) => {
      const isInFlow = element.node <= end;
      if (element.flow !== '' && !isInFlow) end = model.ends[element.node] ?? element.node;
      const own = isInFlow ? '' : element.flow || element.text;
      const name = element.name === element.text ? '' : element.name;
      return [own, name, element.value].join(' ');
    })
    .join(' ')
    .replace(/\s+/gu, ' ')
    .slice(0, 3_000);
}

/** The largest part of the page that holds this element and none of its peers: its row, card or list entry. */
export function itemOf(model: PageModel, element: UiElement, peers: UiElement[]): number {
  const others = peers.filter(
    (peer) => !isInside(model, peer.node, element.node) && !isInside(model, element.node, peer.node),
  );
  let node = element.node;
  for (;;) {
    const parent = model.parents[node] ?? -1;
    if (parent < 0 || others.some((peer) => isInside(model, peer.node, parent))) return node;
    if ((model.ends[parent] ?? parent) - parent > 400) return node;
    node = parent;
  }
}
