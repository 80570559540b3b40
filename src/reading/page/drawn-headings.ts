import { isInline, squeeze, take, textOf } from './dom.ts';

const MAX_LOOKED_AT = 20_000;
const MAX_CHARS = 70;

/**
 * Headings that are only drawn as such become real ones, so that every reader of the document sees them: what says that it
 * is a heading by its role, lines of one look that each stand above a longer text or begin a box of like things, and the
 * name of the page above all.
 */
export function writeHeadings(document: Document): void {
  for (const element of take(document.querySelectorAll('[role="heading"]'), 500))
    if (!/^h[1-6]$/.test(element.localName) && isLine(element))
      rename(element, Number(element.getAttribute('aria-level')) || 2);
  for (const { lines, level } of drawnLines(document)) for (const line of lines) rename(line, level);
  if (document.querySelector('h1') === null) {
    const line = nameOfPage(document);
    if (line) rename(line, 1);
  }
}

/** Lines of one class among their neighbours, nearly all with a text below that belongs to them. */
function drawnLines(document: Document): { lines: Element[]; level: number }[] {
  const parents = new Map<Element, Element[]>();
  for (const element of take(
    document.querySelectorAll('div[class], p[class], span[class], font'),
    MAX_LOOKED_AT,
  )) {
    const { parentElement: parent } = element;
    if (parent === null || !isLine(element) || element.closest(NO_PLACE)) continue;
    parents.set(parent, [...(parents.get(parent) ?? []), element]);
  }
  const side = [...parents.values()].flatMap((lines) =>
    [...Map.groupBy(lines, lookOf).values()].flatMap((alike) => {
      const leading = alike.filter((line) => isAboveText(line));
      return alike.length > 1 && leading.length >= alike.length * 0.8 ? [{ lines: leading, level: 3 }] : [];
    }),
  );
  return [...side, ...boxedLines([...parents.keys()])];
}

/** Boxes of one look side by side that each hold a line and then things of one kind: "Starters" above the starters. */
function boxedLines(boxes: readonly Element[]): { lines: Element[]; level: number }[] {
  const beside = Map.groupBy(boxes.filter(beginsList), ({ parentElement }) => parentElement);
  return [...beside.values()].flatMap((near) =>
    [...Map.groupBy(near, (box) => [box, ...take(box.children, 2)].map(lookOf).join(' ')).values()]
      .filter((alike) => alike.length > 1 && alike.some(holdsSeveral))
      .map((alike) => ({ lines: alike.map((box) => box.children[0] as Element), level: 3 })),
  );
}

/** Its first part is a line, and all others are of one look. */
function beginsList({ children }: Element): boolean {
  const [line, first, ...others] = take(children, MAX_IN_BOX);
  if (!line || !first || !isLine(line) || lookOf(first) === lookOf(line) || isInline(first)) return false;
  return others.every((other) => lookOf(other) === lookOf(first));
}

function holdsSeveral({ children }: Element): boolean {
  const [, first] = children;
  return (
    children.length > 2 || (/^[uo]l$/.test(first?.localName ?? '') && (first?.childElementCount ?? 0) > 1)
  );
}

const MAX_IN_BOX = 200;

const NO_PLACE =
  'a, nav, header, footer, li, table, dl, form, button, label, figure, blockquote, pre, h1, h2, h3, h4, h5, h6';

function lookOf(element: Element): string {
  return `${element.localName}.${element.getAttribute('class') ?? ''}`;
}

/** A short line of words by itself, no sentence and no amount. */
function isLine(element: Element): boolean {
  if (!take(element.children, 3).every((child) => isInline(child) && child.localName !== 'br')) return false;
  const text = textOf(element, MAX_CHARS + 1);
  return (
    text.length >= 3 &&
    text.length <= MAX_CHARS &&
    /^\p{Lu}|^\d+\.\s\p{Lu}/u.test(text) &&
    !/[.,;:!]$|[$€£¥]|\d{2}:\d{2}|@/u.test(text) &&
    text.split(' ').length <= 9
  );
}

/** What follows, up to the next line of the same look, is more text than the line itself, and of another look. */
function isAboveText(line: Element): boolean {
  const look = lookOf(line);
  let said = 0;
  let next = line.nextElementSibling;
  if (next === null || lookOf(next) === look || isInline(next)) return false;
  for (; next !== null && lookOf(next) !== look && said < 200; next = next.nextElementSibling)
    said += textOf(next, 200).length;
  return said >= 40 && said > textOf(line, MAX_CHARS).length;
}

/** The first line that says what the title of the document says. */
function nameOfPage(document: Document): Element | null {
  const names = squeeze(document.title ?? '')
    .split(/\s[|–—·:»-]\s/u)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name.length > 2);
  if (names.length === 0) return null;
  return (
    take(document.querySelectorAll('div, p, span, font, b, strong, td, h2'), 3_000).find(
      (element) =>
        isLine(element) &&
        !element.closest('a, nav, header, footer, form, button, li') &&
        element.querySelector('a') === null &&
        names.includes(textOf(element, MAX_CHARS).toLowerCase()),
    ) ?? null
  );
}

function rename(element: Element, level: number): void {
  const heading = element.ownerDocument.createElement(`h${Math.min(6, Math.max(1, level))}`);
  for (const name of ['class', 'id']) {
    const value = element.getAttribute(name);
    if (value !== null) heading.setAttribute(name, value);
  }
  heading.append(...element.childNodes);
  element.replaceWith(heading);
}
