import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { ChevronRight } from './icons.tsx';

export function Card({
  title,
  actions,
  children,
  className,
  isFlush = false,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Without padding, for tables and lists. */
  isFlush?: boolean;
}) {
  return (
    <section className={cn('min-w-0 rounded-lg border bg-raised', className)}>
      {(title || actions) && (
        <header className="flex min-h-10 items-center gap-2 border-b px-4 py-1">
          <h2 className="min-w-0 flex-1 truncate text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      <div className={isFlush ? '' : 'p-4'}>{children}</div>
    </section>
  );
}

/** A heading that opens what belongs to it. Its content is drawn, and asked for, only while it is open. */
export function Fold({
  title,
  note,
  isOpen,
  onTurn,
  children,
}: {
  title: string;
  /** Its content in a few words. */
  note?: ReactNode;
  isOpen: boolean;
  onTurn: () => void;
  children: () => ReactNode;
}) {
  const id = useId();
  return (
    <section className="min-w-0 overflow-hidden rounded-lg border bg-raised">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onTurn}
          className="flex min-h-10 w-full items-center gap-2 px-4 py-1.5 text-left hover:bg-hover/60 -outline-offset-2"
        >
          <ChevronRight aria-hidden className={cn('size-3.5 shrink-0 text-muted', isOpen && 'rotate-90')} />
          <span className="text-sm font-semibold whitespace-nowrap">{title}</span>
          {note && <span className="number min-w-0 truncate text-muted">{note}</span>}
        </button>
      </h2>
      <div id={id} className={cn(isOpen && 'border-t')}>
        {isOpen && children()}
      </div>
    </section>
  );
}

/** One figure with its name, and a comparison below it. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <dl className="rounded-lg border bg-raised px-4 py-3">
      <dt className="text-xs font-medium text-muted">{label}</dt>
      <dd className="number mt-1 text-2xl font-semibold tracking-tight">{value}</dd>
      {note && <dd className="number text-xs text-muted">{note}</dd>}
    </dl>
  );
}

/** The one `h1` of a screen. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 className="min-w-0 grow text-xl font-semibold tracking-tight">{title}</h1>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      {description && <div className="basis-full text-muted">{description}</div>}
    </header>
  );
}

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: ReadonlyArray<readonly [name: string, value: ReactNode]> }) {
  return (
    <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
