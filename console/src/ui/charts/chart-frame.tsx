import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Table } from '../table.tsx';

/** One column of a chart's table: the figures in words. */
export interface ChartColumn<Row> {
  title: string;
  text: (row: Row) => string;
}

/** A drawing as wide as its place, and the same figures as a table: for screen readers always, for everybody at a press. */
export function ChartFrame<Row>({
  label,
  columns,
  rows,
  keyOf,
  children,
}: {
  label: string;
  columns: ReadonlyArray<ChartColumn<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: (width: number) => ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  const [frame, width] = useWidth();
  return (
    <figure aria-label={label} className="relative">
      {isTable ? (
        <div className="max-h-72 overflow-y-auto">
          <Table
            label={label}
            columns={columns.map(({ title, text }, at) => ({ title, cell: text, isNumber: at > 0 }))}
            rows={rows}
            keyOf={keyOf}
          />
        </div>
      ) : (
        <>
          {/* After its place has shrunk, a drawing is too wide until it is drawn anew. */}
          <div ref={frame} className="overflow-x-clip">
            {width > 0 && children(width)}
          </div>
          <div className="sr-only">
            <Twin label={label} columns={columns} rows={rows} keyOf={keyOf} />
          </div>
        </>
      )}
      <Button
        look="quiet"
        size="small"
        className="mt-1 -ml-2"
        aria-pressed={isTable}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
    </figure>
  );
}

function Twin<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: ReadonlyArray<ChartColumn<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, text }) => (
              <td key={title}>{text(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How wide an element is, now and after every change. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [ref, width] as const;
}
