import { isInside, type PageModel, type UiElement } from '../observation/page-model.ts';

/** A line of the page: text and controls in reading order. */
export interface Line {
  parts: (string | UiElement)[];
  /** Level of the heading; 0 for other lines. */
  level: number;
  /** Distance from the top of the visible part. */
  y: number;
  node: number;
}

/** A row of more nodes is a layout, not data. */
const LARGEST_ROW = 150;
const LONGEST_NAME = 100;
/** Parts of a line, for controls without any break between them. */
const LONGEST_LINE = 24;

/** The page in reading order, controls where they stand in their sentence. Linear in the size of the page. */
export function linesOf(model: PageModel): Line[] {
  const { lines } = new Lines(model);
  const { scrub } = model;
  if (!scrub) return lines;
  return lines.map((line) => ({
    ...line,
    parts: line.parts.map((part) => (typeof part === 'string' ? scrub(part) : part)),
  }));
}

class Lines {
  readonly lines: Line[] = [];
  readonly #model: PageModel;
  readonly #elements: ReadonlyMap<number, UiElement>;
  readonly #controls: UiElement[];
  readonly #controlNodes: ReadonlySet<number>;
  readonly #labels: ReadonlySet<string>;
  #line: Line | null = null;
  /** The text of these nodes is already in the name of a control. */
  #muted = { from: 0, to: -1 };
  #row = -1;

  constructor(model: PageModel) {
    this.#model = model;
    this.#elements = new Map(model.elements.map((element) => [element.node, element]));
    this.#controls = model.elements.filter(isShownControl);
    this.#labels = new Set(this.#controls.filter(({ tag }) => tag !== 'label').map(({ name }) => name));
    this.#controls = this.#controls.filter((element) => !this.#isSpare(element));
    this.#controlNodes = new Set(this.#controls.map(({ node }) => node));
    if (model.parents.length > 0) this.#walk(0);
  }

  #walk(root: number): void {
    const { parents, ends, pieces } = this.#model;
    const end = ends[root] ?? root;
    const stack: number[] = [];
    const closeTo = (isOpen: (top: number) => boolean) => {
      while (stack.length > 0 && !isOpen(stack.at(-1) ?? 0)) this.#close(stack.pop() ?? 0);
    };
    let at = firstAfter(pieces, root);
    for (let node = root; node <= end + 1; node += 1) {
      for (let piece = pieces[at]; piece && piece[0] === node && piece[1] <= end; piece = pieces[at]) {
        const [, owner, text] = piece;
        closeTo((top) => top === owner);
        this.#addText(owner, text);
        at += 1;
      }
      if (node > end) break;
      closeTo((top) => top === parents[node]);
      stack.push(node);
      this.#open(node);
    }
    closeTo(() => false);
    this.#break();
  }

  #open(node: number): void {
    const { layout, ends, embedded } = this.#model;
    const kind = layout[node];
    const isInRow = this.#row >= 0;
    if (kind === 'c' && isInRow) {
      if (!this.#isMuted(node)) this.#separate();
    } else if (kind !== 'i' && !isInRow) this.#break();
    if (kind === 'r' && !isInRow && (ends[node] ?? node) - node <= LARGEST_ROW) this.#row = node;
    const element = this.#elements.get(node);
    if (element && (element.isVisible || element.isBehindLabel)) this.#describe(element);
    const inner = embedded.get(node);
    if (inner === undefined) return;
    this.#break();
    this.#add(`frame ${quoted(element?.name ?? '')}:`, node);
    this.#walk(inner);
  }

  #close(node: number): void {
    const kind = this.#model.layout[node];
    if (node === this.#row) this.#row = -1;
    if (this.#row < 0 && kind !== 'i') this.#break();
  }

  #describe(element: UiElement): void {
    const { node, role, name, tag } = element;
    const end = this.#model.ends[node] ?? node;
    if (this.#controlNodes.has(node)) {
      this.#add(element, node);
      if (this.#isNamedByContent(element, end)) this.#mute(node, end);
      return;
    }
    const level = role === 'heading' ? Number(/^h([1-6])$/u.exec(tag)?.[1] ?? 2) : 0;
    if (level > 0 && this.#row < 0) {
      this.#break();
      this.#line = { parts: [], level, y: element.box.y, node };
    } else if (/^(?:alert)?dialog$/u.test(role) || element.isModal) {
      this.#break();
      this.#add(
        `dialog ${quoted(name)}${element.isModal ? ' (modal: the rest of the page is covered)' : ''}:`,
        node,
      );
      this.#break();
    } else if (role === 'img' && name !== '' && !this.#isMuted(node))
      this.#add(`(picture ${quoted(name)})`, node);
    else if (tag === 'label' && this.#labels.has(name)) this.#mute(node, end);
  }

  /** Its name has all that is in it; a card with controls or much text is written out. */
  #isNamedByContent(element: UiElement, end: number): boolean {
    if (element.canScroll && !element.isEditable && !isNative(element)) return false;
    if (element.isEditable) return true;
    const first = this.#firstControlAfter(element.node);
    if (first && first.node <= end) return false;
    if (isNative(element)) return true;
    const isWhole = element.flow !== '' || element.text === '' || end === element.node;
    return isWhole && (element.flow || element.name).length <= LONGEST_NAME;
  }

  #firstControlAfter(node: number): UiElement | undefined {
    let [low, high] = [0, this.#controls.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#controls[middle]?.node ?? 0) <= node) low = middle + 1;
      else high = middle;
    }
    return this.#controls[low];
  }

  /** Another control does the same: what is inside a control of the same name, and what only wraps one. */
  #isSpare(element: UiElement): boolean {
    if (isNative(element) || element.canScroll) return false;
    if (element.tag === 'label') return this.#labels.has(element.name);
    const next = this.#firstControlAfter(element.node);
    if (
      next &&
      isInside(this.#model, next.node, element.node) &&
      next.name === element.name &&
      isNative(next)
    )
      return true;
    for (let at = this.#model.parents[element.node] ?? -1, level = 0; at >= 0 && level < 6; level += 1) {
      const outer = this.#elements.get(at);
      if (outer && isShownControl(outer) && !outer.canScroll && outer.name === element.name) return true;
      at = this.#model.parents[at] ?? -1;
    }
    return false;
  }

  #mute(from: number, to: number): void {
    if (from > this.#muted.to) this.#muted = { from, to };
  }

  #isMuted(node: number): boolean {
    return node >= this.#muted.from && node <= this.#muted.to;
  }

  #addText(owner: number, text: string): void {
    if (this.#isMuted(owner)) return;
    if (text === '\n') {
      if (this.#row < 0) this.#break();
    } else this.#add(text, owner);
  }

  #add(part: string | UiElement, node: number): void {
    if (!this.#line && part === ' ') return;
    this.#line ??= { parts: [], level: 0, y: this.#elements.get(node)?.box.y ?? 0, node };
    if (typeof part !== 'string' && this.#line.parts.length >= LONGEST_LINE && this.#row < 0) {
      this.#break();
      this.#line = { parts: [], level: 0, y: part.box.y, node };
    }
    const last = this.#line.parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      this.#line.parts.push(`${this.#line.parts.pop()}${part}`);
    else this.#line.parts.push(part);
  }

  #separate(): void {
    if (this.#line && this.#line.parts.length > 0) this.#add(' | ', this.#line.node);
  }

  #break(): void {
    const line = this.#line;
    this.#line = null;
    if (line?.parts.some((part) => typeof part !== 'string' || part.trim() !== '')) this.lines.push(line);
  }
}

