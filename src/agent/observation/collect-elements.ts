import type { ChoiceOption, UiElement } from './page-model.ts';

interface CollectedPage {
  elements: UiElement[];
  parents: number[];
  ends: number[];
  /** By node: how it is laid out; `i` inline, `b` block, `r` table row, `c` table cell. */
  layout: string;
  /** The text in reading order: the node before which a piece stands, its owner, the piece. */
  pieces: [before: number, owner: number, text: string][];
  /** By node: embedded documents. */
  frames: number[];
  isCut: boolean;
  /** The live elements by node; they stay in the page. */
  nodes: Element[];
  url: string;
  title: string;
}

/** Numbers of the elements of one document; kept in the page as long as the document. */
export interface ElementIds {
  last: number;
  of: WeakMap<Element, number>;
}

/**
 * Runs in the page; it cannot use anything from outside. One walk over the document and its shadow roots in reading
 * order; every node with text of its own or a use becomes an element.
 */
export function collectElements({
  most,
  ids = { last: 0, of: new WeakMap() },
}: {
  most: number;
  ids?: ElementIds;
}): CollectedPage {
  const MOST_TEXT = 6_000_000;
  const LIMIT_MS = 6_000;
  const startedAt = performance.now();
  const pieces: CollectedPage['pieces'] = [];
  const layout: string[] = [];
  const frames: number[] = [];
  let letters = 0;
  let isFull = false;
  const parents: number[] = [];
  const ends: number[] = [];
  const nodes: Element[] = [];
  const elements: UiElement[] = [];
  const positions = new Map<Element, number>();
  const skipped = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE HEAD META LINK OPTION OPTGROUP BR'.split(' '));
  const inert = new Set(
    'heading cell row img list listitem columnheader group dialog alert status region navigation main banner table alertdialog'.split(
      ' ',
    ),
  );
  const hinting =
    'id name class title data-action data-testid data-name data-type data-toggle data-bs-toggle data-color data-value aria-describedby aria-current'.split(
      ' ',
    );
  const controls = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON']);
  const textRoles = new Set(
    'button link tab menuitem option checkbox radio switch treeitem gridcell menuitemcheckbox menuitemradio heading cell columnheader'.split(
      ' ',
    ),
  );
  const clean = (text: string | null | undefined, limit = 200) =>
    (text ?? '')
      .slice(0, limit * 4 + 200)
      .replace(/\s+/gu, ' ')
      .trim()
      .slice(0, limit);
  /** The text of all parts, with a space between those that only their boxes keep apart. */
  const wholeText = (element: Element | null | undefined, limit = 200) => {
    if (!element) return '';
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let text = '';
    let left = 400;
    for (let node = walker.nextNode(); node && left > 0 && text.length < limit; node = walker.nextNode()) {
      left -= 1;
      if (/^(?:SCRIPT|STYLE)$/u.test(node.parentElement?.tagName ?? '')) continue;
      const part = clean(node.nodeValue, limit);
      text += /^[,.;:!?)]/u.test(part) ? part : ` ${part}`;
    }
    return clean(text, limit);
  };
  const headings: string[] = [];
  let active: Element | null = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;

  interface Around {
    node: number;
    group: string;
    cursor: string;
    isHeard: boolean;
    isHidden: boolean;
  }

  function walk(element: Element, around: Around): void {
    if (skipped.has(element.tagName)) return;
    const node = nodes.length;
    isFull ||= node >= most || (node % 64 === 0 && performance.now() - startedAt > LIMIT_MS);
    if (isFull) return;
    nodes.push(element);
    positions.set(element, node);
    parents.push(around.node);
    ends.push(node);
    const style = getComputedStyle(element);
    const { display } = style;
    layout.push(
      display === 'table-row'
        ? 'r'
        : display === 'table-cell'
          ? 'c'
          : /^(?:inline|contents|none|ruby)/u.test(display)
            ? 'i'
            : 'b',
    );
    const group = groupName(element) ?? around.group;
    const isHeard = around.isHeard || answersPress(element, style);
    const found = describe(element, node, group, style, around.cursor);
    const isHidden =
      (around.isHidden && !/^(?:fixed|absolute)$/u.test(style.position)) || cutsAll(element, style);
    if (found) elements.push({ ...found, isHeard, isVisible: found.isVisible && !isHidden });
    if (/^h[1-6]$/iu.test(element.tagName)) headings.push(wholeText(element, 80));
    if (/^I?FRAME$/u.test(element.tagName)) frames.push(node);
    else if (!/^(?:SELECT|TEXTAREA|VIDEO|AUDIO)$/u.test(element.tagName)) {
      const next = { node, group, cursor: style.cursor, isHeard, isHidden };
      const isRead = !isHidden && (found === null || isRendered(element, style));
      for (const child of childrenOf(element))
        if (child.nodeType === 1) {
          if ((child as Element).tagName === 'BR' && isRead) pieces.push([nodes.length, node, '\n']);
          walk(child as Element, next);
        } else if (child.nodeType === 3 && isRead) addPiece(node, child.nodeValue ?? '');
    }
    ends[node] = nodes.length - 1;
  }

  /** Its text is drawn, or given to screen readers. */
  function isRendered(element: Element, { display, visibility }: CSSStyleDeclaration): boolean {
    if (display === 'contents') return visibility === 'visible';
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  function idOf(element: Element): number {
    const known = ids.of.get(element);
    if (known !== undefined) return known;
    ids.last += 1;
    ids.of.set(element, ids.last);
    return ids.last;
  }

  /** What is drawn in an element, in order: its shadow tree with its slots filled, or its own children. */
  function childrenOf(element: Element): Iterable<Node> {
    const root =
      element.shadowRoot ?? (Reflect.get(element, Symbol.for('closed-shadow')) as ShadowRoot | null);
    if (root) return root.childNodes;
    if (element.tagName !== 'SLOT') return element.childNodes;
    const given = (element as HTMLSlotElement).assignedNodes();
    return given.length > 0 ? given : element.childNodes;
  }

  function addPiece(owner: number, text: string): void {
    const piece = text.replace(/\s+/gu, ' ');
    if (piece === '' || (piece === ' ' && pieces.at(-1)?.[2].endsWith(' '))) return;
    letters += piece.length;
    if (letters <= MOST_TEXT) pieces.push([nodes.length, owner, piece]);
  }

  /** A closed section may keep its content, cut off to no height. */
  function cutsAll(element: Element, style: CSSStyleDeclaration): boolean {
    return (
      element !== document.body &&
      element.clientHeight === 0 &&
      element.childElementCount > 0 &&
      /^(?:block|flow-root|flex|grid)$/u.test(style.display) &&
      /^(?:hidden|clip)$/u.test(style.overflowY)
    );
  }

  function answersPress(element: Element, style: CSSStyleDeclaration): boolean {
    return (
      style.cursor === 'pointer' ||
      Reflect.has(element, Symbol.for('listens')) ||
      typeof (element as HTMLElement).onclick === 'function' ||
      element.matches(
        'a[href],button,input,select,textarea,label,summary,[onclick],[role=button],[role=option]',
      )
    );
  }

  /** The node whose id it points at. */
  function openedBy(element: Element | undefined): number {
    const told =
      element?.getAttribute('aria-controls') ??
      element?.getAttribute('data-target') ??
      element?.getAttribute('data-bs-target') ??
      element?.getAttribute('href');
    const id = told?.replace(/^#/u, '') ?? '';
    if (!told || (told === id && !element?.hasAttribute('aria-controls')) || id === '') return -1;
    const target = document.getElementById(id);
    return (target && positions.get(target)) ?? -1;
  }

  function groupName(element: Element): string | null {
    if (element.tagName === 'FIELDSET') return clean(element.querySelector('legend')?.textContent, 80);
    const role = element.getAttribute('role');
    if (
      /^(?:radiogroup|group|dialog|listbox)$/u.test(role ?? '') ||
      /^(?:SECTION|FORM)$/u.test(element.tagName)
    )
      return clean(element.getAttribute('aria-label'), 80) || referenced(element, 'aria-labelledby') || null;
    return null;
  }

  function referenced(element: Element, attribute: string): string {
    const root = element.getRootNode() as Document | ShadowRoot;
    const ids = (element.getAttribute(attribute) ?? '').split(/\s+/u).filter(Boolean).slice(0, 5);
    return clean(ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' '), 120);
  }

  function describe(
    element: Element,
    node: number,
    group: string,
    style: CSSStyleDeclaration,
    parentCursor: string,
  ): UiElement | null {
    const tag = element.tagName.toLowerCase();
    if (tag === 'html' || (tag === 'input' && (element as HTMLInputElement).type === 'hidden')) return null;
    const html = element as HTMLElement & Partial<HTMLInputElement>;
    const type = tag === 'input' ? (html.type ?? 'text') : '';
    const text = ownText(element);
    const role = roleOf(element, tag, type);
    const isEditable = isEditableElement(html, tag, type);
    const isControl = controls.has(element.tagName) || isEditable || role !== '';
    const hasPointer = style.cursor === 'pointer' && parentCursor !== 'pointer';
    const isDraggable =
      html.draggable === true ||
      /(?:^|[\s_-])(?:drag|sortable|ui-draggable)/iu.test(attributeText(element, 'class')) ||
      style.cursor === 'move' ||
      style.cursor === 'grab';
    const canScroll =
      (element.scrollHeight > element.clientHeight + 4 || element.scrollWidth > element.clientWidth + 4) &&
      (/(?:auto|scroll)/u.test(style.overflowY + style.overflowX) || tag === 'textarea');
    const hasHandler =
      typeof html.onclick === 'function' ||
      element.hasAttribute('onclick') ||
      Reflect.get(element, Symbol.for('listens')) === 'self';
    const hasTabStop = element.hasAttribute('tabindex');
    const isPicture = /^(?:img|canvas|svg|i|iframe)$/u.test(tag);
    const hasTitle = element.hasAttribute('title') || element.hasAttribute('aria-label');
    const isActive = isControl || hasPointer || isDraggable || canScroll || hasHandler || hasTabStop;
    if (!isActive && !isPicture && !hasTitle && text === '') return null;
    const box = tag === 'area' ? areaBox(element as HTMLAreaElement) : element.getBoundingClientRect();
    const isTicked = type === 'checkbox' || type === 'radio' || type === 'file';
    // The invisible control lies over its drawing and takes the press.
    const isOverlay = isTicked || type === 'range' || role === 'combobox';
    const isShown =
      tag === 'area' || element.checkVisibility({ visibilityProperty: true, opacityProperty: !isOverlay });
    const isVisible =
      isShown &&
      box.width > 0 &&
      box.height > 0 &&
      style.clipPath !== 'inset(50%)' &&
      (isTicked || !isOutside(box));
    const name = nameOf(element, tag, type, role, text);
    return {
      frame: 0,
      node,
      tag,
      type,
      role,
      name,
      text,
      id: idOf(element),
      flow: text !== '' && hasInlineParts(element) ? wholeText(element, 300) : '',
      hints: hintsOf(element),
      value: shownValue(html, tag, type),
      placeholder: clean(
        attributeText(element, 'placeholder') || attributeText(element, 'data-placeholder'),
        100,
      ),
      group: group || (isControl ? (headings.at(-1) ?? '') : ''),
      options: tag === 'select' ? optionsOf(element as HTMLSelectElement) : [],
      isChecked:
        stateOf(element, 'aria-checked') ??
        (type === 'checkbox' || type === 'radio' ? html.checked === true : stateOf(element, 'aria-pressed')),
      isExpanded:
        stateOf(element, 'aria-expanded') ??
        (tag === 'summary' ? (element.parentElement as HTMLDetailsElement | null)?.open === true : null),
      isSelected: stateOf(element, 'aria-selected'),
      isDisabled: html.disabled === true || element.getAttribute('aria-disabled') === 'true',
      isReadonly: html.readOnly === true || element.getAttribute('aria-readonly') === 'true',
      isRequired: html.required === true || element.getAttribute('aria-required') === 'true',
      isVisible,
      isCovered: isVisible && isCovered(element, box),
      isHeard: false,
      isScripted: hasPointer || hasHandler,
      isClickable:
        (isControl && !inert.has(role)) || hasPointer || hasHandler || hasTabStop || tag === 'label',
      isEditable,
      isDraggable,
      canScroll,
      above: canScroll ? Math.round(element.scrollTop) : 0,
      below: canScroll ? Math.round(element.scrollHeight - element.clientHeight - element.scrollTop) : 0,
      isBehindLabel: !isVisible && isControl && isLabelShown(html),
      isModal: element.matches('dialog:modal, [aria-modal=true]'),
      problem: problemOf(html),
      place: isControl || hasPointer || hasHandler ? placeOf(element, name) : '',
      isMultiple: html.multiple === true,
      isFocused: element === active,
      // The head and foot of a part of the page are no frame around all of it.
      isFraming:
        element.closest(
          'nav,:is(header,footer):not(:is(section,aside,dialog,form,li,[role=dialog]) *),[role=navigation],[role=banner],[role=contentinfo]',
        ) !== null && element.closest('main,article,[role=main]') === null,
      href: tag === 'a' || tag === 'area' ? attributeText(element, 'href') : '',
      opens: -1,
      autocomplete:
        attributeText(element, 'autocomplete') ||
        (element.hasAttribute('aria-autocomplete') || element.hasAttribute('list') ? 'list' : ''),
      min: numberOf(element, type, 'min'),
      max: numberOf(element, type, 'max'),
      maxLength: html.maxLength ?? -1,
      box: { x: box.x, y: box.y, width: box.width, height: box.height },
      signature: signatureOf(element),
    };
  }

  /** An area of an image map has no box. */
  function areaBox(area: HTMLAreaElement): DOMRect {
    const map = area.closest('map');
    const image = map && document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
    const [x = 0, y = 0, right = 0, bottom = 0] = area.coords.split(',').map(Number);
    const at = image?.getBoundingClientRect();
    if (!at) return new DOMRect();
    if (area.shape === 'circle') return new DOMRect(at.x + x - right, at.y + y - right, 2 * right, 2 * right);
    if (area.shape === 'default' || !area.coords) return at;
    return new DOMRect(at.x + x, at.y + y, Math.max(1, right - x), Math.max(1, bottom - y));
  }

  function isLabelShown({ labels }: Partial<HTMLInputElement>): boolean {
    return [...(labels ?? [])].some((label) => {
      const { width, height } = label.getBoundingClientRect();
      return width > 0 && height > 0 && label.checkVisibility({ visibilityProperty: true });
    });
  }

  /** What the page or the browser finds wrong with the value of a field. */
  function problemOf(field: HTMLElement & Partial<HTMLInputElement>): string {
    if (field.getAttribute('aria-invalid') !== 'true' && !field.matches(':user-invalid')) return '';
    return (
      referenced(field, 'aria-errormessage') ||
      referenced(field, 'aria-describedby') ||
      clean(field.validationMessage, 120) ||
      'invalid'
    );
  }

  /** For a control without a name: the nearest text around it. */
  function placeOf(element: Element, name: string): string {
    if (/[\p{L}\p{N}]/u.test(name)) return '';
    let at: Element | null = element.parentElement;
    for (let level = 0; at && level < 5 && at !== document.body; level += 1) {
      const text = wholeText(at, 40);
      if (/[\p{L}\p{N}]/u.test(text)) return text;
      at = at.parentElement;
    }
    return '';
  }

  function attributeText(element: Element, name: string): string {
    return element.getAttribute(name) ?? '';
  }

  function ownText(element: Element): string {
    if (element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return '';
    let text = '';
    for (const child of element.childNodes) if (child.nodeType === 3) text += ` ${child.nodeValue ?? ''}`;
    return clean(text, 1_000);
  }

  function hasInlineParts(element: Element): boolean {
    const parts = [...element.children];
    return (
      parts.length > 0 &&
      parts.every((part) =>
        /^(?:A|B|I|U|S|EM|STRONG|SPAN|MARK|CODE|SMALL|SUB|SUP|ABBR|BR|TIME)$/u.test(part.tagName),
      )
    );
  }

  function stateOf(element: Element, attribute: string): boolean | null {
    const value = element.getAttribute(attribute);
    return value === 'true' ? true : value === 'false' ? false : null;
  }

  function numberOf(element: Element, type: string, end: 'min' | 'max'): number | null {
    const value =
      element.getAttribute(`aria-value${end}`) ??
      element.getAttribute(end) ??
      (type === 'range' ? (end === 'min' ? '0' : '100') : null);
    return value !== null && value !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
  }

  function isEditableElement(html: HTMLElement, tag: string, type: string): boolean {
    if (tag === 'textarea') return true;
    if (tag === 'input')
      return !'button submit reset image checkbox radio range file color hidden'.split(' ').includes(type);
    const attribute = html.getAttribute('contenteditable');
    return (
      attribute === '' ||
      attribute === 'true' ||
      attribute === 'plaintext-only' ||
      (html.getAttribute('role') === 'textbox' && html.isContentEditable)
    );
  }

  function roleOf(element: Element, tag: string, type: string): string {
    const stated = element.getAttribute('role')?.trim().split(/\s+/u)[0];
    if (stated && stated !== 'presentation' && stated !== 'none') return stated;
    if (tag === 'a' || tag === 'area') return element.hasAttribute('href') ? 'link' : '';
    if (tag === 'input') {
      if (type === 'checkbox' || type === 'radio') return type;
      if (['button', 'submit', 'reset', 'image'].includes(type)) return 'button';
      if (type === 'range') return 'slider';
      if (type === 'number') return 'spinbutton';
      if (type === 'search') return 'searchbox';
      return type === 'file' || type === 'color' ? type : 'textbox';
    }
    if (tag === 'select')
      return (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? 'listbox'
        : 'combobox';
    if (/^h[1-6]$/u.test(tag)) return 'heading';
    const roles: Record<string, string> = {
      button: 'button',
      summary: 'button',
      textarea: 'textbox',
      img: 'img',
      td: 'cell',
      th: 'columnheader',
      tr: 'row',
      table: 'table',
      li: 'listitem',
      dialog: 'dialog',
      iframe: '',
      label: '',
    };
    if (roles[tag] !== undefined) return roles[tag];
    return element.getAttribute('contenteditable') === 'true' ? 'textbox' : '';
  }

  function nameOf(element: Element, tag: string, type: string, role: string, text: string): string {
    const direct = referenced(element, 'aria-labelledby') || clean(element.getAttribute('aria-label'), 120);
    if (direct) return direct;
    if (tag === 'input' && ['button', 'submit', 'reset'].includes(type))
      return clean((element as HTMLInputElement).value || type, 120);
    const isField = /^(?:input|select|textarea)$/u.test(tag);
    if (isField || /^(?:textbox|slider|switch|checkbox|combobox|spinbutton)$/u.test(role)) {
      const labels = (element as HTMLInputElement).labels;
      const label = labels && labels.length > 0 ? clean([...labels].map(labelText).join(' '), 120) : '';
      const drawn = labels?.[0]?.querySelector('img[alt]')?.getAttribute('alt');
      if (label || drawn) return label || clean(drawn, 120);
      const inner = role === 'checkbox' || role === 'switch' ? wholeText(element, 120) : '';
      const near = nearbyText(element, type === 'checkbox' || type === 'radio');
      const placeholder = clean(element.getAttribute('placeholder'), 120);
      return (
        inner ||
        clean(element.getAttribute('title'), 120) ||
        // A long text above a field with its own label is something else, and so is a mere sign.
        (placeholder !== '' && (near.length > 60 || !/[\p{L}\p{N}]/u.test(near)) ? placeholder : near) ||
        placeholder ||
        textAfter(element)
      );
    }
    const branch = role === 'treeitem' ? clean(branchText(element), 120) : '';
    if (branch) return branch;
    const alt =
      tag === 'img' || tag === 'area' || type === 'image' ? clean(element.getAttribute('alt'), 120) : '';
    if (alt) return alt;
    const shown =
      text ||
      (textRoles.has(role) || tag === 'label' || tag === 'summary' || element.childElementCount <= 4
        ? wholeText(element, 160)
        : '');
    const picture =
      shown === ''
        ? clean(
            element.querySelector('img[alt]')?.getAttribute('alt') ??
              element.querySelector('svg title')?.textContent,
            120,
          )
        : '';
    const title = clean(element.getAttribute('title'), 120);
    if (textRoles.has(role) && shown !== '' && element.childElementCount > 0)
      return wholeText(element, 160) || shown;
    // A sign that is only drawn with a character goes by its tooltip.
    if (title !== '' && !/[\p{L}\p{N}]/u.test(shown)) return title;
    return shown || picture || title;
  }

  /** The name of an entry of a tree, without the entries below it. */
  function branchText(element: Element): string {
    return [...element.childNodes]
      .filter((node) => !(node instanceof Element && node.matches('[role=group], ul, ol')))
      .map(({ textContent }) => textContent)
      .join(' ');
  }

  /** A label's own words, without those of the control inside it. */
  function labelText(label: Element): string {
    let text = '';
    const visit = (node: Node): void => {
      if (node.nodeType === 3) text += ` ${node.nodeValue ?? ''}`;
      else if (!/^(?:SELECT|TEXTAREA|BUTTON|OPTION|SCRIPT|STYLE)$/u.test((node as Element).tagName ?? ''))
        node.childNodes.forEach(visit);
    };
    visit(label);
    return text;
  }

  /** The words that stand before a field (after a tick box), as people read them. */
  function nearbyText(element: Element, isAfter: boolean): string {
    let at: Element = element;
    for (let level = 0; level < 3; level += 1) {
      for (const step of isAfter
        ? (['nextSibling', 'previousSibling'] as const)
        : (['previousSibling'] as const)) {
        for (let sibling: ChildNode | null = at[step]; sibling; sibling = sibling[step]) {
          if (
            sibling.nodeType === 1 &&
            ((sibling as Element).matches('input:not([type=hidden]),select,textarea,button') ||
              (sibling as Element).querySelector('input:not([type=hidden]),select,textarea'))
          )
            break;
          // Things that stand one below the other, or scroll, are content, and no name of what follows.
          if (
            sibling.nodeType === 1 &&
            ((sibling as Element).querySelectorAll('li, article, tr, div > div').length > 1 ||
              /auto|scroll/u.test(getComputedStyle(sibling as Element).overflowY))
          )
            return '';
          // The heading of a whole form says less of a field than the words right behind it.
          const isHeading = level > 0 && /^H[1-6]$/u.test((sibling as Element).tagName ?? '');
          const text = (isHeading && textAfter(element)) || clean(sibling.textContent, 80);
          if (
            text !== '' &&
            (sibling.nodeType === 1 || sibling.nodeType === 3) &&
            !/^(?:SCRIPT|STYLE)$/u.test((sibling as Element).tagName ?? '')
          )
            return text;
        }
      }
      if (!at.parentElement || /^(?:FORM|BODY|TABLE|FIELDSET)$/u.test(at.parentElement.tagName)) break;
      at = at.parentElement;
    }
    return '';
  }

  /** A field with no words before it may have them right behind it. */
  function textAfter(element: Element): string {
    for (let sibling = element.nextSibling; sibling; sibling = sibling.nextSibling) {
      const isControl =
        sibling.nodeType === 1 &&
        (Reflect.has(sibling, Symbol.for('listens')) ||
          (sibling as Element).matches('input,select,textarea,button,a,br'));
      if (isControl) return '';
      const text = clean(sibling.textContent, 40);
      if (text !== '') return text;
    }
    return '';
  }

  function shownValue(html: HTMLElement & Partial<HTMLInputElement>, tag: string, type: string): string {
    if (type === 'password') return html.value ? '•' : '';
    if (tag === 'select')
      return [...(html as unknown as HTMLSelectElement).selectedOptions]
        .map((option) => clean(option.textContent, 80))
        .join(', ');
    if (tag === 'input' || tag === 'textarea') return (html.value ?? '').slice(0, 20_000);
    const now = html.getAttribute('aria-valuenow');
    if (now !== null) return now;
    return html.isContentEditable && html.hasAttribute('contenteditable')
      ? (html.textContent ?? '').slice(0, 20_000)
      : '';
  }

  function optionsOf(select: HTMLSelectElement): ChoiceOption[] {
    return [...select.options].slice(0, 500).map((option) => ({
      label: clean(option.label || option.textContent, 120),
      value: option.value,
      isSelected: option.selected,
    }));
  }

  function hintsOf(element: Element): string {
    const parts = hinting.map((name) => attributeText(element, name));
    parts.push(
      element.querySelector('use')?.getAttribute('href') ?? '',
      element.querySelector('svg')?.getAttribute('class') ?? '',
    );
    return clean(
      parts
        .join(' ')
        .replace(/([a-z])([A-Z])/gu, '$1 $2')
        .replace(/[-_#.:]+/gu, ' '),
      160,
    ).toLowerCase();
  }

  function signatureOf(element: Element): string {
    const part = (at: Element | null) =>
      at ? `${at.tagName}.${(at.getAttribute('class') ?? '').split(/\s+/u).slice(0, 2).join('.')}` : '';
    return `${part(element)}<${part(element.parentElement)}<${element.parentElement?.parentElement?.tagName ?? ''}`;
  }

  /** Where no scrolling leads: left of the page or above it. */
  function isOutside({ right, bottom }: DOMRect): boolean {
    return right + scrollX <= -100 || bottom + scrollY <= -100;
  }

  function isCovered(element: Element, box: DOMRect): boolean {
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const root = element.getRootNode() as Document | ShadowRoot;
    const top = root.elementFromPoint?.(x, y);
    if (!top) return false;
    if (element.contains(top) || top.contains(element)) return false;
    const label = (element as HTMLInputElement).labels?.[0];
    return !(label && (label.contains(top) || top.contains(label)));
  }

  if (document.documentElement)
    walk(document.documentElement, { node: -1, group: '', cursor: '', isHeard: false, isHidden: false });
  for (const element of elements) element.opens = openedBy(nodes[element.node]);
  const page = { url: location.href, title: document.title };
  return {
    elements,
    parents,
    ends,
    layout: layout.join(''),
    pieces,
    frames,
    isCut: isFull || letters > MOST_TEXT,
    nodes,
    ...page,
  };
}
