import { givenNames, headingLevel, isInline, squeeze, textOf } from './dom.ts';
import { readItem } from './item-fields.ts';
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

/** `<dt>[1] <a>arXiv:2503.01234</a></dt><dd>` and a box of title, authors and text: things, and no terms. */
function richEntries(children: Element[]): Element[][] {
  const entries: Element[][] = [];
  for (const child of children)
    if (child.localName === 'dt') entries.push([child]);
    else if (child.localName === 'dd') entries.at(-1)?.push(child);
  const isRich = ([, dd, ...more]: Element[]) =>
    dd !== undefined && more.length === 0 && [...dd.querySelectorAll('*')].filter(hasName).length >= 2;
  return entries.length >= 2 && entries.every(isRich) ? entries : [];
}

function hasName(element: Element): boolean {
  return !isInline(element) && (headingLevel(element) > 0 || givenNames(element).length > 0);
}

export function addDefinitions(children: Element[], about: string[], walk: Walk, isAside: boolean): void {
  const rich = richEntries(children).map(([term, ...told]) => {
    const item = readItem(told, '', walk.url, walk.budget);
    const head = term ? readItem([term], '', walk.url, walk.budget) : item;
    return { ...item, fields: [...item.fields, ...head.fields], text: squeeze(`${head.text} ${item.text}`) };
  });
  if (rich.length > 0) {
    walk.reading.collections.push({ kind: 'cards', about, columns: [], items: rich, isAside });
    return;
  }
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
