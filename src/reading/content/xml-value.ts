import { DOMParser } from 'linkedom';

/** Past this only what comes first is read. */
export const MAX_XML_CHARS = 5_000_000;
const MAX_DEPTH = 12;

/** An XML document as the value that the same data would be in JSON: what stands there several times is a list. */
export function xmlValue(text: string): unknown {
  const xml = text.slice(0, MAX_XML_CHARS).replace(/<!DOCTYPE[^<>[]*(?:\[[^\]]*\]\s*)?>/i, '');
  const root = new DOMParser().parseFromString(xml, 'text/xml').documentElement as unknown as Element | null;
  return root ? readElement(root, 0) : text;
}

function readElement(element: Element, depth: number): unknown {
  const own = [...element.attributes].filter(({ name }) => !/^(?:xmlns|xsi)(?::|$)/.test(name));
  const inner = depth < MAX_DEPTH ? [...element.children] : [];
  const text = (element.textContent ?? '').trim();
  if (own.length === 0 && inner.length === 0) return text;
  const named = Map.groupBy(inner, ({ localName }) => localName);
  return Object.fromEntries([
    ...own.map(({ name, value }) => [name, value]),
    ...[...named].map(([name, same]) => {
      const values = same.map((each) => readElement(each, depth + 1));
      return [name, values.length === 1 ? values[0] : values];
    }),
    ...(inner.length === 0 && text !== '' ? [['text', text]] : []),
  ]);
}
