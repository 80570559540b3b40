import { isCounting, isLoadingName, isOnwardName } from '../words/paging-words.ts';
import { absoluteUrl, isUnseen, squeeze, take, textOf } from './dom.ts';
import { addressIn, isSameSite, isSeries, pageNumber } from './page-series.ts';

/** Where a list goes on: an address, or why it cannot be read further from here. */
export interface Further {
  url: string | null;
  /** Why there is no address; empty when there is one. */
  reason: string;
  /** The text of the part of the page that goes on; null when only the page as a whole says it does. */
  beside: string | null;
}

const MAX_LINKS = 4_000;

/** Where the list on a page goes on; null when nothing says that it does. `header` is the answer's Link header. */
export function furtherPage(document: Document, url: string, header: string | null): Further | null {
  const ways = onwardLinks(document, url);
  const open = ways.filter(({ address }) => isSameSite(url, address) && isSeries(url, address));
  const here = pageNumber(url) ?? 1;
  const number = (address: string) => pageNumber(address) ?? here + 1;
  // Both "›" and "»" may be there, and the farther one leads to the end.
  const [next] = open
    .filter(({ address }) => number(address) > here || pageNumber(url) === null)
    .sort((one, other) => number(one.address) - number(other.address));
  const linked = nextInHeader(header, url);
  const numbered = next ? null : numberedPage(document, url, here);
  const address = next?.address ?? linked ?? numbered?.address;
  if (address)
    return { url: address, reason: '', beside: besideOf(next?.element ?? numbered?.element ?? null) };
  const foreign = ways.find(({ address, isSure }) => isSure && !isSameSite(url, address));
  if (foreign) return closed('goes on at another site', foreign.element);
  const scripted = scriptedWay(document);
  if (scripted) return closed('goes on only by a script of the page', scripted);
  return unfinished(document);
}

function closed(reason: string, element: Element | null): Further {
  return { url: null, reason, beside: besideOf(element) };
}

interface Way {
  element: Element | null;
  address: string;
  /** The markup says that it is the next page, or it stands among the links to pages. */
  isSure: boolean;
}

/** Everything that leads on by its name or its relation. */
function onwardLinks(document: Document, url: string): Way[] {
  const ways: Way[] = [];
  for (const link of take(document.querySelectorAll('a, link[rel], button, [hx-get]'), MAX_LINKS)) {
    const isNext = /(?:^|\s)next(?:\s|$)/i.test(link.getAttribute('rel') ?? '');
    if (!isNext && !namesOf(link).some(isOnwardName)) continue;
    const href = hrefOf(link);
    if (href === null || isOff(link)) continue;
    const address = addressIn(absoluteUrl(href, url));
    if (!/^https?:/.test(address)) continue;
    const isInHead = link.localName === 'link';
    ways.push({ element: isInHead ? null : link, address, isSure: isNext || isInPager(link) });
  }
  return ways;
}

const ADDRESSES = ['href', 'hx-get', 'data-next-url', 'data-next', 'data-url', 'data-href', 'data-load-url'];

