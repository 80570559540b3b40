import type { RunDetails, Step, Timeline } from '@switchyard/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ExternalLink, MonitorOff } from '../ui/icons.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { isRecording, readFrames } from './recording.ts';
import { texts } from './texts.ts';
import { isLive } from './use-run.ts';

/** The browser's picture at a moment: live, from the recording, or of the last step before it. */
export function Picture({
  run,
  timeline,
  steps,
  atMs,
  isNow,
  isPlayed,
}: {
  run: RunDetails;
  timeline: Timeline | undefined;
  steps: ReadonlyArray<Step & { atMs: number }>;
  atMs: number;
  /** The playhead follows the run. */
  isNow: boolean;
  /** A recording is large: it is read once somebody moves the playhead. */
  isPlayed: boolean;
}) {
  const live = useLiveFrame(isLive(run) && isNow ? ownLiveView(run.live_view) : null);
  const hasRecording = !isLive(run) && run.artifacts.some(isRecording);
  const frames = useQuery({
    queryKey: ['recordings', run.id, run.artifacts.length],
    queryFn: ({ signal }) => readFrames(run, timeline as Timeline, signal),
    enabled: isPlayed && hasRecording && timeline !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const frame = frames.data?.findLast((one) => one.atMs <= atMs) ?? frames.data?.[0];
  const still = pathOf(steps.findLast((step) => step.screenshot && step.atMs <= atMs)?.screenshot ?? null);
  const source = live ?? (frame ? `data:image/jpeg;base64,${frame.jpeg}` : (still ?? pathOf(run.screenshot)));
  const address =
    steps.findLast((step) => step.url && step.atMs <= atMs)?.url ?? run.evidence.final_url ?? run.url;
  return (
    <figure className="overflow-hidden rounded-md border bg-surface">
      <figcaption className="flex h-8 items-center gap-2 border-b bg-raised px-2.5 text-xs text-muted">
        <span aria-hidden className="flex gap-1 [&>i]:size-2 [&>i]:rounded-full [&>i]:bg-line">
          <i />
          <i />
          <i />
        </span>
        <span className="min-w-0 flex-1 truncate">{address}</span>
        {live && <span className="font-medium text-info">Live</span>}
        <Elsewhere run={run} />
      </figcaption>
      <div className="flex aspect-[16/10] items-center justify-center">
        {frames.isLoading ? (
          <Skeleton className="size-full rounded-none" />
        ) : frames.isError && !source ? (
          <ErrorState error={frames.error} onRetry={() => void frames.refetch()} />
        ) : source ? (
          <img
            src={source}
            alt={`What the browser showed at ${address ?? 'this moment'}`}
            className="size-full object-contain object-top"
          />
        ) : (
          <p className="flex max-w-60 flex-col items-center gap-2 p-4 text-center text-muted">
            <MonitorOff aria-hidden className="size-5" />
            {isLive(run) ? texts.firstPicture : texts.noPicture}
          </p>
        )}
      </div>
    </figure>
  );
}

/** Whether this run has, or will have, pictures of its browser. */
export function hasPictures(run: RunDetails, steps: ReadonlyArray<Step>): boolean {
  if (isLive(run) && run.live_view !== null) return true;
  return (
    run.screenshot !== null || run.artifacts.some(isRecording) || steps.some(({ screenshot }) => screenshot)
  );
}

/** Some providers show their browser themselves. */
function Elsewhere({ run: { session, live_view } }: { run: RunDetails }) {
  const url = session?.live_url ?? session?.replay_url;
  if (!url || url === live_view || !/^https?:/.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-1 text-accent hover:underline"
    >
      At the provider <ExternalLink aria-hidden className="size-3" />
    </a>
  );
}

/** Addresses of the service are absolute; the page asks its own origin. */
export function pathOf(url: string | null): string | null {
  return url && new URL(url, location.origin).pathname;
}

/** Our own page streams its pictures; a provider's does not. */
function ownLiveView(url: string | null): string | null {
  const path = pathOf(url);
  return path?.startsWith('/live/') ? path : null;
}

function useLiveFrame(live: string | null): string | null {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (live === null) return;
    const events = new EventSource(`${live}/events`);
    events.addEventListener('view', ({ data }) => {
      const { frame } = JSON.parse(data);
      if (frame) setSource(`data:image/jpeg;base64,${frame}`);
    });
    events.addEventListener('end', () => events.close());
    return () => {
      events.close();
      setSource(null);
    };
  }, [live]);
  return source;
}
