import { useState } from 'react';
import { Button } from './button.tsx';
import { count } from './format.ts';
import { Download } from './icons.tsx';
import { save } from './save.ts';
import { CopyButton } from './values.tsx';

export interface TableData {
  columns: readonly string[];
  rows: ReadonlyArray<readonly string[]>;
}

const PAGE = 50;
const MOST_COLUMNS = 30;
const LONGEST = 300;

/** Data of any size as a table: more rows and columns on demand, all of it in the file and in the copy. */
export function DataTable({ table, label }: { table: TableData; label: string }) {
  const [shown, setShown] = useState(PAGE);
  const [isWide, setWide] = useState(false);
  // Two columns may have one name.
  const columns = table.columns
    .slice(0, isWide ? undefined : MOST_COLUMNS)
    .map((title, at) => ({ title, at, key: `${at} ${title}` }));
  const hiddenRows = table.rows.length - shown;
  const hiddenColumns = table.columns.length - columns.length;
  return (
    <div className="min-w-0 overflow-hidden rounded-md border">
      <section
        aria-label={label}
        tabIndex={0}
        className="bare-scroll max-h-128 overflow-auto -outline-offset-2"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-surface">
            <tr>
              {columns.map(({ title, key }) => (
                <th
                  key={key}
                  scope="col"
                  dir="auto"
                  className="h-8 px-3 text-xs font-medium whitespace-nowrap text-muted"
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move
              <tr key={at} className="border-t">
                {columns.map((column) => (
                  <td
                    key={column.key}
                    dir="auto"
                    className="max-w-96 min-w-16 px-3 py-1.5 align-top [overflow-wrap:anywhere]"
                  >
                    {short(row[column.at] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="flex flex-wrap items-center gap-2 border-t bg-surface px-3 py-1 text-xs text-muted">
        <span className="number flex-1">
          {count(table.rows.length)} rows, {count(table.columns.length)} columns
        </span>
        {hiddenRows > 0 && (
          <Button size="small" onClick={() => setShown(shown + 10 * PAGE)}>
            Show more rows
          </Button>
        )}
        {hiddenColumns > 0 && (
          <Button size="small" onClick={() => setWide(true)}>
            Show {count(hiddenColumns)} more columns
          </Button>
        )}
        <CopyButton text={() => lines(table, '\t')} label="Copy table" />
        <Button size="small" look="quiet" onClick={() => save(lines(table, ','), 'answer.csv', 'text/csv')}>
          <Download aria-hidden /> CSV
        </Button>
      </p>
    </div>
  );
}

/** Rows of one shape as a table; null for anything else. */
export function tableIn(value: unknown): TableData | null {
  const rows = Array.isArray(value) ? value : onlyList(value);
  if (!rows || rows.length === 0 || !rows.every(isRecord)) return null;
  const columns = [...new Set(rows.slice(0, 1_000).flatMap((row) => Object.keys(row)))];
  if (columns.length === 0) return null;
  return { columns, rows: rows.map((row) => columns.map((name) => textOf(row[name]))) };
}

/** An object around one list, such as `{ products: [...] }`. */
function onlyList(value: unknown): unknown[] | null {
  const members = isRecord(value) ? Object.values(value) : [];
  return members.length === 1 && Array.isArray(members[0]) ? members[0] : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A spreadsheet takes cells that begin like a formula for one: they get an apostrophe. */
function lines({ columns, rows }: TableData, separator: string): string {
  const cell = (text: string) => {
    const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
    return /["\n\r,\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(separator)).join('\r\n');
}
