/** Small questions to a document that every reader of it asks. */

const MAX_TEXT_CHARS = 8_000;

/** Invisible elements and those without content. */
const UNSEEN = new Set('script style noscript template svg canvas iframe object head'.split(' '));

export function isUnseen(element: Element): boolean {
  if (UNSEEN.has(element.localName) || element.hasAttribute('hidden')) return true;
  // A price struck out is told to those who cannot see in other words, and is seen by all others.
  if (element.getAttribute('aria-hidden') === 'true' && element.localName !== 'del') return true;
  // A mark of a footnote is no part of the name it stands behind.
  if (element.localName === 'sup' && isMark(element)) return true;
  const style = element.getAttribute('style');
  return style !== null && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

/** `[2]`, or the figures and signs behind a word or a sentence. */
function isMark(element: Element): boolean {
  const text = element.textContent ?? '';
  if (/^\[\p{L}?\d{0,3}\]$/u.test(text)) return true;
  if (!/^[\d\s,;*†‡§¶]{1,8}$/u.test(text)) return false;
  if (element.firstElementChild?.getAttribute('href')?.startsWith('#')) return true;
  const before = element.previousSibling?.textContent ?? '';
  return /(?:^|\s)\p{Lu}[\p{Ll}'’-]{2,}$|\p{L}{4,}$|[\p{L}\d)%][.,;!?]["'”’]?$/u.test(before);
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
      // `<span>Chance of rain</span>80%`
      if (isAfterElement && /^\d/.test(text) && /\p{L}{3}$/u.test(parts.at(-1) ?? '')) parts.push(' ');
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

/** Where a picture is: pages that load it late put a placeholder there, and the address beside it. */
export function imageSource(image: Element): string | null {
  const names = ['src', 'data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-url'];
  const sets = ['srcset', 'data-srcset', 'data-lazy-srcset'];
  const sources = [
    ...names.map((name) => image.getAttribute(name)),
    ...sets.map(
      (name) =>
        image
          .getAttribute(name)
          ?.trim()
          .split(/\s|,\s/)[0],
    ),
  ];
  return sources.find((source) => source && !source.startsWith('data:')) ?? null;
}

export function take<T>(list: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const item of list) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}

/** Whether one of these elements stands somewhere in it. Much quicker than a selector, where many are asked. */
export function holdsTag(element: Element, names: ReadonlySet<string>): boolean {
  for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
    if (names.has(child.localName) || holdsTag(child, names)) return true;
  return false;
}

export function headingLevel(element: Element): number {
  const name = element.localName;
  if (name === 'p') return isBoldLine(element) ? 6 : 0;
  if (element.getAttribute('role') === 'heading') return Number(element.getAttribute('aria-level')) || 2;
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
      .filter((name) => !UTILITY.test(name) && !MADE.test(name))
      .slice(0, 8)
  );
}

/** `f6431b446c`: letters and figures in turns, as tools make them. */
export const MADE = /^(?=.{6,}$)_?(?:[a-z]+\d+){2,}[a-z]*$|^[a-f]*\d+[a-f\d]{6,}$/;

/** Classes that only lay out or paint (`mt-4`, `text-sm`, `flex`): they name nothing. */
export const UTILITY =
  /^(?:(?:sm|md|lg|xl|2xl|hover|focus|dark|group-hover):.*|-?(?:[mp][trblxyse]?|gap|gap-[xy]|space-[xy]|w|h|min-[wh]|max-[wh]|top|left|right|bottom|inset|z|order|col|row|grid-cols|grid-rows|col-span|row-span|leading|tracking|opacity|scale|duration|rounded|shadow|border|ring|divide|basis|line-clamp|indent)-(?:\d\S*|\[\S+\]|auto|full|screen|px|none|xs|sm|md|lg|xl|[2-9]xl|[trblxyse]|tight|wide|wider|snug|relaxed|min|max|fit|start|end|center)|(?:text|bg|border|ring|from|to|via|fill|stroke|divide|decoration|placeholder)-(?:[a-z]+-\d{2,3}(?:\/\d+)?|white|black|transparent|current|muted|light|dark|primary|secondary|xs|sm|base|lg|xl|[2-9]xl|left|center|right|justify|wrap|nowrap|truncate|uppercase)|(?:font|items|justify|content|self|place|object|overflow|whitespace|break|select|cursor|align|flex|inline|d|float)-(?:[a-z]+)(?:-[a-z]+)?|flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|static|container|container-fluid|clearfix|uppercase|lowercase|capitalize|italic|underline|truncate|antialiased|rounded|shadow|border|divide-[xy]|transition(?:-\S+)?|grow|shrink|prose|row|col|wrapper|wrap|inner|outer|content-wrapper|btn|btn-\S+|(?:css|sc)-(?=\w*\d)\w+)$/i;

/** Names of what is told only to those who cannot see the page. */
export const SPOKEN =
  /(?:^|[-_])(?:visually-?hidden|sr-only|screen-?reader-text|hidden-visually|a11y-hidden|offscreen)$/i;
