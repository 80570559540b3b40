import { numberIn } from '../language/amounts.ts';
import { meets, takeRestrictions } from '../language/restrictions.ts';
import { holdsPhrase, normalize, similarity, stem, wordsOf } from '../language/words.ts';
import type { PageModel } from './page-model.ts';
import { headOf, type Row, readTables } from './read-tables.ts';

interface Comparison {
  row: Row;
  /** The column that was compared. */
  index: number;
  rows: Row[];
  heads: string[];
}

/** "the river with the most countries", "who scored the highest?": the name, or what else is asked of that row. */
export function comparedInRows(model: PageModel, phrase: string): string | null {
  const found = extremeRow(model, phrase);
  if (!found) return null;
  const { row, index, heads } = found;
  const asked = normalize(phrase).match(/^(?:the\s+)?(.+?)\s+(?:of|for)\s+(?:the\s+)?/u)?.[1];
  const named = asked && !SUPERLATIVE.test(asked) ? columnFor(heads, asked) : -1;
  if (named >= 0) return row.cells[named]?.text ?? null;
  // "the highest price" is the price itself; "the shop with the highest price" is the shop.
  const head = phrase.match(/^(?:the\s+|what\s+is\s+the\s+)?(\S+)\s+(.+?)\??$/iu);
  const isValue =
    head?.[1] !== undefined &&
    SUPERLATIVE.test(head[1]) &&
    (columnFor(heads, head[2] ?? '') === index || (heads[index] === '' && MEASURE.test(head[2] ?? '')));
  // Nobody writes the sign of degrees.
  if (isValue) return row.cells[index]?.text.replace(/\s*°\s?[CF]?$/u, '') ?? null;
  const noun = heads.findIndex(
    (text, at) =>
      at !== index && text !== '' && wordsOf(phrase).some((word) => stem(word) === stem(normalize(text))),
  );
  const words = row.cells.findIndex(({ text }, at) => at !== index && /\p{L}/u.test(text));
  return row.cells[noun >= 0 ? noun : words]?.text ?? null;
}

/** "How many orders are pending?": the rows that have the values named, or keep to the limits given. */
export function countRows(model: PageModel, phrase: string): string | null {
  const { rest, restrictions } = takeRestrictions(phrase.replace(/\?+\s*$/u, ''));
  for (const table of readTables(model)) {
    const head = headOf(table);
    const rows = table.filter((row) => row !== head);
    if (rows.length < 2) continue;
    const width = Math.max(...rows.map(({ cells }) => cells.length));
    const told = Array.from({ length: width }, (_, at) =>
      rows.filter(({ cells }) => isNamed(cells[at]?.text ?? '', rest)),
    ).filter((hits) => hits.length > 0);
    const limits = restrictions.filter(({ kind }) => kind === 'amount');
    if (told.length === 0 && limits.length === 0) continue;
    const counted = rows.filter(
      (row) =>
        told.every((hits) => hits.includes(row)) &&
        limits.every((limit) => meets(row.cells.map(({ text }) => text).join(' '), limit)),
    );
    return String(counted.length);
  }
  return null;
}

function isNamed(text: string, phrase: string): boolean {
  return text.length > 1 && !/^\d+$/u.test(text) && holdsPhrase(phrase, text);
}

const SUPERLATIVE =
  /\b(?:most|fewest|least|(?:high|low|larg|small|bigg|great|long|short|tall|heavi|light|old|young|new|fast|slow|cheap|few|late|earli|deep|wid|strong|hott|cold|warm|b)est|worst)\b/iu;
/** What an amount is called, and no thing that has one. */
const MEASURE =
  /^(?:temperature|price|cost|score|amount|number|value|age|weight|height|length|speed|total|population|rating|distance|rate|salary|balance|points?|quantity|size)s?$/iu;
const LOW = /\b(?:fewest|least|low|small|short|light|young|slow|cheap|earli|cold|worst)/iu;

/** What an adjective is about, by the heads such columns have. */
const ABOUT: readonly (readonly [RegExp, RegExp])[] = [
  [/long|short/iu, /length|distance|duration|long|time|km|miles/iu],
  [/tall|high|low/iu, /height|elevation|altitude|tall|high|score|points/iu],
  [/heav|light/iu, /weight|mass|kg|gram/iu],
  [/old|young/iu, /age|years/iu],
  [/fast|slow/iu, /speed|mph|km\/h/iu],
  [/larg|small|bigg|great/iu, /area|size|population|amount|number|volume|total/iu],
  [/cheap|expensive/iu, /price|cost|fare|fee/iu],
  [/hott|cold|warm/iu, /temperature|temp|°/iu],
  [/deep/iu, /depth/iu],
  [/wid/iu, /width/iu],
  [/b(?:est)|worst/iu, /rating|score|rank|points/iu],
  [/scor/iu, /score|points/iu],
];

function extremeRow(model: PageModel, phrase: string): Comparison | null {
  const said = phrase.match(SUPERLATIVE)?.[0];
  if (said === undefined) return null;
  for (const table of readTables(model)) {
    const head = namingRow(table);
    const rows = table.filter((row) => row !== head && row.cells.length > 1);
    if (rows.length < 2) continue;
    const heads = rows[0]?.cells.map((_, at) => head?.cells[at]?.text ?? '') ?? [];
    const isNumeric = (at: number) => rows.every(({ cells }) => numberIn(cells[at]?.text ?? '') !== null);
    const numeric = heads.map((_, at) => at).filter(isNumeric);
    const after = phrase.slice(phrase.indexOf(said) + said.length).replace(/[?.]+$/u, '');
    const stated = columnFor(heads, after);
    const about = ABOUT.filter(([word]) => word.test(phrase)).map(([, column]) => column);
    const index = numeric.includes(stated)
      ? stated
      : (numeric.find((at) => about.some((column) => column.test(heads[at] ?? ''))) ??
        (numeric.length === 1 ? numeric[0] : undefined));
    if (index === undefined) continue;
    const amount = (row: Row) => numberIn(row.cells[index]?.text ?? '') ?? 0;
    // "most expensive" and "least expensive" are told by their first word.
    const isLow = LOW.test(said);
    const [row] = rows.toSorted((one, other) => (isLow ? 1 : -1) * (amount(one) - amount(other)));
    if (row) return { row, index, rows, heads };
  }
  return null;
}

/** The row that names the columns; none where the first has amounts where all the others have them. */
function namingRow(table: Row[]): Row | undefined {
  const head = headOf(table);
  const isAmount = (row: Row, at: number) => numberIn(row.cells[at]?.text ?? '') !== null;
  const isData = head?.cells.some(({ isHeader }, at) => !isHeader && table.every((row) => isAmount(row, at)));
  return isData ? undefined : head;
}

function columnFor(heads: string[], words: string): number {
  const asked = words.replace(/^\s*(?:number\s+of|amount\s+of|the)\s+/iu, '');
  const fits = heads.map((head) => similarity(head.replace(/\([^)]*\)/gu, ' ').trim(), asked));
  const best = Math.max(0, ...fits);
  if (best >= 0.6) return fits.indexOf(best);
  const first = stem(wordsOf(asked)[0] ?? '');
  return first === '' ? -1 : heads.findIndex((head) => wordsOf(head).map(stem).includes(first));
}
