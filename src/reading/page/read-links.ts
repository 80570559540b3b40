import { isAside } from './aside.ts';
import { absoluteUrl, isUnseen, take, textOf } from './dom.ts';
import type { LabelledValue, PageLink } from './page.ts';

const MAX_LINKS = 2_000;

/** Where a page leads, link by link, with what each is called. */
export function readLinks(document: Document, url: string): PageLink[] {
  const known = new Map<Element, boolean>();
  return take(document.querySelectorAll('a[href]'), MAX_LINKS).flatMap((anchor) => {
    const reference = anchor.getAttribute('href')?.trim() ?? '';
    if (reference === '' || reference === '#' || /^javascript:/i.test(reference) || isUnseen(anchor))
      return [];
    const name =
      textOf(anchor, 200) ||
      (anchor.getAttribute('aria-label') ?? anchor.getAttribute('title') ?? '') ||
      (anchor.querySelector('img[alt]')?.getAttribute('alt') ?? '');
    return [{ name, href: absoluteUrl(reference, url), isAside: isInFrame(anchor, known) }];
  });
}

/** Part of the frame around the content, at any depth; `known` spares a second look at the boxes around. */
function isInFrame(element: Element, known: Map<Element, boolean>): boolean {
  const found = known.get(element);
  if (found !== undefined) return found;
  const { parentElement } = element;
  const isIn = (parentElement !== null && isInFrame(parentElement, known)) || isAside(element);
  known.set(element, isIn);
  return isIn;
}

/** The numbers and addresses behind "call us" and "write to our team", where the page gives just one of a kind. */
export function contactsIn(links: readonly PageLink[]): LabelledValue[] {
  const contacts = links.flatMap(({ name, href }) => contactBehind(href, name) ?? []);
  return [...Map.groupBy(contacts, ({ label }) => label).values()].flatMap(([first, ...others]) =>
    first && others.every(({ value }) => value === first.value)
      ? [{ ...first, source: 'name' as const, under: '', isOfItem: false }]
      : [],
  );
}

/** The statement of a link's address alone; null where it shows the number or address itself, or leads to a page. */
export function contactBehind(href: string, name: string): { label: string; value: string } | null {
  const [, scheme = '', value = ''] = CONTACT.exec(decoded(href)) ?? [];
  if (value === '' || /@|\d{3}/.test(name)) return null;
  return { label: scheme.toLowerCase() === 'tel' ? 'telephone' : 'email', value };
}

const CONTACT = /^(tel|mailto):(\+?[\d\s().-]{5,30}$|[^\s?@]{1,200}@[^\s?@]{3,200})/i;

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
