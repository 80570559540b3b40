import { scaleLinear } from 'd3-scale';
import { cn } from './cn.ts';

/** A share as a bar; `label` says it in words. */
export function Bar({
  share,
  label,
  tone = 'bg-accent',
  className,
}: {
  share: number;
  label: string;
  tone?: string;
  className?: string;
}) {
  return (
    <div
      role="img"
      aria-label={label}
      className={cn('h-1.5 w-full overflow-hidden rounded-full bg-hover', className)}
    >
      <div
        className={cn('h-full rounded-full', tone)}
        style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </div>
  );
}

/** A line without axes; gaps where a value is null. */
export function Sparkline({
  values,
  label,
  width = 96,
  height = 24,
  className,
}: {
  values: ReadonlyArray<number | null>;
  label: string;
  width?: number;
  height?: number;
  className?: string;
}) {
  const known = values.filter((value) => value !== null);
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  const y = scaleLinear([Math.min(0, ...known), Math.max(...known, 1e-9)], [height - 1.5, 1.5]);
  let isPenUp = true;
  const path = values.map((value, at) => {
    if (value === null) {
      isPenUp = true;
      return '';
    }
    const command = `${isPenUp ? 'M' : 'L'}${x(at).toFixed(1)},${y(value).toFixed(1)}`;
    isPenUp = false;
    return command;
  });
  return (
    <svg role="img" aria-label={label} width={width} height={height} className={cn('text-accent', className)}>
      <path
        d={path.join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
