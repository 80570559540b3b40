import { isDeeper } from '../../platform/nesting.ts';
import { absoluteUrl, squeeze, take, textOf } from './dom.ts';
import { type DataNode, MAX_ITEMS } from './page.ts';

const MAX_DEPTH = 8;
const MAX_NESTING = 64;

/** JSON-LD, microdata and RDFa as one list of objects. A page's broken data is simply not there. */
export function readStructuredData(document: Document, url: string): DataNode[] {
  const nodes: DataNode[] = [];
  for (const value of readJsonLd(document)) collect(linked(value), nodes, 0);
  for (const notation of [MICRODATA, RDFA]) nodes.push(...readAnnotations(document, notation, url));
  return nodes.slice(0, MAX_ITEMS);
}

function readJsonLd(document: Document): unknown[] {
  const values: unknown[] = [];
  for (const script of take(document.querySelectorAll('script[type]'), 300)) {
    if (!/^application\/ld\+json/i.test(script.getAttribute('type')?.trim() ?? '')) continue;
    const text = (script.textContent ?? '')
      .trim()
      .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/<!\[CDATA\[|<!\[CDATA\[)/, '')
      .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\]\]>|\]\]>)\s*;?$/, '');
    try {
      const value = JSON.parse(text);
      if (!isDeeper(value, MAX_NESTING)) values.push(value);
    } catch {
      // Not JSON: nothing to read.
    }
  }
  return values;
}

function collect(value: unknown, nodes: DataNode[], depth: number): void {
  if (nodes.length >= MAX_ITEMS || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes, depth + 1);
    return;
  }
  const node = value as DataNode;
  if (Array.isArray(node['@graph'])) collect(node['@graph'], nodes, depth + 1);
  else nodes.push(node);
}

/** In a graph `{"@id": "#x"}` stands for the node of that id; it is put there, once, so that no ring arises. */
function linked(value: unknown): unknown {
  const graph = (value as DataNode | null)?.['@graph'];
  if (!Array.isArray(graph)) return value;
  const byId = new Map<string, DataNode>();
  for (const node of graph.slice(0, MAX_ITEMS)) {
    if (typeof node?.['@id'] === 'string' && Object.keys(node).length > 1) byId.set(node['@id'], node);
  }
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const id = (part as DataNode)['@id'];
    return Object.keys(part).length === 1 && typeof id === 'string' ? (byId.get(id) ?? part) : part;
  };
  const nodes = graph.slice(0, MAX_ITEMS).map((node) => {
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, resolve(part)]));
  });
  return { '@graph': nodes };
}

interface Syntax {
  scope: string;
  type: string;
  property: string;
}

const MICRODATA: Syntax = { scope: 'itemscope', type: 'itemtype', property: 'itemprop' };
const RDFA: Syntax = { scope: 'typeof', type: 'typeof', property: 'property' };

function readAnnotations(document: Document, syntax: Syntax, url: string): DataNode[] {
  const nodes: DataNode[] = [];
  const scopes = take(document.querySelectorAll(`[${syntax.scope}]`), MAX_ITEMS);
  for (const scope of scopes) {
    // A property of another thing is read with that thing.
    if (scope.hasAttribute(syntax.property) && scope.parentElement?.closest(`[${syntax.scope}]`)) continue;
    const node = readScope(scope, syntax, url, { left: 2_000 }, 0);
    if (Object.keys(node).length > 1) nodes.push(node);
  }
  return nodes;
}

function readScope(
  scope: Element,
  syntax: Syntax,
  url: string,
  budget: { left: number },
  depth: number,
): DataNode {
  const node: DataNode = Object.create(null);
  const type = scope.getAttribute(syntax.type)?.trim().split(/\s+/)[0] ?? '';
  node['@type'] = type.replace(/^.*[/:#]/, '');
  readProperties(scope, node, syntax, url, budget, depth);
  return { ...node };
}

function readProperties(
  parent: Element,
  node: DataNode,
  syntax: Syntax,
  url: string,
  budget: { left: number },
  depth: number,
): void {
  if (depth > 60) return;
  for (const element of parent.children) {
    if (budget.left-- <= 0) return;
    const names = element.getAttribute(syntax.property)?.trim().split(/\s+/) ?? [];
    const isScope = element.hasAttribute(syntax.scope);
    for (const name of names) {
      const key = name.replace(/^.*[/:#]/, '');
      if (key === '' || key === '__proto__') continue;
      const value = isScope
        ? readScope(element, syntax, url, budget, depth + 1)
        : propertyValue(element, url);
      if (value === '') continue;
      const before = node[key];
      node[key] = before === undefined ? value : [before, value].flat();
    }
    if (!isScope) readProperties(element, node, syntax, url, budget, depth + 1);
  }
}

function propertyValue(element: Element, url: string): string {
  const stated =
    element.getAttribute('content') ??
    element.getAttribute('datetime') ??
    (element.localName === 'data' || element.localName === 'meter' ? element.getAttribute('value') : null);
  if (stated !== null) return squeeze(stated);
  const link =
    element.getAttribute('href') ?? element.getAttribute('src') ?? element.getAttribute('resource');
  const text = textOf(element, 4_000);
  const isLink = ['link', 'img', 'a', 'audio', 'video', 'source', 'embed'].includes(element.localName);
  return link !== null && (text === '' || (isLink && element.localName !== 'a'))
    ? absoluteUrl(link, url)
    : text;
}
