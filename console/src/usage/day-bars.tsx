import { scaleBand, scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { MARGIN, YAxis } from '../ui/charts/axes.tsx';
import { ChartFrame } from '../ui/charts/chart-frame.tsx';
import { count, money } from '../ui/format.ts';
import { texts } from './texts.ts';
import type { Day } from './usage.ts';

const HEIGHT = 180;
const BOTTOM = HEIGHT - MARGIN.bottom;

/** One bar a day. The line above tells the day under the pointer. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const [at, setAt] = useState<number | null>(null);
  const shown = at === null ? undefined : days[at];
  const total = days.reduce((sum, { usd }) => sum + usd, 0);
  return (
    <>
      <p className="number mb-1 text-xs text-muted">
        {shown
          ? `${shown.day}: ${money(shown.usd)}, ${count(shown.attempts)} attempts`
          : `${money(total)} in ${days.length} days`}
      </p>
      <ChartFrame
        label={texts.perDay}
        columns={[
          { title: 'Day', text: ({ day }) => day },
          { title: texts.spent, text: ({ usd }) => money(usd) },
          { title: texts.attempts, text: ({ attempts }) => count(attempts) },
        ]}
        rows={days}
        keyOf={({ day }) => day}
      >
        {(width) => <Bars days={days} width={width} at={at} onPoint={setAt} />}
      </ChartFrame>
    </>
  );
}

function Bars({
  days,
  width,
  at,
  onPoint,
}: {
  days: readonly Day[];
  width: number;
  at: number | null;
  onPoint: (at: number | null) => void;
}) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const x = scaleBand(
    days.map(({ day }) => day),
    [left, right],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(...days.map(({ usd }) => usd), 0.01)], [BOTTOM, MARGIN.top]).nice(3);
  return (
    <svg aria-hidden width={width} height={HEIGHT} onPointerLeave={() => onPoint(null)}>
      <YAxis scale={y} width={width} format={money} ticks={3} />
      {days.map(({ day, usd }, index) => (
        <g key={day} onPointerEnter={() => onPoint(index)}>
          <rect x={x(day)} width={x.step()} height={HEIGHT} fill="transparent" />
          <rect
            x={x(day)}
            y={y(usd)}
            width={x.bandwidth()}
            height={BOTTOM - y(usd)}
            rx={2}
            className={at === null || at === index ? 'fill-accent' : 'fill-accent/50'}
          />
        </g>
      ))}
      <text x={left} y={HEIGHT - 7} className="number fill-muted text-[11px]">
        {days[0]?.day}
      </text>
      <text x={right} y={HEIGHT - 7} textAnchor="end" className="number fill-muted text-[11px]">
        {days.at(-1)?.day}
      </text>
    </svg>
  );
}
