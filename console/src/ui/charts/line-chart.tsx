import { scaleLinear, scaleTime } from 'd3-scale';
import { type PointerEvent, useState } from 'react';
import { MARGIN, TimeAxis, YAxis } from './axes.tsx';
import { type ChartColumn, ChartFrame } from './chart-frame.tsx';

export interface TimePoint {
  at: Date;
  value: number;
  /** The interval of the value; drawn as a band. */
  low?: number;
  high?: number;
}

const HEIGHT = 188;

/** A value over time with its interval. The nearest point tells its figures under the pointer. */
export function LineChart<Point extends TimePoint>({
  label,
  points,
  columns,
  format,
  from = 0,
  to,
}: {
  label: string;
  points: readonly Point[];
  /** The figures of a point in words, for tip and table; the first names the point. */
  columns: ReadonlyArray<ChartColumn<Point>>;
  format: (value: number) => string;
  from?: number;
  to?: number;
}) {
  return (
    <ChartFrame label={label} columns={columns} rows={points} keyOf={({ at }) => at.toISOString()}>
      {(width) => (
        <Drawing
          label={label}
          points={points}
          columns={columns}
          format={format}
          domain={[from, to ?? topOf(points)]}
          width={width}
        />
      )}
    </ChartFrame>
  );
}

function topOf(points: readonly TimePoint[]): number {
  return Math.max(1e-6, ...points.map(({ value, high }) => Math.max(value, high ?? value))) * 1.08;
}

function Drawing<Point extends TimePoint>({
  label,
  points,
  columns,
  format,
  domain,
  width,
}: {
  label: string;
  points: readonly Point[];
  columns: ReadonlyArray<ChartColumn<Point>>;
  format: (value: number) => string;
  domain: [number, number];
  width: number;
}) {
  const [near, setNear] = useState<number | null>(null);
  const first = points[0]?.at ?? new Date(0);
  const last = points.at(-1)?.at ?? first;
  const x = scaleTime([first, last], [MARGIN.left + 4, width - MARGIN.right - 4]);
  const y = scaleLinear(domain, [HEIGHT - MARGIN.bottom, MARGIN.top]).clamp(true);
  const find = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const at = clientX - currentTarget.getBoundingClientRect().left;
    setNear(
      nearest(
        points.map((point) => x(point.at)),
        at,
      ),
    );
  };
  const place = (point: Point, value: number) => `${x(point.at).toFixed(1)},${y(value).toFixed(1)}`;
  const band = points.filter(({ low, high }) => low !== undefined && high !== undefined);
  const shown = near === null ? undefined : points[near];
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        onPointerMove={find}
        onPointerLeave={() => setNear(null)}
      >
        <YAxis scale={y} width={width} format={format} />
        <TimeAxis scale={x} y={HEIGHT - MARGIN.bottom} />
        {band.length > 1 && (
          <path
            className="fill-accent opacity-15"
            d={`M${band.map((point) => place(point, point.high ?? 0)).join('L')}L${band
              .toReversed()
              .map((point) => place(point, point.low ?? 0))
              .join('L')}Z`}
          />
        )}
        <path
          className="fill-none stroke-accent"
          strokeWidth={1.75}
          strokeLinejoin="round"
          d={`M${points.map((point) => place(point, point.value)).join('L')}`}
        />
        {shown && (
          <line
            x1={x(shown.at)}
            x2={x(shown.at)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
            className="stroke-line-strong"
            strokeDasharray="2 3"
          />
        )}
        {points.map((point, at) => (
          <circle
            key={point.at.toISOString()}
            cx={x(point.at)}
            cy={y(point.value)}
            r={at === near ? 4 : points.length > 40 ? 0 : 2.25}
            className="fill-accent stroke-raised"
            strokeWidth={at === near ? 2 : 0}
          />
        ))}
      </svg>
      {shown && <Readout point={shown} columns={columns} left={x(shown.at)} width={width} />}
    </div>
  );
}

function Readout<Point>({
  point,
  columns,
  left,
  width,
}: {
  point: Point;
  columns: ReadonlyArray<ChartColumn<Point>>;
  left: number;
  width: number;
}) {
  const [name, ...figures] = columns;
  const side = left > width / 2 ? { right: width - left + 10 } : { left: left + 10 };
  return (
    <div
      style={side}
      className="pointer-events-none absolute top-1 z-10 rounded-md bg-text px-2 py-1 text-xs text-bg shadow-pop"
    >
      <p className="font-medium">{name?.text(point)}</p>
      {figures.map(({ title, text }) => (
        <p key={title} className="number">
          {title}: {text(point)}
        </p>
      ))}
    </div>
  );
}

/** Which of these places lies nearest; null when there is none. */
function nearest(places: readonly number[], at: number): number | null {
  if (places.length === 0) return null;
  return places.reduce(
    (best, place, index) => (Math.abs(place - at) < Math.abs((places[best] ?? 0) - at) ? index : best),
    0,
  );
}
