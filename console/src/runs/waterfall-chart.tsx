import type { RunDetails } from '@switchyard/sdk';
import type { PointerEvent } from 'react';
import { cn } from '../ui/cn.ts';
import { duration, money } from '../ui/format.ts';
import { PHASES, SPANS } from './texts.ts';
import { type TimeAxis, ticks, timeAxis } from './time-axis.ts';
import { type AttemptLane, type Span, spentAt, type Waterfall } from './waterfall.ts';

const FILL: Record<string, string> = {
  succeeded: 'bg-good',
  empty: 'bg-line-strong',
  blocked: 'bg-warn',
  failed: 'bg-bad',
};

/** Where the time went: one row for each attempt, with the playhead through all of them. */
export function WaterfallChart({
  run,
  waterfall,
  atMs,
  onSeek,
}: {
  run: RunDetails;
  waterfall: Waterfall;
  atMs: number;
  onSeek: (atMs: number) => void;
}) {
  const axis = timeAxis(waterfall.totalMs, waterfall.waits);
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(axis.timeAt((event.clientX - left) / width));
  };
  const row = { axis, atMs, onPointer: seekTo };
  return (
    <div className="grid text-xs sm:grid-cols-[168px_minmax(0,1fr)]">
      <span aria-hidden className="max-sm:hidden" />
      <Scale axis={axis} atMs={atMs} waterfall={waterfall} onSeek={onSeek} />
      {waterfall.lanes.map((lane) => (
        <LaneRow key={lane.attempt.id} lane={lane} isSpeaking={lane.attempt.runner === run.runner} {...row} />
      ))}
      <span className="flex h-9 items-center text-muted max-sm:h-5">
        Spend <span className="number ml-1.5 font-medium text-text">{money(spentAt(waterfall, atMs))}</span>
      </span>
      <Track {...row} className="h-9">
        <SpendLine waterfall={waterfall} axis={axis} />
      </Track>
      <span aria-hidden className="max-sm:hidden" />
      <Key waterfall={waterfall} axis={axis} />
    </div>
  );
}

/** The ticks, and above them the slider that is the playhead. */
function Scale({
  axis,
  atMs,
  waterfall,
  onSeek,
}: {
  axis: TimeAxis;
  atMs: number;
  waterfall: Waterfall;
  onSeek: (atMs: number) => void;
}) {
  const shown = ticks(axis.totalMs, 5).filter(
    (ms) => !axis.folds.some(({ from, to }) => ms > from && ms < to) && axis.share(ms) < 0.86,
  );
  return (
    <div className="relative h-9 border-b">
      {shown.map((ms) => (
        <span
          key={ms}
          aria-hidden
          className="number absolute bottom-1 border-l pl-1 text-[11px] leading-3 text-muted"
          style={{ left: `${axis.share(ms) * 100}%` }}
        >
          {ms === 0 ? 0 : duration(ms)}
        </span>
      ))}
      <span
        aria-hidden
        className="number absolute right-1.5 bottom-1 bg-raised pl-1 text-[11px] leading-3 text-muted"
      >
        {duration(axis.totalMs)}
      </span>
      <Head share={axis.share(atMs)} />
      <input
        type="range"
        min={0}
        max={1000}
        step={1}
        value={Math.round(axis.share(atMs) * 1000)}
        aria-label="Playhead"
        aria-valuetext={`${duration(atMs)} of ${duration(axis.totalMs)}, ${money(spentAt(waterfall, atMs))} spent`}
        onChange={({ target }) => onSeek(axis.timeAt(Number(target.value) / 1000))}
        className="playhead absolute inset-x-[-7px] top-0 z-10 h-3.5 w-[calc(100%+14px)]"
      />
    </div>
  );
}

function LaneRow({
  lane,
  isSpeaking,
  ...row
}: {
  lane: AttemptLane;
  isSpeaking: boolean;
  axis: TimeAxis;
  atMs: number;
  onPointer: (event: PointerEvent<HTMLElement>) => void;
}) {
  const { attempt, spans, steps } = lane;
  const said = spans.map(({ kind, from, to }) => `${SPANS[kind]} ${duration(to - from)}`).join(', ');
  return (
    <>
      <span className="flex min-w-0 flex-col justify-center pr-3 max-sm:flex-row max-sm:items-baseline max-sm:justify-start max-sm:gap-2 max-sm:pt-1.5">
        <span className={cn('truncate text-sm', isSpeaking && 'font-medium')}>{attempt.runner}</span>
        <span className="number truncate text-muted">
          {PHASES[attempt.phase]}, {attempt.status === 'running' ? 'at work' : duration(attempt.timing_ms)}
        </span>
      </span>
      <Track {...row} className="h-11 max-sm:h-7">
        <span className="sr-only">{said}</span>
        {spans.map((span) => (
          <Bar key={`${span.kind}${span.from}`} span={span} lane={lane} axis={row.axis} />
        ))}
        {steps.map(({ index, atMs, ok }) => (
          <span
            key={index}
            aria-hidden
            className={cn(
              'absolute top-1/2 h-2 w-px -translate-y-1/2',
              ok ? 'bg-raised/80' : 'w-0.5 bg-text',
            )}
            style={{ left: `${row.axis.share(atMs) * 100}%` }}
          />
        ))}
      </Track>
    </>
  );
}

