import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { percent } from './format.ts';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';

const TONES: Record<Tone, string> = {
  neutral: 'bg-hover text-muted',
  good: 'tint-good text-good',
  warn: 'tint-warn text-warn',
  bad: 'tint-bad text-bad',
  info: 'tint-info text-info',
};

export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const STATUSES: Record<string, [tone: Tone, label: string]> = {
  running: ['info', 'Running'],
  needs_human: ['warn', 'Waiting for you'],
  succeeded: ['good', 'Succeeded'],
  empty: ['neutral', 'Empty'],
  blocked: ['warn', 'Blocked'],
  failed: ['bad', 'Failed'],
  cancelled: ['neutral', 'Cancelled'],
};

/** The status of a run. The dot tells at a glance, the word tells everybody. */
export function StatusBadge({
  status,
  look,
}: {
  status: string;
  /** Another word and colour, such as that of the kind of answer. */
  look?: readonly [tone: Tone, label: string] | undefined;
}) {
  const [tone, label] = look ?? STATUSES[status] ?? ['neutral', status];
  return (
    <Badge tone={tone}>
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full bg-current', status === 'running' && 'animate-pulse')}
      />
      {label}
    </Badge>
  );
}

/** The verdict on an attempt, with its confidence. */
export function VerdictBadge({
  verdict,
  confidence,
}: {
  verdict: string | null;
  confidence?: number | null | undefined;
}) {
  if (verdict === null) return <Badge>No verdict</Badge>;
  const [tone, label] = STATUSES[verdict] ?? ['neutral', verdict];
  return (
    <Badge tone={tone}>
      {label}
      {confidence != null && <span className="number font-normal">{percent(confidence)}</span>}
    </Badge>
  );
}
