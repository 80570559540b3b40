import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { TipText } from '../tooltip.tsx';

export interface IntervalRow {
  key: string;
  name: ReactNode;
  value: number;
  low: number;
  high: number;
  /** Beside the drawing, in words. */
  text: string;
  note?: string;
  /** More about it, on the name. */
  tip: string;
}

/** Estimates with their intervals, one below the other around zero. An interval that holds zero proves nothing and is grey. */
export function IntervalPlot({ label, rows }: { label: string; rows: readonly IntervalRow[] }) {
  const ends = rows.flatMap(({ low, high }) => [low, high]);
  const domain = [Math.min(0, ...ends), Math.max(0, ...ends, 1e-9)];
  const x = scaleLinear(domain, [2, 98]);
  return (
    <ul aria-label={label} className="grid gap-1">
      {rows.map(({ key, name, value, low, high, text, note, tip }) => {
        const isOpen = low <= 0 && high >= 0;
        const tone = isOpen ? 'text-muted' : value > 0 ? 'text-accent' : 'text-bad';
        return (
          <li
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[minmax(0,2fr)_3fr_8.5rem]"
          >
            <TipText text={tip} className="min-w-0 truncate">
              {name}
            </TipText>
            <svg
              aria-hidden
              viewBox="0 0 100 24"
              preserveAspectRatio="none"
              className={cn('h-6 w-full max-sm:order-last max-sm:col-span-2', tone)}
            >
              <line
                x1={x(0)}
                x2={x(0)}
                y1={0}
                y2={24}
                className="stroke-line-strong"
                vectorEffect="non-scaling-stroke"
              />
              <line
                x1={x(low)}
                x2={x(high)}
                y1={12}
                y2={12}
                stroke="currentColor"
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
                opacity={0.6}
              />
              <line
                x1={x(value)}
                x2={x(value)}
                y1={12}
                y2={12}
                stroke="currentColor"
                strokeWidth={9}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <span className="number text-right">
              <span className={cn('font-medium', !isOpen && tone)}>{text}</span>
              {note && <span className="block text-xs text-muted">{note}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
