/** Addresses of the pages that one list goes on over. */

const PAGE_KEY =
  /^(?:page|paged|pg|p|pn|seite|pagina|strona|sida|side|offset|start|skip|from|cursor|after|before|since|until|token|page_?token|next|continue|marker|s|o|updated-max|max_id|since_id|last|first)$|page|cursor|offset/i;
const CURSOR_KEY = /after|before|since|until|max|cursor|token|last/i;
const PERIOD_KEY = /^(?:month|monat|mois|mes|week|woche|semaine|year|jahr|day|date|datum|y|m|d|yr|ym)$/i;
const DATE = /^\d{4}[-/.]?(?:0\d|1[0-2])(?:[-/.]?\d{2})?(?:T.*)?$/;
const PAGE_PART =
  /(?:^|[/_.-])(?:pages?|p|pg|seite|pagina|strona|sida|side|sivu|stranka|offset|start)[/_.=-]?(\d{1,6})(?=\D|$)/i;

export function isSameSite(one: string, other: string): boolean {
  const [here, there] = [URL.parse(one), URL.parse(other)];
  const site = (url: URL) => url.host.replace(/^www\./, '');
  return here !== null && there !== null && /^https?:$/.test(there.protocol) && site(here) === site(there);
}

/** Whether an address that a page calls its next is a further part of the same list, and not another page or period. */
export function isSeries(one: string, other: string): boolean {
  const [here, there] = [URL.parse(one), URL.parse(other)];
  if (!here || !there || addressIn(one) === addressIn(other)) return false;
  const changed = changedKeys(here, there);
  if (changed.some((key) => isPeriod(key, there.searchParams.get(key) ?? ''))) return false;
  const [from, to] = [pathOf(here), pathOf(there)];
  if (from === to) return changed.length > 0;
  if (PAGE_PART.test(to)) return true;
  if (isCounted(from, to)) return true;
  return changed.some((key) => PAGE_KEY.test(key));
}

/** The number of a page in its address; null when it has none. */
export function pageNumber(address: string): number | null {
  const url = URL.parse(address);
  if (!url) return null;
  for (const key of ['page', 'paged', 'p', 'pg', 'seite', 'pagina', 'strona']) {
    const value = url.searchParams.get(key);
    if (value !== null && /^\d{1,6}$/.test(value)) return Number(value);
  }
  const part = PAGE_PART.exec(url.pathname)?.[1];
  return part === undefined ? null : Number(part);
}

export function addressIn(url: string): string {
  return url.replace(/#.*$/u, '');
}

function changedKeys(here: URL, there: URL): string[] {
  const keys = new Set([...here.searchParams.keys(), ...there.searchParams.keys()]);
  return [...keys].filter((key) => here.searchParams.get(key) !== there.searchParams.get(key));
}

function isPeriod(key: string, value: string): boolean {
  return PERIOD_KEY.test(key) || (DATE.test(value) && !CURSOR_KEY.test(key));
}

function pathOf(url: URL): string {
  return url.pathname.replace(/\/(?:index|default)\.\w{2,5}$/i, '/').replace(/\/+$/, '');
}

/** "/jobs" and "/jobs/2", "/jobs-2.html" and "/jobs-3.html"; not the months of a calendar. */
function isCounted(from: string, to: string): boolean {
  const match = /^(.*?)[/_.-]?(\d{1,6})(\.\w{2,5})?$/.exec(to);
  if (!match?.[2] || /(?:^|\/)(?:19|20)\d\d[/-]\d{1,2}$/.test(to)) return false;
  const [, base = '', number, ending = ''] = match;
  if (from === `${base}${ending}`) return ['1', '2'].includes(number);
  const before = /^(.*?)[/_.-]?(\d{1,6})(\.\w{2,5})?$/.exec(from);
  return before?.[1] === base && (before[3] ?? '') === ending && Number(number) === Number(before[2]) + 1;
}
