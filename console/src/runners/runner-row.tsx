import type { Runner } from '@switchyard/sdk';
import { Badge, type Tone } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';
import { money } from '../ui/format.ts';
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
  isActive,
  onOpen,
}: {
  runner: Runner;
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
        'md:grid-cols-[minmax(0,1fr)_130px_120px_110px]',
        isActive && 'bg-hover shadow-[inset_2px_0_0_var(--accent)]',
      )}
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{runner.name}</span>
        <code className="block truncate text-muted">{runner.slug}</code>
      </span>
      <span className="truncate text-muted max-md:hidden">{kinds[runner.kind]}</span>
      <span className="number text-right max-md:hidden">
        {money(runner.price.typical_task_usd)} <span className="text-xs text-muted">a task</span>
      </span>
      <span className="flex flex-col items-end gap-0.5">
        <StateBadge state={runner.status} />
        <span className="number text-xs text-muted md:hidden">{money(runner.price.typical_task_usd)}</span>
      </span>
    </button>
  );
}
