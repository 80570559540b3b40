import { convertValue, schemaType } from './convert-value.ts';
import type { ExtractedPage } from './extract.ts';
import {
  findFacts,
  findNodes,
  isObject,
  namesOf,
  normalizeKey,
  type Scalar,
  scalars,
  valueInNode,
} from './find-fact.ts';
import type { PageTable } from './page-facts.ts';

type Schema = Record<string, unknown>;

/** The schema's keys filled from what the page says, types converted. What the page does not say is left out. */
export function fillSchema(schema: Schema, page: ExtractedPage, focus = ''): unknown {
  const root = resolveSchema(schema, schema);
  const source = { page, focus, root: schema };
  if (schemaType(root) === 'array') return withNulls(fillList(root, '', source) ?? [], root, schema);
  if (schemaType(root) === 'object') return withNulls(fillObject(root, source), root, schema);
  return page.markdown;
}

interface Source {
  page: ExtractedPage;
  focus: string;
  /** Where local references point into. */
  root: Schema;
}

function fillObject(schema: Schema, source: Source): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    const value = fillProperty(key, resolveSchema(property, source.root), source);
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}

function fillProperty(key: string, schema: Schema, source: Source): unknown {
  const { page, focus } = source;
  const type = schemaType(schema);
  if (type === 'array') return fillList(schema, key, source);
  if (type === 'object') {
    // Only an object the page itself nests there: the page's name is not the seller's name.
    const node = findNodes(page, key, focus)[0];
    return node && nonEmpty(objectFromNode(node, schema, source));
  }
  const whole = wholePage(key, type, page);
  if (whole !== undefined) return whole;
  return firstConverted(findFacts(page, key, focus), schema, page.url);
}

function wholePage(key: string, type: string, page: ExtractedPage): string | undefined {
  if (type !== 'string' && type !== 'any') return undefined;
  const name = normalizeKey(key);
  if (name === 'markdown') return page.markdown;
  return [
    'text',
    'content',
    'body',
    'pagetext',
    'fulltext',
    'articlebody',
    'maincontent',
    'articletext',
    'pagecontent',
  ].includes(name)
    ? page.text
    : undefined;
}

function fillList(schema: Schema, key: string, source: Source): unknown[] | undefined {
  const items = resolveSchema(isObject(schema.items) ? schema.items : {}, source.root);
  const { page, focus } = source;
  if (schemaType(items) === 'object') {
    const list = rowsFromTables(items, key, source) ?? rowsFromNodes(items, key, source);
    return list && list.length > 0 ? list : undefined;
  }
  if (['headings', 'sections', 'heading'].includes(normalizeKey(key)))
    return page.headings.map(({ text }) => text);
  const column = columnOf(page.tables, key);
  const found: Scalar[] = findFacts(page, key, focus);
  const parts = found.length === 1 && typeof found[0] === 'string' ? found[0].split(/\s*[,;]\s*/) : found;
  const values = (found.length > 0 ? parts : column).map((value) => convertValue(value, items, page.url));
  const kept = values.filter((value) => value !== undefined);
  return kept.length > 0 ? kept : undefined;
}

/** The table whose columns answer most of the asked properties; at least half of them, or all that are required. */
function rowsFromTables(items: Schema, key: string, source: Source): Record<string, unknown>[] | undefined {
  const properties = Object.entries(propertiesOf(items));
  let best: { score: number; rows: Record<string, unknown>[] } | undefined;
  for (const table of source.page.tables) {
    const columns = properties.map(([name, property]) => ({
      name,
      property: resolveSchema(property, source.root),
      index: columnIndex(table, name),
    }));
    const matched = columns.filter(({ index }) => index >= 0);
    const isNamed =
      table.caption !== null && key !== '' && normalizeKey(table.caption).includes(normalizeKey(key));
    const score = matched.length + (isNamed ? 0.5 : 0);
    if (matched.length === 0 || matched.length * 2 < properties.length || (best && best.score >= score))
      continue;
    const rows = table.rows.map((cells) => {
      const row: Record<string, unknown> = {};
      for (const { name, property, index } of matched) {
        const value = cells[index] ? convertValue(cells[index], property, source.page.url) : undefined;
        if (value !== undefined) row[name] = value;
      }
      return row;
    });
    best = { score, rows: rows.filter((row) => Object.keys(row).length > 0) };
  }
  return best?.rows;
}

