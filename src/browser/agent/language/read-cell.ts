import { readOrdinal } from './words.ts';

const NTH =
  '(\\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)';
const THING = 'cell|square|box|field|tile|button|card|item|one';
const CELLS: readonly (readonly [RegExp, boolean])[] = [
  [/\brow\s+#?(\d{1,2}),?\s+(?:and\s+|of\s+|in\s+)?column\s+#?(\d{1,2})\b/iu, true],
  [/\bcolumn\s+#?(\d{1,2}),?\s+(?:and\s+|of\s+|in\s+)?row\s+#?(\d{1,2})\b/iu, false],
  [new RegExp(`\\b${NTH}\\s+row\\b.{1,20}?\\b${NTH}\\s+column\\b`, 'iu'), true],
  [new RegExp(`\\b${NTH}\\s+column\\b.{1,20}?\\b${NTH}\\s+row\\b`, 'iu'), false],
  [new RegExp(`\\b${NTH}\\s+(?:${THING})\\s+(?:of|in)\\s+(?:the\\s+)?row\\s+#?(\\d{1,2})\\b`, 'iu'), false],
  [new RegExp(`\\b${NTH}\\s+(?:${THING})\\s+(?:of|in)\\s+the\\s+${NTH}\\s+row\\b`, 'iu'), false],
];

/** "row 2, column 3", "the third row and the first column", "the second cell of row 4". */
export function readCell(phrase: string): { row: number; column: number } | null {
  // Chess counts its rows from below.
  const square = phrase.match(/\b(?:square|field)\s+"?([a-h])([1-8])\b/iu);
  if (square?.[1] && square[2])
    return { row: -Number(square[2]), column: 'abcdefgh'.indexOf(square[1].toLowerCase()) + 1 };
  const count = (word: string) => readOrdinal(word) ?? Number(word);
  for (const [pattern, isRowFirst] of CELLS) {
    const match = pattern.exec(phrase);
    if (!match?.[1] || !match[2]) continue;
    const [one, other] = [count(match[1]), count(match[2])];
    return isRowFirst ? { row: one, column: other } : { row: other, column: one };
  }
  return null;
}

/** A cell of a sheet, by the letters of its column and the number of its row. */
export interface CellName {
  column: string;
  row: number;
}

/** "cell C4"; null for anything else. */
export function readCellName(phrase: string): CellName | null {
  const [, column, row] = phrase.match(/^(?:the\s+)?cell\s+"?([a-z]{1,2})(\d{1,3})"?$/iu) ?? [];
  return column && row ? { column: column.toUpperCase(), row: Number(row) } : null;
}