function Bar({ span: { kind, from, to }, lane, axis }: { span: Span; lane: AttemptLane; axis: TimeAxis }) {
  const [left, right] = [axis.share(from) * 100, axis.share(to) * 100];
  const { attempt } = lane;
  const isFolded = kind === 'wait' && axis.folds.some((fold) => fold.from <= from && fold.to >= to);
  return (
    <span
      title={`${SPANS[kind]}: ${duration(to - from)}`}
      className={cn(
        'absolute top-1/2 flex -translate-y-1/2 items-center justify-center overflow-hidden rounded-sm',
        kind === 'queue' && 'h-1 bg-line-strong/50',
        kind === 'judge' && 'h-1.5 bg-info',
        kind === 'wait' && '@container waiting h-4 text-warn',
        kind === 'work' && 'h-4',
        kind === 'work' &&
          (attempt.status === 'running'
            ? 'animate-pulse bg-info'
            : (FILL[attempt.verdict ?? ''] ?? 'bg-line-strong')),
      )}
      style={{ left: `${left}%`, width: `max(2px, ${right - left}%)` }}
    >
      {kind === 'wait' && (
        <span className="number rounded-sm bg-raised px-1 text-[11px] leading-4 whitespace-nowrap @max-[88px]:hidden">
          {isFolded && '⋯ '}
          {duration(to - from)}
        </span>
      )}
    </span>
  );
}

/** A row in which the playhead stands; pressing anywhere moves it. */
function Track({
  axis,
  atMs,
  onPointer,
  className,
  children,
}: {
  axis: TimeAxis;
  atMs: number;
  onPointer: (event: PointerEvent<HTMLElement>) => void;
  className: string;
  children: React.ReactNode;
}) {
  return (
    <div
      className={cn('relative cursor-crosshair touch-pan-y border-b select-none', className)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      {children}
      <Head share={axis.share(atMs)} />
    </div>
  );
}

function Head({ share }: { share: number }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -inset-y-px w-px bg-accent"
      style={{ left: `${share * 100}%` }}
    />
  );
}

function SpendLine({ waterfall: { spend, totalMs }, axis }: { waterfall: Waterfall; axis: TimeAxis }) {
  const most = Math.max(1e-9, spend.at(-1)?.usd ?? 0);
  const y = (usd: number) => 95 - (usd / most) * 80;
  const points = [...spend, { atMs: totalMs, usd: spend.at(-1)?.usd ?? 0 }];
  const line = points
    .map(
      ({ atMs, usd }, at) =>
        `${at === 0 ? 'M' : 'H'}${axis.share(atMs) * 1000}${at === 0 ? `,${y(usd)}` : `V${y(usd)}`}`,
    )
    .join('');
  return (
    <svg
      aria-hidden
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full text-accent"
    >
      <path d={`${line}V100H0Z`} fill="currentColor" opacity="0.1" />
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function Key({ waterfall, axis }: { waterfall: Waterfall; axis: TimeAxis }) {
  const kinds = new Set(waterfall.lanes.flatMap(({ spans }) => spans.map(({ kind }) => kind)));
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-muted">
      {kinds.has('queue') && <Swatch look="h-1 bg-line-strong/50" label={SPANS.queue} />}
      {kinds.has('work') && <Swatch look="h-3 bg-good" label="Work, coloured by its verdict" />}
      {kinds.has('judge') && <Swatch look="h-1.5 bg-info" label={SPANS.judge} />}
      {kinds.has('wait') && (
        <Swatch look="waiting h-3" label={`${SPANS.wait}${axis.folds.length > 0 ? ', folded' : ''}`} />
      )}
    </p>
  );
}

function Swatch({ look, label }: { look: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={cn('w-4 rounded-sm', look)} /> {label}
    </span>
  );
}
