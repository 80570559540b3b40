import { givenNames } from './dom.ts';

/** Navigation, headers, footers, banners, lists of related things: around the content, not part of it. */
export function isAside(element: Element): boolean {
  const role = element.getAttribute('role');
  if (ASIDE_TAGS.has(element.localName) || (role !== null && ASIDE_ROLES.has(role))) return true;
  if (element.localName === 'header')
    return !element.querySelector('h1') && !element.closest('article, main');
  return givenNames(element).some((name) => ASIDE_NAME.test(name));
}

const ASIDE_TAGS = new Set(['nav', 'footer', 'aside']);
const ASIDE_ROLES = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search', 'dialog']);
const ASIDE_NAME =
  /^(?:(?:site|page|main|global|top|primary|secondary|mobile)[-_]?)?(?:nav|navbar|navigation|nav-?bar|menu|header|topbar|footer|foot|side-?bar|side|breadcrumbs?|cookie\S*|consent\S*|newsletter|share|sharing|social|ads?|advert\S*|related\S*|also\S*|recommend\S*|pager|pagination|skip-?link)$/i;
