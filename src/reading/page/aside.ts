import { givenNames, take, textOf } from './dom.ts';

/** Navigation, headers, footers, banners, lists of related things: around the content, not part of it. */
export function isAside(element: Element): boolean {
  const role = element.getAttribute('role');
  if (ASIDE_TAGS.has(element.localName) || (role !== null && ASIDE_ROLES.has(role))) return true;
  if (element.localName === 'header')
    return !element.querySelector('h1') && !element.closest('article, main');
  // What holds the page's own heading is the page, whatever it is called (`ad` on a page of advertisements).
  const isNamedSo = givenNames(element).some((name) => ASIDE_NAME.test(name));
  return (isNamedSo && !element.querySelector('h1')) || isLinkBar(element) || isFootBar(element);
}

/** The body, or a box that holds all of it. */
function isWhole(element: Element | null): boolean {
  let at = element;
  for (let level = 0; at && level < 6; level += 1, at = at.parentElement) {
    if (at.localName === 'body') return true;
    if (at.previousElementSibling || at.nextElementSibling) return false;
  }
  return false;
}

/** The last lines of a page: whose it is, and links about that. */
function isFootBar(element: Element): boolean {
  if (
    element.nextElementSibling ||
    !isWhole(element.parentElement) ||
    element.querySelector('h1, h2, h3, article, table')
  )
    return false;
  const text = textOf(element, 500);
  return text.length < 300 && /©|all rights reserved|impressum|datenschutz|privacy|powered by/i.test(text);
}

/** A line of links at the top of a page, above its first heading. */
function isLinkBar(element: Element): boolean {
  const { body } = element.ownerDocument;
  if (element.firstElementChild === null || !isWhole(element.parentElement)) return false;
  if (element.querySelector('h1, h2, h3, p, article, table')) return false;
  const links = take(element.querySelectorAll('a[href]'), 30);
  const text = textOf(element, 500);
  const linked = links.reduce((sum, link) => sum + textOf(link, 200).length, 0);
  if (links.length < 2 || text.length > 300 || linked < text.length * 0.4) return false;
  let before = element.previousElementSibling;
  while (before && !/^h[1-6]$/.test(before.localName) && !before.querySelector('h1, h2, h3'))
    before = before.previousElementSibling;
  return before === null && body.querySelector('h1') !== null;
}

const ASIDE_TAGS = new Set(['nav', 'footer', 'aside']);
const ASIDE_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search', 'dialog']);
const ASIDE_NAME =
  /^(?:(?:site|page|main|global|top|primary|secondary|mobile)[-_]?)?(?:nav|navbar|navigation|nav-?bar|menu|header|topbar|footer|foot|side-?bar|side|breadcrumbs?|cookie\S*|consent\S*|newsletter|share|sharing|social|ads?|advert\S*|related\S*|also\S*|recommend\S*|pager|pagination|skip-?link)$/i;
