import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  isNumber?: boolean;
  /** Shortened to its first part on a phone. */
  isLong?: boolean;
  /** Left out on a phone and a tablet. */
  isSecondary?: boolean;
}

/** A short table; for more than a few hundred rows use `VirtualList`. It scrolls sideways by itself. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <section aria-label={label} tabIndex={0} className="bare-scroll overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="border-b">
            {columns.map(({ title, isNumber, isSecondary }) => (
              <th
                key={title}
                scope="col"
                className={cn(
                  'h-8 px-4 text-xs font-medium whitespace-nowrap text-muted',
                  isNumber && 'text-right',
                  isSecondary && 'max-lg:hidden',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b last:border-0 hover:bg-hover/60">
              {columns.map(({ title, cell, isNumber, isLong, isSecondary }) => (
                <td
                  key={title}
                  className={cn(
                    'px-4 py-2',
                    isNumber && 'number text-right',
                    isLong && 'max-sm:max-w-48',
                    isSecondary && 'max-lg:hidden',
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
