import { RATED } from '../language/amounts.ts';
import { canonical, holdsPhrase, normalize, similarity } from '../language/words.ts';
import { isInside, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';

export interface Row {
  node: number;
  cells: { node: number; text: string; isHeader: boolean }[];
}

/** Tables as the page shows them: rows of cells, also those made of ARIA roles. */
export function readTables(model: PageModel): Row[][] {
  const rows = new Map<number, Row>();
  for (const element of model.elements) {
    if (!element.isVisible || !['cell', 'columnheader', 'gridcell', 'rowheader'].includes(element.role))
      continue;
    const node = model.parents[element.node] ?? -1;
    const row = rows.get(node) ?? { node, cells: [] };
    row.cells.push({
      node: element.node,
      text: wholeTextOf(model, element.node).trim() || element.name,
      isHeader: element.role === 'columnheader',
    });
    rows.set(node, row);
  }
  for (const row of soupRows(model)) if (!rows.has(row.node)) rows.set(row.node, row);
  const tables = new Map<number, Row[]>();
  for (const row of rows.values()) {
    let top = model.parents[row.node] ?? -1;
    // Rows may stand in a group (thead, tbody) inside the table.
    const above = model.parents[top] ?? -1;
    const isSplit = [...rows.values()].some(
      (other) =>
        other !== row &&
        !isInside(model, other.node, top) &&
        isInside(model, other.node, above) &&
        (model.parents[model.parents[other.node] ?? -1] ?? -1) === above,
    );
    if (isSplit) top = above;
    tables.set(top, [...(tables.get(top) ?? []), row]);
  }
  return [...tables.values()];
}

/** Rows that are no table to the browser: siblings of one look, each with as many short texts as the others. */
function soupRows(model: PageModel): Row[] {
  const texts = model.elements.filter(
    ({ isVisible, text, role, tag }) =>
      isVisible &&
      text !== '' &&
      text.length < 80 &&
      ['', 'listitem'].includes(role) &&
      !['p', 'label'].includes(tag),
  );
  const byParent = Map.groupBy(texts, ({ node }) => model.parents[node] ?? -1);
  const rows = [...byParent].map(([node, cells]) => ({
    node,
    cells: cells.map(({ node: at, text }) => ({ node: at, text, isHeader: false })),
  }));
  const wide = rows.filter(({ node, cells }) => node >= 0 && cells.length > 1);
  const families = Map.groupBy(wide, ({ node, cells }) => `${model.parents[node] ?? -1} ${cells.length}`);
  return [...families.values()].filter((family) => family.length > 2).flat();
}

/** The text of the named column in the element's own row. */
export function cellInColumn(model: PageModel, element: UiElement, column: string): string | null {
  for (const table of readTables(model)) {
    const row = table.find(({ node }) => isInside(model, element.node, node));
    if (!row) continue;
    const index = columnIndex(table, column);
    return index < 0 ? null : (row.cells[index]?.text ?? null);
  }
  return null;
}

/** The same, where the columns have heads of their own; the first of several cards is none. */
export function cellUnderHead(model: PageModel, element: UiElement, column: string): string | null {
  const isHeaded = readTables(model).some(
    (table) =>
      table.some(({ node }) => isInside(model, element.node, node)) &&
      headOf(table)?.cells.every(({ isHeader }) => isHeader),
  );
  return isHeaded ? cellInColumn(model, element, column) : null;
}

/** The row that names the columns. */
export function headOf(table: Row[]): Row | undefined {
  return table.find((row) => row.cells.length > 1 && row.cells.every((cell) => cell.isHeader)) ?? table[0];
}

function columnIndex(table: Row[], column: string): number {
  const head = headOf(table);
  if (!head) return -1;
  // The column of stars is called "Rating" as often.
  const called = RATED.test(normalize(column)) ? [column, 'rating', 'stars'] : [column];
  const scores = head.cells.map((cell) => Math.max(...called.map((name) => similarity(cell.text, name))));
  const best = Math.max(...scores);
  return best >= 0.6 ? scores.indexOf(best) : -1;
}

/** The crossing of a named row and a named column, or the value beside a label. */
export function lookUpCell(model: PageModel, what: string, of: string): string | null {
  for (const table of readTables(model)) {
    const index = columnIndex(table, what);
    const row =
      table.find(({ cells }) =>
        cells.some((cell) => !cell.isHeader && (cell.text === of || canonical(cell.text) === canonical(of))),
      ) ?? table.find(({ cells }) => cells.some((cell) => holdsPhrase(cell.text, of)));
    const cell = row?.cells[index];
    if (cell && canonical(cell.text) !== canonical(what)) return cell.text;
    const stacked = inRecord(table, what, of);
    if (stacked !== null) return stacked;
    const pair = table.find(
      ({ cells }) => cells.length === 2 && similarity(cells[0]?.text ?? '', what) > 0.9,
    );
    if (pair?.cells[1]) return pair.cells[1].text;
  }
  return null;
}

/** The cells below a head that is called so. */
export function cellsUnder(model: PageModel, column: string): UiElement[] {
  for (const table of readTables(model)) {
    const head = table.find(({ cells }) => cells.length > 1 && cells.every((cell) => cell.isHeader));
    const index = head?.cells.findIndex(({ text }) => canonical(text) === canonical(column)) ?? -1;
    if (index < 0) continue;
    const nodes = new Set(table.filter((row) => row !== head).map(({ cells }) => cells[index]?.node));
    return model.elements.filter(({ node }) => nodes.has(node));
  }
  return [];
}

/** The cell itself at the crossing of a named row and column. */
export function cellNode(model: PageModel, what: string, of: string): number | null {
  for (const table of readTables(model)) {
    const index = columnIndex(table, what);
    const row = table.find(({ cells }) => cells.some((cell) => canonical(cell.text) === canonical(of)));
    const cell = index < 0 ? undefined : row?.cells[index];
    if (cell) return cell.node;
  }
  return null;
}

/** Rows of a label and its value, one record below the other: a label that comes again begins the next. */
function inRecord(table: Row[], what: string, of: string): string | null {
  const records: Map<string, string>[] = [];
  for (const { cells } of table) {
    const [label, value] = cells;
    if (cells.length !== 2 || !label || !value) continue;
    if (records.length === 0 || records.at(-1)?.has(label.text)) records.push(new Map());
    records.at(-1)?.set(label.text, value.text);
  }
  const owned = records.find((record) =>
    [...record.values()].some((value) => canonical(value) === canonical(of)),
  );
  if (records.length < 2 || !owned) return null;
  return [...owned].find(([label]) => similarity(label, what) > 0.8)?.[1] ?? null;
}

/** What the rows above come to is not one of them. */
const TOTAL = /^(?:grand |sub-?)?(?:total|sum)\b/iu;

/** A column of numbers; only of the rows the phrase tells by one of their values, when it tells any. */
export function columnValues(model: PageModel, column: string, phrase = ''): string[] {
  for (const table of readTables(model)) {
    const index = columnIndex(table, column);
    if (index < 0) continue;
    const rows = table.filter(
      ({ cells }) => !cells.every((cell) => cell.isHeader) && !TOTAL.test(cells[0]?.text ?? ''),
    );
    const told = rows.filter(({ cells }) =>
      cells.some(({ text }, at) => at !== index && text.length > 1 && holdsPhrase(phrase, text)),
    );
    return (told.length > 0 ? told : rows).map(({ cells }) => cells[index]?.text ?? '').filter(Boolean);
  }
  return [];
}
