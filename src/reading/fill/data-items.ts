import { type Collection, type DataNode, itemWith } from '../page/page.ts';
import { isObject } from './schema-shape.ts';

/** The lists of like things in structured data: nodes of one type, and the entries of an `ItemList`. */
export function dataItems(nodes: readonly DataNode[]): Collection[] {
  const flat = nodes.flatMap((node) => [node, ...listed(node)]);
  const kinds = Map.groupBy(flat, (node) => String([node['@type']].flat()[0] ?? ''));
  return [...kinds]
    .filter(([type, things]) => type !== '' && type !== 'ListItem' && things.length > 1)
    .map(([type, things]) => ({
      kind: 'data' as const,
      about: [type],
      isAside: false,
      items: things.map((thing) => itemWith(String(thing.name ?? thing.headline ?? ''), fieldsOf(thing))),
    }));
}

function listed(node: DataNode): DataNode[] {
  const entries = [node.itemListElement ?? [], node.hasPart ?? [], node.review ?? []].flat().filter(isObject);
  return entries
    .map((entry) => (isObject(entry.item) ? entry.item : entry))
    .filter((entry) => entry['@type'] !== 'ListItem');
}

function fieldsOf(
  node: DataNode,
  depth = 0,
): { names: string[]; value: string; machine: string; href?: string }[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('@')) return [];
    const [first] = [value].flat();
    if (isObject(first)) {
      const name = first.name ?? first.ratingValue;
      const own =
        typeof name === 'string' || typeof name === 'number'
          ? [{ names: [key], value: String(name), machine: String(name) }]
          : [];
      return depth < 2 ? [...own, ...fieldsOf(first, depth + 1)] : own;
    }
    if (!['string', 'number', 'boolean'].includes(typeof first)) return [];
    const text = String(first);
    return [{ names: [key], value: text, machine: text, ...(/^https?:/.test(text) && { href: text }) }];
  });
}