/** Null for what only a script can follow. */
function hrefOf(element: Element): string | null {
  for (const name of ADDRESSES) {
    const value = element.getAttribute(name)?.trim() ?? '';
    if (
      value !== '' &&
      !/^(?:#|javascript:)/i.test(value) &&
      (name === 'href' || /^(?:https?:|[/?.])/.test(value))
    )
      return value;
  }
  return null;
}

function namesOf(element: Element): string[] {
  const alt = element.querySelector('img[alt]')?.getAttribute('alt') ?? '';
  const names = [
    textOf(element, 100),
    element.getAttribute('aria-label'),
    element.getAttribute('title'),
    alt,
  ];
  return names.map((name) => squeeze(name ?? '')).filter(Boolean);
}

function isOff(element: Element): boolean {
  const parent = element.parentElement;
  return [element, parent].some(
    (each) =>
      each !== null &&
      (each.hasAttribute('disabled') ||
        each.getAttribute('aria-disabled') === 'true' ||
        each.classList.contains('disabled')),
  );
}

const PAGER = /pag(?:er|inat|ing|ina(?!l)|enav)|load-?more|infinite|more-?(?:results|items)|wp-pagenavi/i;

function isInPager(element: Element): boolean {
  for (let at: Element | null = element, up = 0; at && up < 4; at = at.parentElement, up += 1) {
    const said = [at.className, at.id, at.getAttribute('aria-label')].join(' ');
    if (PAGER.test(said)) return true;
  }
  return false;
}

/** Links "1 2 3 ..." side by side: the one behind the page at hand. */
function numberedPage(
  document: Document,
  url: string,
  here: number,
): { element: Element; address: string } | null {
  const links = take(document.querySelectorAll('a[href]'), MAX_LINKS)
    .filter((link) => /^\d{1,4}$/.test((link.textContent ?? '').trim()) && !isOff(link))
    .map((element) => ({
      element,
      number: Number((element.textContent ?? '').trim()),
      address: addressIn(absoluteUrl(element.getAttribute('href') ?? '', url)),
    }));
  const families = Map.groupBy(links, ({ element }) => {
    const parent = element.parentElement;
    return parent && parent.children.length === 1 ? parent.parentElement : parent;
  });
  for (const family of families.values()) {
    const near = family.map(({ number }) => number).filter((number) => number <= 20);
    if (!isCounting(near) && !isInPager(family[0]?.element as Element)) continue;
    const next = family.find(({ number }) => number === here + 1);
    if (next && isSameSite(url, next.address) && isSeries(url, next.address)) return next;
  }
  return null;
}

/** "Load more" without an address, or "Next" among the links to pages. */
function scriptedWay(document: Document): Element | null {
  const found = take(document.querySelectorAll('a, button, [role="button"]'), MAX_LINKS).find((element) => {
    if (hrefOf(element) !== null || isOff(element) || isHidden(element)) return false;
    const names = namesOf(element);
    return names.some(isLoadingName) || (names.some(isOnwardName) && isInPager(element));
  });
  return found ?? null;
}

function isHidden(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) if (isUnseen(at)) return true;
  return false;
}

const OF = 'of|von|de|sur|di|van|z|av|af|из|out of';
const SHOWN = new RegExp(
  `(?<![\\d.,])(\\d{1,6})\\s?(?:[-–—]|to|bis|à|a|do)\\s?(\\d{1,6})\\s(?:${OF})\\s(\\d[\\d.,]{0,9})(?![\\d%])`,
  'iu',
);
const PAGES = new RegExp(
  `(?<!\\p{L})(?:page|seite|p[aá]gina|strona|sida|side|страница)\\s(\\d{1,4})\\s?(?:${OF}|/)\\s?(\\d{1,5})(?!\\d)`,
  'iu',
);

/** "1–20 of 134" with no way to the others. */
function unfinished(document: Document): Further | null {
  const text = document.body ? textOf(document.body, 400_000) : '';
  const [, from, to, all] = SHOWN.exec(text) ?? [];
  const total = Number(all?.replace(/\D/g, ''));
  if (from !== undefined && Number(from) < Number(to) && Number(to) < total)
    return {
      url: null,
      reason: `has ${total} entries, of which the page shows ${from} to ${to}`,
      beside: null,
    };
  const [, at, last] = PAGES.exec(text) ?? [];
  if (at !== undefined && Number(at) < Number(last))
    return { url: null, reason: `goes on over ${last} pages to which no link leads`, beside: null };
  return null;
}

/** The part of the page that goes on: the nearest box around the way on that holds more than ways. */
function besideOf(element: Element | null): string | null {
  if (!element) return null;
  for (let at = element.parentElement, up = 0; at && up < 8; at = at.parentElement, up += 1) {
    const text = textOf(at, 100_000);
    const ways = take(at.querySelectorAll('a, button'), 60)
      .map((each) => textOf(each, 200))
      .join(' ');
    if (text.length > 80 && text.length > ways.length + 40) return text;
    if (at.querySelectorAll('li, tr, article').length > 3 && text.length > 80 && !isInPager(at)) return text;
  }
  return null;
}

/** `<https://site.example/items?page=2>; rel="next"` */
export function nextInHeader(header: string | null, url: string): string | null {
  for (const [, target, parameters] of (header ?? '')
    .slice(0, 20_000)
    .matchAll(/<([^<>]{1,2000})>((?:\s*;\s*[^,;<>]{1,200})*)/g)) {
    if (!/(?:^|;)\s*rel\s*=\s*"?(?:[^"]*\s)?next(?:\s[^"]*)?"?\s*(?:;|$)/i.test(parameters ?? '')) continue;
    const address = addressIn(absoluteUrl(target ?? '', url));
    return isSameSite(url, address) ? address : null;
  }
  return null;
}
