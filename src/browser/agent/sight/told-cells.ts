import { holdsPhrase, normalize } from '../language/words.ts';
import { rootsOf } from '../talk/talk.ts';
import type { PageModel } from './page-model.ts';
import { headOf, type Row, readTables } from './read-tables.ts';

/** A cell of a table and what a task says should stand in it. */
export interface ToldCell {
  node: number;
  was: string;
  value: string;
  row: string;
  column: string;
}

/**
 * "We have 145 of the notebook now. The pen moved to shelf E4.": where each sentence names one row and tells one value for
 * one column, the cells and their values. Null where any sentence says something else.
 */
export function toldCells(model: PageModel, task: string): ToldCell[] | null {
  const tables = readTables(model).filter((table) => table.length > 2);
  const sentences = sentencesOf(task);
  const told = sentences.map((sentence) => {
    const found = tables.flatMap((table) => cellIn(table, sentence) ?? []);
    return found.length === 1 ? (found[0] ?? null) : null;
  });
  return told.length > 0 && told.every((cell) => cell !== null) ? told : null;
}

/** Without what only leads to it: "Stock count:", "Also,". */
function sentencesOf(task: string): string[] {
  return task
    .replace(/^[\p{L} ]{3,40}:\s+/u, '')
    .split(/(?<=[^\d])[.;!]\s+|(?<=\d)\.\s+(?=\p{Lu})|,?\s+and\s+(?=(?:the|we|there|a|an)\s)/u)
    .map((sentence) =>
      sentence
        .replace(/^(?:also|and|then|please),?\s+/iu, '')
        .replace(/[.!]+$/u, '')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

function cellIn(table: Row[], sentence: string): ToldCell | null {
  const head = headOf(table);
  if (!head?.cells.every(({ isHeader }) => isHeader)) return null;
  const rows = table
    .filter((row) => row !== head && row.cells.length === head.cells.length)
    .flatMap((row) => {
      const name = row.cells
        .map(({ text }) => text)
        .filter((text) => /\p{L}{3}/u.test(text) && holdsPhrase(sentence, text))
        .toSorted((one, other) => other.length - one.length)[0];
      return name === undefined ? [] : [{ row, name }];
    });
  const [own] = rows;
  if (!own || rows.length > 1) return null;
  const heads = head.cells.map(({ text }) => text);
  const at = columnIn(
    heads,
    own.row.cells.findIndex(({ text }) => text === own.name),
    without(sentence, own.name),
  );
  const cell = own.row.cells[at];
  const value = at < 0 ? null : valueIn(without(sentence, own.name), heads[at] ?? '');
  return cell && value !== null
    ? { node: cell.node, was: cell.text, value, row: own.name, column: heads[at] ?? '' }
    : null;
}

function without(sentence: string, name: string): string {
  return sentence.replace(new RegExp(name.replace(/[^\p{L}\p{N}\s]/gu, '.'), 'iu'), ' ');
}

/** The column that the sentence names by its own words; that of amounts where it says how many there are. */
function columnIn(heads: string[], naming: number, sentence: string): number {
  const said = new Set(rootsOf(sentence));
  const named = heads.flatMap((head, at) =>
    at !== naming && rootsOf(head).every((root) => said.has(root)) ? [at] : [],
  );
  if (named.length > 0) return named.length === 1 ? (named[0] ?? -1) : -1;
  const amounts = heads.flatMap((head, at) => (AMOUNT.test(head) ? [at] : []));
  return HOW_MANY.test(sentence) && amounts.length === 1 ? (amounts[0] ?? -1) : -1;
}

const AMOUNT =
  /^(?:(?:on hand|in stock|stock|quantity|qty|amount|count|units?|pieces|number|available)(?:\s+(?:level|left|count|on hand|in stock))?)$/iu;
const HOW_MANY =
  /\b(?:(?:we|I|they)\s+(?:only\s+|now\s+|still\s+)?(?:have|['’]ve got|counted|hold|own)|there\s+(?:are|is)(?:\s+(?:only|now))?|have\s+got)\s+(?:only\s+|now\s+)?\d+\b|\b\d+\s+(?:left|in stock|on hand)\b/iu;

/** The one number, code or quotation that is left. */
function valueIn(sentence: string, column: string): string | null {
  const quoted = sentence.match(/["“]([^"”]+)["”]/u)?.[1];
  if (quoted !== undefined) return quoted;
  const figures =
    sentence.match(/(?<![\p{L}\p{N}])(?:[A-Z]{1,3}-?)?\d[\d.,]*(?:-?[A-Z]{1,2})?(?![\p{L}\p{N}])/gu) ?? [];
  const values = figures.map((figure) => figure.replace(/[.,]+$/u, ''));
  if (values.length === 1) return values[0] ?? null;
  const after = sentence.slice(normalize(sentence).indexOf(normalize(column)) + column.length);
  const word = after.match(/^(?:\s+(?:is|are|to|now|should|be|at))*\s+(\p{Lu}[\p{L} ]*)$/u)?.[1];
  return values.length === 0 ? (word?.trim() ?? null) : null;
}
