import { textOf } from './dom.ts';
import type { Item } from './page.ts';
import type { Walk } from './walk.ts';

/** `<code>width</code> <em>integer</em> <strong>required</strong>`: a term, and what is noted beside it. */
function termParts(term: Element): string[] {
  const isLoose = [...term.childNodes].some(
    (node) => node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.textContent ?? ''),
  );
  const [first] = term.children;
  if (isLoose || term.childElementCount < 2 || !first || !/^(?:code|b|strong|var)$/.test(first.localName))
    return [];
  return [...term.children].map((child) => textOf(child, 100)).filter(Boolean);
}

export function addDefinitions(children: Element[], about: string[], walk: Walk, isAside: boolean): void {
  const items: Item[] = [];
  for (const child of children) {
    if (child.localName === 'dt') {
      const [name, ...marks] = termParts(child);
      const title = name ?? textOf(child, 300);
      const fields = [
        { names: ['term', 'title'], value: title },
        ...marks.map((value) => ({ names: [], value })),
      ];
      items.push({ title, fields, text: textOf(child, 300), under: '' });
    }
    const item = items.at(-1);
    if (child.localName !== 'dd' || !item) continue;
    const value = textOf(child, 2_000);
    item.fields.push({ names: ['definition', 'description', 'value'], value });
    item.text = `${item.text} ${value}`;
  }
  if (items.length >= 2) walk.reading.collections.push({ kind: 'list', about, columns: [], items, isAside });
}
