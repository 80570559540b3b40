import { type Collection, type DataNode, type Field, type Item, itemWith } from '../page/page.ts';
import type { Fact } from './fact.ts';
import { factsOfNode, isBackground, typeOf } from './facts.ts';

/** Things that stand side by side in the structured data: several of a kind, item lists, a product's reviews. */
export function dataCollections(nodes: DataNode[]): Collection[] {
  const collections: Collection[] = [];
  const add = (name: string, things: DataNode[]): void => {
    const items = things.map(itemOf).filter(({ fields }) => fields.length > 0);
    const about = [...new Set([name, typeOf(things[0] ?? {})])].filter(Boolean);
    if (items.length > 0) collections.push({ kind: 'data', about, columns: [], items, isAside: false });
  };
  const kinds = Map.groupBy(
    nodes.filter((node) => !isBackground(node)),
    typeOf,
  );
  for (const [type, group] of kinds) if (type !== '' && group.length > 1) add(type, group);
  for (const node of nodes) {
    if (typeOf(node) === 'BreadcrumbList') continue;
    for (const [property, value] of Object.entries(node)) {
      const things = [value].flat().filter(isNode);
      if (things.length === 0 || (things.length === 1 && !Array.isArray(value))) continue;
      add(
        property,
        things.map((thing) => (isNode(thing.item) ? thing.item : thing)),
      );
    }
  }
  return collections;
}

function isNode(value: unknown): value is DataNode {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 1
  );
}

function itemOf(node: DataNode): Item {
  const facts = factsOfNode(node);
  const fields = facts.map(fieldOf);
  const said = [node.name, node.headline, node.title, node.question].find((name) => typeof name === 'string');
  const title = typeof said === 'string' ? said : '';
  return itemWith(title, fields);
}

function fieldOf({ name, value }: Fact): Field {
  const text = String(value);
  return { names: [name.join(' ')], value: text, ...(/^https?:/.test(text) && { href: text }) };
}
