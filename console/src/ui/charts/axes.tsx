import type { ScaleLinear, ScaleTime } from 'd3-scale';

/** Room around the drawing for the words on its axes. */
export const MARGIN = { top: 8, right: 12, bottom: 22, left: 44 };

/** Hairlines with their values, from left to right. */
export function YAxis({
  scale,
  width,
  format,
  ticks = 4,
}: {
  scale: ScaleLinear<number, number>;
  width: number;
  format: (value: number) => string;
  ticks?: number;
}) {
  return (
    <g aria-hidden>
      {scale.ticks(ticks).map((value) => (
        <g key={value} transform={`translate(0,${scale(value)})`}>
          <line x1={MARGIN.left} x2={width - MARGIN.right} className="stroke-line" />
          <text x={MARGIN.left - 6} dy="0.32em" textAnchor="end" className="number fill-muted text-[11px]">
            {format(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

export function TimeAxis({ scale, y }: { scale: ScaleTime<number, number>; y: number }) {
  const [from = 0, to = 0] = scale.range();
  const ticks = scale.ticks(Math.max(2, Math.floor((to - from) / 90)));
  // Between two days there is nothing to name.
  const days = ticks.filter((at) => at.getHours() === 0 && at.getMinutes() === 0);
  return (
    <g aria-hidden transform={`translate(0,${y})`}>
      {days.map((at) => (
        <text
          key={at.getTime()}
          x={scale(at)}
          y={15}
          textAnchor={scale(at) > to - 20 ? 'end' : scale(at) < from + 20 ? 'start' : 'middle'}
          className="number fill-muted text-[11px]"
        >
          {day.format(at)}
        </text>
      ))}
    </g>
  );
}
