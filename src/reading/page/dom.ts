/** Small questions to a document that every reader of it asks. */

const MAX_TEXT_CHARS = 8_000;

/** What is never seen, or is no content. */
const UNSEEN = new Set('script style noscript template svg canvas iframe object head'.split(' '));

export function isUnseen(element: Element): boolean {
  if (UNSEEN.has(element.localName) || element.hasAttribute('hidden')) return true;
  if (element.getAttribute('aria-hidden') === 'true') return true;
  // A mark of a footnote is no part of the name it stands behind.
  if (element.localName === 'sup' && /^\[\p{L}?\d{0,3}\]$/u.test(element.textContent ?? '')) return true;
  const style = element.getAttribute('style');
  return style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** The visible text, spaces made single, words of neighbouring blocks apart. */
export function textOf(node: Node, limit = MAX_TEXT_CHARS): string {
  const parts: string[] = [];
  collectText(node, parts, { left: limit }, 0);
  return squeeze(parts.join(''));
}

function collectText(node: Node, parts: string[], budget: { left: number }, depth: number): void {
  let isAfterElement = false;
  for (const child of node.childNodes) {
    if (budget.left <= 0 || depth > 200) return;
    if (child.nodeType === 3) {
      const text = child.textContent ?? '';
      parts.push(text);
      budget.left -= text.length;
      isAfterElement = false;
    } else if (child.nodeType === 1) {
      const element = child as Element;
      if (isUnseen(element)) continue;
      const isApart = !INLINE.has(element.localName);
      // Elements that touch are set apart by the page's style sheet.
      if (isApart || isAfterElement) parts.push(' ');
      isAfterElement = true;
      collectText(element, parts, budget, depth + 1);
      if (isApart) parts.push(' ');
    }
  }
}

/** The entries of a list, or the lines of an element broken by `br`; undefined when it is one piece. */
export function partsOf(element: Element): string[] | undefined {
  if (element.firstElementChild === null) return undefined;
  const items = take(element.querySelectorAll('li'), 100).map((item) => textOf(item, 500));
  if (items.length > 1) return items.filter(Boolean);
  if (![...element.children].some((child) => child.localName === 'br')) return undefined;
  const lines: string[][] = [[]];
  for (const node of take(element.childNodes, 200)) {
    if ((node as Element).localName === 'br') lines.push([]);
    else lines.at(-1)?.push(node.nodeType === 3 ? (node.textContent ?? '') : ` ${textOf(node, 500)}`);
  }
  const said = lines.map((line) => squeeze(line.join(''))).filter(Boolean);
  return said.length > 1 ? said : undefined;
}

const INLINE = new Set(
  'a abbr b bdi cite code data del dfn em font i ins kbd mark q s small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

export function isInline(element: Element): boolean {
  return INLINE.has(element.localName);
}

export function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

export function absoluteUrl(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

export function take<T>(list: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const item of list) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}

export function headingLevel(element: Element): number {
  const name = element.localName;
  if (name === 'p') return isBoldLine(element) ? 6 : 0;
  return name.length === 2 && name[0] === 'h' && name >= 'h1' && name <= 'h6' ? Number(name[1]) : 0;
}

/** `<p><strong>What we offer</strong></p>` above a list or a text: a heading by another name. */
function isBoldLine(element: Element): boolean {
  const bold = element.firstElementChild;
  if (bold === null || element.childElementCount !== 1) return false;
  if (bold.localName !== 'strong' && bold.localName !== 'b') return false;
  const next = element.nextElementSibling?.localName;
  if (next !== 'ul' && next !== 'ol' && next !== 'p') return false;
  const text = squeeze(element.textContent ?? '');
  return (
    text.length >= 3 &&
    text.length <= 60 &&
    !/[.!,;]$|\d/.test(text) &&
    squeeze(bold.textContent ?? '') === text
  );
}

/** Class, id and test names: what the page's makers call an element. Names made by tools say nothing. */
export function givenNames(element: Element): string[] {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('data-testid') ?? ''} ${
    element.getAttribute('data-field') ?? ''
  } ${element.getAttribute('id') ?? ''}`;
  return (
    names
      .split(/\s+/)
      // In `product__price` the part before says what it is a part of.
      .map((name) => name.replace(/__(?:[a-z]|\w*\d\w*)$/i, '').replace(/^.+?__(?=[a-z])/i, ''))
      .filter((name) => name !== '' && name.length <= 60 && /[a-z]{2}/i.test(name))
      .slice(0, 8)
  );
}
