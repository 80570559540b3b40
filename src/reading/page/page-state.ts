import { take } from './dom.ts';
import type { Collection, DataNode, Field } from './page.ts';
import { itemWith } from './page.ts';

const MAX_STATE_CHARS = 1_500_000;
const MAX_VISITS = 20_000;
const MAX_ITEMS = 500;

/**
 * The data a page's scripts start from (`__NEXT_DATA__` and its like): lists of things with names and values. They stand
 * beside the visible page, so they only add what the page does not show.
 */
export function readPageState(document: Document): Collection[] {
  const collections: Collection[] = [];
  for (const script of take(document.querySelectorAll('script[type="application/json"]'), 20)) {
    const text = script.textContent ?? '';
    if (text.length > MAX_STATE_CHARS) continue;
    try {
      visit(JSON.parse(text), '', collections, { left: MAX_VISITS }, 0);
    } catch {
      // Not JSON: nothing to read.
    }
  }
  return collections.slice(0, 30);
}

function visit(
  value: unknown,
  name: string,
  found: Collection[],
  budget: { left: number },
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || depth > 12 || budget.left-- <= 0) return;
  if (Array.isArray(value)) {
    const things = value.filter(isThing).slice(0, MAX_ITEMS);
    if (things.length > 1 && things.length === Math.min(value.length, MAX_ITEMS))
      found.push({ kind: 'data', about: [name], columns: [], items: things.map(itemOf), isAside: true });
    for (const part of value.slice(0, MAX_ITEMS)) visit(part, name, found, budget, depth + 1);
    return;
  }
  for (const [key, part] of Object.entries(value).slice(0, 500)) visit(part, key, found, budget, depth + 1);
}

/** An object with a name and something to say of it. */
function isThing(value: unknown): value is DataNode {
  return (
    typeof value === 'object' &&
    value !== null &&
    nameOf(value as DataNode) !== '' &&
    Object.keys(value).length > 1
  );
}

function nameOf(node: DataNode): string {
  const name = node.name ?? node.title ?? node.label ?? node.headline;
  return typeof name === 'string' ? name : '';
}

function itemOf(node: DataNode): ReturnType<typeof itemWith> {
  const fields: Field[] = [];
  for (const [key, value] of Object.entries(node).slice(0, 60)) {
    // Amounts in scripts are often in cents; what the page shows says what something costs.
    if (/price|amount|cost/i.test(key)) continue;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      fields.push({ names: [key], value: String(value).slice(0, 2_000) });
    else if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
      fields.push({ names: [key], value: value.slice(0, 50).join(', ') });
  }
  return itemWith(nameOf(node), fields);
}