/** The first piece that stands after a node. */
function firstAfter(pieces: PageModel['pieces'], node: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.[0] ?? 0) <= node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Roles that group things and cannot be operated themselves. */
const GROUPS =
  /^(?:search|form|contentinfo|complementary|article|list|menu|menubar|tablist|tabpanel|toolbar|radiogroup|group|listitem|img|feed|figure|note|tree|presentation|none|rowgroup|row|grid|cell|gridcell|columnheader|rowheader|heading|dialog|alertdialog|alert|status|region|navigation|main|banner|table|document|application|log|timer|tooltip|separator|progressbar|meter|listbox|paragraph|definition|term|math)$/u;

function isShownControl(element: UiElement): boolean {
  if (!element.isVisible && !element.isBehindLabel) return false;
  if (isNative(element) || element.canScroll || element.tag === 'canvas') return true;
  if (element.tag === 'label' || GROUPS.test(element.role)) return element.isScripted;
  return element.isClickable || element.isEditable || isMovable(element);
}

/** A control by its markup. */
function isNative(element: UiElement): boolean {
  return (
    element.isEditable ||
    ['input', 'select', 'textarea', 'button', 'summary'].includes(element.tag) ||
    (['a', 'area'].includes(element.tag) && element.role !== '') ||
    /^(?:button|link|tab|checkbox|switch|radio|menuitem\w*|option|treeitem|slider|combobox|spinbutton|textbox|searchbox)$/u.test(
      element.role,
    )
  );
}

/** Browsers let every link and picture be dragged; that says nothing. */
export function isMovable({ isDraggable, tag }: UiElement): boolean {
  return isDraggable && tag !== 'a' && tag !== 'area' && tag !== 'img';
}

export function quoted(text: string, limit = 200): string {
  const plain = text.replaceAll('"', "'");
  return plain.length > limit ? `"${plain.slice(0, limit)}…"` : `"${plain}"`;
}
