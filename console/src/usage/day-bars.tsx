import { scaleBand, scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { count, money } from '../ui/format.ts';
import type { Day } from './usage.ts';

const WIDTH = 960;
const HEIGHT = 160;
const LEFT = 52;
const BOTTOM = 20;

/** One bar a day. The line above tells the day under the pointer; screen readers get a table. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const [at, setAt] = useState<number | null>(null);
  const x = scaleBand(
    days.map(({ day }) => day),
    [LEFT, WIDTH],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(...days.map(({ usd }) => usd), 0.01)], [HEIGHT - BOTTOM, 8]).nice(3);
  const shown = at === null ? null : days[at];
  const total = days.reduce((sum, { usd }) => sum + usd, 0);
  const label = shown
    ? `${shown.day}: ${money(shown.usd)}, ${count(shown.attempts)} attempts`
    : `${money(total)} in ${days.length} days`;
  return (
    <figure>
      <figcaption className="number mb-1 text-xs text-muted">{label}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="hidden w-full sm:block"
        aria-hidden
        onPointerLeave={() => setAt(null)}
      >
        {y.ticks(3).map((tick) => (
          <g key={tick} className="text-line">
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} stroke="currentColor" />
            <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end" className="number fill-muted text-xs">
              {money(tick)}
            </text>
          </g>
        ))}
        {days.map(({ day, usd }, index) => (
          <g key={day} onPointerEnter={() => setAt(index)}>
            <rect x={x(day)} y={0} width={x.step()} height={HEIGHT} fill="transparent" />
            <rect
              x={x(day)}
              y={y(usd)}
              width={x.bandwidth()}
              height={HEIGHT - BOTTOM - y(usd)}
              rx={2}
              className={at === null || at === index ? 'fill-accent' : 'fill-accent/50'}
            />
          </g>
        ))}
        {[0, days.length - 1].map((index) => (
          <text
            key={index}
            x={index === 0 ? LEFT : WIDTH}
            y={HEIGHT - 4}
            textAnchor={index === 0 ? 'start' : 'end'}
            className="number fill-muted text-xs"
          >
            {days[index]?.day}
          </text>
        ))}
      </svg>
      <table className="w-full text-left sm:sr-only">
        <caption className="sr-only">Spend per day</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Spend</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ usd, attempts }) => usd > 0 || attempts > 0)
            .map(({ day, usd }) => (
              <tr key={day}>
                <td>{day}</td>
                <td className="number text-right">{money(usd)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}
