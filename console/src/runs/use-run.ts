import type { RunDetails } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api, queries } from '../api.ts';

export function isLive({ status }: { status: string }): boolean {
  return status === 'running' || status === 'needs_human';
}

const runKey = (id: string) => ['runs', 'one', id];

/** A run with its timeline and its decision. While it lives it is followed, so that every step shows at once. */
export function useRun(id: string, isExplained: boolean) {
  const run = useQuery({
    queryKey: runKey(id),
    queryFn: ({ signal }) => api.runs.get(id, { signal }),
    // No event tells that a run was deleted: the page finds out when it is shown again.
    refetchOnWindowFocus: 'always',
  });
  // A hidden tab would keep one of the few connections that a browser opens to a server.
  const isFollowed = useIsSeen() && run.data !== undefined && isLive(run.data);
  useFollowed(id, isFollowed);
  const attempts = run.data?.progress?.attempts_started ?? run.data?.routing_attempts.length;
  const timeline = useQuery({
    queryKey: ['runs', 'timeline', id, run.data?.status, attempts],
    queryFn: ({ signal }) => api.runs.timeline(id, { signal }),
    enabled: run.data !== undefined,
    placeholderData: (before) => before,
  });
  const explanation = useQuery({
    queryKey: ['runs', 'explanation', id, run.data && !isLive(run.data)],
    // Where the caller chose the runners there is nothing to explain.
    queryFn: ({ signal }) => (run.data?.routing_summary ? api.runs.explain(id, { signal }) : null),
    enabled: run.data !== undefined && isExplained,
    placeholderData: (before) => before,
  });
  return { run, timeline, explanation };
}

function useIsSeen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => !document.hidden,
  );
}

function useFollowed(id: string, isFollowed: boolean): void {
  useEffect(() => {
    if (!isFollowed) return;
    const gone = new AbortController();
    void follow(id, gone.signal);
    return () => gone.abort();
  }, [id, isFollowed]);
}

async function follow(id: string, signal: AbortSignal): Promise<void> {
  const onProgress = (next: RunDetails) =>
    queries.setQueryData<RunDetails>(runKey(id), (known) => (known && isOlder(next, known) ? known : next));
  try {
    for await (const _event of api.runs.stream(id, { signal, onProgress }));
  } catch {
    // Read again below: the answer tells the state of the run.
  }
  if (!signal.aborted) await queries.invalidateQueries({ queryKey: ['runs'] });
}

/** A stream begins with past events, which must not undo the known state. */
function isOlder(next: RunDetails, known: RunDetails): boolean {
  if (!isLive(next)) return false;
  return (
    !isLive(known) ||
    Date.parse(next.progress?.updated_at ?? '') < Date.parse(known.progress?.updated_at ?? '')
  );
}

const TICK_MS = 500;

/** Now, moving while `isMoving`. */
export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
