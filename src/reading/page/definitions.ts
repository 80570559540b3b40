import { textOf } from './dom.ts';
import type { Item } from './page.ts';
import type { Walk } from './walk.ts';

export function addDefinitions(children: Element[], about: string[], walk: Walk, isAside: boolean): void {
  const items: Item[] = [];
  for (const child of children) {
    if (child.localName === 'dt') {
      const title = textOf(child, 300);
      items.push({ title, fields: [{ names: ['term', 'title'], value: title }], text: title, under: '' });
    }
    const item = items.at(-1);
    if (child.localName !== 'dd' || !item) continue;
    const value = textOf(child, 2_000);
    item.fields.push({ names: ['definition', 'description', 'value'], value });
    item.text = `${item.text} ${value}`;
  }
  if (items.length >= 2) walk.reading.collections.push({ kind: 'list', about, items, isAside });
}
