import type { RunDetails, Timeline } from '@switchyard/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useActions } from '../shell/actions.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { duration } from '../ui/format.ts';
import { MonitorOff, Pause, Play, Radio } from '../ui/icons.tsx';
import { hasPictures, Picture } from './picture.tsx';
import { StepDetails } from './step-details.tsx';
import { STEP_ROW, StepsList, type TimedStep } from './steps-list.tsx';
import { texts } from './texts.ts';
import { isLive, useNow } from './use-run.ts';
import { type Waterfall, waterfallOf } from './waterfall.ts';
import { WaterfallChart } from './waterfall-chart.tsx';

/** One playhead for picture, steps, waterfall and spend. */
export function Playback({ run, timeline }: { run: RunDetails; timeline: Timeline | undefined }) {
  const isMoving = isLive(run);
  const now = useNow(isMoving);
  const waterfall = useMemo(() => waterfallOf(run, withLiveSteps(run, timeline), now), [run, timeline, now]);
  const steps = useMemo(() => stepsOf(waterfall), [waterfall]);
  const head = usePlayhead(waterfall.totalMs);
  const current = steps.findLastIndex(({ atMs }) => atMs <= head.atMs);
  const shown = steps[current];
  const isPictured = hasPictures(run, steps);
  const toStep = (by: number) => {
    const step = steps[Math.min(steps.length - 1, Math.max(0, current + by))];
    if (step) head.seek(step.atMs);
  };
  useActions([
    { title: 'Next step', keys: 'j', group: 'Run', isHidden: true, run: () => toStep(1) },
    { title: 'Previous step', keys: 'k', group: 'Run', isHidden: true, run: () => toStep(-1) },
    { title: 'Play or pause', keys: 'p', group: 'Run', run: head.toggle },
  ]);
  return (
    <div className="p-4">
      <div className="mb-2 flex items-center justify-end gap-2">
        <span className="number text-xs text-muted">
          {duration(head.atMs)} / {duration(waterfall.totalMs)}
        </span>
        {isMoving ? (
          <Button
            size="small"
            look={head.isNow ? 'quiet' : 'plain'}
            disabled={head.isNow}
            onClick={head.follow}
          >
            <Radio aria-hidden /> Live
          </Button>
        ) : (
          <Button size="small" onClick={head.toggle}>
            {head.isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
            {head.isPlaying ? 'Pause' : 'Play'}
          </Button>
        )}
      </div>
      <WaterfallChart run={run} waterfall={waterfall} atMs={head.atMs} onSeek={head.seek} />
      <div
        className={cn('mt-4 grid gap-4', isPictured && 'lg:grid-cols-[minmax(0,1.45fr)_minmax(260px,1fr)]')}
      >
        {isPictured ? (
          <Picture
            run={run}
            timeline={timeline}
            steps={steps}
            atMs={head.atMs}
            isNow={head.isNow}
            isPlayed={head.isMoved}
          />
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <MonitorOff aria-hidden className="size-4 shrink-0" /> {texts.noPictureAtAll}
          </p>
        )}
        {steps.length > 0 && (
          <div
            className={cn('relative overflow-hidden rounded-md border', isPictured && 'min-h-52 max-lg:h-64')}
            style={isPictured ? undefined : { height: Math.min(steps.length * STEP_ROW + 2, 320) }}
          >
            <div className="absolute inset-0">
              <StepsList steps={steps} current={current} onSeek={head.seek} />
            </div>
          </div>
        )}
      </div>
      {shown && <StepDetails step={shown} />}
    </div>
  );
}

/** The steps of a live run come with the run itself, before its timeline is asked for again. */
function withLiveSteps(run: RunDetails, timeline: Timeline | undefined): Timeline | undefined {
  const last = run.progress?.attempts.at(-1);
  if (!timeline || !last) return timeline;
  const others = timeline.attempts.filter(({ id }) => id !== last.id);
  return { ...timeline, attempts: [...others, { id: last.id, runner: last.runner, steps: run.steps }] };
}

function stepsOf({ lanes }: Waterfall): TimedStep[] {
  return lanes
    .flatMap(({ attempt, steps }) => steps.map((step) => ({ ...step, runner: attempt.runner })))
    .sort((a, b) => a.atMs - b.atMs);
}

/** The longest replay, for a run of any length. */
const LONGEST_REPLAY_MS = 30_000;

/** The place of the playhead. It follows the end of the run until a person moves it. */
function usePlayhead(totalMs: number) {
  const [atMs, setAt] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const isMoved = useRef(false);
  isMoved.current ||= atMs !== null;
  const total = useRef(totalMs);
  total.current = totalMs;
  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const speed = Math.max(1, total.current / LONGEST_REPLAY_MS);
      const passed = (now - before) * speed;
      before = now;
      setAt((at) => (at ?? 0) + passed);
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  const isAtEnd = atMs === null || atMs >= totalMs;
  useEffect(() => {
    if (isPlaying && isAtEnd) {
      setPlaying(false);
      setAt(null);
    }
  }, [isPlaying, isAtEnd]);
  return {
    atMs: Math.min(totalMs, atMs ?? totalMs),
    isNow: atMs === null,
    isMoved: isMoved.current,
    isPlaying,
    seek(to: number) {
      setPlaying(false);
      setAt(to);
    },
    follow: () => setAt(null),
    toggle() {
      if (!isPlaying && isAtEnd) setAt(0);
      setPlaying(!isPlaying);
    },
  };
}
