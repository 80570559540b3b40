/** What a page says about itself in a form a program can read: meta tags, JSON-LD, tables, labelled values. */

export interface PageTable {
  caption: string | null;
  headers: string[];
  rows: string[][];
}

interface LabelledValue {
  label: string;
  value: string;
  /** How sure the pairing is: markup that means it, a visible label, or only a class or id name. */
  source: 'itemprop' | 'label' | 'name';
}

export interface PageFacts {
  title: string | null;
  language: string | null;
  canonicalUrl: string | null;
  /** Meta tags by lower-case name or property; the first of a name wins. */
  metadata: Record<string, string>;
  /** JSON-LD nodes, graphs and lists flattened. */
  jsonLd: Record<string, unknown>[];
  tables: PageTable[];
  labels: LabelledValue[];
  headings: { level: number; text: string }[];
}

const MAX_VALUE_CHARS = 2_000;
const MAX_LABEL_CHARS = 60;

export function readPageFacts(document: Document, url: string): PageFacts {
  const metadata = readMetadata(document);
  const headings = readHeadings(document);
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null;
  return {
    title: pageTitle(document, metadata, headings),
    language: document.documentElement?.getAttribute('lang') || null,
    canonicalUrl: canonical === null ? null : absoluteUrl(canonical, url),
    metadata,
    jsonLd: readJsonLd(document),
    tables: readTables(document),
    labels: readLabels(document, url),
    headings,
  };
}

function pageTitle(
  document: Document,
  metadata: Record<string, string>,
  headings: PageFacts['headings'],
): string | null {
  const title = clean(document.querySelector('head > title, title')?.textContent);
  return title || metadata['og:title'] || headings.find((heading) => heading.level === 1)?.text || null;
}

function readMetadata(document: Document): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const tag of take(document.querySelectorAll('meta[content]'), 300)) {
    const name = tag.getAttribute('property') ?? tag.getAttribute('name') ?? tag.getAttribute('itemprop');
    const value = clean(tag.getAttribute('content'));
    const key = name?.trim().toLowerCase();
    if (key && key !== '__proto__' && value && !Object.hasOwn(metadata, key)) metadata[key] = value;
  }
  return metadata;
}

function readHeadings(document: Document): PageFacts['headings'] {
  return take(document.querySelectorAll('h1, h2, h3, h4, h5, h6'), 500)
    .map((heading) => ({ level: Number(heading.localName.slice(1)), text: clean(heading.textContent) }))
    .filter((heading) => heading.text !== '');
}

function readJsonLd(document: Document): Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = [];
  for (const script of take(document.querySelectorAll('script[type]'), 300)) {
    if (!/^application\/ld\+json/i.test(script.getAttribute('type')?.trim() ?? '')) continue;
    const text = (script.textContent ?? '').replace(
      /^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)|(?:-->|\]\]>)\s*;?\s*$/g,
      '',
    );
    try {
      collectNodes(JSON.parse(text), nodes, 0);
    } catch {
      // A page's broken JSON-LD is simply not there.
    }
  }
  return nodes;
}

function collectNodes(value: unknown, nodes: Record<string, unknown>[], depth: number): void {
  if (nodes.length >= 200 || depth > 5 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectNodes(item, nodes, depth + 1);
    return;
  }
  const node = value as Record<string, unknown>;
  if (Array.isArray(node['@graph'])) collectNodes(node['@graph'], nodes, depth + 1);
  else nodes.push(node);
}

function readTables(document: Document): PageTable[] {
  const tables: PageTable[] = [];
  for (const table of take(document.querySelectorAll('table'), 100)) {
    if (table.querySelector('table')) continue; // layout, not data
    const rows = take(table.querySelectorAll('tr'), 2_000).map((row) =>
      take(row.querySelectorAll('th, td'), 50),
    );
    const first = rows.find((cells) => cells.length > 0);
    if (!first) continue;
    const hasHeader =
      first.length > 1 && first.every((cell) => cell.localName === 'th' || cell.closest('thead') !== null);
    const texts = rows
      .map((cells) => cells.map((cell) => clean(cell.textContent)))
      .filter((cells) => cells.length > 0);
    tables.push({
      caption: clean(table.querySelector('caption')?.textContent) || null,
      headers: hasHeader ? (texts[0] ?? []) : [],
      rows: hasHeader ? texts.slice(1) : texts,
    });
  }
  return tables;
}

function readLabels(document: Document, url: string): LabelledValue[] {
  const labels: LabelledValue[] = [];
  const add = (label: string, value: string, source: LabelledValue['source']) => {
    const name = label.replace(/[\s:：]+$/u, '').trim();
    if (name && value && name.length <= MAX_LABEL_CHARS && labels.length < 3_000)
      labels.push({ label: name, value, source });
  };
  for (const element of take(document.querySelectorAll('[itemprop]'), 1_000)) {
    if (!element.hasAttribute('itemscope'))
      add(element.getAttribute('itemprop') ?? '', itemValue(element, url), 'itemprop');
  }
  for (const term of take(document.querySelectorAll('dt'), 1_000)) {
    const definition = term.nextElementSibling;
    if (definition?.localName === 'dd') add(clean(term.textContent), clean(definition.textContent), 'label');
  }
  for (const row of take(document.querySelectorAll('tr'), 2_000)) {
    const cells = [...row.children];
    const [head, value] = cells;
    if (cells.length !== 2 || !head || !value || value.localName !== 'td') continue;
    if (head.localName === 'th' || /[:：]\s*$/u.test(head.textContent ?? ''))
      add(clean(head.textContent), clean(value.textContent), 'label');
    else if (!row.closest('table')?.querySelector('th'))
      add(clean(head.textContent), clean(value.textContent), 'label');
  }
  for (const element of take(document.querySelectorAll('p, li, div, span, address, time, label'), 5_000)) {
    addNearbyLabels(element, add);
  }
  return labels;
}

/** Leaf elements such as `<p><b>Weight:</b> 1.2 kg</p>` and `<span class="price">19.90</span>`. */
function addNearbyLabels(
  element: Element,
  add: (label: string, value: string, source: LabelledValue['source']) => void,
): void {
  if (element.childElementCount > 3) return;
  const text = clean(element.textContent);
  if (text === '' || text.length > 240) return;
  const pair = text.match(/^([\p{L}][^:：]{0,50}?)\s*[:：]\s*(\S.*)$/u);
  if (pair?.[1] && pair[2] && !pair[2].startsWith('//')) add(pair[1], pair[2], 'label');
  for (const name of `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''} ${element.getAttribute('data-testid') ?? ''}`.split(
    /\s+/,
  )) {
    if (name) add(name, element.getAttribute('datetime') ?? text, 'name');
  }
}

function itemValue(element: Element, url: string): string {
  const content =
    element.getAttribute('content') ?? element.getAttribute('datetime') ?? element.getAttribute('value');
  if (content !== null) return clean(content);
  const link = element.getAttribute('href') ?? element.getAttribute('src');
  const text = clean(element.textContent);
  return link !== null && text === '' ? absoluteUrl(link, url) : text;
}

function absoluteUrl(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}

function clean(text: string | null | undefined): string {
  return (text ?? '')
    .slice(0, MAX_VALUE_CHARS * 4)
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, MAX_VALUE_CHARS);
}

function take<T>(list: Iterable<T>, limit: number): T[] {
  const taken: T[] = [];
  for (const item of list) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}
