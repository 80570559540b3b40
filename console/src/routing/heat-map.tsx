import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { cn } from '../ui/cn.ts';
import { count, percent } from '../ui/format.ts';
import { Tip } from '../ui/tooltip.tsx';
import { type Cell, type Grid, gridOf } from './shape.ts';
import { texts } from './texts.ts';

/** Fewer attempts than this are drawn pale: they prove little. */
const FEW = 8;

/** Runners down, sites across. The colours go from orange to blue and every cell says its number; arrows move between cells. */
export function HeatMap({ cells }: { cells: readonly Cell[] }) {
  const grid = gridOf(cells);
  const table = useRef<HTMLTableElement>(null);
  return (
    <>
      <section aria-label={texts.heatMap} tabIndex={0} className="bare-scroll relative overflow-x-auto">
        <table
          ref={table}
          className={cn('border-separate border-spacing-0.5 text-xs', grid.sites.length > 8 && 'w-full')}
          onKeyDown={(event) => moveIn(table.current, event)}
        >
          <Head sites={grid.sites} />
          <Body grid={grid} />
        </table>
      </section>
      <Legend />
    </>
  );
}

function Head({ sites }: { sites: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky left-0 z-10 bg-raised text-left align-bottom font-medium text-muted"
        >
          Runner
        </th>
        {sites.map((site) => (
          <th key={site} scope="col" className="h-40 min-w-11 align-bottom font-normal">
            <span
              title={site}
              className="mx-auto block max-h-40 truncate [writing-mode:vertical-rl] rotate-180 pt-1 text-left"
            >
              {site}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Body({ grid }: { grid: Grid }) {
  // One cell is in the order of the Tab key; the arrows lead to the others.
  const start = grid.rows[0]?.cells.findIndex((cell) => cell !== null) ?? -1;
  return (
    <tbody>
      {grid.rows.map(({ runner, cells }, row) => (
        <tr key={runner}>
          <th
            scope="row"
            title={runner}
            className="sticky left-0 z-10 max-w-28 truncate bg-raised pr-2 text-left font-medium sm:max-w-44"
          >
            {runner}
          </th>
          {cells.map((cell, column) => (
            <td key={grid.sites[column]} data-row={row} data-column={column} className="h-7 min-w-11 p-0">
              {cell ? (
                <CellLink cell={cell} isStart={row === 0 && column === start} />
              ) : (
                <span className="block h-7 rounded-sm bg-surface">
                  <span className="sr-only">not tried</span>
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function CellLink({ cell, isStart }: { cell: Cell; isStart: boolean }) {
  const { runner, site, attempts, success_rate, low, high } = cell;
  const isFew = attempts < FEW;
  const told = `${percent(success_rate)} of ${count(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'} succeeded`;
  return (
    <Tip
      text={
        <>
          <strong>{runner}</strong> on {site}
          <br />
          {told}
          <br />
          95% interval: {percent(low)} to {percent(high)}
        </>
      }
    >
      <Link
        to="/runs"
        search={{ runner, site }}
        tabIndex={isStart ? 0 : -1}
        aria-label={`${runner} on ${site}: ${told}`}
        style={{ background: colourOf(success_rate, isFew) }}
        className={cn(
          'number flex h-7 items-center justify-center rounded-sm text-text',
          isFew && 'text-muted',
        )}
      >
        {Math.round(success_rate * 100)}
      </Link>
    </Tip>
  );
}

/** Orange for bad, blue for good, hardly a colour between; pale where little is known. Text stays readable on all of them. */
function colourOf(rate: number, isFew: boolean): string {
  const side = rate < 0.5 ? 'var(--worst)' : 'var(--best)';
  const strength = Math.abs(rate - 0.5) * 2 * (isFew ? 18 : 52);
  return `color-mix(in oklab, ${side} ${(strength + 4).toFixed(0)}%, var(--raised))`;
}

function Legend() {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return (
    <p aria-hidden className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      <span>Never</span>
      <span className="flex">
        {steps.map((rate) => (
          <span key={rate} className="h-3 w-6" style={{ background: colourOf(rate, false) }} />
        ))}
      </span>
      <span>Always</span>
      <span className="ml-3 flex">
        {steps.map((rate) => (
          <span key={rate} className="h-3 w-6" style={{ background: colourOf(rate, true) }} />
        ))}
      </span>
      <span>Fewer than {FEW} attempts</span>
    </p>
  );
}

const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves to the next filled cell in the direction of the arrow. */
function moveIn(table: HTMLTableElement | null, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const here = (event.target as HTMLElement).closest('td');
  if (!table || !step || !here) return;
  event.preventDefault();
  event.stopPropagation();
  let [row, column] = [Number(here.dataset.row), Number(here.dataset.column)];
  for (;;) {
    row += step[0];
    column += step[1];
    const cell = table.querySelector(`td[data-row="${row}"][data-column="${column}"]`);
    if (!cell) return;
    const link = cell.querySelector('a');
    link?.focus();
    if (link) return;
  }
}
