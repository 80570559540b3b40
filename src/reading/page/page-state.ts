import { take } from './dom.ts';
import type { Collection, DataNode, Field, Item } from './page.ts';
import { itemWith, MAX_ITEMS } from './page.ts';

const MAX_STATE_CHARS = 1_500_000;
const MAX_VISITS = 200_000;

/** Data in a page's scripts: lists of things, and the one thing that a page without text of its own is about. */
interface PageState {
  collections: Collection[];
  nodes: DataNode[];
  isCut: boolean;
}

/** The data that the scripts of a page start from (`__NEXT_DATA__` and its like): a page that shows nothing is all in them. */
export function readPageState(document: Document): PageState {
  const walk: Walk = { collections: [], objects: [], left: MAX_VISITS };
  for (const script of take(document.querySelectorAll('script[type="application/json"]'), 20)) {
    const text = script.textContent ?? '';
    if (text.length > MAX_STATE_CHARS) continue;
    try {
      visit(JSON.parse(text), '', walk, 0);
    } catch {
      // Not JSON: nothing to read.
    }
  }
  const [richest] = walk.objects.sort((one, other) => saidIn(other) - saidIn(one));
  return {
    collections: walk.collections.slice(0, 30),
    nodes: richest && walk.collections.length === 0 ? [richest] : [],
    isCut: walk.left <= 0,
  };
}

interface Walk {
  collections: Collection[];
  /** Objects that are no entry of a list. */
  objects: DataNode[];
  left: number;
}

function visit(value: unknown, name: string, walk: Walk, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > 12 || walk.left-- <= 0) return;
  if (Array.isArray(value)) {
    const things = value.filter(isThing);
    if (things.length > 1 && things.length === value.length && things.length <= MAX_ITEMS)
      walk.collections.push({ kind: 'data', about: [name], items: things.map(itemOf), isAside: false });
    for (const part of value) visit(part, name, walk, depth + 1);
    return;
  }
  if (saidIn(value as DataNode) >= LEAST_SAID) walk.objects.push({ '@type': name, ...value });
  for (const [key, part] of Object.entries(value).slice(0, 500)) visit(part, key, walk, depth + 1);
}

const LEAST_SAID = 3;

/** How many plain words and numbers an object says. */
function saidIn(node: DataNode): number {
  return Object.values(node).filter((value) => typeof value === 'string' || typeof value === 'number').length;
}

/** An object with a name and something to say of it. */
function isThing(value: unknown): value is DataNode {
  if (typeof value !== 'object' || value === null || Object.keys(value).length < 2) return false;
  const node = value as DataNode;
  return nameOf(node) !== '' || saidIn(node) >= LEAST_SAID;
}

function nameOf(node: DataNode): string {
  const name = node.name ?? node.title ?? node.label ?? node.headline;
  return typeof name === 'string' ? name : '';
}

function itemOf(node: DataNode): Item {
  const fields: Field[] = [];
  for (const [key, value] of Object.entries(node).slice(0, 60)) {
    // Whole amounts in scripts are often in cents; what the page shows says what something costs.
    if (/price|amount|cost/i.test(key) && /^\d+$/.test(String(value))) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      fields.push({ names: [key], value: String(value).slice(0, 2_000) });
    else if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
      fields.push({ names: [key], value: value.slice(0, 50).join(', ') });
  }
  const [first] = fields.filter(({ value }) => /\p{L}{2}/u.test(value));
  return itemWith(nameOf(node) || (first?.value ?? ''), fields);
}