function rowsFromNodes(items: Schema, key: string, source: Source): Record<string, unknown>[] | undefined {
  const { page, focus } = source;
  const lists = page.jsonLd.filter(
    (node) => Array.isArray(node.itemListElement) && scalars(node['@type'])[0] !== 'BreadcrumbList',
  );
  const listed = lists.flatMap((node) =>
    [node.itemListElement]
      .flat()
      .filter(isObject)
      .map((entry) => (isObject(entry.item) ? entry.item : entry)),
  );
  const candidates = [findNodes(page, key, focus), listed, sameType(page.jsonLd, key)];
  for (const nodes of candidates) {
    const rows = nodes
      .map((node) => objectFromNode(node, items, source))
      .filter((row) => Object.keys(row).length > 0);
    if (rows.length > 0) return rows;
  }
  return undefined;
}

/** `products` asks for the nodes of type Product. */
function sameType(nodes: Record<string, unknown>[], key: string): Record<string, unknown>[] {
  const singular = normalizeKey(key).replace(/ies$/, 'y').replace(/s$/, '');
  return nodes.filter(
    (node) => singular !== '' && normalizeKey(String(scalars(node['@type'])[0] ?? '')).includes(singular),
  );
}

function objectFromNode(
  node: Record<string, unknown>,
  schema: Schema,
  source: Source,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [key, unresolved] of Object.entries(propertiesOf(schema))) {
    const property = resolveSchema(unresolved, source.root);
    for (const name of namesOf(key)) {
      const values = scalars(valueInNode(node, name));
      const value =
        schemaType(property) === 'array' ? values : firstConverted(values, property, source.page.url);
      if (value === undefined || values.length === 0) continue;
      filled[key] = value;
      break;
    }
  }
  return filled;
}

function columnIndex(table: PageTable, key: string): number {
  const headers = table.headers.map(normalizeKey);
  for (const name of namesOf(key)) {
    const index = headers.indexOf(name);
    if (index >= 0) return index;
  }
  const asked = normalizeKey(key);
  return headers.findIndex(
    (header) =>
      header.length > 3 && asked.length > 3 && (header.startsWith(asked) || asked.startsWith(header)),
  );
}

function columnOf(tables: PageTable[], key: string): string[] {
  for (const table of tables) {
    const index = [key, key.replace(/ies$/, 'y'), key.replace(/s$/, '')]
      .map((name) => columnIndex(table, name))
      .find((found) => found >= 0);
    if (index !== undefined) return table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
  }
  return [];
}

function firstConverted(values: Scalar[], schema: Schema, url: string): unknown {
  for (const value of values) {
    const converted = convertValue(value, schema, url);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

/** Follows local references and takes the first real alternative; anything remote or circular is an empty schema. */
export function resolveSchema(schema: unknown, root: Schema, depth = 0): Schema {
  if (!isObject(schema) || depth > 10) return {};
  if (typeof schema.$ref === 'string') return resolveSchema(referenced(schema.$ref, root), root, depth + 1);
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[word];
    if (!Array.isArray(options)) continue;
    const option = options.find((candidate) => isObject(candidate) && candidate.type !== 'null');
    return { ...schema, [word]: undefined, ...resolveSchema(option, root, depth + 1) };
  }
  return schema;
}

function referenced(reference: string, root: Schema): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined;
  let value: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** Beside something found, a required value that may be null is null: so the official clients write "optional". */
function withNulls(value: unknown, unresolved: unknown, root: Schema): unknown {
  const schema = resolveSchema(unresolved, root);
  if (Array.isArray(value)) return value.map((item) => withNulls(item, schema.items, root));
  if (!isObject(value) || Object.keys(value).length === 0) return value;
  const required = [schema.required].flat();
  const filled: [string, unknown][] = [];
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    if (Object.hasOwn(value, key)) filled.push([key, withNulls(value[key], property, root)]);
    else if (required.includes(key) && allowsNull(property, root)) filled.push([key, null]);
  }
  return Object.fromEntries(filled);
}

function allowsNull(schema: unknown, root: Schema, depth = 0): boolean {
  if (!isObject(schema) || depth > 10) return false;
  if (typeof schema.$ref === 'string') return allowsNull(referenced(schema.$ref, root), root, depth + 1);
  const options = [schema.anyOf, schema.oneOf].flat();
  return (
    [schema.type].flat().includes('null') || options.some((option) => allowsNull(option, root, depth + 1))
  );
}

export function propertiesOf(schema: Schema): Record<string, unknown> {
  return isObject(schema.properties) ? schema.properties : {};
}

function nonEmpty(value: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}
