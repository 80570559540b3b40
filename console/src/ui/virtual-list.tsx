import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { cn } from './cn.ts';

/** A list of any length with a constant number of nodes. `onEnd` asks for the next page. `active` is kept in view. */
export function VirtualList<Row>({
  label,
  rows,
  keyOf,
  rowHeight,
  children,
  onEnd,
  active = -1,
  className,
}: {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  rowHeight: number;
  children: (row: Row, at: number) => ReactNode;
  onEnd?: () => void;
  active?: number;
  /** Needs a height. */
  className?: string;
}) {
  const frame = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    getItemKey: (at) => keyOf(rows[at] as Row),
  });
  const items = list.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 10) onEnd?.();
  }, [last, rows.length, onEnd]);
  useEffect(() => {
    if (active >= 0) list.scrollToIndex(active, { align: 'auto' });
  }, [active, list]);
  return (
    <section
      ref={frame}
      tabIndex={0}
      aria-label={label}
      className={cn('bare-scroll overflow-auto', className)}
    >
      <ul className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 [contain:layout_style]"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            <Drawn row={rows[index] as Row} at={index} draw={children} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Scrolling draws only the rows that come in: the others are as they were. */
const Drawn = memo(
  <Row,>({ row, at, draw }: { row: Row; at: number; draw: (row: Row, at: number) => ReactNode }) =>
    draw(row, at),
) as <Row>(props: { row: Row; at: number; draw: (row: Row, at: number) => ReactNode }) => ReactNode;
