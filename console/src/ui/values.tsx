import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import * as format from './format.ts';
import { Check, Copy } from './icons.tsx';
import { TipText } from './tooltip.tsx';

/** Copies, and says so for a moment. */
function useCopy(): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.error('The browser does not let this page copy.'),
    );
  };
  return [isCopied, copy];
}

/** An id; a press copies the whole of it. */
export function CopyId({ id, short = false }: { id: string; short?: boolean }) {
  const [isCopied, copy] = useCopy();
  return (
    <button
      type="button"
      title={`Copy ${id}`}
      onClick={(event) => {
        event.stopPropagation();
        event.preventDefault();
        copy(id);
      }}
      className="inline-flex max-w-full items-center gap-1 rounded-sm text-muted hover:text-text [&_svg]:size-3"
    >
      <code className="truncate">{short ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}</code>
      {isCopied ? <Check aria-label="Copied" className="text-good" /> : <Copy aria-hidden />}
    </button>
  );
}

/** A function makes large texts only when they are copied. */
export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [isCopied, copy] = useCopy();
  return (
    <Button size="small" look="quiet" onClick={() => copy(typeof text === 'string' ? text : text())}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

/** Local time, UTC in the tip. */
export function Time({
  at,
  className,
}: {
  at: string | number | Date | null | undefined;
  className?: string;
}) {
  const date = at == null ? null : new Date(at);
  if (!date || Number.isNaN(date.getTime())) return <span className={className}>–</span>;
  return (
    <TipText text={format.utcTime(date)} className={cn('number', className)}>
      <time dateTime={date.toISOString()}>{format.localTime(date)}</time>
    </TipText>
  );
}

export function Money({ usd, className }: { usd: number | null | undefined; className?: string }) {
  return <span className={cn('number', className)}>{format.money(usd)}</span>;
}

export function Duration({ ms, className }: { ms: number | null | undefined; className?: string }) {
  return <span className={cn('number', className)}>{format.duration(ms)}</span>;
}

export function Percent({ share, className }: { share: number | null | undefined; className?: string }) {
  return <span className={cn('number', className)}>{format.percent(share)}</span>;
}

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-surface px-1 text-xs text-muted">
      {children}
    </kbd>
  );
}
