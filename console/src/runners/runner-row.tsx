import type { Runner, RunnerHealth } from '@switchyard/sdk';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Sparkline } from '../ui/charts.tsx';
import { cn } from '../ui/cn.ts';
import { count, money, percent } from '../ui/format.ts';
import { kinds, states } from './texts.ts';

const TONES: Record<string, Tone> = {
  available: 'good',
  probation: 'warn',
  outage: 'bad',
  needs_key: 'neutral',
};

export function StateBadge({ state }: { state: string }) {
  return (
    <Badge tone={TONES[state] ?? 'neutral'}>
      <span
        aria-hidden
        className={cn(
          'size-1.5 rounded-full',
          state === 'available' ? 'bg-current' : 'border border-current',
        )}
      />
      {states[state] ?? state}
    </Badge>
  );
}

/** One line of the catalog; a press opens it. */
export function RunnerRow({
  runner,
  state,
  health,
  isActive,
  onOpen,
}: {
  runner: Runner;
  state: string;
  health: RunnerHealth | undefined;
  isActive: boolean;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isActive || undefined}
      className={cn(
        'grid h-full w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b px-4 text-left hover:bg-hover/60',
        'lg:grid-cols-[minmax(0,1fr)_130px_120px_110px] xl:grid-cols-[minmax(0,1fr)_250px_130px_120px_110px]',
        isActive && 'bg-hover shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{runner.name}</span>
        <code className="block truncate text-muted">{runner.slug}</code>
      </span>
      <span className="max-xl:hidden">
        <Week health={health} />
      </span>
      <span className="truncate text-muted max-lg:hidden">{kinds[runner.kind]}</span>
      <span className="number text-right max-lg:hidden">
        {money(runner.price.typical_task_usd)} <span className="text-xs text-muted">a task</span>
      </span>
      <span className="flex flex-col items-end gap-0.5">
        <StateBadge state={state} />
        <span className="number text-xs text-muted lg:hidden">{money(runner.price.typical_task_usd)}</span>
      </span>
    </button>
  );
}

/** The last seven days in a line; empty where the workspace did not use it. */
function Week({ health }: { health: RunnerHealth | undefined }) {
  const week = health?.last_7d;
  if (!health || !week || week.attempts === 0) return null;
  return (
    <span className="flex items-center justify-end gap-3">
      {health.days.length > 2 && (
        <Sparkline
          values={health.days.map(({ rate }) => rate)}
          label="Success by day"
          width={64}
          height={20}
        />
      )}
      <span className="number w-40 text-right">
        {percent(week.rate)} <span className="text-xs text-muted">of {count(week.attempts)} in 7 days</span>
      </span>
    </span>
  );
}
