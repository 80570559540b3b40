import { parseExact } from '../../platform/exact-json.ts';
import {
  type DataNode,
  type ExtractedPage,
  emptyPage,
  type Field,
  type Item,
  MAX_ITEMS,
} from '../page/page.ts';

const MAX_DEPTH = 8;
const MAX_FIELDS = 80;
const MAX_TEXT_CHARS = 200_000;

/** Broken JSON stays text; one value on each line is a list. */
export function parseJson(text: string): unknown {
  const plain = text.replace(/^\ufeff/, '');
  try {
    return parseExact(plain);
  } catch {
    return parseLines(plain) ?? text;
  }
}

function parseLines(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*[[{].*[\]}]\s*$/.test(line))) return undefined;
  try {
    return lines.map(parseExact);
  } catch {
    return undefined;
  }
}

/** Begun as JSON, and not parsed: broken off, or badly written. A part does not tell its content. */
export function isBrokenJson(text: string, value: unknown): boolean {
  return value === text && /^\ufeff?\s*[[{]/.test(text);
}

/** A JSON document as a page: its lists of objects are collections, its own values are facts. */
export function jsonPage(value: unknown, url: string): ExtractedPage {
  const read: JsonReading = { collections: [], isCut: false };
  collect(value, '', read, 0);
  const { collections, isCut } = read;
  const text = JSON.stringify(value, null, 2)?.slice(0, MAX_TEXT_CHARS) ?? '';
  const nodes =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as DataNode] : [];
  return {
    ...emptyPage(url),
    nodes,
    collections,
    markdown: text,
    text,
    isCut,
  };
}

type JsonReading = Pick<ExtractedPage, 'collections' | 'isCut'>;

function collect(value: unknown, name: string, read: JsonReading, depth: number): void {
  const { collections } = read;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || collections.length >= 100) return;
  if (!Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value).slice(0, 500)) collect(inner, key, read, depth + 1);
    return;
  }
  const things = value.filter((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
  const all = things.length > 0 ? things : value;
  const items = all.slice(0, MAX_ITEMS).map(itemOf);
  read.isCut ||= items.length < all.length;
  if (items.length > 0)
    collections.push({
      kind: things.length > 0 ? 'data' : 'list',
      about: [name].filter(Boolean),
      items,
      isAside: false,
    });
  for (const thing of things.slice(0, 50)) collect(thing, '', read, depth + 1);
}

function itemOf(value: unknown): Item {
  const fields: Field[] = [];
  flatten(value, [], fields, 0);
  const named = (pattern: RegExp) => fields.find(({ names }) => pattern.test(names[0] ?? ''))?.value;
  const title = named(/^(?:name|title|label|headline|full_?name|login)$/i) ?? named(/^id$/i) ?? '';
  return {
    title: title || (fields[0]?.value ?? ''),
    fields,
    text: fields
      .map((field) => field.value)
      .join(' ')
      .slice(0, 4_000),
    under: '',
  };
}

function flatten(value: unknown, path: string[], fields: Field[], depth: number): void {
  if (fields.length >= MAX_FIELDS || depth > 4 || value === null || value === undefined) return;
  if (typeof value !== 'object') {
    const text = String(value);
    const names = path.length > 1 ? [path.join(' '), path.at(-1) ?? ''] : path;
    fields.push({ names, value: text, ...(/^https?:\/\//.test(text) && { href: text }) });
    return;
  }
  if (Array.isArray(value)) {
    for (const inner of value.slice(0, MAX_FIELDS)) flatten(inner, path, fields, depth + 1);
    return;
  }
  for (const [key, inner] of Object.entries(value).slice(0, MAX_FIELDS))
    flatten(inner, [...path, key], fields, depth + 1);
}
