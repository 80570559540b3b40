import { scaleLinear, scaleSqrt } from 'd3-scale';
import { count, percent } from '../format.ts';
import { MARGIN, YAxis } from './axes.tsx';
import { ChartFrame } from './chart-frame.tsx';

export interface CalibrationBucket {
  from: number;
  to: number;
  predicted: number;
  observed: number;
  low: number;
  high: number;
  attempts: number;
}

const HEIGHT = 260;
const BOTTOM = 38;

/** Predictions against results: on the diagonal both agree. A dot's area is its number of attempts. */
export function CalibrationChart({
  label,
  buckets,
}: {
  label: string;
  buckets: readonly CalibrationBucket[];
}) {
  return (
    <ChartFrame
      label={label}
      rows={buckets}
      keyOf={({ from }) => String(from)}
      columns={[
        { title: 'Predicted', text: ({ from, to }) => `${percent(from)} to ${percent(to)}` },
        { title: 'Came true', text: ({ observed }) => percent(observed) },
        { title: '95% interval', text: ({ low, high }) => `${percent(low)} to ${percent(high)}` },
        { title: 'Attempts', text: ({ attempts }) => count(attempts) },
      ]}
    >
      {(width) => <Drawing label={label} buckets={buckets} width={Math.min(width, 420)} />}
    </ChartFrame>
  );
}

function Drawing({
  label,
  buckets,
  width,
}: {
  label: string;
  buckets: readonly CalibrationBucket[];
  width: number;
}) {
  const x = scaleLinear([0, 1], [MARGIN.left + 4, width - MARGIN.right]);
  const y = scaleLinear([0, 1], [HEIGHT - BOTTOM, MARGIN.top]);
  const most = Math.max(1, ...buckets.map(({ attempts }) => attempts));
  const radius = scaleSqrt([0, most], [2, 9]);
  return (
    <svg role="img" aria-label={label} width={width} height={HEIGHT}>
      <YAxis scale={y} width={width} format={percent} />
      <g aria-hidden>
        {x.ticks(width < 340 ? 2 : 4).map((value) => (
          <text
            key={value}
            x={x(value)}
            y={HEIGHT - BOTTOM + 15}
            textAnchor={value === 1 ? 'end' : 'middle'}
            className="number fill-muted text-[11px]"
          >
            {percent(value)}
          </text>
        ))}
        <text x={(x(0) + x(1)) / 2} y={HEIGHT - 4} textAnchor="middle" className="fill-muted text-[11px]">
          Predicted success
        </text>
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} className="stroke-line-strong" strokeDasharray="4 4" />
      </g>
      {buckets.map(({ from, predicted, observed, low, high, attempts }) => (
        <g key={from} className="stroke-accent">
          <line
            x1={x(predicted)}
            x2={x(predicted)}
            y1={y(low)}
            y2={y(high)}
            strokeWidth={1.5}
            opacity={0.55}
          />
          <circle
            cx={x(predicted)}
            cy={y(observed)}
            r={radius(attempts)}
            className="fill-accent/70"
            strokeWidth={1}
          />
        </g>
      ))}
    </svg>
  );
}
