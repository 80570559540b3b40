import { ConnectionError, NotFoundError, PermissionDeniedError, SwitchyardError } from '@switchyard/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { CircleAlert, Lock, SearchX, Unplug } from './icons.tsx';
import { CopyId } from './values.tsx';

/** Nothing is here yet: the reason, and the next step. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  isScreen = false,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It stands instead of a screen: its title is the heading. */
  isScreen?: boolean;
}) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center [&>svg]:size-5 [&>svg]:text-muted">
      {icon}
      <Title className="text-base font-semibold">{title}</Title>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** A failure in the words of the service: code, message, remedy, and the number of the request. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof PermissionDeniedError) return <DeniedState error={error} />;
  const known = error instanceof SwitchyardError ? error : null;
  const isAway = error instanceof ConnectionError;
  const Icon = isAway ? Unplug : error instanceof NotFoundError ? SearchX : CircleAlert;
  return (
    <div role="alert">
      <EmptyState
        icon={<Icon aria-hidden />}
        title={isAway ? 'The service does not answer.' : (known?.message ?? 'This part of the page failed.')}
        action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      >
        <p>
          {isAway
            ? 'Check your connection, and that the service runs.'
            : (known?.remediation ?? String(error))}
        </p>
        {known && (
          <p className="mt-2 flex flex-wrap items-center justify-center gap-2 text-xs">
            <code>{known.code}</code>
            {known.requestId && <CopyId id={known.requestId} />}
          </p>
        )}
      </EmptyState>
    </div>
  );
}

function DeniedState({ error }: { error: SwitchyardError }) {
  return (
    <EmptyState icon={<Lock aria-hidden />} title="You may not see this">
      <p>{error.message}</p>
      <p>{error.remediation}</p>
    </EmptyState>
  );
}

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-hover', className ?? 'h-4 w-full')} />;
}

function Waiting({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-2">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={at} className="h-8" />
      ))}
    </div>
  );
}

/** Shows a query in each of its states. Data that is at hand stays while it is fetched again or a refetch fails. */
export function Loaded<T>({
  query,
  rows = 4,
  isEmpty,
  empty,
  children,
}: {
  query: UseQueryResult<T>;
  rows?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Waiting rows={rows} />;
}
