import type { Step } from '@switchyard/sdk';
import { cn } from '../ui/cn.ts';
import { duration } from '../ui/format.ts';
import { CircleAlert } from '../ui/icons.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';

export type TimedStep = Step & { atMs: number; runner: string };

export const STEP_ROW = 44;

const MINUTE_MS = 60_000;

/** Every step in order; the one at the playhead is chosen, and pressing one moves the playhead there. */
export function StepsList({
  steps,
  current,
  onSeek,
  className,
}: {
  steps: readonly TimedStep[];
  current: number;
  onSeek: (atMs: number) => void;
  className?: string;
}) {
  return (
    <VirtualList
      label="Steps"
      rows={steps}
      keyOf={({ runner, index, at }) => `${runner}${index}${at}`}
      rowHeight={STEP_ROW}
      active={current}
      className={cn('h-full', className)}
    >
      {(step, at) => (
        <button
          type="button"
          onClick={() => onSeek(step.atMs)}
          aria-current={at === current ? 'step' : undefined}
          className={cn(
            'flex h-full w-full items-start gap-2 border-b border-l-2 border-l-transparent px-3 py-1 text-left hover:bg-hover',
            at === current && 'border-l-accent bg-hover',
            at > current && 'text-muted',
          )}
        >
          <span
            className={cn(
              'number shrink-0 text-right text-xs leading-[19px] whitespace-nowrap text-muted',
              (steps.at(-1)?.atMs ?? 0) < MINUTE_MS ? 'w-14' : 'w-20',
            )}
          >
            {duration(step.atMs)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5">
              {!step.ok && <CircleAlert aria-label="Failed" className="size-3.5 shrink-0 text-bad" />}
              <span className="shrink-0 font-medium">{step.action}</span>
              <span className="truncate">{step.target}</span>
            </span>
            <span className="block truncate text-xs text-muted">
              {step.detail ?? step.url ?? step.runner}
            </span>
          </span>
        </button>
      )}
    </VirtualList>
  );
}
